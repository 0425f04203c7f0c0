//! Walls as corners: where a disc is pushed out of one, and when it hits one.

use collide_rules::RADIUS;
use collide2d::{Shape, Vec2};

/// The corners of a wall, counter-clockwise.
pub(super) type Wall = Vec<Vec2>;

pub(super) fn corners(shape: &Shape) -> Wall {
    match shape {
        Shape::Rect(rect) => {
            let (min, max) = (rect.min(), rect.max());
            vec![min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
        }
        Shape::OrientedRect(rect) => rect.corners().to_vec(),
        Shape::Polygon(polygon) => polygon.points().collect(),
        Shape::Circle(_) | Shape::Capsule(_) => panic!("no wall of the map"),
    }
}

pub(super) fn bounds(wall: &Wall) -> [Vec2; 2] {
    [
        wall.iter().copied().reduce(Vec2::min).unwrap_or_default(),
        wall.iter().copied().reduce(Vec2::max).unwrap_or_default(),
    ]
}

/// What moves a disc out of a wall, if it is in it.
pub(super) fn push(wall: &Wall, at: Vec2) -> Option<Vec2> {
    let (mut deepest, mut normal, mut is_inside) = (f32::NEG_INFINITY, Vec2::ZERO, true);
    let mut nearest = (f32::INFINITY, Vec2::ZERO);
    for (index, a) in wall.iter().enumerate() {
        let edge = wall[(index + 1) % wall.len()] - *a;
        let out = -edge.perp().normalize_or_zero();
        let gap = (at - *a).dot(out);
        is_inside &= gap <= 0.0;
        if gap > deepest {
            (deepest, normal) = (gap, out);
        }
        let part = ((at - *a).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        let way = at - (*a + edge * part);
        if way.length_squared() < nearest.0 {
            nearest = (way.length_squared(), way);
        }
    }
    if is_inside {
        return Some(normal * (RADIUS - deepest));
    }
    let far = nearest.0.sqrt();
    (far < RADIUS && far > 0.0).then(|| nearest.1 * ((RADIUS - far) / far))
}

pub(super) fn disc_hit(from: Vec2, way: Vec2, center: Vec2, radius: f32) -> Option<f32> {
    let to = from - center;
    let (a, b, c) = (way.length_squared(), to.dot(way), to.length_squared() - radius * radius);
    let root = b * b - a * c;
    let time = if c <= 0.0 { 0.0 } else { (-b - root.max(0.0).sqrt()) / a };
    (root >= 0.0 && (0.0..=1.0).contains(&time)).then_some(time)
}

pub(super) fn wall_hit(from: Vec2, way: Vec2, wall: &Wall) -> Option<f32> {
    let (mut start, mut end) = (0.0_f32, 1.0_f32);
    for (index, a) in wall.iter().enumerate() {
        let edge = wall[(index + 1) % wall.len()] - *a;
        let (gap, speed) = ((from - *a).dot(-edge.perp()), way.dot(-edge.perp()));
        if speed == 0.0 {
            if gap > 0.0 {
                return None;
            }
        } else if speed < 0.0 {
            start = start.max(-gap / speed);
        } else {
            end = end.min(-gap / speed);
        }
    }
    (start <= end).then_some(start)
}
