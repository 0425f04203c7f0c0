use super::Row;
use super::filter::{CircleCircle, CircleOrientedRect, CircleRect, Flipped, RectRect, Test};
use crate::{Circle, OrientedRect, Rect};

/// Shapes that can be tested with shapes of kind `O`, eight at a time: circles with every kind, rects with all but
/// oriented rects. This trait is sealed.
///
/// ```
/// use collide_core::columns::{Columns, ColumnsError, LaneTest, Row, Simd, overlaps};
/// use collide_core::{Circle, Touching};
/// fn count_hits<S: LaneTest<O, A, B>, O: Row<B>, const A: usize, const B: usize>(
///     one: S,
///     others: Columns<'_, O, B>,
///     hits: &mut [u64],
/// ) -> Result<u32, ColumnsError> {
///     overlaps(Simd::best(), one, others, Touching::Closed, hits)?;
///     Ok(hits.iter().map(|word| word.count_ones()).sum())
/// }
/// # use collide_core::Vec2;
/// let others: Columns<'_, Circle, 3> = Columns::new([&[0.0, 1.0], &[0.0, 1.0], &[0.5, 0.5]])?;
/// assert_eq!(count_hits(Circle::new(Vec2::ZERO, 0.5)?, others, &mut [0])?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait LaneTest<O: Row<B>, const A: usize, const B: usize>: Row<A> {
    #[doc(hidden)]
    type Test: Test<A, B>;
}

macro_rules! lane_tests {
    ($($A:ty, $a:literal, $B:ty, $b:literal => $Test:ty;)+) => {
        $(impl LaneTest<$B, $a, $b> for $A {
            type Test = $Test;
        })+
    };
}

lane_tests! {
    Circle, 3, Circle, 3 => CircleCircle;
    Circle, 3, Rect, 4 => CircleRect;
    Circle, 3, OrientedRect, 6 => CircleOrientedRect;
    Rect, 4, Circle, 3 => Flipped<CircleRect>;
    Rect, 4, Rect, 4 => RectRect;
    OrientedRect, 6, Circle, 3 => Flipped<CircleOrientedRect>;
}
