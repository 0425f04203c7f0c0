use crate::Vec2;

/// A conservative bound: a box that may be wider than what it bounds, never narrower.
///
/// Only broad phases use it, and it answers only "may these two meet?". It is not a shape: for an exact axis-aligned
/// rectangle use [`Rect`](crate::Rect).
///
/// Corners are finite. A shape that reaches past `f32::MAX` is bounded by the part of it that `f32` can address.
/// No pair is lost by that: every shape holds a finite point, so if two shapes meet beyond the range on an axis, both
/// of their intervals end at the same clipped border.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// let a = Circle::new(Vec2::ZERO, 1.0)?.aabb();
/// let b = Circle::new(Vec2::new(1.9, 1.9), 1.0)?.aabb();
/// assert!(a.intersects(&b)); // a candidate pair, though the circles are apart
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    min: Vec2,
    max: Vec2,
}

impl Aabb {
    /// A box from finite corners with `min <= max`: the shapes' own bounds are always so.
    pub(crate) fn from_corners(min: Vec2, max: Vec2) -> Self {
        debug_assert!(min.is_finite() && max.is_finite() && min.cmple(max).all());
        Self { min, max }
    }

    /// The lower corner.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// assert_eq!(Circle::new(Vec2::ZERO, 1.0)?.aabb().min(), Vec2::NEG_ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn min(&self) -> Vec2 {
        self.min
    }

    /// The upper corner.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// assert_eq!(Circle::new(Vec2::ZERO, 1.0)?.aabb().max(), Vec2::ONE);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Vec2 {
        self.max
    }

    /// Whether the closed boxes share a point; touching counts. Four comparisons.
    ///
    /// ```
    /// use collide_core::{Rect, Vec2};
    /// let a = Rect::new(Vec2::ZERO, Vec2::ONE)?.aabb();
    /// let b = Rect::new(Vec2::new(1.0, 0.0), Vec2::new(2.0, 1.0))?.aabb();
    /// assert!(a.intersects(&b));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        // `&` and not `&&`: four independent comparisons are cheaper than three mispredicted branches.
        (self.min.x <= other.max.x)
            & (other.min.x <= self.max.x)
            & (self.min.y <= other.max.y)
            & (other.min.y <= self.max.y)
    }
}
