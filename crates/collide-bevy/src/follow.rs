//! Colliders that follow poses, and poses that follow colliders.

use std::marker::PhantomData;

use bevy_app::{App, FixedPostUpdate, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use collide2d::swept::SweptShape;
use collide2d::{Shape, Vec2};

use crate::pose::MovablePoses;
use crate::{CollideFault, CollideSystems, Collider, Crowd, LocalShape, Motion, Pose, crowd};

/// Makes colliders follow a [`Pose`] component of yours, or, with the feature `transform`, Bevy's `Transform`.
///
/// If an entity has several poses with a plugin, one of them decides, and which one is not defined. A `Transform` comes
/// with a `GlobalTransform`: add the plugin of one of the two.
///
/// An entity with a [`Motion`] or of a [`Crowd`] moves, and its pose follows, if it has a
/// [`Pose::SET_POSITION`]. The collider is then exactly where it would be without a pose, if `f32` has a position for
/// the pose that leads there; else it is off by the rounding of a position. `f32` has one for a circle, a capsule, an
/// oriented rectangle or a polygon around the origin of the [`LocalShape`].
///
/// Costs a change check for each pose, and an update for each one that changed. Use the schedule of the
/// [`CollidePlugin`](crate::CollidePlugin).
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use collide2d::{Circle, Vec2};
/// use collide_bevy::{Collider, CollidePlugin, FollowPlugin, LocalShape, Pose};
///
/// #[derive(Component)]
/// struct Position(Vec2);
///
/// impl Pose for Position {
///     fn position(&self) -> [f32; 2] {
///         self.0.into()
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((CollidePlugin::new(Update), FollowPlugin::<Position>::new(Update)));
/// let shape = LocalShape::from(Circle::new(Vec2::ZERO, 0.5)?);
/// let ship = app.world_mut().spawn((shape, Position(Vec2::new(3.0, 4.0)))).id();
/// app.update();
/// assert_eq!(app.world().get::<Collider>(ship).unwrap().center(), Vec2::new(3.0, 4.0));
/// # Ok::<(), collide2d::error::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FollowPlugin<P> {
    schedule: Interned<dyn ScheduleLabel>,
    pose: PhantomData<fn() -> P>,
}

impl<P: Pose> FollowPlugin<P> {
    /// Runs in `schedule`, which must be that of the [`CollidePlugin`](crate::CollidePlugin).
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), pose: PhantomData }
    }
}

impl<P: Pose> Default for FollowPlugin<P> {
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

impl<P: Pose> Plugin for FollowPlugin<P> {
    fn build(&self, app: &mut App) {
        app.configure_sets(self.schedule, CollideSystems::Pose.in_set(CollideSystems::Follow));
        app.add_systems(self.schedule, follow::<P>.in_set(CollideSystems::Follow).after(CollideSystems::Pose));
        if let Some(set_position) = P::SET_POSITION {
            let id = app.world_mut().register_component::<P>();
            app.world_mut().get_resource_or_init::<MovablePoses>().0.push(id);
            let move_poses = move |moved: Query<'_, '_, _, _>| move_poses::<P>(moved, set_position);
            app.add_systems(self.schedule, move_poses.in_set(CollideSystems::Move).after(crowd::separate));
        }
        P::add_systems(app, self.schedule);
    }
}

type Moved<P> = Or<(Changed<P>, Changed<LocalShape>)>;

fn follow<P: Pose>(
    mut moved: Query<'_, '_, (Entity, &P, &LocalShape, &mut Collider), Moved<P>>,
    mut faults: MessageWriter<'_, CollideFault>,
) {
    for (entity, pose, shape, mut collider) in &mut moved {
        let placed = pose.rotation().transpose().and_then(|rotor| shape.at(pose.position().into(), rotor));
        match placed {
            Ok(shape) => _ = collider.set_if_neq(Collider(shape)),
            Err(error) => _ = faults.write(CollideFault::Pose { entity, error }),
        }
    }
}

type ByItself = (Changed<Collider>, Or<(With<Motion>, With<Crowd>)>);

/// Moves poses to where their colliders moved by themselves.
fn move_poses<P: Pose>(
    mut moved: Query<'_, '_, (&mut P, &LocalShape, &Collider), ByItself>,
    set_position: fn(&mut P, [f32; 2]),
) {
    for (mut pose, shape, collider) in &mut moved {
        let Ok(shape) = pose.rotation().transpose().and_then(|rotor| shape.rotated(rotor)) else { continue };
        if shape.translated(pose.position().into()) != Ok(collider.0)
            && let Some(position) = position_at(shape, collider.0)
        {
            set_position(&mut pose, position);
        }
    }
}

/// The position to which a shape around its origin has to be translated to be `placed`, or the nearest one. `None` if it
/// is another shape.
fn position_at(shape: Shape, placed: Shape) -> Option<[f32; 2]> {
    let nearest = SweptShape::between(shape, placed)?.motion().as_vec2();
    let around = |at: f32| [at, at.next_down(), at.next_up()];
    let mut positions = around(nearest.x).into_iter().flat_map(|x| around(nearest.y).map(|y| Vec2::new(x, y)));
    let exact = positions.find(|position| shape.translated(*position) == Ok(placed));
    Some(exact.unwrap_or(nearest).to_array())
}
