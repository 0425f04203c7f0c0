//! The textbook test in rounded `f32` arithmetic, to show where it is wrong. No result depends on it.

use collide2d::{Circle, Shape, Vec2};

/// Whether the circle and the obstacle share a point, as most code would compute it.
pub(crate) fn overlaps(circle: &Circle, obstacle: &Shape) -> bool {
    let center = circle.center();
    let (from_nearest, reach) = match obstacle {
        Shape::Circle(other) => (center - other.center(), circle.radius() + other.radius()),
        Shape::Rect(rect) => (center - center.clamp(rect.min(), rect.max()), circle.radius()),
        Shape::OrientedRect(rect) => {
            let (cos, sin) = (rect.rotor().cos(), rect.rotor().sin());
            let d = center - rect.center();
            let back = Vec2::new(cos * d.x + sin * d.y, cos * d.y - sin * d.x);
            (back - back.clamp(-rect.half_extents(), rect.half_extents()), circle.radius())
        }
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.points();
            let (along, way) = (b - a, center - a);
            let part = (along.dot(way) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
            (way - along * part, circle.radius() + capsule.radius())
        }
        // No obstacle of the page is one.
        Shape::Polygon(_) => return collide2d::overlaps(*circle, *obstacle),
    };
    from_nearest.length_squared() <= reach * reach
}
