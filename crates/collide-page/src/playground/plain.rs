//! The textbook test in rounded `f32` arithmetic, to show where it is wrong. No result depends on it.

use collide2d::{Circle, Shape, Vec2};

use super::lesson::Rounded;

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
        Shape::Capsule(_) | Shape::Polygon(_) => {
            let Some(rounded) = Rounded::of(obstacle) else { return false };
            (from_points(center, &rounded.edges()), circle.radius() + rounded.radius)
        }
    };
    from_nearest.length_squared() <= reach * reach
}

/// The vector to a point from the closest one of the edges; zero if the point is inside of them.
fn from_points(point: Vec2, edges: &[[Vec2; 2]]) -> Vec2 {
    let is_left = |[a, b]: &[Vec2; 2]| (*b - *a).perp_dot(point - *a) >= 0.0;
    if edges.len() > 1 && edges.iter().all(is_left) {
        return Vec2::ZERO;
    }
    let from_edge = |[a, b]: &[Vec2; 2]| {
        let (along, way) = (*b - *a, point - *a);
        let share = (along.dot(way) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        way - along * share
    };
    let vectors = edges.iter().map(from_edge);
    vectors.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared())).unwrap_or(Vec2::INFINITY)
}
