use super::compare_distance;
use crate::{Circle, Rect, Relation};

/// Rectangle against circle: compares the distance from the center to the nearest point of the rectangle with the
/// radius. The nearest point is found by comparisons and is exact.
#[inline]
pub(crate) fn rect_circle(rect: &Rect, circle: &Circle, _: f64) -> Option<Relation> {
    let nearest = circle.center().clamp(rect.min(), rect.max());
    if nearest == circle.center() && circle.radius() == 0.0 {
        let strictly = rect.min().cmplt(nearest).all() && nearest.cmplt(rect.max()).all();
        return Some(if strictly { Relation::Interior } else { Relation::Touching });
    }
    Some(Relation::from_gap(compare_distance(circle.center(), nearest, circle.radius(), 0.0)))
}
