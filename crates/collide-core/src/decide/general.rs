//! The relation of any two sets.

use core::cmp::Ordering;

use crate::Relation;
use crate::convex::{Along, EdgeDistance, Extreme, Pair, Past, PointDistance, QuickPast, Side};
use crate::exact::Formula;
use crate::shape::outline::{Direction, Edge, Point};

/// The relation of two sets.
///
/// Without radii it is the largest gap across an edge of one of them (the separating axis test). If that is positive,
/// the distance is compared with the radii.
pub(super) fn relation(pair: &Pair<'_>) -> Relation {
    let (p, q) = (pair.p, pair.q);
    let reach = f64::from(p.radius) + f64::from(q.radius);
    let size = pair.size();
    let (mut gap, mut is_open) = (Ordering::Less, false);
    for direction in directions(pair) {
        let quick = QuickPast::of(pair, size, direction, Extreme::Nearest);
        for side in Side::BOTH {
            let least = quick.sides[side as usize] - quick.error;
            // The factor is more than the rounding of the squares.
            if least > 0.0 && least * least > reach * reach * quick.length_sq * (1.0 + 1e-12) {
                return Relation::Apart;
            }
            match quick.sign(side) {
                Some(sign) => gap = gap.max(sign),
                None => is_open = true,
            }
        }
    }
    if is_open && gap.is_le() {
        gap = gaps(pair).map(|(gap, ..)| gap).max().unwrap_or(gap);
    }
    if (p.is_point() && q.is_point()) || (gap.is_gt() && reach > 0.0) {
        Relation::from_gap(distance(pair))
    } else if reach > 0.0 {
        Relation::Interior
    } else {
        Relation::from_gap(gap)
    }
}

/// The edge directions of both sets.
#[inline]
fn directions(pair: &Pair<'_>) -> impl Iterator<Item = Direction> {
    pair.p.directions().chain(pair.q.directions())
}

/// The signs of the gaps between the sets without radii, across the sides parallel to each direction.
pub(super) fn gaps(pair: &Pair<'_>) -> impl Iterator<Item = (Ordering, Direction, Side)> {
    let size = pair.size();
    directions(pair).flat_map(move |direction| {
        let quick = QuickPast::of(pair, size, direction, Extreme::Nearest);
        Side::BOTH.map(|side| {
            let exact = || Past { pair: *pair, direction, side, extreme: Extreme::Nearest }.exact_sign();
            (quick.sign(side).unwrap_or_else(exact), direction, side)
        })
    })
}

/// The distance of two sets that are apart without their radii, compared with the sum of the radii. The points that are
/// nearest to each other are two corners, or a corner and a point of an edge beside it.
fn distance(pair: &Pair<'_>) -> Ordering {
    let points = point_distances(pair).map(|(sign, ..)| sign);
    let edges = [*pair, pair.swapped()].into_iter().flat_map(|pair| {
        let beside = edges_and_points(pair).filter(move |(edge, q)| is_beside(places(pair, edge, *q)));
        beside.map(move |(edge, q)| EdgeDistance { pair, p: edge.from, direction: edge.direction, q }.sign())
    });
    let mut least = Ordering::Greater;
    for sign in points.chain(edges) {
        least = least.min(sign);
        if least.is_lt() {
            break;
        }
    }
    least
}

/// The distance of each two points, compared with the sum of the radii.
pub(super) fn point_distances(pair: &Pair<'_>) -> impl Iterator<Item = (Ordering, Point, Point)> {
    let radii = [pair.p.radius, pair.q.radius];
    pair.p
        .points()
        .flat_map(move |p| pair.q.points().map(move |q| (PointDistance { pair: *pair, p, q, radii }.sign(), p, q)))
}

/// Each edge of `p` with each point of `q`.
pub(super) fn edges_and_points(pair: Pair<'_>) -> impl Iterator<Item = (Edge, Point)> {
    pair.p.edges().flat_map(move |edge| pair.q.points().map(move |q| (edge, q)))
}

/// How far a point of `q` is ahead of each end of an edge of `p`.
pub(super) fn places(pair: Pair<'_>, edge: &Edge, q: Point) -> [Ordering; 2] {
    [edge.from, edge.to].map(|p| Along { pair, p, q, direction: edge.direction }.sign())
}

/// Whether the point of an edge that is nearest to a point with these [`places`] is none of its ends.
pub(super) fn is_beside([from, to]: [Ordering; 2]) -> bool {
    from.is_ne() && from == to.reverse()
}
