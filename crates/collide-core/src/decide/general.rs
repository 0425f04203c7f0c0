//! The relation of any two sets.

use core::cmp::Ordering;

use crate::Relation;
use crate::convex::{Along, EdgeDistance, Extreme, Pair, Past, PointDistance, Side};
use crate::exact::{CORNERS, Formula, add_exact_work};
use crate::shape::corners::Direction;
use crate::shape::outline::{Edge, Point};

/// The relation of two sets.
///
/// Without radii it is the largest gap across an edge of one of them (the separating axis test). If that is positive,
/// the distance is compared with the radii.
pub(super) fn relation(pair: &Pair<'_>) -> Relation {
    let [p, q] = [pair.p, pair.q].map(|outline| outline.points().count() as u64);
    add_exact_work(p * q * CORNERS);
    let is_round = pair.p.radius > 0.0 || pair.q.radius > 0.0;
    let is_point = pair.p.is_point() && pair.q.is_point();
    let gap = if is_point { Ordering::Greater } else { largest(gaps(pair).map(|(gap, ..)| gap)) };
    if is_point || (gap.is_gt() && is_round) {
        Relation::from_gap(distance(pair))
    } else if is_round {
        Relation::Interior
    } else {
        Relation::from_gap(gap)
    }
}

/// The signs of the gaps between the sets without radii, across the sides parallel to each direction of an edge.
pub(super) fn gaps<'a>(pair: &Pair<'a>) -> impl Iterator<Item = (Ordering, Direction, Side)> {
    let pair = *pair;
    let directions = pair.p.directions().chain(pair.q.directions());
    directions.flat_map(move |direction| {
        Side::BOTH.map(|side| (Past { pair, direction, side, extreme: Extreme::Nearest }.sign(), direction, side))
    })
}

/// The largest of some signs. Does not look at the others after a positive one.
pub(super) fn largest(mut signs: impl Iterator<Item = Ordering>) -> Ordering {
    let positive = |largest: Ordering, sign: Ordering| if sign.is_gt() { Err(sign) } else { Ok(largest.max(sign)) };
    signs.try_fold(Ordering::Less, positive).unwrap_or_else(|greater| greater)
}

/// The distance of two sets that are apart without their radii, compared with the sum of the radii. The points that are
/// nearest to each other are two corners, or a corner and a point of an edge beside it.
fn distance(pair: &Pair<'_>) -> Ordering {
    let points = point_distances(pair).map(|(sign, ..)| sign);
    let edges = [*pair, pair.swapped()].into_iter().flat_map(|pair| {
        let beside = edges_and_points(pair).filter(move |(edge, q)| is_beside(places(pair, edge, *q)));
        beside.map(move |(edge, q)| EdgeDistance { pair, p: edge.from, direction: edge.direction, q }.sign())
    });
    largest(points.chain(edges).map(Ordering::reverse)).reverse()
}

/// The distance of a point of the second set from the first, compared with the sum of the radii. The point is outside of
/// the first set without its radius.
pub(super) fn distance_from(pair: Pair<'_>, q: Point) -> Ordering {
    let radii = [pair.p.radius, pair.q.radius];
    let points = pair.p.points().map(move |p| PointDistance { pair, p, q, radii }.sign());
    let beside = pair.p.edges().filter(move |edge| is_beside(places(pair, edge, q)));
    let edges = beside.map(move |edge| EdgeDistance { pair, p: edge.from, direction: edge.direction, q }.sign());
    largest(points.chain(edges).map(Ordering::reverse)).reverse()
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
