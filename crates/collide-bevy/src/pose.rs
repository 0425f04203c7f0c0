//! Where entities are, and their shapes around it.

use bevy_app::App;
use bevy_ecs::archetype::Archetype;
use bevy_ecs::component::{ComponentId, Mutable};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::schedule::ScheduleLabel;
#[cfg(all(feature = "bevy_reflect", feature = "serde"))]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use collide2d::error::ShapeError;
use collide2d::{Circle, Rotor, Shape, Vec2};

use crate::Collider;

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
///     const SET_POSITION: Option<fn(&mut Self, [f32; 2])> = Some(|pose, position| pose.0 = position.into());
///
///     fn position(&self) -> [f32; 2] {
///         self.0.into()
///     }
/// }
/// ```
pub trait Pose: Component<Mutability = Mutable> {
    /// Sets the [`position`](Self::position), and changes nothing else. An entity with a
    /// [`Motion`](crate::Motion) or of a [`Crowd`](crate::Crowd) moves, and its pose with it. `None`, the default, if only you set the pose: such an entity does not move by itself.
    const SET_POSITION: Option<fn(&mut Self, [f32; 2])> = None;

    /// The position of the origin of the [`LocalShape`], in world units.
    fn position(&self) -> [f32; 2];

    /// The rotation of the shape around that point. `None` for no rotation: a rectangle then stays axis-aligned.
    fn rotation(&self) -> Option<Result<Rotor, ShapeError>> {
        None
    }

    /// Adds the systems that bring poses up to date, to the set [`CollideSystems::Pose`](crate::CollideSystems::Pose) of this schedule. The
    /// [`FollowPlugin`](crate::FollowPlugin) calls it. None by default.
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
        self.rotated(rotor)?.translated(position)
    }

    pub(crate) fn rotated(&self, rotor: Option<Rotor>) -> Result<Shape, ShapeError> {
        rotor.map_or(Ok(self.0), |rotor| self.0.rotated(rotor))
    }
}

/// The components that are [poses](Pose) whose position can be set.
#[derive(Resource, Default)]
pub(crate) struct MovablePoses(pub(crate) Vec<ComponentId>);

impl MovablePoses {
    /// Whether an entity may move by itself: if it has no pose, or one whose position can be set.
    pub(crate) fn allow(&self, has_local_shape: bool, archetype: &Archetype) -> bool {
        !has_local_shape || self.0.iter().any(|id| archetype.contains(*id))
    }
}
