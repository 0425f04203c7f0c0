use glam::DVec2;

use crate::measure::frame::Frame;
use crate::measure::results::Measure;

/// The contact from the box to the disc, in the box's coordinates. If the disc's center is outside, the normal leads
/// from the nearest point of the box to the center; else it leads through the nearest edge. Of equally near edges,
/// `prefer` decides.
pub(super) fn measure(frame: &Frame, center: DVec2, radius: f64, prefer: f64) -> Measure {
    let local = frame.to_local(center);
    let nearest = local.clamp(frame.low, frame.high);
    let outward = local - nearest;
    let distance = outward.length();
    let (normal, depth) = if distance > 0.0 {
        (outward / distance, radius - distance)
    } else {
        let (normal, to_edge) = nearest_edge(frame, local, prefer);
        (normal, radius + to_edge)
    };
    let deepest = local - normal * radius;
    let point = deepest + normal * (depth * 0.5);
    Measure::at_point(frame.direction_to_world(normal), depth, frame.to_world(point))
}

/// The outward normal of the edge nearest to a point of the box, and the distance to it. Of equally near edges, the one
/// in the direction of `prefer`, which is 1 or -1, on the x axis first.
pub(crate) fn nearest_edge(frame: &Frame, local: DVec2, prefer: f64) -> (DVec2, f64) {
    let sides = [DVec2::X * prefer, DVec2::X * -prefer, DVec2::Y * prefer, DVec2::Y * -prefer].map(|normal| {
        let to_edge = if normal.x + normal.y > 0.0 { frame.high - local } else { local - frame.low };
        (normal, to_edge.dot(normal.abs()))
    });
    sides.into_iter().fold(sides[0], |best, side| if side.1 < best.1 { side } else { best })
}
