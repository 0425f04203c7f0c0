//! The system that applies changes of entities to the engine.

use bevy_ecs::prelude::*;
use collide2d::Shape;

use crate::components::ChangedEntities;
use crate::entity_map::MapEntry;
use crate::scratch::Scratch;
use crate::{CollideFault, Collider, Collisions, Layers, Mobility, Sensor, StableId};

/// The components whose values the engine stores.
pub(crate) type Described<'a> =
    (&'a Collider, Option<&'a Layers>, Has<Sensor>, Option<&'a Mobility>, Option<&'a StableId>);

/// If at least one in `EACH_LIMIT` entities moved, a pass over all in storage order is faster than a lookup for each.
const EACH_LIMIT: usize = 16;

pub(crate) fn sync(
    mut collisions: ResMut<'_, Collisions>,
    mut changed_entities: ResMut<'_, ChangedEntities>,
    colliders: Query<'_, '_, Described<'static>>,
    entities: Query<'_, '_, Entity, With<Collider>>,
    moved: Query<'_, '_, (Entity, &Collider), Changed<Collider>>,
    mut faults: MessageWriter<'_, CollideFault>,
) {
    let collisions = &mut *collisions;
    collisions.apply_changes(&mut changed_entities.0, &colliders, &mut faults);
    // Hooks do not note entities that a component other than `Disabled` hides from queries.
    if collisions.entities.len() != entities.iter().len() {
        let hidden = collisions.entities.iter().map(|entry| entry.entity).filter(|entity| !colliders.contains(*entity));
        let shown = entities.iter().filter(|entity| collisions.entities.entry(*entity).is_none());
        changed_entities.0.extend(hidden.chain(shown));
        collisions.apply_changes(&mut changed_entities.0, &colliders, &mut faults);
    }
    collisions.follow(moved.iter().map(|(entity, collider)| (entity, collider.0)), &mut faults);
}

/// The engine's entity with the values of these components.
fn describe(
    entity: Entity,
    (collider, layers, sensor, mobility, id): (&Collider, Option<&Layers>, bool, Option<&Mobility>, Option<&StableId>),
) -> collide2d::Entity {
    collide2d::Entity {
        shape: collider.0,
        data: id.map_or(entity.to_bits(), |id| id.0),
        mobility: mobility.copied().unwrap_or_default().into(),
        layers: layers.copied().unwrap_or_default().0,
        sensor,
    }
}

impl Collisions {
    /// Inserts, removes and updates changed entities, from their current components.
    fn apply_changes(
        &mut self,
        changed_entities: &mut Vec<Entity>,
        colliders: &Query<'_, '_, Described<'static>>,
        faults: &mut MessageWriter<'_, CollideFault>,
    ) {
        let Scratch { changed, removed, inserted, .. } = &mut self.scratch;
        changed.clear();
        changed.extend(changed_entities.drain(..).zip(0..));
        // Each entity once, at its first change.
        changed.sort_unstable();
        changed.dedup_by_key(|(entity, _)| *entity);
        changed.sort_unstable_by_key(|(_, number)| *number);
        removed.clear();
        inserted.clear();
        for &(entity, _) in &*changed {
            match (self.entities.entry(entity), colliders.get(entity)) {
                (None, Ok(described)) => {
                    inserted.push((described.4.map(|id| id.0), entity, describe(entity, described)));
                }
                (Some(entry), Err(_)) => {
                    let data = self.world.entity(entry.handle).map(|entity| entity.data);
                    removed.push((data.filter(|_| entry.has_stable_id), *entry));
                }
                (Some(entry), Ok(described)) => {
                    let (handle, now) = (entry.handle, describe(entity, described));
                    if self.world.entity(handle) == Some(now) {
                        continue;
                    }
                    match self.world.set(handle, now) {
                        Ok(()) => {
                            if let Some(entry) = self.entities.entry_mut(entity) {
                                entry.fixed = now.mobility != collide2d::Mobility::Dynamic;
                                entry.has_stable_id = described.4.is_some();
                            }
                        }
                        Err(error) => _ = faults.write(CollideFault::Collider { entity, error }),
                    }
                }
                (None, Err(_)) => {}
            }
        }
        self.remove_entities();
        self.insert_entities(faults);
    }

    /// Removes the entities in `removed` from the engine.
    fn remove_entities(&mut self) {
        let removed = &mut self.scratch.removed;
        removed.sort_by_key(|(id, _)| *id);
        for &(_, entry) in &*removed {
            // The handle is not stale: all removed entities leave the map.
            let _ = self.world.remove(entry.handle);
            self.entities.remove(entry, self.world.tick());
        }
        let oldest = self.oldest();
        self.entities.forget_before(oldest);
    }

    /// Inserts the entities in `inserted` into the engine.
    fn insert_entities(&mut self, faults: &mut MessageWriter<'_, CollideFault>) {
        let inserted = &mut self.scratch.inserted;
        inserted.sort_by_key(|(id, ..)| *id);
        for &(id, entity, described) in &*inserted {
            match self.world.insert(described) {
                Ok(handle) => {
                    let fixed = described.mobility != collide2d::Mobility::Dynamic;
                    self.entities.insert(MapEntry { entity, handle, fixed, has_stable_id: id.is_some() });
                }
                Err(error) => _ = faults.write(CollideFault::Collider { entity, error }),
            }
        }
    }

    /// Updates the shapes of entities that may have moved.
    fn follow(&mut self, all: impl Iterator<Item = (Entity, Shape)>, faults: &mut MessageWriter<'_, CollideFault>) {
        let Self { world, entities, scratch, .. } = self;
        let Scratch { moved, of_slot, .. } = scratch;
        moved.clear();
        for (entity, shape) in all {
            let Some(entry) = entities.entry(entity) else { continue };
            if !entry.fixed {
                moved.push((entry.handle, shape));
            } else if world.shape(entry.handle) != Some(shape)
                // An update makes the next tick sort all static entities again. It is skipped if nothing changed.
                && let Err(error) = world.set(entry.handle, shape)
            {
                faults.write(CollideFault::Collider { entity, error });
            }
        }
        if moved.len() < world.len() / EACH_LIMIT {
            // The handles were just looked up.
            let _ = world.set_batch(moved);
            return;
        }
        of_slot.clear();
        for (&(handle, _), number) in moved.iter().zip(1..) {
            let slot = handle.slot() as usize;
            if slot >= of_slot.len() {
                of_slot.resize(slot + 1, 0);
            }
            of_slot[slot] = number;
        }
        world.update_each(|entity| {
            let number = of_slot.get(entity.slot() as usize).copied().unwrap_or(0) as usize;
            if let Some((_, shape)) = number.checked_sub(1).and_then(|number| moved.get(number)) {
                entity.set_shape(*shape);
            }
        });
    }
}
