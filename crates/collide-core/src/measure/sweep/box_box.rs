use glam::DVec2;

use crate::measure::closing::{Side, last_to_close};
use crate::measure::contact::touching_points;
use crate::measure::frame::{Frame, ROUNDING};
use crate::measure::results::Meeting;

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
