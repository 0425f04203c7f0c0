use glam::DVec2;

use crate::measure::contact::{Side, sides, touching_points};
use crate::measure::frame::{Frame, ROUNDING};
use crate::measure::results::Meeting;

/// The collision of two boxes. Along each edge normal they overlap during an interval of time. They collide when the
/// last of these intervals begins, if none has ended by then.
pub(super) fn meet(a: &Frame, a_motion: DVec2, b: &Frame, b_motion: DVec2) -> Option<Meeting> {
    let sides = sides(a, b);
    let (time, side) = last_to_close(&sides, b_motion - a_motion)?;
    let (a, b) = (a.moved(a_motion * time), b.moved(b_motion * time));
    let normal = side.direction;
    let points = if side.of_a { touching_points(&a, &b, normal) } else { touching_points(&b, &a, -normal) };
    Some(Meeting { time, normal, points })
}

/// The time and side of the last gap to close, if the boxes collide. Opposite sides of a flat box coincide but for
/// rounding. So a gap counts as open only if it exceeds the rounding error; else a box could pass through a flat one.
fn last_to_close(sides: &[Side; 8], delta: DVec2) -> Option<(f64, &Side)> {
    let widest = sides.iter().max_by(|a, b| a.gap.total_cmp(&b.gap))?;
    if widest.gap <= widest.slack && widest.direction.dot(delta) >= 0.0 {
        return None; // apart by less than the rounding error, and separating
    }
    let (mut begin, mut end) = ((0.0, widest), 1.0_f64);
    for side in sides {
        let speed = side.direction.dot(delta);
        if side.gap > 0.0 && speed < 0.0 {
            let closed = side.gap / -speed;
            // A flat box has a normal at its ends only if no other gap closes with it.
            if closed > begin.0 || (closed == begin.0 && side.is_edge && !begin.1.is_edge) {
                begin = (closed, side);
            }
        } else if side.gap > side.slack {
            return None;
        } else if speed > 0.0 {
            end = end.min((side.slack - side.gap) / speed);
        }
    }
    (begin.0 <= 1.0 && begin.0 * (1.0 - ROUNDING) <= end).then_some(begin)
}
