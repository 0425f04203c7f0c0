use bevy_ecs::prelude::*;
use collide2d::{Budget, EventKind, Handle, Settings};

use crate::entity_map::EntityMap;
use crate::scratch::Scratch;

/// A resource: the engine's world, synchronized with the entities. Has the pairs of this tick and the handles of
/// entities.
///
/// To query it, use [`SpatialQuery`](crate::SpatialQuery).
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
    pub(crate) budget: Budget,
    /// Whether the events of the last tick were not emitted yet.
    pub(crate) has_pending_events: bool,
}

impl Collisions {
    pub(crate) fn new(settings: Settings, budget: Budget) -> Self {
        let (entities, scratch) = <_>::default();
        Self { world: collide2d::World::new(settings), entities, scratch, budget, has_pending_events: false }
    }

    /// The engine's world: for its tick, report, explanation, fingerprint, contacts, snapshot and clones, and to update
    /// an [`Interest`](collide2d::Interest). It identifies entities by handles.
    #[must_use]
    pub fn world(&self) -> &collide2d::World {
        &self.world
    }

    /// The handle of an entity, or `None` if it is not in the engine. Costs a lookup by index.
    #[must_use]
    pub fn handle(&self, entity: Entity) -> Option<Handle> {
        self.entities.handle(entity)
    }

    /// The entity that has a handle, or had it at a tick in the [history](collide2d::Settings::history).
    #[must_use]
    pub fn entity(&self, handle: Handle) -> Option<Entity> {
        self.entities.entity(handle)
    }

    /// The pairs of the last step, in order of slots. The [settings](collide2d::Settings::touching) decide whether
    /// entities that only touch are a pair.
    pub fn pairs(&self) -> impl Iterator<Item = (Entity, Entity)> {
        self.world.pairs().into_iter().filter_map(|(a, b)| Some((self.entity(a)?, self.entity(b)?)))
    }

    /// The entities that overlap an entity at the last step, in the order of pairs. Empty if the settings have no
    /// events.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        let others = self.handle(entity).into_iter().flat_map(|handle| {
            let events = self.world.events_of(handle).filter(|event| event.kind != EventKind::Ended);
            events.map(move |event| if event.a == handle { event.b } else { event.a })
        });
        others.filter_map(|handle| self.entity(handle))
    }

    /// The events of the last step between an entity of one of the categories `first`, which is the first of the two,
    /// and one of the categories `second`, such as coins and players: those of
    /// [`World::events_between`](collide2d::World::events_between), which has the rules.
    ///
    /// ```
    /// use bevy_app::{App, Update};
    /// use collide2d::{Circle, EventKind, Vec2};
    /// use collide_bevy::{Collider, CollidePlugin, Collisions, Layers};
    ///
    /// const PLAYER: u64 = 1 << 0;
    /// const COIN: u64 = 1 << 1;
    /// let mut app = App::new();
    /// app.add_plugins(CollidePlugin::new(Update));
    /// let [coin, player] = [COIN, PLAYER].map(|category| {
    ///     let collider = Collider::from(Circle::new(Vec2::ZERO, 1.0).unwrap());
    ///     app.world_mut().spawn((collider, Layers::new(category, u64::MAX))).id()
    /// });
    /// app.update();
    /// let collisions = app.world().resource::<Collisions>();
    /// assert!(collisions.events_between(PLAYER, COIN).eq([(EventKind::Began, player, coin)]));
    /// ```
    pub fn events_between(&self, first: u64, second: u64) -> impl Iterator<Item = (EventKind, Entity, Entity)> {
        let events = self.world.events_between(first, second);
        events.filter_map(|event| Some((event.kind, self.entity(event.a)?, self.entity(event.b)?)))
    }

    /// Changes the settings for the following ticks.
    pub fn set_settings(&mut self, settings: Settings) {
        self.world.set_settings(settings);
    }

    /// Limits the pairs and the candidates of the following ticks: a tick that exceeds the budget fails. A number limits
    /// the pairs.
    pub fn set_budget(&mut self, budget: impl Into<Budget>) {
        self.budget = budget.into();
    }

    /// Starts a recording with a snapshot of the world: all changes, queries, moves and steps.
    pub fn start_recording(&mut self) {
        self.world.start_recording();
    }

    /// Stops the recording. Recorded ticks that were not written are lost.
    pub fn stop_recording(&mut self) {
        self.world.stop_recording();
    }

    /// Whether the world is recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.world.is_recording()
    }

    /// Writes the ticks recorded since the last call, like [`World::write_recorded`](collide2d::World::write_recorded).
    /// The data of an entity is its [`StableId`](crate::StableId), or Bevy's id if it has none.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write_recorded(&mut self, writer: &mut impl std::io::Write) -> std::io::Result<usize> {
        self.world.write_recorded(writer)
    }

    /// The oldest tick in the history.
    pub(crate) fn oldest(&self) -> u64 {
        let remembered = self.world.settings().history.ticks.try_into().unwrap_or(u64::MAX);
        self.world.tick().saturating_sub(remembered)
    }
}
