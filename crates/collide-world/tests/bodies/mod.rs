//! Capsules and polygons for random worlds. At the end of the range, circles instead.

use collide2d::{Capsule, Circle, Polygon, Rotor, Shape, Vec2};

/// A capsule around a point: `half.x` long on both sides, with the radius `half.y`. A long one has the position zero.
pub fn capsule(at: Vec2, half: Vec2, degrees: f32) -> Shape {
    let along = rotor(degrees).rotate(Vec2::new(half.x, 0.0));
    let placed = Capsule::new(-along, along, half.y).and_then(|capsule| capsule.at(at));
    let absolute = Capsule::new(at - along, at + along, half.y);
    if half.x > half.y { absolute.or(placed) } else { placed.or(absolute) }
        .map_or_else(|_| circle(at, half), Shape::from)
}

/// A polygon around a point with half the size `half`: of three to eight corners, by `half` and the angle, sharp or
/// round. A wide one has the position zero.
pub fn polygon(at: Vec2, half: Vec2, degrees: f32) -> Shape {
    let corners = 3 + ((half.x + half.y) * 2.0).rem_euclid(6.0) as u8;
    let corner = |index: u8| {
        let part = rotor(degrees + 360.0 * f32::from(index) / f32::from(corners));
        Vec2::new(part.cos() * half.x, part.sin() * half.y)
    };
    let offsets: Vec<Vec2> = (0..corners).map(corner).collect();
    let points: Vec<Vec2> = offsets.iter().map(|offset| at + *offset).collect();
    let radius = if corners.is_multiple_of(2) { 0.0 } else { half.y * 0.5 };
    let placed = Polygon::new(&offsets, radius).and_then(|polygon| polygon.at(at));
    let absolute = Polygon::new(&points, radius);
    if half.x > half.y { absolute.or(placed) } else { placed.or(absolute) }
        .map_or_else(|_| circle(at, half), Shape::from)
}

fn circle(at: Vec2, half: Vec2) -> Shape {
    Circle::new(at, half.x).unwrap().into()
}

fn rotor(degrees: f32) -> Rotor {
    Rotor::from_degrees(degrees).unwrap()
}
