use glam::DVec2;

use crate::measure::frame::{Frame, ROUNDING};
use crate::measure::results::Measure;
use crate::measure::ties::is_shallower;

/// The contact from the box to the disc, in the box's coordinates. If the disc's center is outside, the normal leads
/// from the nearest point of the box to the center; else it leads through the nearest edge. `sign` is 1 if the box is the
/// first of both shapes, else -1.
pub(super) fn measure(frame: &Frame, center: DVec2, radius: f64, sign: f64) -> Measure {
    let local = frame.to_local(center);
    let nearest = local.clamp(frame.low, frame.high);
    let outward = local - nearest;
    let distance = outward.length();
    let (normal, depth) = if distance > 0.0 {
        (outward / distance, radius - distance)
    } else {
        let (normal, to_edge) = nearest_edge(frame, local, sign);
        (normal, radius + to_edge)
    };
    let deepest = local - normal * radius;
    let point = deepest + normal * (depth * 0.5);
    Measure::at_point(frame.direction_to_world(normal), depth, frame.to_world(point))
}

/// The outward normal of the edge nearest to a point of the box, and the distance to it. Of equally near edges, the first
/// one by the direction of the normal, or of its opposite if `sign` is -1.
pub(crate) fn nearest_edge(frame: &Frame, local: DVec2, sign: f64) -> (DVec2, f64) {
    let mut best = None;
    for normal in frame.local_normals(sign) {
        let edge = if normal.x + normal.y > 0.0 { frame.high } else { frame.low };
        let (edge, local) = if normal.x == 0.0 { (edge.y, local.y) } else { (edge.x, local.x) };
        let (distance, slack) = ((edge - local).abs(), ROUNDING * (edge.abs() + local.abs()));
        let is_better = best.is_none_or(|best| is_shallower((normal, distance), best, slack));
        if is_better && frame.has_edge(normal) {
            best = Some((normal, distance));
        }
    }
    best.unwrap_or((DVec2::X * sign, 0.0))
}
