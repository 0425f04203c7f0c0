use glam::DVec2;

use super::Meeting;
use crate::contact::touching_points;
use crate::frame::{Frame, ROUNDING};

/// The normal of an edge, pointing from the first box to the second, and how they lie and move along it.
#[derive(Clone, Copy)]
struct Side {
    direction: DVec2,
    of_a: bool,
    gap: f64,
    speed: f64,
    /// What of the gap may be rounding.
    slack: f64,
}

/// Along each edge normal the boxes overlap during an interval of time; they meet when the last of these begins, if none
/// has ended by then.
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

/// Two sides that are one, as those of flat boxes, differ by rounding; so a box has left another when it is out of it by more
/// than that, or what crosses a flat one would never be in it.
fn last_to_close(sides: impl Iterator<Item = Side> + Clone) -> Option<(f64, Side)> {
    let widest = sides.clone().max_by(|a, b| a.gap.total_cmp(&b.gap))?;
    if widest.gap <= widest.slack && widest.speed >= 0.0 {
        return None; // apart by less than rounding shows, and parting
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
