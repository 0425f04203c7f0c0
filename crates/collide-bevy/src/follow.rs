use std::marker::PhantomData;

use bevy_app::{App, FixedPostUpdate, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::schedule::ScheduleLabel;
#[cfg(all(feature = "bevy_reflect", feature = "serde"))]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use collide2d::error::ShapeError;
use collide2d::{Circle, Rotor, Shape, Vec2};

use crate::{CollideFault, CollideSystems, Collider};

/// A component of yours that holds the position of an entity.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use collide_bevy::Pose;
///
/// #[derive(Component)]
/// struct Position(Vec2);
///
/// impl Pose for Position {
///     fn position(&self) -> [f32; 2] {
///         self.0.into()
///     }
/// }
/// ```
pub trait Pose: Component {
    /// The position of the origin of the [`LocalShape`], in world units.
    fn position(&self) -> [f32; 2];

    /// The rotation of the shape around that point. `None` for no rotation: a rectangle then stays axis-aligned.
    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        None
    }

    /// Adds the systems that bring poses up to date, to the set [`CollideSystems::Pose`] of this schedule. The
    /// [`FollowPlugin`] calls it. None by default.
    fn add_systems(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
        _ = (app, schedule);
    }
}

/// The shape of an entity relative to its own origin. The [`Collider`] is computed from this shape and the [`Pose`].
///
/// It is always computed from these two, so rounding errors do not accumulate. A rotated rectangle becomes an oriented
/// rectangle; the offsets of a rotated capsule or polygon are rounded to `f32`.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bevy_reflect", derive(bevy_reflect::Reflect), reflect(opaque, Component, Debug, PartialEq))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(all(feature = "bevy_reflect", feature = "serde"), reflect(Serialize, Deserialize))]
#[require(Collider = nowhere())]
pub struct LocalShape(pub Shape);

impl<S: Into<Shape>> From<S> for LocalShape {
    fn from(shape: S) -> Self {
        Self(shape.into())
    }
}

/// A point at the origin, until the first update.
fn nowhere() -> Collider {
    Circle::new(Vec2::ZERO, 0.0).expect("a point is a circle").into()
}

impl LocalShape {
    /// The shape at a pose.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate overflows or is not finite.
    ///
    /// ```
    /// use collide2d::{Circle, Rotor, Vec2};
    /// use collide_bevy::LocalShape;
    /// let arm = LocalShape::from(Circle::new(Vec2::new(2.0, 0.0), 0.5)?);
    /// let rotated = arm.at(Vec2::new(10.0, 0.0), Some(Rotor::new(0.0, 1.0)?))?;
    /// assert_eq!(rotated, Circle::new(Vec2::new(10.0, 2.0), 0.5)?.into());
    /// # Ok::<(), collide2d::error::ShapeError>(())
    /// ```
    pub fn at(&self, position: Vec2, rotor: Option<Rotor>) -> Result<Shape, ShapeError> {
        rotor.map_or(Ok(self.0), |rotor| self.0.rotated(rotor))?.translated(position)
    }
}

/// Makes colliders follow a [`Pose`] component of yours, or, with the feature `transform`, Bevy's `Transform`.
///
/// If an entity has several poses with a plugin, one of them decides, and which one is not defined. A `Transform` comes
/// with a `GlobalTransform`: add the plugin of one of the two.
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
