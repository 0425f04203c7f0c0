use bevy_ecs::entity_disabling::DefaultQueryFilters;
use bevy_ecs::prelude::*;
use collide2d::error::SnapshotError;

use crate::components::{ChangedEntities, EngineHandle};
use crate::{Collider, Collisions, StableId};

impl Collisions {
    /// Restores a snapshot from [`World::save`](collide2d::World::save), for a rollback or after a restart: the slots
    /// of entities, the tick number, and the pairs of that tick. Restore your components yourself, before or after. The
    /// next [`CollideSystems::Sync`](crate::CollideSystems) takes the colliders from the components, and the tick then
    /// gives the same results as the first time.
    ///
    /// Entities are identified by their [`StableId`], those without one by Bevy's id. An entity in the snapshot that
    /// does not exist or has no [`Collider`] is removed. The history is cleared. Without the plugin the call has no
    /// effect.
    ///
    /// # Errors
    /// [`SnapshotError`] if the bytes are not a valid snapshot. Nothing is changed then.
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
        collisions.map_again(&known);
        clear_handles(world);
        // The components may have changed.
        if let Some(mut changed_entities) = world.get_resource_mut::<ChangedEntities>() {
            changed_entities.0.extend(known.iter().map(|(_, entity, _)| *entity));
        }
        Ok(())
    }

    /// Rebuilds the entity map from the data of the world. `known` is sorted by data. Other entities are removed.
    fn map_again(&mut self, known: &[(u64, Entity, bool)]) {
        self.entities.clear();
        self.has_pending_events = false;
        let mut unknown = Vec::new();
        for (handle, described) in self.world.iter() {
            let index = known.partition_point(|(data, ..)| *data < described.data);
            match known.get(index) {
                Some(&(data, entity, has_stable_id))
                    if data == described.data && self.entities.handle(entity).is_none() =>
                {
                    self.entities.insert(entity, handle, has_stable_id);
                }
                _ => unknown.push(handle),
            }
        }
        for handle in unknown {
            // The handle is not stale: it was just visited.
            let _ = self.world.remove(handle);
        }
    }
}

/// Clears the handles of all entities, with those that a disabling component hides from queries. The snapshot may have
/// given their handles to other entities, and the next sync writes only the handles of entities that are not hidden.
fn clear_handles(world: &mut World) {
    let clear = |world: &mut World| {
        world.query::<&mut EngineHandle>().iter_mut(world).for_each(|mut handle| handle.0 = None);
    };
    // Without this resource a query that is created finds hidden entities too. An app may have removed it.
    if world.contains_resource::<DefaultQueryFilters>() {
        world.resource_scope(|world, _: Mut<'_, DefaultQueryFilters>| clear(world));
    } else {
        clear(world);
    }
}
