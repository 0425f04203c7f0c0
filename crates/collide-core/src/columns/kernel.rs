//! The tests of two kinds of shape, eight at a time.

use core::marker::PhantomData;

use super::Row;
use super::filter::{CircleCircle, CircleOrientedRect, CircleRect, RectRect};
use super::lanes::Lanes;
use crate::{Circle, OrientedRect, Rect, Touching};

/// A hit bit for each of eight lanes, and the lanes in which it is certain.
#[derive(Clone, Copy)]
pub struct Verdict<M> {
    pub(super) hit: u8,
    pub(super) sure: M,
}

/// A test of two kinds of shape.
pub trait Test<const A: usize, const B: usize> {
    /// The unit of the distances that the test squares, from the units of both sides; `None` if it squares none.
    fn unit(a: f32, b: f32) -> Option<f32>;

    /// The filter: certain in lanes where rounding cannot have changed the answer, restricted to the lanes in `sure`.
    fn quick<V: Lanes>(a: [V; A], b: [V; B], touching: Touching, sure: V::Mask) -> Verdict<V::Mask>;

    /// The second test: certain in lanes whose computation has no rounding.
    fn lossless<V: Lanes>(a: [V; A], b: [V; B], touching: Touching) -> Verdict<V::Mask>;
}

/// The test with its sides exchanged.
pub struct Flipped<T>(PhantomData<T>);

impl<T: Test<A, B>, const A: usize, const B: usize> Test<B, A> for Flipped<T> {
    fn unit(b: f32, a: f32) -> Option<f32> {
        T::unit(a, b)
    }

    #[inline(always)]
    fn quick<V: Lanes>(b: [V; B], a: [V; A], touching: Touching, sure: V::Mask) -> Verdict<V::Mask> {
        T::quick(a, b, touching, sure)
    }

    #[inline(always)]
    fn lossless<V: Lanes>(b: [V; B], a: [V; A], touching: Touching) -> Verdict<V::Mask> {
        T::lossless(a, b, touching)
    }
}

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
