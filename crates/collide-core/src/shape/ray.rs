use crate::Vec2;
use crate::shape::error::{ShapeError, finite};
use crate::shape::outline::{Motion, Outline};

/// A ray: the points `origin + t * direction` for `t` from 0 to `max_t`, both included.
///
/// The direction need not have length one; `t` counts multiples of it. With a unit direction, `t` is the distance and
/// `max_t` the range of a shot. With a displacement as direction and a `max_t` of 1, the ray is the motion of one tick.
/// The end `origin + max_t * direction` is not rounded.
///
/// ```
/// use collide_core::{Ray, Vec2};
/// let shot = Ray::new(Vec2::ZERO, Vec2::new(0.0, 2.0), 10.0)?;
/// assert_eq!(shot.at(1.5), Vec2::new(0.0, 3.0));
/// let endless = Ray::new(Vec2::ZERO, Vec2::X, f32::INFINITY)?;
/// assert!(Ray::new(Vec2::ZERO, Vec2::ZERO, 1.0).is_err());
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::RayFields", into = "super::fields::RayFields"))]
pub struct Ray {
    origin: Vec2,
    direction: Vec2,
    max_t: f32,
}

impl Ray {
    /// A ray from an origin along a direction, up to `max_t` times the direction. An infinite `max_t` means no end.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate is not finite, the direction is zero, or `max_t` is negative or NaN.
    ///
    /// ```
    /// use collide_core::{Ray, Vec2};
    /// let error = Ray::new(Vec2::ZERO, Vec2::X, -1.0).unwrap_err();
    /// assert_eq!(error.to_string(), "max_t: must not be negative, is -1");
    /// ```
    pub fn new(origin: impl Into<Vec2>, direction: impl Into<Vec2>, max_t: f32) -> Result<Self, ShapeError> {
        let (origin, direction) = (origin.into(), direction.into());
        finite("origin.x", origin.x)?;
        finite("origin.y", origin.y)?;
        finite("direction.x", direction.x)?;
        finite("direction.y", direction.y)?;
        if direction == Vec2::ZERO {
            return Err(ShapeError::ZeroDirection { field: "direction" });
        }
        if max_t.is_nan() {
            return Err(ShapeError::NotANumber { field: "max_t" });
        }
        if max_t < 0.0 {
            return Err(ShapeError::Negative { field: "max_t", value: max_t });
        }
        Ok(Self { origin, direction, max_t })
    }

    /// A point that moves from the origin to the end, which may be infinitely far.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Outline {
        self.outline_to(self.max_t.into())
    }

    /// The same, but no longer than it takes to pass all of `other`: that changes no decision about the two.
    pub(crate) fn outline_past(&self, other: &Outline) -> Outline {
        // The biased exponent of a number that is not negative.
        let exponent = |number: f64| (number.to_bits() >> (f64::MANTISSA_DIGITS - 1)).cast_signed();
        let delta = (other.position.as_dvec2() - self.origin.as_dvec2()).abs();
        let farthest = (delta + other.size() + f64::from(other.radius)).max_element();
        let past = exponent(farthest) + 2 - exponent(self.direction.abs().max_element().into());
        // A power of two, so that the product with the direction is exact; not below one, so that it has no more digits.
        let past = f64::from_bits((past.max(0) + exponent(1.0)).cast_unsigned() << (f64::MANTISSA_DIGITS - 1));
        self.outline_to(past.min(self.max_t.into()))
    }

    #[inline(always)]
    fn outline_to(&self, times: f64) -> Outline {
        let motion = if times == 0.0 { Motion::None } else { Motion::Along(self.direction, times) };
        Outline { motion, ..Outline::point(self.origin) }
    }

    /// The start of the ray.
    ///
    /// ```
    /// # use collide_core::{Ray, Vec2};
    /// assert_eq!(Ray::new(Vec2::ONE, Vec2::X, 1.0)?.origin(), Vec2::ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn origin(&self) -> Vec2 {
        self.origin
    }

    /// The direction as given, not normalised.
    ///
    /// ```
    /// # use collide_core::{Ray, Vec2};
    /// assert_eq!(Ray::new(Vec2::ONE, Vec2::new(0.0, 7.0), 1.0)?.direction(), Vec2::new(0.0, 7.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn direction(&self) -> Vec2 {
        self.direction
    }

    /// The length of the ray in multiples of the direction; may be infinite.
    ///
    /// ```
    /// # use collide_core::{Ray, Vec2};
    /// assert_eq!(Ray::new(Vec2::ONE, Vec2::X, 30.0)?.max_t(), 30.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn max_t(&self) -> f32 {
        self.max_t
    }

    /// The point at `t` times the direction, for a finite `t`. Computed in `f64` and rounded to `f32`; infinite beyond
    /// the range of `f32`.
    ///
    /// ```
    /// # use collide_core::{Ray, Vec2};
    /// assert_eq!(Ray::new(Vec2::ONE, Vec2::X, 30.0)?.at(3.0), Vec2::new(4.0, 1.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, t: f32) -> Vec2 {
        (self.origin.as_dvec2() + self.direction.as_dvec2() * f64::from(t)).as_vec2()
    }
}
