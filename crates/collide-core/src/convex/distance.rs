use super::Pair;
use crate::exact::{Formula, Number};
use crate::shape::corners::Direction;
use crate::shape::outline::Point;

/// The squared distance of a point of `p` and a point of `q`, less the squared sum of two radii.
pub(crate) struct PointDistance<'a> {
    pub(crate) pair: Pair<'a>,
    pub(crate) p: Point,
    pub(crate) q: Point,
    pub(crate) radii: [f32; 2],
}

impl Formula for PointDistance<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let delta = self.pair.between::<N>(self.p, self.q);
        delta.dot(&delta).minus(&square_of_sum(self.radii))
    }
}

/// The squared distance of a point of `q` from the line of an edge of `p`, less the squared sum of the radii; times the
/// squared length of the direction.
pub(crate) struct EdgeDistance<'a> {
    pub(crate) pair: Pair<'a>,
    /// A point of the edge.
    pub(crate) p: Point,
    pub(crate) direction: Direction,
    pub(crate) q: Point,
}

impl Formula for EdgeDistance<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let direction = self.direction.vector::<N>();
        let across = direction.cross(&self.pair.between(self.p, self.q));
        let reach_sq = square_of_sum::<N>([self.pair.p.radius, self.pair.q.radius]);
        across.squared().minus(&reach_sq.times(&direction.dot(&direction)))
    }
}

/// `(first + second)^2`.
#[inline]
pub(super) fn square_of_sum<N: Number>([first, second]: [f32; 2]) -> N {
    if second == 0.0 {
        // The product of two `f32` numbers is not rounded.
        return N::of(f64::from(first) * f64::from(first));
    }
    N::of(first.into()).plus(&N::of(second.into())).squared()
}

/// How far a point of `q` is ahead of a point of `p` along a direction.
pub(crate) struct Along<'a> {
    pub(crate) pair: Pair<'a>,
    pub(crate) p: Point,
    pub(crate) q: Point,
    pub(crate) direction: Direction,
}

impl Formula for Along<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.direction.vector::<N>().dot(&self.pair.between(self.p, self.q))
    }
}

/// The dot product of two directions.
pub(crate) struct Product(pub(crate) Direction, pub(crate) Direction);

impl Formula for Product {
    #[inline]
    fn value<N: Number>(&self) -> N {
        self.0.vector::<N>().dot(&self.1.vector())
    }
}
