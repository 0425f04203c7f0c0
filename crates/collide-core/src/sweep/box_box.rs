use glam::DVec2;

use super::Meeting;
use crate::contact::touching_points;
use crate::frame::Frame;

/// The normal of an edge, pointing from the first box to the second, and how they lie and move along it.
#[derive(Clone, Copy)]
struct Side {
    direction: DVec2,
    of_a: bool,
    gap: f64,
    speed: f64,
}

/// Along each edge normal the boxes overlap during an interval of time; they meet when the last of these begins, if none
/// has ended by then.
pub(super) fn meet(a: &Frame, a_way: DVec2, b: &Frame, b_way: DVec2) -> Option<Meeting> {
    let axes = [(a.axes[0], true), (a.axes[1], true), (b.axes[0], false), (b.axes[1], false)];
    let sides = axes.into_iter().flat_map(|(axis, of_a)| [(axis, of_a), (-axis, of_a)]);
    let sides = sides.map(|(direction, of_a)| {
        let (gap, speed) = (a.gap(b, direction), (b_way - a_way).dot(direction));
        Side { direction, of_a, gap, speed }
    });
    let (time, side) = last_to_close(sides)?;
    let (a, b) = (a.moved(a_way * time), b.moved(b_way * time));
    let normal = side.direction;
    let points = if side.of_a { touching_points(&a, &b, normal) } else { touching_points(&b, &a, -normal) };
    Some(Meeting { time, normal, points })
}

fn last_to_close(sides: impl Iterator<Item = Side> + Clone) -> Option<(f64, Side)> {
    let widest = sides.clone().max_by(|a, b| a.gap.total_cmp(&b.gap))?;
    if widest.gap <= 0.0 {
        // They are apart, but by less than rounding shows.
        return (widest.speed < 0.0).then_some((0.0, widest));
    }
    let (mut begin, mut end) = ((0.0, widest), 1.0_f64);
    for side in sides {
        if side.gap > 0.0 {
            if side.speed >= 0.0 {
                return None;
            }
            let closed = side.gap / -side.speed;
            if closed > begin.0 {
                begin = (closed, side);
            }
        } else if side.speed > 0.0 {
            end = end.min(-side.gap / side.speed);
        }
    }
    (begin.0 <= end).then_some(begin)
}
