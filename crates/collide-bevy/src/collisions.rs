use bevy_ecs::prelude::*;
use collide2d::{EventKind, Handle, Settings};

use crate::entity_map::EntityMap;
use crate::sync::Scratch;

/// The engine's world, synchronized with the entities: the pairs of this tick, and the handles of entities.
///
/// A resource; [`SpatialQuery`](crate::SpatialQuery) is the shorter way to query it.
///
/// ```
/// use bevy_app::{App, Update};
/// use collide2d::{Circle, Vec2};
/// use collide_bevy::{Collider, CollidePlugin, Collisions};
///
/// let mut app = App::new();
/// app.add_plugins(CollidePlugin::new(Update));
/// let [a, b, _far] = [0.0, 1.5, 9.0]
///     .map(|x| app.world_mut().spawn(Collider::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap())).id());
/// app.update();
/// let collisions = app.world().resource::<Collisions>();
/// assert!(collisions.pairs().eq([(a, b)]));
/// assert!(collisions.of(b).eq([a]));
/// ```
#[derive(Resource, Debug)]
pub struct Collisions {
    pub(crate) world: collide2d::World,
    pub(crate) entities: EntityMap,
    pub(crate) scratch: Scratch,
    pub(crate) max_pairs: u64,
    /// Whether the events of the last tick were not emitted yet.
    pub(crate) has_pending_events: bool,
}

impl Collisions {
    pub(crate) fn new(settings: Settings, max_pairs: u64) -> Self {
        let (entities, scratch) = <_>::default();
        Self { world: collide2d::World::new(settings), entities, scratch, max_pairs, has_pending_events: false }
    }

    /// The engine's world, to look at: its tick, report, explanation, fingerprint, contacts, saved bytes, clones; and for an
    /// [`Interest`](collide2d::Interest) to be updated from. It names entities by handle.
    #[must_use]
    pub fn world(&self) -> &collide2d::World {
        &self.world
    }

    /// The handle of an entity, if it has one. A lookup by index.
    #[must_use]
    pub fn handle(&self, entity: Entity) -> Option<Handle> {
        self.entities.entry(entity).map(|entry| entry.handle)
    }

    /// The entity that has a handle, or had it at a [remembered](collide2d::Settings::history) tick.
    #[must_use]
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        self.entities.entity(handle)
    }

    /// The pairs that overlap since the last step, in order of slots; touching counts if the settings say so.
    pub fn pairs(&self) -> impl Iterator<Item = (Entity, Entity)> {
        self.world.pairs().into_iter().filter_map(|(a, b)| Some((self.entity(a)?, self.entity(b)?)))
    }

    /// The entities that an entity overlaps since the last step, in the order of pairs. Empty without events in the settings.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        let others = self.handle(entity).into_iter().flat_map(|handle| {
            let events = self.world.events_of(handle).filter(|event| event.kind != EventKind::Ended);
            events.map(move |event| if event.a == handle { event.b } else { event.a })
        });
        others.filter_map(|handle| self.entity(handle))
    }

    /// Changes the settings for the ticks that follow.
    pub fn set_settings(&mut self, settings: Settings) {
        self.world.set_settings(settings);
    }

    /// Refuses ticks with more than `max_pairs` pairs from now on. `u64::MAX` is no limit.
    pub fn set_max_pairs(&mut self, max_pairs: u64) {
        self.max_pairs = max_pairs;
    }

    /// Starts recording, with the whole world at the next step.
    #[cfg(feature = "recording")]
    pub fn start_recording(&mut self) {
        self.world.start_recording();
    }

    /// Stops recording. What was recorded and not written is lost.
    #[cfg(feature = "recording")]
    pub fn stop_recording(&mut self) {
        self.world.stop_recording();
    }

    /// Writes what has been recorded since the last call, as [`World::write_recorded`](collide2d::World::write_recorded) does. Entities
    /// are known by their [`StableId`](crate::StableId), as data.
    ///
    /// # Errors
    /// Those of the writer.
    #[cfg(feature = "recording")]
    pub fn write_recorded(&mut self, writer: &mut impl std::io::Write) -> std::io::Result<usize> {
        self.world.write_recorded(writer)
    }

    /// The oldest remembered tick.
    pub(crate) fn oldest(&self) -> u64 {
        let remembered = self.world.settings().history.ticks.try_into().unwrap_or(u64::MAX);
        self.world.tick().saturating_sub(remembered)
    }
}
