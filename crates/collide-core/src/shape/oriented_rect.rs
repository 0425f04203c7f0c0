use crate::exact::{round_down, step_down, sum_down, two_sum};
use crate::shape::corners::Corners;
use crate::shape::error::{ShapeError, finite, is_size, not_negative};
use crate::shape::outline::Outline;
use crate::{Aabb, DVec2, Rotor, Vec2};

/// A closed rectangle, rotated by a [`Rotor`] about its center.
///
/// It is the set `center + a * half.x * (cos, sin) + b * half.y * (-sin, cos)` with `a` and `b` in `[-1, 1]`, for
/// exactly the stored numbers. One half extent of zero makes a segment, two make a point.
///
/// ```
/// use collide_core::{OrientedRect, Rotor, Vec2, contains_point};
/// let door = OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 0.25), Rotor::from_degrees(90.0)?)?;
/// assert!(contains_point(door, Vec2::new(0.0, 2.0)));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::OrientedRectFields"))]
#[cfg_attr(feature = "serde", serde(into = "super::fields::OrientedRectFields"))]
pub struct OrientedRect {
    center: Vec2,
    half_extents: Vec2,
    rotor: Rotor,
}

impl OrientedRect {
    /// A rectangle from its center, half of its width and height before rotation, and the rotation.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or a half extent is negative.
    ///
    /// ```
    /// use collide_core::{OrientedRect, Rotor, Vec2};
    /// let door = OrientedRect::new(Vec2::new(10.0, 5.0), Vec2::new(2.0, 0.25), Rotor::from_degrees(30.0)?)?;
    /// assert_eq!(door.half_extents().y, 0.25);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    // Always: see `Circle::new`.
    #[inline(always)]
    pub fn new(center: impl Into<Vec2>, half_extents: impl Into<Vec2>, rotor: Rotor) -> Result<Self, ShapeError> {
        let (center, half_extents) = (center.into(), half_extents.into());
        let fine = center.is_finite() & is_size(half_extents.x) & is_size(half_extents.y);
        if fine { Ok(Self { center, half_extents, rotor }) } else { Err(Self::fault(center, half_extents)) }
    }

    /// The error for numbers that are not those of an oriented rectangle.
    #[cold]
    fn fault(center: Vec2, half_extents: Vec2) -> ShapeError {
        let Vec2 { x, y } = half_extents;
        let half = [not_negative("half_extents.x", x), not_negative("half_extents.y", y)];
        let center = [finite("center.x", center.x), finite("center.y", center.y)];
        let invalid = center.into_iter().chain(half).find_map(Result::err);
        invalid.unwrap_or(ShapeError::Negative { field: "half_extents.y", value: y })
    }

    /// A rectangle from numbers that are known to be valid.
    #[inline]
    pub(crate) fn unchecked(center: Vec2, half_extents: Vec2, rotor: Rotor) -> Self {
        debug_assert!(Self::new(center, half_extents, rotor).is_ok());
        Self { center, half_extents, rotor }
    }

    /// The center.
    ///
    /// ```
    /// # use collide_core::{OrientedRect, Rotor, Vec2};
    /// assert_eq!(OrientedRect::new(Vec2::X, Vec2::ONE, Rotor::IDENTITY)?.center(), Vec2::X);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// Half of the width and height before rotation. Never negative.
    ///
    /// ```
    /// # use collide_core::{OrientedRect, Rotor, Vec2};
    /// assert_eq!(OrientedRect::new(Vec2::X, Vec2::ONE, Rotor::IDENTITY)?.half_extents(), Vec2::ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn half_extents(&self) -> Vec2 {
        self.half_extents
    }

    /// The rotation.
    ///
    /// ```
    /// # use collide_core::{OrientedRect, Rotor, Vec2};
    /// assert_eq!(OrientedRect::new(Vec2::X, Vec2::ONE, Rotor::IDENTITY)?.rotor(), Rotor::IDENTITY);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn rotor(&self) -> Rotor {
        self.rotor
    }

    /// The four corners, counter-clockwise with y up, starting with the one that is the lower corner before rotation.
    /// Each is rounded to `f32`. Coordinates beyond the range of `f32` are infinite.
    ///
    /// ```
    /// use collide_core::{OrientedRect, Rotor, Vec2};
    /// let upright = OrientedRect::new(Vec2::X, Vec2::new(2.0, 1.0), Rotor::from_degrees(90.0)?)?;
    /// assert_eq!(upright.corners()[0], Vec2::new(2.0, -2.0));
    /// assert_eq!(upright.corners()[2], Vec2::new(0.0, 2.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        let (center, half, rotor) = (self.center.as_dvec2(), self.half_extents.as_dvec2(), self.rotor);
        let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        signs.map(|(x, y)| (center + rotor.turn(half * DVec2::new(x, y))).as_vec2())
    }

    /// The rectangle moved by a vector. Its center is rounded to `f32`.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// # use collide_core::{OrientedRect, Rotor, Vec2};
    /// let rect = OrientedRect::new(Vec2::ZERO, Vec2::ONE, Rotor::from_degrees(30.0)?)?;
    /// assert_eq!(rect.translated(Vec2::Y)?.center(), Vec2::Y);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        Self::new(self.center + by, self.half_extents, self.rotor)
    }

    /// Four points: the center plus or minus half of each side.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Outline {
        let corners = Corners::Oriented { half: self.half_extents, rotor: self.rotor.direction() };
        Outline { corners, ..Outline::point(self.center) }
    }

    /// The bound of the rectangle: the smallest `f32` box that contains it. In rare cases a side is one unit in the
    /// last place farther out.
    ///
    /// ```
    /// # use collide_core::{OrientedRect, Rotor, Vec2};
    /// let upright = OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 1.0), Rotor::from_degrees(90.0)?)?;
    /// assert_eq!(upright.aabb().max(), Vec2::new(1.0, 2.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn aabb(&self) -> Aabb {
        let (cos, sin) = (f64::from(self.rotor.cos()).abs(), f64::from(self.rotor.sin()).abs());
        let (half_x, half_y) = (f64::from(self.half_extents.x), f64::from(self.half_extents.y));
        // Products of two f32 numbers are exact in f64; the remainders of the sums are kept in the second parts.
        let reach_x = two_sum(half_x * cos, half_y * sin);
        let reach_y = two_sum(half_x * sin, half_y * cos);
        let lower = |center: f32, reach: (f64, f64)| {
            let low = f64::from(center) - reach.0;
            let nearest = low as f32;
            // The rounding error of `low` is less than this. If `low` is farther than this from an `f32`, it does not
            // matter.
            let error = (f64::from(center).abs() + reach.0) * f64::EPSILON;
            let past = f64::from(nearest) - low;
            if past.abs() > error && nearest.abs() < f32::MAX {
                step_down(nearest, past > 0.0)
            } else {
                round_down(sum_down(center.into(), -reach.0, -reach.1))
            }
        };
        let upper = |center: f32, reach: (f64, f64)| -lower(-center, reach);
        Aabb::clipped(
            Vec2::new(lower(self.center.x, reach_x), lower(self.center.y, reach_y)),
            Vec2::new(upper(self.center.x, reach_x), upper(self.center.y, reach_y)),
        )
    }
}
