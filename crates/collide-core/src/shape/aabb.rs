use crate::rounding::{add_down, add_up};
use crate::shape::error::{are_corners, corners_fault};
use crate::{DVec2, ShapeError, Vec2};

/// A conservative bound (axis-aligned bounding box): a box that may be larger than its shape, but never smaller within
/// the range of `f32`.
///
/// Only broad phases use it, to decide whether two shapes may overlap. It is not a shape: for an exact axis-aligned
/// rectangle use [`Rect`](crate::Rect). A query about the area of a bound has a rect with its corners:
/// `Rect::new(bound.min(), bound.max())`. There is no conversion, because an answer about a bound is not one about the
/// shape in it.
///
/// Corners are finite. The bound of a shape that extends past `f32::MAX` is clipped to the range of `f32`. No pair is
/// lost: every shape contains a finite point, so if two shapes overlap beyond the range on an axis, both intervals end
/// at the same clipped border.
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
    /// A box from finite corners with `min <= max`, as the bounds of shapes always have.
    pub(crate) fn from_corners(min: Vec2, max: Vec2) -> Self {
        debug_assert!(min.is_finite() && max.is_finite() && min.cmple(max).all());
        Self { min, max }
    }

    /// A bound from its lower and upper corner. It must contain what it bounds: round the corners outward, with
    /// [`rounding`](crate::rounding).
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or `min` exceeds `max` on an axis.
    ///
    /// ```
    /// use collide_core::{Aabb, Vec2};
    /// let bound = Aabb::new(Vec2::ZERO, Vec2::new(4.0, 2.0))?;
    /// assert_eq!(bound.max(), Vec2::new(4.0, 2.0));
    /// assert_eq!(Aabb::new(Vec2::ONE, Vec2::ZERO).unwrap_err().field(), "min.x");
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn new(min: impl Into<Vec2>, max: impl Into<Vec2>) -> Result<Self, ShapeError> {
        let (min, max) = (min.into(), max.into());
        if are_corners(min, max) { Ok(Self { min, max }) } else { Err(corners_fault(min, max)) }
    }

    /// A box from corners that may be infinite, clipped to the finite range.
    #[inline]
    pub(crate) fn clipped(min: Vec2, max: Vec2) -> Self {
        Self::from_corners(min.max(Vec2::MIN), max.min(Vec2::MAX))
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

    /// The smallest box that contains both boxes. Nothing is rounded.
    ///
    /// ```
    /// # use collide_core::{Aabb, Vec2};
    /// let both = Aabb::new(Vec2::ZERO, Vec2::ONE)?.union(&Aabb::new(Vec2::new(-3.0, 0.5), Vec2::new(-2.0, 9.0))?);
    /// assert_eq!((both.min(), both.max()), (Vec2::new(-3.0, 0.0), Vec2::new(1.0, 9.0)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        let (low, high) = (self.min, self.max);
        Self::from_corners(
            Vec2::new(lesser(low.x, other.min.x), lesser(low.y, other.min.y)),
            Vec2::new(greater(high.x, other.max.x), greater(high.y, other.max.y)),
        )
    }

    /// Whether the other box lies in this one; their borders may touch.
    ///
    /// ```
    /// # use collide_core::{Aabb, Vec2};
    /// let room = Aabb::new(Vec2::ZERO, Vec2::splat(4.0))?;
    /// assert!(room.contains(&room) && room.contains(&Aabb::new(Vec2::ONE, Vec2::splat(4.0))?));
    /// assert!(!room.contains(&room.expanded(1e-9)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        (self.min.x <= other.min.x)
            & (self.min.y <= other.min.y)
            & (self.max.x >= other.max.x)
            & (self.max.y >= other.max.y)
    }

    /// The box with all sides moved outward by `margin`, rounded outward. It contains every point that is at most
    /// `margin` from this box on each axis.
    ///
    /// A negative or NaN `margin` counts as 0. An infinite margin gives the whole range of `f32`.
    ///
    /// ```
    /// # use collide_core::{Circle, Vec2};
    /// let bound = Circle::new(Vec2::ZERO, 1.0)?.aabb().expanded(0.5);
    /// assert_eq!((bound.min(), bound.max()), (Vec2::splat(-1.5), Vec2::splat(1.5)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn expanded(&self, margin: f64) -> Self {
        let margin = DVec2::splat(greater(0.0, margin));
        self.grown(-margin, margin)
    }

    /// The bound of this box along a straight motion by `motion`, rounded outward.
    ///
    /// A NaN component counts as 0. An infinite component extends the box to the border of the range of `f32`.
    ///
    /// ```
    /// # use collide_core::{Circle, DVec2, Vec2};
    /// let bound = Circle::new(Vec2::ZERO, 1.0)?.aabb().swept(DVec2::new(9.0, -5.0));
    /// assert_eq!((bound.min(), bound.max()), (Vec2::new(-1.0, -6.0), Vec2::new(10.0, 1.0)));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn swept(&self, motion: DVec2) -> Self {
        // Without negative zeros: on AArch64 the comparisons with zero become instructions that return one.
        let [x, y] = (motion + DVec2::ZERO).to_array();
        self.grown(DVec2::new(lesser(0.0, x), lesser(0.0, y)), DVec2::new(greater(0.0, x), greater(0.0, y)))
    }

    /// Moves the lower corner by `down`, which has no positive component, and the upper corner by `up`, which has no
    /// negative one.
    fn grown(&self, down: DVec2, up: DVec2) -> Self {
        let (min, max) = (self.min.as_dvec2(), self.max.as_dvec2());
        Self::clipped(
            Vec2::new(add_down(min.x, down.x), add_down(min.y, down.y)),
            Vec2::new(add_up(max.x, up.x), add_up(max.y, up.y)),
        )
    }
}

