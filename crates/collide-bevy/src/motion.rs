//! Movement: entities that slide along what blocks them.

use bevy_ecs::archetype::Archetype;
use bevy_ecs::prelude::*;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use collide2d::error::{IndexedError, WorldError};
use collide2d::{Budget, Handle, MoveOptions, Movers, Moves, Moving, SlideOptions, Vec2};

use crate::pose::MovablePoses;
use crate::{CollideFault, Collider, Collisions, Layers, LocalShape};

/// The motion of an entity in the next tick, in world units.
///
/// In [`CollideSystems::Move`](crate::CollideSystems) the entity slides by it along the colliders that block it, and the
/// motion becomes zero. All colliders whose [`Layers`] meet those of the entity block it, except [sensors](crate::Sensor);
/// other movers as [`MoveRules`] says. A collider that overlaps no blocker before the move overlaps none after it,
/// exactly, and passes none on its way. A [`MoveHit`] reports each collision.
///
/// The [`Collider`] moves. If it follows a pose by a [`LocalShape`], the pose moves with it. A pose without a
/// [`Pose::SET_POSITION`](crate::Pose::SET_POSITION), such as `GlobalTransform`, does not move: use
/// [`Spatial::slide`](crate::Spatial::slide) and set what the pose depends on.
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
    /// The limits of a tick: none by default. If they are exceeded, nothing moves in the tick, and there is a
    /// [`CollideFault::Moves`].
    pub budget: Budget,
}

impl Default for MoveRules {
    fn default() -> Self {
        let SlideOptions { max_bounces, leave_overlapped, .. } = SlideOptions::default();
        Self { movers: Movers::default(), layers: None, max_bounces, leave_overlapped, budget: Budget::UNLIMITED }
    }
}

/// A collider that entities with a [`Motion`] pass through in this direction, as a platform that is jumped through from
/// below. It blocks where they would run into it at a right angle to the direction, or against it.
///
/// A vector of any length; zero passes nothing. An entity that passes is not blocked until the end of its motion, and
/// may then overlap the collider: its next motion starts from there.
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use collide_bevy::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins(CollidePlugin::new(Update));
/// let platform = Collider::rectangle(10.0, 0.5)?.at([0.0, 3.25])?;
/// app.world_mut().spawn((platform, Mobility::Static, OneWay([0.0, 1.0])));
/// let player = app.world_mut().spawn((Collider::circle(0.5)?, Motion([0.0, 6.0]))).id();
/// app.update(); // jumps through it
/// app.world_mut().entity_mut(player).insert(Motion([0.0, -6.0]));
/// app.update(); // and lands on it
/// let position: [f32; 2] = app.world().get::<Collider>(player).unwrap().position();
/// assert_eq!(position, [0.0, 4.0]);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct OneWay(pub [f32; 2]);

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
    /// The directions of [`OneWay`] colliders, in the order of handles.
    one_ways: Vec<(Handle, Vec2)>,
}

pub(crate) fn move_entities(
    mut collisions: ResMut<'_, Collisions>,
    (rules, poses): (Res<'_, MoveRules>, Res<'_, MovablePoses>),
    mut movers: Query<'_, '_, (Entity, &Archetype, Has<LocalShape>, &mut Motion, &mut Collider)>,
    directions: Query<'_, '_, (Entity, &OneWay)>,
    mut hits: MessageWriter<'_, MoveHit>,
    mut faults: MessageWriter<'_, CollideFault>,
    mut buffers: Local<'_, Buffers>,
) {
    let Buffers { moving, moves, one_ways } = &mut *buffers;
    moving.clear();
    for (entity, archetype, has_local_shape, mut motion, collider) in &mut movers {
        let Some(handle) = collisions.handle(entity) else { continue };
        if motion.0 == [0.0; 2] || !poses.allow(has_local_shape, archetype) {
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
    let MoveRules { movers: order, layers, max_bounces, leave_overlapped, budget } = *rules;
    one_ways.clear();
    let direction = |(entity, direction): (Entity, &OneWay)| Some((collisions.handle(entity)?, direction.0.into()));
    one_ways.extend(directions.iter().filter_map(direction));
    one_ways.sort_unstable_by_key(|(handle, _)| *handle);
    let pass = |handle: Handle, normal: Vec2| {
        let found = one_ways.binary_search_by_key(&handle, |(handle, _)| *handle);
        found.is_ok_and(|index| one_ways[index].1.dot(normal) > 0.0)
    };
    let pass: Option<&(dyn Fn(Handle, Vec2) -> bool + Sync)> = if one_ways.is_empty() { None } else { Some(&pass) };
    let slide = SlideOptions { max_bounces, leave_overlapped, pass };
    let layers = layers.map(|layers| layers.0);
    let options = MoveOptions { slide, movers: order, layers, budget, ..MoveOptions::default() };
    let Collisions { world, .. } = &mut *collisions;
    // No handle is stale and all motions are finite.
    if let Err(IndexedError { error, .. }) = world.move_batch_into(moving, &options, moves) {
        faults.write(CollideFault::Moves(error));
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
