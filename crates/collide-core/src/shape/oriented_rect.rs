use crate::exact::{round_down, step_down, sum_down, two_sum};
use crate::shape::error::{ShapeError, finite, not_negative};
use crate::{Aabb, DVec2, Rotor, Vec2};

/// A closed rectangle turned by a [`Rotor`] about its center.
///
/// It is the set `center + a * half.x * (cos, sin) + b * half.y * (-sin, cos)` with `a` and `b` in `[-1, 1]`, for the
/// stored numbers exactly. A half extent of zero makes it a segment, two make it a point.
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
    /// A rectangle from its center, half its width and height before turning, and the rotation.
    ///
    /// # Errors
    /// [`ShapeError`] when a number is not finite or a half extent is negative.
    ///
    /// ```
    /// use collide_core::{OrientedRect, Rotor, Vec2};
    /// let door = OrientedRect::new(Vec2::new(10.0, 5.0), Vec2::new(2.0, 0.25), Rotor::from_degrees(30.0)?)?;
    /// assert_eq!(door.half_extents().y, 0.25);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn new(center: impl Into<Vec2>, half_extents: impl Into<Vec2>, rotor: Rotor) -> Result<Self, ShapeError> {
        let (center, half_extents) = (center.into(), half_extents.into());
        finite("center.x", center.x)?;
        finite("center.y", center.y)?;
        not_negative("half_extents.x", half_extents.x)?;
        not_negative("half_extents.y", half_extents.y)?;
        Ok(Self { center, half_extents, rotor })
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

    /// Half the width and half the height, before turning. Never negative.
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

    /// The four corners, counter-clockwise with y up, from that which is the lower one before turning. Each is rounded to `f32`, and
    /// infinite where it is past the largest one.
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

    /// The rectangle moved by so much; its center is rounded to `f32`.
    ///
    /// # Errors
    /// [`ShapeError`] when that leaves the finite numbers.
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

    /// The tightest `f32` box around the rectangle, rounded outward; in rare cases one unit in the last place wider.
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
        // Products of two f32 numbers are exact in f64; what the sums round off is kept in the second parts.
        let reach_x = two_sum(half_x * cos, half_y * sin);
        let reach_y = two_sum(half_x * sin, half_y * cos);
        let lower = |center: f32, reach: (f64, f64)| {
            let low = f64::from(center) - reach.0;
            let nearest = low as f32;
            // Rounding has put `low` off by less than this; so far from an `f32` number that decides nothing.
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