/// The lesser of two numbers, or the first. Processors differ in which of two zeros `min` returns.
#[inline]
fn lesser<T: PartialOrd>(first: T, second: T) -> T {
    if second < first { second } else { first }
}

/// The greater of two numbers, or the first. Processors differ in which of two zeros `max` returns.
#[inline]
fn greater<T: PartialOrd>(first: T, second: T) -> T {
    if second > first { second } else { first }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use num_bigint::BigInt;
    use std::vec::Vec;

    use super::*;

    const CORNERS: [f32; 11] =
        [0.0, -0.0, 1e-45, -1e-45, f32::MIN_POSITIVE, 0.1, -1.5, 16_777_217.0, 1e30, f32::MAX, f32::MIN];
    const MARGINS: [f64; 12] =
        [0.0, 5e-324, 1e-300, 1e-45, 1e-40, 0.1, 1.0 + 1e-10, 1e7, 1e30, f32::MAX as f64, 1e39, f64::MAX];

    /// `value * 2^1074`: an integer for every `f64`.
    fn whole(value: f64) -> BigInt {
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52) & 0x7FF, bits & ((1 << 52) - 1));
        let digits = BigInt::from(if exponent == 0 { fraction } else { fraction | 1 << 52 });
        let size = digits << (exponent.max(1) - 1);
        if value < 0.0 { -size } else { size }
    }

    /// The same zero on every processor.
    #[test]
    fn the_first_of_two_zeros_stays() {
        for [first, second] in [[0.0, -0.0], [-0.0, 0.0_f32]] {
            let bits = |bound: Aabb| (bound.min.to_array().map(f32::to_bits), bound.max.to_array().map(f32::to_bits));
            let point = |x| Aabb::from_corners(Vec2::splat(x), Vec2::splat(x));
            let (bound, other) = (point(first), point(second));
            assert_eq!(bits(bound.union(&other)), bits(bound), "{first} and {second}");
            let zero = f64::from(second);
            assert_eq!(bits(bound.expanded(zero)), bits(bound.expanded(0.0)), "{first} and {second}");
            assert_eq!(bits(bound.swept(DVec2::splat(zero))), bits(bound.swept(DVec2::ZERO)), "{first} and {second}");
        }
    }

    #[test]
    fn growing_rounds_outward_to_the_next_number() {
        let boxes = CORNERS.iter().flat_map(|a| CORNERS.map(|b| [a.min(b), a.max(b)]));
        let boxes: Vec<_> = boxes.map(|[low, high]| Aabb::from_corners(Vec2::splat(low), Vec2::splat(high))).collect();
        for (bound, margin) in boxes.iter().flat_map(|bound| MARGINS.map(|margin| (bound, margin))) {
            let wide = bound.expanded(margin);
            let delta = bound.swept(DVec2::new(-margin, margin));
            assert_eq!(
                (delta.min(), delta.max()),
                (Vec2::new(wide.min.x, bound.min.y), Vec2::new(bound.max.x, wide.max.y))
            );
            // Both ends as upper ends: the lower end mirrored.
            for (end, corner) in [(wide.max.x, bound.max.x), (-wide.min.x, -bound.min.x)] {
                let exact = whole(corner.into()) + whole(margin);
                assert!(whole(end.into()) >= exact || end == f32::MAX, "{corner} + {margin} = {end}");
                assert!(whole(end.next_down().into()) < exact || end == -f32::MAX, "{corner} + {margin} = {end}");
            }
        }
    }

    #[test]
    fn infinite_and_invalid_margins() {
        let point = Aabb::from_corners(Vec2::ONE, Vec2::ONE);
        let all = Aabb::from_corners(Vec2::MIN, Vec2::MAX);
        assert_eq!(
            (point.expanded(f64::INFINITY), point.expanded(f64::NAN), point.expanded(-1.0)),
            (all, point, point)
        );
        let delta = point.swept(DVec2::new(f64::NEG_INFINITY, f64::NAN));
        assert_eq!((delta.min(), delta.max()), (Vec2::new(f32::MIN, 1.0), Vec2::ONE));
    }
}
