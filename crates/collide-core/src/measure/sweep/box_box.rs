use glam::DVec2;

use super::Meeting;
use crate::measure::contact::touching_points;
use crate::measure::frame::{Frame, ROUNDING};

/// An edge normal, pointing from the first box to the second, with the gap and the relative speed along it.
#[derive(Clone, Copy)]
struct Side {
    direction: DVec2,
    of_a: bool,
    gap: f64,
    speed: f64,
    /// A bound of the rounding error of the gap.
    slack: f64,
}

/// The collision of two boxes. Along each edge normal they overlap during an interval of time. They collide when the
/// last of these intervals begins, if none has ended by then.
pub(super) fn meet(a: &Frame, a_way: DVec2, b: &Frame, b_way: DVec2) -> Option<Meeting> {
    let axes = [(a.axes[0], true), (a.axes[1], true), (b.axes[0], false), (b.axes[1], false)];
    let sides = axes.into_iter().flat_map(|(axis, of_a)| [(axis, of_a), (-axis, of_a)]);
    let sides = sides.map(|(direction, of_a)| {
        let (gap, speed) = (a.gap(b, direction), (b_way - a_way).dot(direction));
        let slack = ROUNDING * a.magnitude(b, direction);
        Side { direction, of_a, gap, speed, slack }
    });
    let (time, side) = last_to_close(sides)?;
    let (a, b) = (a.moved(a_way * time), b.moved(b_way * time));
    let normal = side.direction;
    let points = if side.of_a { touching_points(&a, &b, normal) } else { touching_points(&b, &a, -normal) };
    Some(Meeting { time, normal, points })
}

/// The time and side of the last gap to close, if the boxes collide. Opposite sides of a flat box coincide but for
/// rounding. So a gap counts as open only if it exceeds the rounding error; else a box could pass through a flat one.
fn last_to_close(sides: impl Iterator<Item = Side> + Clone) -> Option<(f64, Side)> {
    let widest = sides.clone().max_by(|a, b| a.gap.total_cmp(&b.gap))?;
    if widest.gap <= widest.slack && widest.speed >= 0.0 {
        return None; // apart by less than the rounding error, and separating
    }
    let (mut begin, mut end) = ((0.0, widest), 1.0_f64);
    for side in sides {
        if side.gap > 0.0 && side.speed < 0.0 {
            let closed = side.gap / -side.speed;
            if closed > begin.0 {
                begin = (closed, side);
            }
        } else if side.gap > side.slack {
            return None;
        } else if side.speed > 0.0 {
            end = end.min((side.slack - side.gap) / side.speed);
        }
    }
    (begin.0 <= 1.0 && begin.0 * (1.0 - ROUNDING) <= end).then_some(begin)
}
