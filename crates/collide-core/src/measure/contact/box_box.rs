use glam::DVec2;

use crate::measure::frame::{Frame, ROUNDING};
use crate::measure::results::Measure;

/// By how much another direction must have less depth to be preferred, relative to the depth.
const TIE: f64 = 1e-9;

/// The normal is the edge normal with the least overlap. The points come from clipping the nearest edge of the other
/// box to the sides of the edge with this normal (as in Box2D's `b2CollidePolygons`).
pub(super) fn measure(a: &Frame, b: &Frame) -> Measure {
    let mut best = (f64::INFINITY, DVec2::X, true);
    let mut least = f64::INFINITY;
    for (axis, of_a) in [(a.axes[0], true), (a.axes[1], true), (b.axes[0], false), (b.axes[1], false)] {
        for direction in [axis, -axis] {
            let depth = -a.gap(b, direction);
            // A later direction must be better by more than rounding, so that equal boxes have the same normal at every
            // angle.
            let slack = TIE * depth.abs() + ROUNDING * (a.reach(direction).abs() + b.reach(-direction).abs());
            least = least.min(depth);
            if depth < best.0 - slack {
                best = (depth, direction, of_a);
            }
        }
    }
    let (_, normal, of_a) = best;
    let points = if of_a { touching_points(a, b, normal) } else { touching_points(b, a, -normal) };
    Measure { normal, depth: least, points }
}

/// The contact points: the edge of `incident` that faces `reference`, clipped to the sides of `reference`, moved by
/// half the depth along the normal. `normal` points out of `reference`.
pub(crate) fn touching_points(reference: &Frame, incident: &Frame, normal: DVec2) -> [DVec2; 2] {
    let tangent = normal.perp();
    let [mut from, mut to] = incident.edge_against(normal);
    let along = |point: DVec2| reference.direction_to_local(tangent).dot(reference.to_local(point));
    if along(from) > along(to) {
        (from, to) = (to, from);
    }
    let (low, high) = (along(from), along(to));
    let (left, right) = (-reference.reach(-tangent), reference.reach(tangent));
    let length = high - low;
    let at = |position: f64| if length > 0.0 { from + (to - from) * ((position - low) / length) } else { from };
    let (first, second) = (at(left.clamp(low, high)), at(right.clamp(low, high)));
    // The deeper end is a contact point. The other end is one too if it lies inside the half plane of the reference
    // edge.
    let face = reference.reach(normal);
    let inward = reference.direction_to_local(normal);
    let below = |point: DVec2| face - reference.to_local(point).dot(inward);
    let half_way = |point: DVec2| point + normal * (below(point) * 0.5);
    let (first_depth, second_depth) = (below(first), below(second));
    let deepest = first_depth.max(second_depth);
    let slack = TIE * deepest.abs() + ROUNDING * face.abs();
    match (first_depth >= -slack, second_depth >= -slack) {
        (true, true) => [half_way(first), half_way(second)],
        (true, false) => [half_way(first); 2],
        (false, true) => [half_way(second); 2],
        (false, false) => [half_way(if first_depth > second_depth { first } else { second }); 2],
    }
}
