//! Polynomials of the end of a border of a sector: the point at a distance from a point along a direction.

use super::Pair;
use super::distance::square_of_sum;
use crate::Vec2;
use crate::exact::{Formula, Number, Root, Vector};
use crate::shape::corners::Direction;
use crate::shape::outline::Point;

/// The end `p + reach d / |d|`, where `p` is the single point of the first set. Without the root, all is multiplied by
/// the length of `d`.
#[derive(Clone, Copy)]
pub(crate) struct End<'a> {
    pub(crate) pair: Pair<'a>,
    pub(crate) direction: Vec2,
    pub(crate) reach: f32,
}

/// An edge of the second set, from a point along a direction.
#[derive(Clone, Copy)]
pub(crate) struct EdgeLine {
    pub(crate) from: Point,
    pub(crate) direction: Direction,
}

impl End<'_> {
    fn along<N: Number>(&self) -> Vector<N> {
        Vector::of(self.direction.as_dvec2())
    }

    fn length_sq<N: Number>(&self) -> N {
        let along = self.along::<N>();
        along.dot(&along)
    }

    fn reach<N: Number>(&self) -> N {
        N::of(self.reach.into())
    }

    /// The vector from `p` to a point of the second set.
    fn delta<N: Number>(&self, to: Point) -> Vector<N> {
        self.pair.between(Point { corner: 0, moved: false }, to)
    }
}

/// The squared distance of the end from a corner, less the squared radius.
pub(crate) struct FromCorner<'a>(pub(crate) End<'a>, pub(crate) Point);

impl Root for FromCorner<'_> {
    fn parts<N: Number>(&self) -> [N; 3] {
        let Self(end, corner) = self;
        let (delta, reach) = (end.delta::<N>(*corner), end.reach::<N>());
        let ahead = delta.dot(&end.along()).times(&reach);
        let squares = delta.dot(&delta).plus(&reach.squared()).minus(&square_of_sum([end.pair.q.radius, 0.0]));
        [N::of(-2.0).times(&ahead), squares, end.length_sq()]
    }
}

/// How far the end is ahead of the start of an edge.
pub(crate) struct AheadOfStart<'a>(pub(crate) End<'a>, pub(crate) EdgeLine);

impl Root for AheadOfStart<'_> {
    fn parts<N: Number>(&self) -> [N; 3] {
        let Self(end, edge) = self;
        let along = edge.direction.vector::<N>();
        let behind = along.dot(&end.delta(edge.from));
        [end.along().dot(&along).times(&end.reach()), N::of(0.0).minus(&behind), end.length_sq()]
    }
}

/// The squared distance of the end from the line of an edge, less the squared radius.
pub(crate) struct FromEdge<'a>(pub(crate) End<'a>, pub(crate) EdgeLine);

impl Root for FromEdge<'_> {
    fn parts<N: Number>(&self) -> [N; 3] {
        let Self(end, edge) = self;
        let (along, length_sq) = (edge.direction.vector::<N>(), end.length_sq::<N>());
        let of_start = end.delta::<N>(edge.from).cross(&along);
        let of_reach = along.cross(&end.along()).times(&end.reach());
        let radius_sq = square_of_sum::<N>([end.pair.q.radius, 0.0]);
        let squares = of_start.squared().times(&length_sq).plus(&of_reach.squared());
        let p = squares.minus(&radius_sq.times(&along.dot(&along)).times(&length_sq));
        [p, N::of(2.0).times(&of_start).times(&of_reach), length_sq]
    }
}

/// The squared distance at which the border, or its extension, crosses the line of an edge, less the squared distance of
/// the end.
pub(crate) struct CrossingPastEnd<'a>(pub(crate) End<'a>, pub(crate) EdgeLine);

impl Root for CrossingPastEnd<'_> {
    fn parts<N: Number>(&self) -> [N; 3] {
        let Self(end, edge) = self;
        let (along, length_sq) = (edge.direction.vector::<N>(), end.length_sq::<N>());
        let of_start = end.delta::<N>(edge.from).cross(&along);
        let of_reach = end.along::<N>().cross(&along).times(&end.reach());
        [of_start.squared().times(&length_sq).minus(&of_reach.squared()), N::of(0.0), length_sq]
    }
}

/// How far a corner is ahead of the end along the border, both squared, for a corner that is ahead of the start.
pub(crate) struct CornerPastEnd<'a>(pub(crate) End<'a>, pub(crate) Point);

impl Root for CornerPastEnd<'_> {
    fn parts<N: Number>(&self) -> [N; 3] {
        let Self(end, corner) = self;
        let (ahead, length_sq) = (end.delta::<N>(*corner).dot(&end.along()), end.length_sq::<N>());
        [ahead.squared().minus(&end.reach::<N>().squared().times(&length_sq)), N::of(0.0), length_sq]
    }
}

/// How far the corners of the second set are ahead of the single point of the first along a direction, all together: that
/// of their middle, times their number.
pub(crate) struct MiddleAhead<'a> {
    pub(crate) pair: Pair<'a>,
    pub(crate) direction: Direction,
}

impl Formula for MiddleAhead<'_> {
    fn value<N: Number>(&self) -> N {
        let corners = (0..self.pair.q.corners.count()).map(|corner| Point { corner, moved: false });
        let deltas = corners.map(|corner| self.pair.between::<N>(Point { corner: 0, moved: false }, corner));
        let sum = deltas.reduce(|sum, delta| sum.plus(&delta)).expect("a set has a point");
        self.direction.vector::<N>().dot(&sum)
    }
}
