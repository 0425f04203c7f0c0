use crate::exact::two_diff;
use crate::shape::corners::Corners;
use crate::shape::error::{ShapeError, are_corners, corners_fault, finite, not_negative};
use crate::shape::outline::Outline;
use crate::shape::position::{Rounding, interval};
use crate::{Aabb, DVec2, Vec2};

/// A closed axis-aligned rectangle, given by its lower and upper corner. Zero width or height makes a segment or point.
///
/// It is an exact shape, unlike the conservative bound [`Aabb`].
///
/// ```
/// use collide_core::{Rect, Vec2};
/// let table = Rect::new(Vec2::ZERO, Vec2::new(3.0, 2.0))?;
/// assert_eq!(table.max() - table.min(), Vec2::new(3.0, 2.0));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::fields::RectFields", into = "super::fields::RectFields"))]
pub struct Rect {
    min: Vec2,
    max: Vec2,
}

impl Rect {
    /// A rectangle from its lower and upper corner. Both corners belong to it.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or `min` exceeds `max` on an axis.
    ///
    /// ```
    /// use collide_core::{Rect, Vec2};
    /// assert!(Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0)).is_ok());
    /// let error = Rect::new(Vec2::new(5.0, 0.0), Vec2::new(4.0, 2.0)).unwrap_err();
    /// assert_eq!(error.to_string(), "min.x: must not be above the maximum 4, is 5");
    /// ```
    // Always: see `Circle::new`.
    #[inline(always)]
    pub fn new(min: impl Into<Vec2>, max: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let (min, max) = (min.into(), max.into());
        if are_corners(min, max) { Ok(Self { min, max }) } else { Err(corners_fault(min, max)) }
    }

    /// A rectangle from its center and half of its width and height. Each corner is rounded to `f32`.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite, a half extent is negative, or a corner is beyond the range of `f32`.
    ///
    /// ```
    /// use collide_core::{Rect, Vec2};
    /// let table = Rect::from_center(Vec2::new(3.0, 1.0), Vec2::new(2.0, 1.0))?;
    /// assert_eq!((table.min(), table.max()), (Vec2::new(1.0, 0.0), Vec2::new(5.0, 2.0)));
    /// let error = Rect::from_center(Vec2::ZERO, Vec2::new(2.0, -1.0)).unwrap_err();
    /// assert_eq!(error.to_string(), "half_extents.y: must not be negative, is -1");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn from_center(center: impl Into<Vec2>, half_extents: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let (center, half_extents) = (center.into(), half_extents.into());
        finite("center.x", center.x)?;
        finite("center.y", center.y)?;
        not_negative("half_extents.x", half_extents.x)?;
        not_negative("half_extents.y", half_extents.y)?;
        Self::new(center - half_extents, center + half_extents)
    }

    /// A rectangle from corners that are known to be valid.
    #[inline]
    pub(crate) fn unchecked(min: Vec2, max: Vec2) -> Self {
        debug_assert!(Self::new(min, max).is_ok());
        Self { min, max }
    }

    /// The center, rounded to `f32`.
    ///
    /// ```
    /// # use collide_core::{Rect, Vec2};
    /// assert_eq!(Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?.center(), Vec2::new(2.0, 1.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vec2 {
        // Halved first to avoid overflow.
        self.min * 0.5 + self.max * 0.5
    }

    /// Half of the width and height, rounded to `f32`. Never negative.
    ///
    /// ```
    /// # use collide_core::{Rect, Vec2};
    /// assert_eq!(Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?.half_extents(), Vec2::new(2.0, 1.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn half_extents(&self) -> Vec2 {
        // Halved first to avoid overflow.
        self.max * 0.5 - self.min * 0.5
    }

    /// The rectangle moved by a vector, to the nearest `f32` position. It keeps its exact size wherever `f32` can
    /// represent it. Else the size is rounded down to a multiple of the spacing of `f32` numbers there, as
    /// [`place`](crate::swept::place) describes: it never grows, and does not shrink again on a way back.
    ///
    /// # Errors
    /// [`ShapeError`] if a coordinate would not be finite.
    ///
    /// ```
    /// # use collide_core::{Rect, Vec2};
    /// assert_eq!(Rect::new(Vec2::ZERO, Vec2::X)?.translated(Vec2::Y)?, Rect::new(Vec2::Y, Vec2::ONE)?);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    pub fn translated(&self, by: Vec2) -> Result<Self, ShapeError> {
        let moved = Self::new(self.min + by, self.max + by)?;
        Ok(if moved.has_size_of(self) { moved } else { self.moved_at_size(by).unwrap_or(moved) })
    }

    /// The rectangle at the nearest place of its size.
    #[cold]
    fn moved_at_size(&self, by: Vec2) -> Option<Self> {
        self.placed(by.as_dvec2(), [Rounding::Nearest; 2])
    }

    /// The rectangle moved by a vector, to the position that the rounding of each axis selects.
    pub(super) fn placed(&self, by: DVec2, rounding: [Rounding; 2]) -> Option<Self> {
        let (left, right) = interval([self.min.x, self.max.x], by.x, rounding[0])?;
        let (bottom, top) = interval([self.min.y, self.max.y], by.y, rounding[1])?;
        Self::new(Vec2::new(left, bottom), Vec2::new(right, top)).ok()
    }

    /// Whether the exact width and height are those of another rectangle.
    #[inline]
    pub(crate) fn has_size_of(&self, other: &Self) -> bool {
        let width = |rect: &Self| two_diff(rect.max.x.into(), rect.min.x.into());
        let height = |rect: &Self| two_diff(rect.max.y.into(), rect.min.y.into());
        (width(self) == width(other)) & (height(self) == height(other))
    }

    /// The lower corner.
    ///
    /// ```
    /// # use collide_core::{Rect, Vec2};
    /// assert_eq!(Rect::new(Vec2::ZERO, Vec2::ONE)?.min(), Vec2::ZERO);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn min(&self) -> Vec2 {
        self.min
    }

    /// The upper corner.
    ///
    /// ```
    /// # use collide_core::{Rect, Vec2};
    /// assert_eq!(Rect::new(Vec2::ZERO, Vec2::ONE)?.max(), Vec2::ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Vec2 {
        self.max
    }

    /// The four corners, counter-clockwise with y up, starting with the lower one.
    ///
    /// ```
    /// use collide_core::{Rect, Vec2};
    /// let [low, right, high, left] = Rect::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?.corners();
    /// assert_eq!((right, left), (Vec2::new(4.0, 0.0), Vec2::new(0.0, 2.0)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        let (low, high) = (self.min, self.max);
        [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
    }

    /// Four points.
    #[inline(always)]
    pub(crate) fn outline(&self) -> Outline {
        Outline { corners: Corners::Rect { min: self.min, max: self.max }, ..Outline::point(Vec2::ZERO) }
    }

    /// The bound of the rectangle: the same two corners.
    ///
    /// ```
    /// # use collide_core::{Rect, Vec2};
    /// assert_eq!(Rect::new(Vec2::ZERO, Vec2::ONE)?.aabb().max(), Vec2::ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb::from_corners(self.min, self.max)
    }
}
