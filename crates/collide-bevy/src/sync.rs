//! The system that applies changes of entities to the engine.

use bevy_ecs::prelude::*;
use collide2d::{Handle, Settable, Shape};

use crate::components::{ChangedEntities, EngineHandle};
use crate::scratch::Scratch;
use crate::{CollideFault, Collider, Collisions, Layers, Mobility, Sensor, StableId};

/// The components whose values the engine stores.
pub(crate) type Described<'a> =
    (&'a Collider, Option<&'a Layers>, Has<Sensor>, Option<&'a Mobility>, Option<&'a StableId>);

/// A collider that may have changed.
type Moved<'a> = (&'a EngineHandle, &'a Collider, Option<&'a Mobility>);

/// The handles of entities to write, and the colliders that may have changed to read.
type Handles =
    (Query<'static, 'static, &'static mut EngineHandle>, Query<'static, 'static, Moved<'static>, Changed<Collider>>);

pub(crate) fn sync(
    mut collisions: ResMut<'_, Collisions>,
    mut changed_entities: ResMut<'_, ChangedEntities>,
    colliders: Query<'_, '_, Described<'static>>,
    entities: Query<'_, '_, Entity, With<Collider>>,
    mut handles: ParamSet<'_, '_, Handles>,
    mut faults: MessageWriter<'_, CollideFault>,
) {
    let collisions = &mut *collisions;
    collisions.apply_changes(&mut changed_entities.0, &colliders, handles.p0(), &mut faults);
    // Hooks do not note entities that a component other than `Disabled` hides from queries.
    if collisions.entities.len() != entities.iter().len() {
        let hidden = collisions.entities.iter().filter(|entity| !colliders.contains(*entity));
        let shown = entities.iter().filter(|entity| collisions.entities.handle(*entity).is_none());
        changed_entities.0.extend(hidden.chain(shown));
        collisions.apply_changes(&mut changed_entities.0, &colliders, handles.p0(), &mut faults);
    }
    collisions.follow(handles.p1().iter(), &mut faults);
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
        mut handles: Query<'_, '_, &mut EngineHandle>,
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
            match (self.entities.handle(entity), colliders.get(entity)) {
                (None, Ok(described)) => {
                    inserted.push((described.4.map(|id| id.0), entity, describe(entity, described)));
                }
                (Some(handle), Err(_)) => {
                    let data = self.world.entity(handle).map(|entity| entity.data);
                    removed.push((data.filter(|_| self.entities.has_stable_id(handle)), entity, handle));
                }
                (Some(handle), Ok(described)) => {
                    let now = describe(entity, described);
                    if self.world.entity(handle) == Some(now) {
                        continue;
                    }
                    match self.world.set(handle, now) {
                        Ok(()) => self.entities.set_has_stable_id(handle, described.4.is_some()),
                        Err(error) => _ = faults.write(CollideFault::Collider { entity, error }),
                    }
                }
                (None, Err(_)) => {}
            }
        }
        self.remove_entities();
        self.insert_entities(faults);
        for &(entity, _) in &self.scratch.changed {
            if let Ok(mut handle) = handles.get_mut(entity) {
                handle.0 = self.entities.handle(entity);
            }
        }
    }

    /// Removes the entities in `removed` from the engine.
    fn remove_entities(&mut self) {
        let removed = &mut self.scratch.removed;
        removed.sort_by_key(|(id, ..)| *id);
        for &(_, entity, handle) in &*removed {
            // The handle is not stale: all removed entities leave the map.
            let _ = self.world.remove(handle);
            self.entities.remove(entity, handle, self.world.tick());
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
                Ok(handle) => self.entities.insert(entity, handle, id.is_some()),
                Err(error) => _ = faults.write(CollideFault::Collider { entity, error }),
            }
        }
    }

    /// Updates the shapes of entities that may have moved.
    fn follow<'a>(&mut self, all: impl Iterator<Item = Moved<'a>>, faults: &mut MessageWriter<'_, CollideFault>) {
        let Self { world, entities, scratch, .. } = self;
        let Scratch { circles, others, .. } = scratch;
        circles.clear();
        others.clear();
        for (EngineHandle(handle), Collider(shape), mobility) in all {
            let Some(handle) = *handle else { continue };
            if mobility.is_none_or(|mobility| *mobility == Mobility::Dynamic) {
                match shape {
                    Shape::Circle(circle) => circles.push((handle, *circle)),
                    Shape::Rect(_) | Shape::OrientedRect(_) | Shape::Capsule(_) | Shape::Polygon(_) => {
                        others.push((handle, *shape));
                    }
                }
            } else if world.shape(handle).is_some_and(|before| before != *shape)
                // An update makes the next tick sort all static entities again. It is skipped if nothing changed.
                && let Err(error) = world.set(handle, *shape)
                && let Some(entity) = entities.entity(handle)
            {
                faults.write(CollideFault::Collider { entity, error });
            }
        }
        set_current(world, circles);
        set_current(world, others);
    }
}

/// Sets the shapes of the handles that are not stale.
fn set_current<T: Settable>(world: &mut collide2d::World, shapes: &mut Vec<(Handle, T)>) {
    // Only a stale handle is an error, and then nothing is changed.
    if world.set_batch(shapes).is_err() {
        shapes.retain(|(handle, _)| world.shape(*handle).is_some());
        let _ = world.set_batch(shapes);
    }
}
