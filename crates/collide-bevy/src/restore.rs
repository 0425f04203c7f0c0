use bevy_ecs::prelude::*;
use collide2d::SnapshotError;

use crate::components::Unsettled;
use crate::roster::Seat;
use crate::{Collider, Collisions, StableId};

impl Collisions {
    /// Goes back to where [`World::save`](collide2d::World::save) was called, for a rollback or after a restart: who has which slot, the
    /// pairs of that tick and its number. Bring your components back yourself, before or after; at the next
    /// [`CollideSystems::Sync`](crate::CollideSystems) the colliders are what the components say, and that tick is what it was.
    ///
    /// Entities are known again by their [`StableId`], those without by Bevy's id. Whoever is not there, or is no collider, has left.
    /// What is remembered of the past is forgotten.
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are not those of a world. Nothing is changed then; nor where there is no plugin.
    ///
    /// ```
    /// use bevy_app::{App, Update};
    /// use collide2d::{Circle, Vec2};
    /// use collide_bevy::{Collider, CollidePlugin, Collisions};
    /// let mut app = App::new();
    /// app.add_plugins(CollidePlugin::new(Update));
    /// app.world_mut().spawn(Collider::from(Circle::new(Vec2::ZERO, 1.0)?));
    /// app.update();
    /// let saved = app.world().resource::<Collisions>().world().save();
    /// app.update();
    /// Collisions::restore(app.world_mut(), &saved)?;
    /// assert_eq!(app.world().resource::<Collisions>().world().tick(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restore(world: &mut World, bytes: &[u8]) -> Result<(), SnapshotError> {
        let mut colliders = world.query_filtered::<(Entity, Option<&StableId>), With<Collider>>();
        let known =
            colliders.iter(world).map(|(entity, id)| (id.map_or(entity.to_bits(), |id| id.0), entity, id.is_some()));
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        let Some(mut collisions) = world.get_resource_mut::<Self>() else { return Ok(()) };
        collisions.world.restore(bytes)?;
        collisions.seat_again(&known);
        // Whatever the components have become.
        if let Some(mut unsettled) = world.get_resource_mut::<Unsettled>() {
            unsettled.0.extend(known.iter().map(|(_, entity, _)| *entity));
        }
        Ok(())
    }

    /// Looks up anew who is who, by data in order; who is unknown leaves.
    fn seat_again(&mut self, known: &[(u64, Entity, bool)]) {
        self.roster.clear();
        self.untold = false;
        let mut unknown = Vec::new();
        for (handle, described) in self.world.iter() {
            let place = known.partition_point(|(data, ..)| *data < described.data);
            match known.get(place) {
                Some(&(data, entity, named)) if data == described.data && self.roster.seat(entity).is_none() => {
                    let fixed = described.mobility != collide2d::Mobility::Dynamic;
                    self.roster.take_seat(Seat { entity, handle, fixed, named });
                }
                _ => unknown.push(handle),
            }
        }
        for handle in unknown {
            // It cannot be stale: it has just been gone through.
            let _ = self.world.remove(handle);
        }
    }
}
