use glam::DVec2;

use super::Measure;
use crate::frame::Frame;

/// From the box to the disc, in the box's coordinates: from the nearest point of the box if the disc's center is
/// outside, else through the nearest edge.
pub(super) fn measure(frame: &Frame, center: DVec2, radius: f64) -> Measure {
    let local = frame.to_local(center);
    let nearest = local.clamp(-frame.half, frame.half);
    let outward = local - nearest;
    let distance = outward.length();
    let (normal, depth) = if distance > 0.0 {
        (outward / distance, radius - distance)
    } else {
        let to_edge = frame.half - local.abs();
        if to_edge.x <= to_edge.y {
            (DVec2::new(1.0_f64.copysign(local.x), 0.0), radius + to_edge.x)
        } else {
            (DVec2::new(0.0, 1.0_f64.copysign(local.y)), radius + to_edge.y)
        }
    };
    let deepest = local - normal * radius;
    let point = deepest + normal * (depth * 0.5);
    Measure::at_point(frame.direction_to_world(normal), depth, frame.center + frame.direction_to_world(point))
}
