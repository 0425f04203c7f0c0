//! Movement: entities that slide along what blocks them.

use bevy_ecs::prelude::*;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use collide2d::{Handle, MoveOptions, Movers, Moves, Moving, SlideOptions, Vec2, WorldError};

use crate::{CollideFault, Collider, Collisions, Layers, LocalShape};

/// The motion of an entity in the next tick, in world units.
///
/// In [`CollideSystems::Move`](crate::CollideSystems) the entity slides by it along the colliders that block it, and the
/// motion becomes zero. All colliders whose [`Layers`] meet those of the entity block it, except [sensors](crate::Sensor);
/// other movers as [`MoveRules`] says. A collider that overlaps no blocker before the move overlaps none after it,
/// exactly, and passes none on its way. A [`MoveHit`] reports each collision.
///
/// The [`Collider`] moves. If it follows a pose by a [`LocalShape`], the pose decides and the entity does not move: use
/// [`Spatial::slide`](crate::Spatial::slide) and set the pose.
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use collide_bevy::prelude::*;
///
/// #[derive(Component)]
/// struct Velocity([f32; 2]);
///
/// fn walk(mut movers: Query<(&Velocity, &mut Motion)>) {
///     for (velocity, mut motion) in &mut movers {
///         motion.0 = velocity.0; // any `Vec2`: `velocity.into()`
///     }
/// }
/// let mut app = App::new();
/// app.add_plugins(CollidePlugin::new(Update)).add_systems(Update, walk.before(CollideSystems::Move));
/// let player = app.world_mut().spawn((Collider::circle(0.5)?, Motion::default(), Velocity([3.0, 1.0]))).id();
/// app.world_mut().spawn((Collider::rectangle(2.0, 20.0)?.at([4.0, 0.0])?, Mobility::Static));
/// app.update();
/// let position: [f32; 2] = app.world().get::<Collider>(player).unwrap().position();
/// assert_eq!(position, [2.5, 1.0]);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct Motion(pub [f32; 2]);

/// A resource: how entities with a [`Motion`] move.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct MoveRules {
    /// Whether they block each other: no by default. With [`Movers::InOrder`] they move in the order of their slots.
    pub movers: Movers,
    /// The layers that decide what blocks, for all movers; `None`, the default, uses the [`Layers`] of each.
    pub layers: Option<Layers>,
    /// The maximum number of times that a mover changes its direction: 4 by default.
    pub max_bounces: usize,
    /// Whether a mover may leave what it overlaps: true by default. If false, it does not move then.
    pub leave_overlapped: bool,
}

impl Default for MoveRules {
    fn default() -> Self {
        let SlideOptions { max_bounces, leave_overlapped, .. } = SlideOptions::default();
        Self { movers: Movers::default(), layers: None, max_bounces, leave_overlapped }
    }
}

/// The message for each collider that an entity with a [`Motion`] ran into, in the order of slots and of time.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct MoveHit {
    /// The entity that moved.
    pub entity: Entity,
    /// What it ran into.
    pub other: Entity,
    /// The unit vector from the entity to the other, normal to the surfaces in contact.
    pub normal: [f32; 2],
    /// A contact point.
    pub point: [f32; 2],
    /// When, as a fraction of the motion from 0 to 1.
    pub time: f32,
}

/// Working memory of the system.
#[derive(Default)]
pub(crate) struct Buffers {
    moving: Vec<(Handle, Vec2)>,
    moves: Moves,
}

pub(crate) fn move_entities(
    mut collisions: ResMut<'_, Collisions>,
    rules: Res<'_, MoveRules>,
    mut movers: Query<'_, '_, (Entity, &mut Motion, &mut Collider), Without<LocalShape>>,
    mut hits: MessageWriter<'_, MoveHit>,
    mut faults: MessageWriter<'_, CollideFault>,
    mut buffers: Local<'_, Buffers>,
) {
    let Buffers { moving, moves } = &mut *buffers;
    moving.clear();
    for (entity, mut motion, collider) in &mut movers {
        let Some(handle) = collisions.handle(entity) else { continue };
        if motion.0 == [0.0; 2] {
            continue;
        }
        let by = Vec2::from_array(std::mem::take(&mut motion.0));
        match Moving::new(collider.0, by) {
            Ok(_) => moving.push((handle, by)),
            Err(error) => {
                let error = WorldError::Shape { handle, error };
                faults.write(CollideFault::Collider { entity, error });
            }
        }
    }
    if moving.is_empty() {
        return;
    }
    moving.sort_unstable_by_key(|(handle, _)| handle.slot());
    let MoveRules { movers: order, layers, max_bounces, leave_overlapped } = *rules;
    let slide = SlideOptions { max_bounces, leave_overlapped, pass: None };
    let options = MoveOptions { slide, movers: order, layers: layers.map(|layers| layers.0) };
    // No handle is stale and all motions are finite.
    if collisions.world.move_batch_into(moving, &options, moves).is_err() {
        return;
    }
    for (handle, slide) in moves.handles().iter().zip(moves.slides()) {
        let Some(entity) = collisions.entity(*handle) else { continue };
        if let Ok((.., mut collider)) = movers.get_mut(entity) {
            collider.set_if_neq(Collider(slide.shape));
        }
        for hit in slide.hits() {
            let Some(other) = collisions.entity(hit.handle) else { continue };
            let (normal, point) = (hit.normal.to_array(), hit.point.to_array());
            hits.write(MoveHit { entity, other, normal, point, time: hit.time });
        }
    }
}
