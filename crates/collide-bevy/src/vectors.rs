//! Constructors and positions with vectors of every version of glam.

use collide2d::error::ShapeError;
use collide2d::{Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, Vec2};

use crate::{Collider, LocalShape};

/// A vector of one library as that of another: both convert from and to `[f32; 2]`.
///
/// Bevy and this engine may use different versions of glam, whose `Vec2` are different types.
///
/// ```
/// use bevy_math::Vec2;
/// let point: Vec2 = collide_bevy::convert(collide2d::Vec2::new(1.0, 2.0));
/// assert_eq!(point, Vec2::new(1.0, 2.0));
/// ```
#[must_use]
pub fn convert<V: From<[f32; 2]>>(vector: impl Into<[f32; 2]>) -> V {
    V::from(vector.into())
}

fn circle(radius: f32) -> Result<Shape, ShapeError> {
    Ok(Circle::new(Vec2::ZERO, radius)?.into())
}

fn rectangle(width: f32, height: f32) -> Result<Shape, ShapeError> {
    Ok(Rect::from_center(Vec2::ZERO, Vec2::new(width, height) / 2.0)?.into())
}

fn capsule(a: [f32; 2], b: [f32; 2], radius: f32) -> Result<Shape, ShapeError> {
    Ok(Capsule::new(a, b, radius)?.into())
}

fn polygon<V: Into<[f32; 2]> + Copy>(points: &[V], radius: f32) -> Result<Shape, ShapeError> {
    let points: Vec<[f32; 2]> = points.iter().map(|point| (*point).into()).collect();
    Ok(Polygon::new(&points, radius)?.into())
}

/// The shape with its center at a point, as [`collide2d::World::set`] moves it.
fn centered(shape: &Shape, center: Vec2) -> Result<Shape, ShapeError> {
    Ok(match shape {
        Shape::Circle(circle) => Circle::new(center, circle.radius())?.into(),
        Shape::Rect(rect) => rect.translated(center - rect.center())?.into(),
        Shape::OrientedRect(rect) => OrientedRect::new(center, rect.half_extents(), rect.rotor())?.into(),
        Shape::Capsule(capsule) => capsule.at(center)?.into(),
        Shape::Polygon(polygon) => polygon.at(center)?.into(),
    })
}

