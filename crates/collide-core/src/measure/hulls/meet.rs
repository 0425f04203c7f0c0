use glam::DVec2;

use super::contact::touching_points;
use super::difference::{Difference, Nearest};
use crate::measure::chord::{Chord, Heading};
use crate::measure::frame::ROUNDING;
use crate::measure::hull::Hull;
use crate::measure::results::Meeting;

/// The collision of two moving sets that start apart: the path of the origin, relative to their difference.
pub(crate) fn meet(a: &Hull, a_motion: DVec2, b: &Hull, b_motion: DVec2) -> Option<Meeting> {
    let start = Difference::of(a, b);
    let (time, place) = entry(&start, a_motion - b_motion)?;
    let (a_motion, b_motion) = (a_motion * time, b_motion * time);
    let (a, b) = (a.moved(a_motion), b.moved(b_motion));
    // The motion changes no side, so the place is the same.
    let mut end = Difference::of(&a, &b);
    end.size = end.size.max(start.size) + a_motion.abs().element_sum() + b_motion.abs().element_sum();
    let points = touching_points(&end, &place, &a, &b);
    Some(Meeting { time, normal: place.normal, points })
}

/// When and where a point that starts at the origin outside of a set enters it.
///
/// The border has a straight part along each side and a round one at each corner. Where the path is nearly parallel to a
/// side, rounding moves the crossing along it by more than the rounding error of a distance. It still is between the
/// ends of the side, and if it seems to be past one of them by not more than its own error, it is there.
fn entry(set: &Difference, motion: DVec2) -> Option<(f64, Nearest)> {
    if motion == DVec2::ZERO {
        return None; // a rect that only changes its size
    }
    let nearest = set.nearest();
    if nearest.gap <= set.radius {
        // They are apart, but by less than the rounding error.
        return (nearest.normal.dot(motion) > 0.0).then_some((0.0, nearest));
    }
    let path = Path { motion, length: motion.length(), heading: Heading::of(motion) };
    let sides = (0..set.sides().len()).filter_map(|side| path.across(set, side));
    let corners = (0..set.corners().len()).filter_map(|corner| path.at_corner(set, corner));
    let first = match (earliest(sides), earliest(corners)) {
        // Rounding does not decide between a side and its end, where a set without a radius has no normal of its own.
        (Some(side), Some(corner)) if is_sharp(set) && (side.0 - corner.0) * path.length <= 2.0 * set.slack() => {
            (side.0.min(corner.0), side.1)
        }
        (side, corner) => earliest(side.into_iter().chain(corner))?,
    };
    (first.0 <= 1.0 + ROUNDING).then_some((first.0.min(1.0), first.1))
}

fn earliest(entries: impl Iterator<Item = (f64, Nearest)>) -> Option<(f64, Nearest)> {
    entries.min_by(|(a, _), (b, _)| a.total_cmp(b))
}

/// Whether the radius is not more than rounding. Then the direction to a corner is not either.
fn is_sharp(set: &Difference) -> bool {
    set.radius <= 2.0 * set.slack()
}

/// A motion from the origin, which is not zero.
struct Path {
    motion: DVec2,
    length: f64,
    heading: Heading,
}

impl Path {
    /// Where the path crosses the straight part of the border along a side.
    fn across(&self, set: &Difference, index: usize) -> Option<(f64, Nearest)> {
        let (side, slack) = (&set.corners()[index], set.slack());
        let normal = Difference::normal(side);
        let (gap, speed) = (normal.dot(side.at) - set.radius, normal.dot(self.motion));
        if speed <= 0.0 || gap < -slack {
            return None;
        }
        let time = gap.max(0.0) / speed;
        let length = side.along.length();
        let place = (self.motion * time - side.at).dot(side.along) / length;
        let error = slack + slack * self.length / speed;
        if !(-error..=length + error).contains(&place) {
            return None;
        }
        let border = |part: f64| {
            let at = side.at + side.along * part - normal * set.radius;
            at.dot(self.motion) / (self.length * self.length)
        };
        let time = if place < 0.0 {
            border(0.0)
        } else if place > length {
            border(1.0)
        } else {
            time
        };
        if time * self.length < -slack {
            return None;
        }
        let time = time.max(0.0);
        Some((time, Nearest { normal, gap: set.radius, side: index, part: 0.5 }))
    }

    /// Where the path enters the round border at a corner, or hits the corner.
    fn at_corner(&self, set: &Difference, index: usize) -> Option<(f64, Nearest)> {
        let (chord, slack) = (Chord::of(set.corners()[index].at, self.heading, set.radius), set.slack());
        let is_sharp = is_sharp(set);
        let behind = if is_sharp { -slack } else { 0.0 };
        if chord.ahead <= behind || chord.aside.abs() > set.radius + slack {
            return None;
        }
        let outward = if is_sharp { set.outward_at(index, -self.motion / self.length) } else { chord.entry_normal() };
        Some((chord.ends()[0].max(0.0), Nearest { normal: -outward, gap: set.radius, side: index, part: 0.0 }))
    }
}
