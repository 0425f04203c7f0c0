use crate::rounding::{add_down, add_up};
use crate::shape::error::{ShapeError, finite, is_size};
use crate::shape::outline::Outline;
use crate::{Aabb, Vec2};

/// A closed disc: every point at most `radius` away from `center`, in world units. Radius zero is a point.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// let coin = Circle::new(Vec2::new(4.0, 1.5), 1.0)?;
/// assert_eq!((coin.center(), coin.radius()), (Vec2::new(4.0, 1.5), 1.0));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::CircleFields", into = "super::fields::CircleFields"))]
pub struct Circle {
    center: Vec2,
    radius: f32,
}

impl Circle {
    /// A circle from its center and radius.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or the radius is negative.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// assert!(Circle::new(Vec2::new(3.0, -4.0), 0.5).is_ok());
    /// assert!(Circle::new(Vec2::new(f32::NAN, 0.0), 0.5).is_err());
    /// ```
    // Always: inlined later, the compiler passes the circle through memory, which takes 5 ns.
    #[inline(always)]
    pub fn new(center: impl Into<Vec2>, radius: f32) -> Result<Self, ShapeError> {
        let center = center.into();
        let fine = center.is_finite() & is_size(radius);
        if fine { Ok(Self { center, radius }) } else { Err(Self::fault(center, radius)) }
    }

    /// The error for numbers that are not those of a circle.
    #[cold]
    fn fault(center: Vec2, radius: f32) -> ShapeError {
        let finite = [finite("center.x", center.x), finite("center.y", center.y), finite("radius", radius)];
        let not_finite = finite.into_iter().find_map(Result::err);
        not_finite.unwrap_or(ShapeError::Negative { field: "radius", value: radius })
    }

    /// A circle from numbers that are known to be valid.
    #[inline]
    pub(crate) fn unchecked(center: Vec2, radius: f32) -> Self {
        debug_assert!(Self::new(center, radius).is_ok());
        Self { center, radius }
    }

    /// The center.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// assert_eq!(Circle::new(Vec2::X, 2.0)?.center(), Vec2::X);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// The radius, never negative.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// assert_eq!(Circle::new(Vec2::X, 2.0)?.radius(), 2.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The circle moved by a vector. Its center is rounded to `f32`.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// assert_eq!(Circle::new(Vec2::X, 2.0)?.translated(Vec2::Y)?, Circle::new(Vec2::ONE, 2.0)?);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        Self::new(self.center + by, self.radius)
    }

    /// A point and a radius.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Outline {
        Outline { radius: self.radius, ..Outline::point(self.center) }
    }

    /// The bound of the circle: the smallest `f32` box that contains it, clipped to the range of `f32`.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// assert_eq!(Circle::new(Vec2::X, 2.0)?.aabb().max(), Vec2::new(3.0, 2.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        let ([x, y], radius) = (self.center.to_array().map(f64::from), f64::from(self.radius));
        Aabb::clipped(
            Vec2::new(add_down(x, -radius), add_down(y, -radius)),
            Vec2::new(add_up(x, radius), add_up(y, radius)),
        )
    }
}
