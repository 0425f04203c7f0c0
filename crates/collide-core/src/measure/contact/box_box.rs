use glam::DVec2;

use crate::measure::frame::{Axis, Frame, ROUNDING};
use crate::measure::results::Measure;
use crate::measure::ties::{TIE, is_shallower};

/// The normal is the edge normal with the least overlap. The points come from clipping the nearest edge of the other
/// box to the sides of the edge with this normal (as in Box2D's `b2CollidePolygons`).
pub(super) fn measure(a: &Frame, b: &Frame) -> Measure {
    let mut best = None;
    for_each_side(a, b, |Side { direction, gap, slack, of_a, is_edge }| {
        if is_edge && best.is_none_or(|(best, _)| is_shallower((direction, -gap), best, slack)) {
            best = Some(((direction, -gap), of_a));
        }
    });
    let ((normal, depth), of_a) = best.unwrap_or(((DVec2::X, 0.0), true));
    let points = if of_a { touching_points(a, b, normal) } else { touching_points(b, a, -normal) };
    Measure { normal, depth, points }
}

/// A direction along an axis of a box, from `a` to `b`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Side {
    pub(crate) direction: DVec2,
    /// The gap between the boxes along the direction; negative if they overlap.
    pub(crate) gap: f64,
    /// A bound of the rounding error of the gap.
    pub(crate) slack: f64,
    pub(crate) of_a: bool,
    /// Whether its box has an edge with this normal.
    pub(crate) is_edge: bool,
}

/// Calls a function with the directions of both boxes, in the order in which normals are compared.
#[inline]
fn for_each_side(a: &Frame, b: &Frame, mut call: impl FnMut(Side)) {
    let delta = a.to(b);
    let far = delta.abs().element_sum();
    let [of_a, of_b] = [a, b].map(Frame::first_normals);
    let a_is_first = of_a[0].direction.perp_dot(of_b[0].direction) >= 0.0;
    let of_a = of_a.map(|axis| (axis, axis.span, b.span(axis.direction), true));
    let of_b = of_b.map(|axis| (axis, a.span(axis.direction), axis.span, false));
    let (first, second) = if a_is_first { (of_a, of_b) } else { (of_b, of_a) };
    let axes = [first[0], second[0], first[1], second[1]];
    for (Axis { direction, is_edge, .. }, a, b, of_a) in axes {
        let slack = ROUNDING * (far + a[1].abs() + b[0].abs());
        call(Side { direction, gap: delta.dot(direction) - a[1] + b[0], slack, of_a, is_edge });
    }
    for (Axis { direction, is_edge, .. }, a, b, of_a) in axes {
        let slack = ROUNDING * (far + a[0].abs() + b[1].abs());
        call(Side { direction: -direction, gap: a[0] - delta.dot(direction) - b[1], slack, of_a, is_edge });
    }
}

/// The same as an array.
#[inline]
pub(crate) fn sides(a: &Frame, b: &Frame) -> [Side; 8] {
    let (mut sides, mut count) = ([Side::default(); 8], 0);
    for_each_side(a, b, |side| {
        sides[count] = side;
        count += 1;
    });
    sides
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
