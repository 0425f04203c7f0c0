//! What has changed among the entities is told to the engine.

use bevy_ecs::prelude::*;
use collide2d::{Handle, Shape};

use crate::components::Unsettled;
use crate::roster::Seat;
use crate::{CollideFault, Collider, Collisions, Layers, Mobility, Sensor, StableId};

/// All that the engine keeps of an entity.
pub(crate) type Described<'a> =
    (&'a Collider, Option<&'a Layers>, Has<Sensor>, Option<&'a Mobility>, Option<&'a StableId>);

/// Memory that is used again at each tick.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Who has changed, and how manieth that was noted.
    changed: Vec<(Entity, usize)>,
    left: Vec<(Option<u64>, Seat)>,
    came: Vec<(Option<u64>, Entity, collide2d::Entity)>,
    moved: Vec<(Handle, Shape)>,
    /// For each slot which of `moved` is its own, counted from one.
    of_slot: Vec<u32>,
}

/// From so many changes on, as a part of all entities, it is faster to go through all where they stand than to look up each.
const MANY: usize = 16;

pub(crate) fn sync(
    mut collisions: ResMut<'_, Collisions>,
    mut unsettled: ResMut<'_, Unsettled>,
    colliders: Query<'_, '_, Described<'static>>,
    entities: Query<'_, '_, Entity, With<Collider>>,
    moved: Query<'_, '_, (Entity, &Collider), Changed<Collider>>,
    mut faults: MessageWriter<'_, CollideFault>,
) {
    let collisions = &mut *collisions;
    collisions.settle(&mut unsettled.0, &colliders, &mut faults);
    // Hooks note who comes and goes, but not whom another component than `Disabled` hides from queries.
    if collisions.roster.len() != entities.iter().len() {
        let gone = collisions.roster.iter().map(|seat| seat.entity).filter(|entity| !colliders.contains(*entity));
        let unseen = entities.iter().filter(|entity| collisions.roster.seat(*entity).is_none());
        unsettled.0.extend(gone.chain(unseen));
        collisions.settle(&mut unsettled.0, &colliders, &mut faults);
    }
    collisions.follow(moved.iter().map(|(entity, collider)| (entity, collider.0)), &mut faults);
}

/// What the engine is to keep of an entity.
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
    /// Lets those who have changed come, go, or become what they are now. Whatever order they are in, each is looked at as it is.
    fn settle(
        &mut self,
        unsettled: &mut Vec<Entity>,
        colliders: &Query<'_, '_, Described<'static>>,
        faults: &mut MessageWriter<'_, CollideFault>,
    ) {
        let Scratch { changed, left, came, .. } = &mut self.scratch;
        changed.clear();
        changed.extend(unsettled.drain(..).zip(0..));
        // Each once, where it was first.
        changed.sort_unstable();
        changed.dedup_by_key(|(entity, _)| *entity);
        changed.sort_unstable_by_key(|(_, number)| *number);
        left.clear();
        came.clear();
        for &(entity, _) in &*changed {
            match (self.roster.seat(entity), colliders.get(entity)) {
                (None, Ok(described)) => {
                    came.push((described.4.map(|id| id.0), entity, describe(entity, described)));
                }
                (Some(seat), Err(_)) => {
                    let data = self.world.entity(seat.handle).map(|entity| entity.data);
                    left.push((data.filter(|_| seat.named), *seat));
                }
                (Some(seat), Ok(described)) => {
                    let (handle, now) = (seat.handle, describe(entity, described));
                    if self.world.entity(handle) == Some(now) {
                        continue;
                    }
                    match self.world.set_entity(handle, now) {
                        Ok(()) => {
                            if let Some(seat) = self.roster.seat_mut(entity) {
                                seat.fixed = now.mobility != collide2d::Mobility::Dynamic;
                                seat.named = described.4.is_some();
                            }
                        }
                        Err(error) => _ = faults.write(CollideFault::Collider { entity, error }),
                    }
                }
                (None, Err(_)) => {}
            }
        }
        self.go();
        self.come(faults);
    }

    /// Removes those who left.
    fn go(&mut self) {
        let left = &mut self.scratch.left;
        left.sort_by_key(|(id, _)| *id);
        for &(_, seat) in &*left {
            // It cannot be stale: nobody else removes anyone.
            let _ = self.world.remove(seat.handle);
            self.roster.leave(seat, self.world.tick());
        }
        let oldest = self.oldest();
        self.roster.settle(oldest);
    }

    /// Inserts those who came.
    fn come(&mut self, faults: &mut MessageWriter<'_, CollideFault>) {
        let came = &mut self.scratch.came;
        came.sort_by_key(|(id, ..)| *id);
        for &(id, entity, described) in &*came {
            match self.world.insert(described) {
                Ok(handle) => {
                    let fixed = described.mobility != collide2d::Mobility::Dynamic;
                    self.roster.take_seat(Seat { entity, handle, fixed, named: id.is_some() });
                }
                Err(error) => _ = faults.write(CollideFault::Collider { entity, error }),
            }
        }
    }

    /// Gives those who may have moved the shapes they have now.
    fn follow(&mut self, all: impl Iterator<Item = (Entity, Shape)>, faults: &mut MessageWriter<'_, CollideFault>) {
        let Self { world, roster, scratch, .. } = self;
        let Scratch { moved, of_slot, .. } = scratch;
        moved.clear();
        for (entity, shape) in all {
            let Some(seat) = roster.seat(entity) else { continue };
            if !seat.fixed {
                moved.push((seat.handle, shape));
            } else if world.get(seat.handle) != Some(shape)
                // To have what is static sorted anew for nothing would be a pity.
                && let Err(error) = world.update(seat.handle, shape)
            {
                faults.write(CollideFault::Collider { entity, error });
            }
        }
        if moved.len() < world.len() / MANY {
            // All of these have just been looked up.
            let _ = world.update_batch(moved);
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
