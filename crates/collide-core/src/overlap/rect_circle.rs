use super::compare_distance;
use crate::{Circle, Rect, Relation, Vec2};

/// Rectangle against circle: compares the distance from the center to the nearest point of the rectangle with the
/// radius.
///
/// The nearest point is found by comparisons and is exact. The rest is the comparison of
/// [`circle_circle`](super::circle_circle).
///
/// ```
/// use collide_core::overlap::rect_circle;
/// use collide_core::{Circle, Rect, Relation, Vec2};
/// let wall = Rect::new(Vec2::ZERO, Vec2::new(1.0, 4.0))?;
/// assert_eq!(rect_circle(&wall, &Circle::new(Vec2::new(4.0, 8.0), 5.0)?), Relation::Touching); // at the corner
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn rect_circle(rect: &Rect, circle: &Circle) -> Relation {
    let (center, radius) = (circle.center(), circle.radius());
    let nearest = center.clamp(rect.min(), rect.max());
    if nearest == center && radius == 0.0 {
        return point_inside(rect, center);
    }
    Relation::from_gap(compare_distance(center, nearest, radius, 0.0))
}

/// The relation of a point to a rectangle that contains it.
fn point_inside(rect: &Rect, point: Vec2) -> Relation {
    let strictly = rect.min().cmplt(point).all() && point.cmplt(rect.max()).all();
    if strictly { Relation::Interior } else { Relation::Touching }
}
