//! A shape for the peers `parry2d` and `rapier2d`. Several benches use this file.

use collide2d::{Shape, Vec2};
use parry2d::math::{Pose, Vector};
use parry2d::shape::SharedShape;

pub fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

pub fn posed(shape: &Shape) -> (Pose, SharedShape) {
    match shape {
        Shape::Circle(circle) => (Pose::from_translation(vector(circle.center())), SharedShape::ball(circle.radius())),
        Shape::Rect(rect) => {
            let half = (rect.max() - rect.min()) * 0.5;
            (Pose::from_translation(vector(rect.min() + half)), SharedShape::cuboid(half.x, half.y))
        }
        Shape::OrientedRect(rect) => {
            let (half, rotor) = (rect.half_extents(), rect.rotor());
            let pose = Pose::new(vector(rect.center()), rotor.sin().atan2(rotor.cos()));
            (pose, SharedShape::cuboid(half.x, half.y))
        }
        Shape::Capsule(capsule) => {
            let [a, b] = capsule.offsets().map(vector);
            (Pose::from_translation(vector(capsule.position())), SharedShape::capsule(a, b, capsule.radius()))
        }
        Shape::Polygon(polygon) => {
            let points: Vec<Vector> = polygon.offsets().iter().map(|point| vector(*point)).collect();
            let pose = Pose::from_translation(vector(polygon.position()));
            let shape = if polygon.radius() > 0.0 {
                SharedShape::round_convex_hull(&points, polygon.radius())
            } else {
                SharedShape::convex_hull(&points)
            };
            (pose, shape.expect("a polygon with an area"))
        }
    }
}
