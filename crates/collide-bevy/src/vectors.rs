//! Constructors and positions with vectors of every version of glam.

use collide2d::{Circle, Rect, Rotor, Shape, ShapeError, Vec2};

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

impl Collider {
    /// A circle around the origin. Move it with [`at`](Self::at).
    ///
    /// # Errors
    /// [`ShapeError`] for a radius that is negative or not finite.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use collide_bevy::Collider;
    /// let ball = Collider::circle(0.5)?.at(Vec2::new(3.0, 4.0))?;
    /// assert_eq!(ball.position::<Vec2>(), Vec2::new(3.0, 4.0));
    /// # Ok::<(), collide2d::ShapeError>(())
    /// ```
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        circle(radius).map(Self)
    }

    /// A rectangle around the origin, of this width and height.
    ///
    /// # Errors
    /// [`ShapeError`] for a side that is negative or not finite.
    pub fn rectangle(width: f32, height: f32) -> Result<Self, ShapeError> {
        rectangle(width, height).map(Self)
    }

    /// The collider, moved by a vector of any library.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate overflows or is not finite.
    pub fn at(self, position: impl Into<[f32; 2]>) -> Result<Self, ShapeError> {
        self.0.translated(Vec2::from_array(position.into())).map(Self)
    }

    /// The collider, rotated around the origin by an angle in radians. A rectangle becomes an oriented rectangle.
    ///
    /// # Errors
    /// [`ShapeError`] if the angle is not finite.
    pub fn rotated_by(self, radians: f32) -> Result<Self, ShapeError> {
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
}
