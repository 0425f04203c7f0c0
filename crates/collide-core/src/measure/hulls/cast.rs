use glam::DVec2;

use super::difference::{Corner, Difference};
use crate::measure::chord::{Chord, Heading};
use crate::measure::frame::ROUNDING;
use crate::measure::hull::Hull;

/// The interval in which a line is in a set, in multiples of its direction, and the outward normal where it enters. The
/// line is known to hit the set. If `leaves` is true for the interval, the normal is the one at the start.
pub(crate) fn through(
    hull: &Hull,
    start: DVec2,
    direction: DVec2,
    leaves: impl Fn([f64; 2]) -> bool,
) -> ([f64; 2], DVec2) {
    let difference = Difference::of(&Hull::disc(start, 0.0), hull);
    let line = Line::of(direction);
    let (mut ends, mut normal) = line.through(&difference);
    // The part in the set is not before its first point, and not after its last one.
    let [low, high] = line.span(&difference);
    ends = ends.map(|end| end.clamp(low, high));
    if leaves(ends) {
        normal = -difference.nearest().normal;
    }
    (ends, normal)
}

/// A line from the origin.
#[derive(Clone, Copy)]
struct Line {
    direction: DVec2,
    heading: Heading,
    length: f64,
}

impl Line {
    fn of(direction: DVec2) -> Self {
        Self { direction, heading: Heading::of(direction), length: direction.length() }
    }

    /// Where the line is beside the first and the last point of a set.
    fn span(&self, set: &Difference) -> [f64; 2] {
        let unit = self.direction / self.length;
        let each = set.corners().iter().map(|corner| unit.dot(corner.at));
        let [low, high] = each.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)]);
        [(low - set.radius) / self.length, (high + set.radius) / self.length]
    }

    /// Where the line enters and leaves a set, and the outward normal where it enters.
    fn through(&self, set: &Difference) -> ([f64; 2], DVec2) {
        if set.radius > 0.0 {
            let (enters, leaves) = self.through_round(set);
            return ([enters.0, leaves], enters.1);
        }
        let mut ends = [f64::NEG_INFINITY, f64::INFINITY];
        let mut normal = -self.direction / self.length;
        let reach = set.size * ROUNDING;
        for side in set.sides() {
            let inward = Difference::normal(side);
            let (gap, speed) = (inward.dot(side.at), inward.dot(self.direction));
            if speed.abs() * set.size <= reach * self.length {
                continue; // parallel to the side within rounding
            }
            let at = gap / speed;
            if speed > 0.0 && at > ends[0] {
                (ends[0], normal) = (at, -inward);
            } else if speed < 0.0 && at < ends[1] {
                ends[1] = at;
            }
        }
        if set.sides().len() < 3 {
            // A segment or a point has no inside: the line only crosses it.
            let [low, high] = self.span(set);
            ends = ends.map(|end| end.clamp(low, high));
        }
        (ends, normal)
    }

    /// The same for a set with a radius: its border has a straight part along each side and a round one at each corner.
    fn through_round(&self, set: &Difference) -> ((f64, DVec2), f64) {
        let (mut enters, mut leaves) = (None::<(f64, DVec2)>, f64::NEG_INFINITY);
        let mut enter = |at: f64, normal: DVec2| {
            if enters.is_none_or(|(first, _)| at < first) {
                enters = Some((at, normal));
            }
        };
        let mut least = (f64::INFINITY, (0.0, DVec2::X));
        // If the radius is not more than rounding, so is the direction to a corner.
        let is_sharp = set.radius <= 2.0 * set.slack();
        for (index, corner) in set.corners().iter().enumerate() {
            let chord = Chord::of(corner.at, self.heading, set.radius);
            let [first, last] = chord.ends();
            let normal =
                if is_sharp { set.outward_at(index, -self.direction / self.length) } else { chord.entry_normal() };
            if chord.aside.abs() <= set.radius {
                enter(first, normal);
                leaves = leaves.max(last);
            } else if chord.aside.abs() < least.0 {
                least = (chord.aside.abs(), (first, normal));
            }
        }
        for side in set.sides() {
            if let Some((at, outward)) = self.across(side, set) {
                if outward.dot(self.direction) < 0.0 {
                    enter(at, outward);
                } else {
                    leaves = leaves.max(at);
                }
            }
        }
        let enters = enters.unwrap_or(least.1);
        (enters, leaves.max(enters.0))
    }

    /// Where the line crosses the straight part of a round border, and the outward normal there.
    fn across(&self, side: &Corner, set: &Difference) -> Option<(f64, DVec2)> {
        let outward = -Difference::normal(side);
        let speed = outward.dot(self.direction);
        if speed == 0.0 {
            return None;
        }
        let at = (outward.dot(side.at) + set.radius) / speed;
        let length = side.along.length();
        let place = (self.direction * at - side.at).dot(side.along) / length;
        // A line towards a corner must not pass between its side and its round part.
        let slack = ROUNDING * (set.size + (at * self.length).abs());
        (-slack..=length + slack).contains(&place).then_some((at, outward))
    }
}
