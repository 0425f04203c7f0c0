use glam::DVec2;

use super::cast::Line;
use super::contact::touching_points;
use super::difference::{Difference, Nearest};
use crate::measure::closing::{Side, last_to_close};
use crate::measure::frame::ROUNDING;
use crate::measure::hull::Hull;
use crate::measure::results::Meeting;

/// The collision of two moving sets that start apart: the path of the origin, relative to their difference.
pub(crate) fn meet(a: &Hull, a_way: DVec2, b: &Hull, b_way: DVec2) -> Option<Meeting> {
    let difference = Difference::of(a, b);
    let (time, normal) = entry(&difference, a_way - b_way)?;
    let (a, b) = (a.moved(a_way * time), b.moved(b_way * time));
    let difference = Difference::of(&a, &b);
    let nearest = Nearest { normal, ..facing(&difference, normal) };
    Some(Meeting { time, normal, points: touching_points(&difference, &nearest, &a, &b) })
}

/// When a point at the origin enters a set, and the inward normal there.
fn entry(set: &Difference, motion: DVec2) -> Option<(f64, DVec2)> {
    if set.radius == 0.0 && set.corners().len() > 2 {
        let sides = set.sides().iter().map(|side| {
            let direction = Difference::normal(side);
            let slack = ROUNDING * set.size;
            Side { direction, of_a: true, gap: direction.dot(side.at), speed: -direction.dot(motion), slack }
        });
        return last_to_close(sides).map(|(time, side)| (time, side.direction));
    }
    let nearest = set.nearest();
    if nearest.gap <= set.radius {
        // They are apart, but by less than the rounding error.
        return (nearest.normal.dot(motion) > 0.0).then_some((0.0, nearest.normal));
    }
    let (time, outward) = Line::of(motion).into_round(set)?;
    Some((time, -outward))
}

/// The side of a set whose inward normal is that of a collision, or the corner there.
fn facing(set: &Difference, normal: DVec2) -> Nearest {
    let along = set.sides().iter().position(|side| (Difference::normal(side) - normal).length() <= 1e-9);
    along.map_or_else(|| set.nearest(), |side| Nearest { normal, gap: set.radius, side, part: 0.5 })
}
