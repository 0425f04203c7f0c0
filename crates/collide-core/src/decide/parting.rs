use core::cmp::Ordering;

use super::general::{edges_and_points, gaps, is_beside, places, point_distances};
use crate::convex::{Along, EdgeDistance, Pair, Product, Side};
use crate::exact::Formula;
use crate::shape::corners::Direction;
use crate::shape::outline::Outline;

/// Where a motion of the second of two touching sets leads: `Greater` if it separates them at once, `Less` if it leads
/// one into the other, `Equal` if the sets slide along each other. Exact.
///
/// Relative to one set, the other moves in a straight line. As they touch, it starts on the border of a convex set, the
/// Minkowski difference. It leaves this set at once if it moves outward across an edge that it is on, or, on a round
/// part of the border, in any direction that is not inward. It gets into the interior if it moves inward across all
/// edges that it is on; if it does not at once, it never does.
pub(crate) fn outward(a: &Outline, b: &Outline, motion: Direction) -> Ordering {
    let pair = Pair::new(a, b);
    let is_round = a.radius > 0.0 || b.radius > 0.0 || (a.is_point() && b.is_point());
    if motion.is_zero() {
        return Ordering::Equal;
    } else if is_round {
        return from_round(pair, motion);
    }
    let touched = gaps(&pair).filter(|(gap, ..)| gap.is_eq());
    let across = touched.map(|(_, direction, side)| {
        let left = Product(direction.turned(), motion).sign();
        match side {
            Side::Left => left,
            Side::Right => left.reverse(),
        }
    });
    across.max().unwrap_or(Ordering::Equal)
}

/// The same for sets whose radii touch. All that touch have the same normal.
fn from_round(pair: Pair<'_>, motion: Direction) -> Ordering {
    let along_edge = from_edges(pair, motion).or_else(|| from_edges(pair.swapped(), motion.reversed()));
    along_edge.unwrap_or_else(|| {
        let touching = point_distances(&pair).find(|(distance, ..)| distance.is_eq());
        let outward = touching.map(|(_, p, q)| Along { pair, p, q, direction: motion }.sign());
        // Across the normal at a corner, the distance grows.
        outward.filter(|sign| sign.is_ne()).unwrap_or(Ordering::Greater)
    })
}

/// The sign of the motion of a point of `q` across the edge of `p` that it touches. `None` if it touches no edge, or
/// slides past the end of the one it touches.
fn from_edges(pair: Pair<'_>, motion: Direction) -> Option<Ordering> {
    edges_and_points(pair).find_map(|(edge, q)| {
        // A point beside an end is beside the edge next if it moves that way.
        let along = Product(edge.direction, motion).sign();
        let next = places(pair, &edge, q).map(|place| place.then(along));
        let distance = || EdgeDistance { pair, p: edge.from, direction: edge.direction, q }.sign();
        if !is_beside(next) || distance().is_ne() {
            return None;
        }
        let normal = edge.direction.turned();
        let across = Product(normal, motion).sign();
        let is_left = Along { pair, p: edge.from, q, direction: normal }.sign().is_gt();
        Some(if is_left { across } else { across.reverse() })
    })
}
