//! The systems that run a tick and emit its events.

use bevy_ecs::prelude::*;
use collide2d::EventKind;

use crate::{CollideFault, CollisionEnded, CollisionEvents, CollisionStarted, Collisions};

pub(crate) fn step(mut collisions: ResMut<'_, Collisions>, mut faults: MessageWriter<'_, CollideFault>) {
    let Collisions { world, recorder, budget, has_pending_events, .. } = &mut *collisions;
    let over = recorder.step_within(world, *budget).err();
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
    let has_listeners = !listening.is_empty();
    for event in collisions.world.events() {
        let (Some(a), Some(b)) = (collisions.entity(event.a), collisions.entity(event.b)) else { continue };
        let sides = [(a, b), (b, a)].into_iter().filter(|(entity, _)| has_listeners && listening.contains(*entity));
        match event.kind {
            EventKind::Began => {
                started.write(CollisionStarted { entity: a, other: b });
                sides.for_each(|(entity, other)| commands.trigger(CollisionStarted { entity, other }));
            }
            EventKind::Ended => {
                ended.write(CollisionEnded { entity: a, other: b });
                sides.for_each(|(entity, other)| commands.trigger(CollisionEnded { entity, other }));
            }
            EventKind::Stayed => {}
        }
    }
}