impl Collider {
    /// A circle around the origin. Place it with [`at`](Self::at).
    ///
    /// # Errors
    /// [`ShapeError`] for a radius that is negative or not finite.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use collide_bevy::Collider;
    /// let ball = Collider::circle(0.5)?.at(Vec2::new(3.0, 4.0))?;
    /// assert_eq!(ball.position::<Vec2>(), Vec2::new(3.0, 4.0));
    /// # Ok::<(), collide2d::error::ShapeError>(())
    /// ```
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        circle(radius).map(Self)
    }

    /// A rectangle around the origin, of this width and height. Place it with [`at`](Self::at).
    ///
    /// # Errors
    /// [`ShapeError`] for a side that is negative or not finite.
    pub fn rectangle(width: f32, height: f32) -> Result<Self, ShapeError> {
        rectangle(width, height).map(Self)
    }

    /// A capsule: every point at most `radius` away from the segment between two points, vectors of any library. The
    /// points are offsets from its [position](Self::position), which is the origin. Place it with [`at`](Self::at).
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or the radius is negative.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use collide_bevy::Collider;
    /// let body = Collider::capsule(Vec2::NEG_Y, Vec2::Y, 0.5)?.at(Vec2::new(3.0, 4.0))?;
    /// assert_eq!(body.position::<Vec2>(), Vec2::new(3.0, 4.0));
    /// # Ok::<(), collide2d::error::ShapeError>(())
    /// ```
    pub fn capsule(a: impl Into<[f32; 2]>, b: impl Into<[f32; 2]>, radius: f32) -> Result<Self, ShapeError> {
        capsule(a.into(), b.into(), radius).map(Self)
    }

    /// A convex polygon: the convex hull of some points, vectors of any library, grown by a radius. The points are
    /// offsets from its [position](Self::position), which is the origin. Place it with [`at`](Self::at).
    ///
    /// # Errors
    /// [`ShapeError`] if there is no point, a number is not finite, the radius is negative, or the hull has more than
    /// eight corners.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use collide_bevy::Collider;
    /// let ship = Collider::polygon(&[Vec2::X * 2.0, Vec2::new(-1.0, 1.0), Vec2::new(-1.0, -1.0)], 0.25)?;
    /// assert_eq!(ship.at([7.0, 3.0])?.position::<Vec2>(), Vec2::new(7.0, 3.0));
    /// assert!(Collider::polygon::<Vec2>(&[], 0.25).is_err());
    /// # Ok::<(), collide2d::error::ShapeError>(())
    /// ```
    pub fn polygon<V: Into<[f32; 2]> + Copy>(points: &[V], radius: f32) -> Result<Self, ShapeError> {
        polygon(points, radius).map(Self)
    }

    /// The same shape with its [center](Shape::center) at this position, a vector of any library. To move a collider by
    /// a vector, use [`Shape::translated`], or add it to the [position](Self::position).
    ///
    /// An axis-aligned rectangle is moved by the difference of the centers: see [`Rect::translated`].
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate overflows or is not finite.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use collide_bevy::Collider;
    /// let wall = Collider::rectangle(1.0, 9.0)?.at(Vec2::new(3.0, 4.0))?;
    /// assert_eq!(wall.at(Vec2::new(5.0, 4.0))?.position::<Vec2>(), Vec2::new(5.0, 4.0));
    /// # Ok::<(), collide2d::error::ShapeError>(())
    /// ```
    pub fn at(self, position: impl Into<[f32; 2]>) -> Result<Self, ShapeError> {
        centered(&self.0, Vec2::from_array(position.into())).map(Self)
    }

    /// Moves the [center](Shape::center) to this position, a vector of any library, as [`at`](Self::at) does. On an
    /// error the collider stays where it is.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate overflows or is not finite.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::Vec2;
    /// use collide_bevy::Collider;
    ///
    /// #[derive(Component)]
    /// struct Velocity(Vec2);
    ///
    /// fn fly(mut bullets: Query<(&Velocity, &mut Collider)>) {
    ///     for (velocity, mut bullet) in &mut bullets {
    ///         let next = bullet.position::<Vec2>() + velocity.0;
    ///         // A bullet whose coordinates would overflow stays where it is.
    ///         _ = bullet.set_position(next);
    ///     }
    /// }
    /// let mut world = World::new();
    /// let bullet = world.spawn((Velocity(Vec2::X), Collider::circle(0.1)?.at([5.0, 2.0])?)).id();
    /// world.run_system_cached(fly).unwrap();
    /// assert_eq!(world.get::<Collider>(bullet).unwrap().position::<Vec2>(), Vec2::new(6.0, 2.0));
    /// # Ok::<(), collide2d::error::ShapeError>(())
    /// ```
    pub fn set_position(&mut self, position: impl Into<[f32; 2]>) -> Result<(), ShapeError> {
        *self = self.at(position)?;
        Ok(())
    }

    /// The collider, rotated about the origin of the world by an angle in radians: its center moves too, unless it is
    /// there. So rotate it before it is [placed](Self::at). A rectangle becomes an oriented rectangle.
    ///
    /// # Errors
    /// [`ShapeError`] if the angle is not finite.
    ///
    /// ```
    /// use std::f32::consts::FRAC_PI_2;
    /// use collide_bevy::Collider;
    /// let door = Collider::rectangle(4.0, 1.0)?.rotated_about_origin(FRAC_PI_2)?.at([10.0, 0.0])?;
    /// assert_eq!(door.position::<[f32; 2]>(), [10.0, 0.0]);
    /// # Ok::<(), collide2d::error::ShapeError>(())
    /// ```
    pub fn rotated_about_origin(self, radians: f32) -> Result<Self, ShapeError> {
        self.0.rotated(Rotor::from_angle(radians)?).map(Self)
    }

    /// Its center, as a vector of any library.
    #[must_use]
    pub fn position<V: From<[f32; 2]>>(&self) -> V {
        convert(self.0.center())
    }
}

impl LocalShape {
    /// A circle around the origin of the entity.
    ///
    /// # Errors
    /// [`ShapeError`] for a radius that is negative or not finite.
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        circle(radius).map(Self)
    }

    /// A rectangle around the origin of the entity, of this width and height.
    ///
    /// # Errors
    /// [`ShapeError`] for a side that is negative or not finite.
    pub fn rectangle(width: f32, height: f32) -> Result<Self, ShapeError> {
        rectangle(width, height).map(Self)
    }
    /// A capsule between two points relative to the origin of the entity, vectors of any library.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or the radius is negative.
    pub fn capsule(a: impl Into<[f32; 2]>, b: impl Into<[f32; 2]>, radius: f32) -> Result<Self, ShapeError> {
        capsule(a.into(), b.into(), radius).map(Self)
    }

    /// The convex hull of points relative to the origin of the entity, vectors of any library, grown by a radius.
    ///
    /// # Errors
    /// [`ShapeError`] if there is no point, a number is not finite, the radius is negative, or the hull has more than
    /// eight corners.
    pub fn polygon<V: Into<[f32; 2]> + Copy>(points: &[V], radius: f32) -> Result<Self, ShapeError> {
        polygon(points, radius).map(Self)
    }
}
