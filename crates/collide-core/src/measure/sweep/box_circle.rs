use glam::DVec2;

use super::circle_circle::into_disc;
use crate::measure::chord::Heading;
use crate::measure::contact::nearest_edge;
use crate::measure::frame::{Frame, ROUNDING};
use crate::measure::results::Meeting;

/// The collision of a box and a disc, in the box's coordinates: the path of the disc's center against the box expanded
/// by the radius, which has four edges, moved out by the radius, and a disc at each corner.
pub(super) fn meet(frame: &Frame, frame_way: DVec2, [center, way]: [DVec2; 2], radius: f64) -> Option<Meeting> {
    let start = frame.to_local(center);
    let motion = frame.direction_to_local(way - frame_way);
    let (time, normal) = into_rounded(frame, start, motion, radius)?;
    let normal = frame.direction_to_world(normal);
    Some(Meeting { time, normal, points: [center + way * time - normal * radius; 2] })
}

fn into_rounded(frame: &Frame, start: DVec2, motion: DVec2, radius: f64) -> Option<(f64, DVec2)> {
    let outward = start - start.clamp(frame.low, frame.high);
    if outward.length() <= radius {
        // They are apart, but by less than the rounding error.
        let normal = outward.try_normalize().unwrap_or_else(|| nearest_edge(frame, start, 1.0).0);
        return (normal.dot(motion) < 0.0).then_some((0.0, normal));
    }
    let edges = [(0, 1, DVec2::X), (1, 0, DVec2::Y)].map(|(axis, across, normal)| {
        let from_above = motion[axis] < 0.0;
        let ahead = if from_above { start[axis] - frame.high[axis] } else { frame.low[axis] - start[axis] };
        let time = (ahead - radius) / motion[axis].abs();
        let at = start[across] + motion[across] * time;
        let (low, high) = (frame.low[across], frame.high[across]);
        // A path towards a corner must not pass between an edge and the disc at its end.
        let slack = ROUNDING * (start[across].abs() + (motion[across] * time).abs() + low.abs() + high.abs() + radius);
        let meets = (0.0..=1.0).contains(&time) && (low - slack..=high + slack).contains(&at);
        meets.then_some((time, if from_above { normal } else { -normal }))
    });
    let heading = Heading::of(motion);
    let corners = frame.local_corners().into_iter().zip(OUTWARD).map(|(corner, outward)| {
        let (time, normal) = into_disc(corner - start, heading, radius)?;
        // Normals at a corner lie between those of its edges. With any other normal, an edge or another corner is hit
        // earlier.
        let between = (normal * outward).max(DVec2::ZERO) * outward;
        ((between - normal).length() <= ROUNDING).then(|| (time, between.normalize()))
    });
    edges.into_iter().chain(corners).flatten().min_by(|(a, _), (b, _)| a.total_cmp(b))
}

/// The directions away from the corners, in their order around the box.
const OUTWARD: [DVec2; 4] = [DVec2::NEG_ONE, DVec2::new(1.0, -1.0), DVec2::ONE, DVec2::new(-1.0, 1.0)];
