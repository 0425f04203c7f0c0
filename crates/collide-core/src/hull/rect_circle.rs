use super::{nearest, of_rounded, rect_rect};
use crate::overlap::{rect_circle, segment_disc, segment_shape};
use crate::{Circle, Rect, Relation, Segment};

/// A moving circle against a rectangle: the distance from the path of the center to the rectangle. If they do not meet,
/// the nearest points include an end of the path or a corner. Degree 4.
pub(super) fn moving_circle(from: &Circle, to: &Circle, rect: &Rect) -> Relation {
    let path = Segment::unchecked(from.center(), to.center());
    of_rounded(segment_shape(&path, *rect), from.radius(), || {
        let corners = rect.corners().map(|corner| segment_disc(&path, corner, [from.radius(), 0.0]));
        nearest([rect_circle(rect, from), rect_circle(rect, to), nearest(corners)])
    })
}

/// A moving rectangle against a circle: the distance from the center to the hull. Its edges are edges of the rectangle
/// at the start or the end, or paths of corners. Degree 4.
pub(super) fn moving_rect(from: &Rect, to: &Rect, circle: &Circle) -> Relation {
    let (center, radius) = (circle.center(), circle.radius());
    of_rounded(rect_rect::moving(from, to, &Rect::unchecked(center, center)), radius, || {
        let ([a, b, c, d], ends) = (from.corners(), to.corners());
        let path = |from, index: usize| segment_disc(&Segment::unchecked(from, ends[index]), center, [radius, 0.0]);
        let paths = [path(a, 0), path(b, 1), path(c, 2), path(d, 3)];
        nearest([rect_circle(from, circle), rect_circle(to, circle), nearest(paths)])
    })
}
