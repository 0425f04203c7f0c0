use glam::DVec2;

use crate::measure::chord::{Chord, Heading};
use crate::measure::frame::ROUNDING;
use crate::measure::results::Meeting;

/// The collision of two discs: the path of one center relative to the other against a disc with the sum of the radii.
pub(super) fn meet(
    [a, a_motion]: [DVec2; 2],
    a_radius: f64,
    [b, b_motion]: [DVec2; 2],
    b_radius: f64,
) -> Option<Meeting> {
    let slack = ROUNDING * ((a.abs() + b.abs()).element_sum() + a_radius + b_radius);
    let (time, normal) = into_disc(a - b, Heading::of(b_motion - a_motion), a_radius + b_radius, slack)?;
    Some(Meeting { time, normal, points: [a + a_motion * time + normal * a_radius; 2] })
}

/// When a moving point enters a disc, from 0 to 1, and the disc's normal there. `delta` leads from the point to the
/// center. A path that passes it by less than the slack, a rounding error, touches it.
pub(super) fn into_disc(delta: DVec2, motion: Heading, radius: f64, slack: f64) -> Option<(f64, DVec2)> {
    let chord = Chord::of(delta, motion, radius);
    if chord.ahead <= 0.0 || chord.aside.abs() > radius + slack {
        return None;
    }
    let time = chord.ends()[0].max(0.0);
    (time <= 1.0 + ROUNDING).then(|| (time.min(1.0), chord.entry_normal()))
}
