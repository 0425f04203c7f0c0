use glam::DVec2;

use super::Measure;
use crate::frame::Frame;

/// What counts as rounding, relative to the sizes at hand: eight units in the last place of `f64`.
const ROUNDING: f64 = 1.0 / (1_u64 << 50) as f64;

/// How much better another axis must be, relative to the depth.
const TIE: f64 = 1e-9;

/// The separating axis of least overlap is the normal; the points come from clipping the other box's nearest edge to
/// the sides of the edge that gave the axis (as in Box2D's `b2CollidePolygons`).
pub(super) fn measure(a: &Frame, b: &Frame) -> Measure {
    let between = b.center - a.center;
    let candidates = [(a.axes[0], true), (a.axes[1], true), (b.axes[0], false), (b.axes[1], false)];
    let mut best = (f64::INFINITY, DVec2::X, true);
    for (axis, of_a) in candidates {
        let way = between.dot(axis);
        let reach = a.reach(axis) + b.reach(axis);
        let depth = reach - way.abs();
        // A later axis must be better by more than rounding, so that equal boxes have one normal at every angle.
        let slack = TIE * depth.abs() + ROUNDING * (reach + way.abs());
        if depth < best.0 - slack {
            best = (depth, if way < 0.0 { -axis } else { axis }, of_a);
        }
    }
    let (depth, normal, of_a) = best;
    let points = if of_a { clip(a, b, normal, depth) } else { clip(b, a, -normal, depth) };
    Measure { normal, depth, points }
}

/// The part of `incident`'s edge that faces `reference`, within the sides of `reference`, half way out of the overlap.
/// `normal` points out of `reference`.
fn clip(reference: &Frame, incident: &Frame, normal: DVec2, depth: f64) -> [DVec2; 2] {
    let tangent = normal.perp();
    let [mut from, mut to] = facing_edge(incident, normal);
    let side = reference.reach(tangent);
    let along = |point: DVec2| (point - reference.center).dot(tangent);
    let (low, high) = (along(from), along(to));
    if low > high {
        (from, to) = (to, from);
    }
    let (low, high) = (low.min(high), low.max(high));
    let length = high - low;
    let at = |wanted: f64| if length > 0.0 { from + (to - from) * ((wanted - low) / length) } else { from };
    let (first, second) = (at(low.max(-side).min(high)), at(high.min(side).max(low)));
    // The deeper end is the contact; the other joins it while it, too, lies inside the reference edge's half plane.
    let face = reference.reach(normal);
    let below = |point: DVec2| face - (point - reference.center).dot(normal);
    let half_way = |point: DVec2| point + normal * (below(point) * 0.5);
    let (first_depth, second_depth) = (below(first), below(second));
    let slack = TIE * depth.abs() + ROUNDING * face;
    match (first_depth >= -slack, second_depth >= -slack) {
        (true, true) => [half_way(first), half_way(second)],
        (true, false) => [half_way(first); 2],
        (false, true) => [half_way(second); 2],
        (false, false) => [half_way(if first_depth > second_depth { first } else { second }); 2],
    }
}

/// The ends of the edge of a box whose outward normal is most against `direction`.
fn facing_edge(frame: &Frame, direction: DVec2) -> [DVec2; 2] {
    let (x, y) = (direction.dot(frame.axes[0]), direction.dot(frame.axes[1]));
    let (face, along) = if x.abs() > y.abs() {
        (frame.axes[0] * frame.half.x * -x.signum(), frame.axes[1] * frame.half.y)
    } else {
        (frame.axes[1] * frame.half.y * -y.signum(), frame.axes[0] * frame.half.x)
    };
    [frame.center + face - along, frame.center + face + along]
}
