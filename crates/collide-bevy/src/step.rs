//! The systems that run a tick and emit its events.

use bevy_ecs::prelude::*;
use collide2d::{EventKind, Handle};

use crate::scratch::Scratch;
use crate::{CollideFault, CollisionEnded, CollisionEvents, CollisionStarted, Collisions};

pub(crate) fn step(mut collisions: ResMut<'_, Collisions>, mut faults: MessageWriter<'_, CollideFault>) {
    let Collisions { world, budget, has_pending_events, .. } = &mut *collisions;
    let over = world.step_within(*budget).err();
    *has_pending_events = over.is_none();
    faults.write_batch(over.map(CollideFault::Step));
}

pub(crate) fn emit(
    mut collisions: ResMut<'_, Collisions>,
    listening: Query<'_, '_, (), With<CollisionEvents>>,
    mut started: MessageWriter<'_, CollisionStarted>,
    mut ended: MessageWriter<'_, CollisionEnded>,
    mut commands: Commands<'_, '_>,
) {
    // A failed tick has no events.
    if !std::mem::take(&mut collisions.has_pending_events) {
        return;
    }
    let Collisions { world, entities, scratch, .. } = &mut *collisions;
    let Scratch { began_pairs, ended_pairs, .. } = scratch;
    began_pairs.clear();
    ended_pairs.clear();
    for event in world.events() {
        match event.kind {
            EventKind::Began => began_pairs.push((event.a, event.b)),
            EventKind::Ended => ended_pairs.push((event.a, event.b)),
            // Most pairs stay: their entities are not looked up.
            EventKind::Stayed => {}
        }
    }
    let of_pair = |&(a, b): &(Handle, Handle)| Some((entities.entity(a)?, entities.entity(b)?));
    // Loops without a branch on the kind of event: the processor reads the entities of several pairs at the same time.
    let pairs = began_pairs.iter().filter_map(of_pair);
    started.write_batch(pairs.map(|(entity, other)| CollisionStarted { entity, other }));
    let pairs = ended_pairs.iter().filter_map(of_pair);
    ended.write_batch(pairs.map(|(entity, other)| CollisionEnded { entity, other }));
    if listening.is_empty() {
        return;
    }
    for event in world.events().iter().filter(|event| event.kind != EventKind::Stayed) {
        let Some((a, b)) = of_pair(&(event.a, event.b)) else { continue };
        for (entity, other) in [(a, b), (b, a)].into_iter().filter(|(entity, _)| listening.contains(*entity)) {
            match event.kind {
                EventKind::Began => commands.trigger(CollisionStarted { entity, other }),
                EventKind::Ended => commands.trigger(CollisionEnded { entity, other }),
                EventKind::Stayed => {}
            }
        }
    }
}
