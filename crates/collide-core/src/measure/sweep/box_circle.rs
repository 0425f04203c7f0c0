use glam::DVec2;

use super::circle_circle::into_disc;
use crate::measure::chord::Heading;
use crate::measure::contact::nearest_edge;
use crate::measure::frame::{Frame, ROUNDING};
use crate::measure::results::Meeting;

/// The collision of a box and a disc, in the box's coordinates: the path of the disc's center against the box expanded
/// by the radius, which has four edges, moved out by the radius, and a disc at each corner. `sign` is 1 if the box is the
/// first of both shapes, else -1.
pub(super) fn meet(
    frame: &Frame,
    frame_motion: DVec2,
    [center, center_motion]: [DVec2; 2],
    radius: f64,
    sign: f64,
) -> Option<Meeting> {
    let start = frame.to_local(center);
    let motion = frame.direction_to_local(center_motion - frame_motion);
    let (time, normal) = into_rounded(frame, start, motion, radius, sign)?;
    let normal = frame.direction_to_world(normal);
    Some(Meeting { time, normal, points: [center + center_motion * time - normal * radius; 2] })
}

fn into_rounded(frame: &Frame, start: DVec2, motion: DVec2, radius: f64, sign: f64) -> Option<(f64, DVec2)> {
    let outward = start - start.clamp(frame.low, frame.high);
    if outward.length() <= radius {
        // They are apart, but by less than the rounding error.
        let normal = outward.try_normalize().unwrap_or_else(|| nearest_edge(frame, start, sign).0);
        return (normal.dot(motion) < 0.0).then_some((0.0, normal));
    }
    let edge = |normal: DVec2| {
        let (speed, side) = (-normal.dot(motion), if normal.x + normal.y > 0.0 { frame.high } else { frame.low });
        let time = ((start - side).dot(normal) - radius) / speed;
        let along = normal.perp().abs();
        let [start, motion, low, high] = [start, motion * time, frame.low, frame.high].map(|point| point.dot(along));
        // A path towards a corner must not pass between an edge and the disc at its end.
        let slack = ROUNDING * (start.abs() + motion.abs() + low.abs() + high.abs() + radius);
        let meets = (0.0..=1.0).contains(&time) && (low - slack..=high + slack).contains(&(start + motion));
        meets.then_some((time, normal))
    };
    let [mut first, mut second] = frame.against(motion, sign);
    if !frame.has_edge(first) {
        (first, second) = (second, first); // the end of a flat box comes last
    }
    let edge = earliest([first, second].into_iter().filter_map(edge));
    if radius == 0.0 && edge.is_some() {
        return edge; // a corner has no normal of its own
    }
    let heading = Heading::of(motion);
    let slack = ROUNDING * ((start.abs() + frame.low.abs().max(frame.high.abs())).element_sum() + radius);
    let corners = frame.local_corners().into_iter().zip(OUTWARD).filter_map(|(corner, outward)| {
        let (time, normal) = into_disc(corner - start, heading, radius, slack)?;
        // Normals at a corner lie between those of its edges. With any other normal, an edge or another corner is hit
        // earlier.
        let between = (normal * outward).max(DVec2::ZERO) * outward;
        ((between - normal).length() <= ROUNDING).then(|| (time, between.normalize()))
    });
    earliest(edge.into_iter().chain(corners))
}

fn earliest(entries: impl Iterator<Item = (f64, DVec2)>) -> Option<(f64, DVec2)> {
    entries.min_by(|(a, _), (b, _)| a.total_cmp(b))
}

/// The directions away from the corners, in their order around the box.
const OUTWARD: [DVec2; 4] = [DVec2::NEG_ONE, DVec2::new(1.0, -1.0), DVec2::ONE, DVec2::new(-1.0, 1.0)];
