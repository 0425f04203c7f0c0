use collide_core::{Aabb, Capsule, Circle, OrientedRect, Polygon, Rect, Rotor, Shape, Vec2};

/// Size and rotation of an entity: its shape without the center.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// A circle with this radius.
    Circle(f32),
    /// An axis-aligned rectangle with these half extents.
    Rect(Vec2),
    /// An oriented rectangle with these half extents and this rotation.
    OrientedRect(Vec2, Rotor),
    /// A capsule with its position at the origin.
    Capsule(Capsule),
    /// A polygon with its position at the origin.
    Polygon(Polygon),
}

impl Form {
    /// The shape with its center at `center`.
    pub(crate) fn at(self, center: Vec2) -> Shape {
        match self {
            Self::Circle(radius) => Circle::new(center, radius).map(Shape::from),
            Self::Rect(half) => Rect::new(center - half, center + half).map(Shape::from),
            Self::OrientedRect(half, rotor) => OrientedRect::new(center, half, rotor).map(Shape::from),
            Self::Capsule(capsule) => capsule.at(center).map(Shape::from),
            Self::Polygon(polygon) => polygon.at(center).map(Shape::from),
        }
        .expect("sizes are positive and centers lie within the extent")
    }

    /// The extent of the shape from its center along each axis, never less than the exact one.
    pub(crate) fn reach(self) -> Vec2 {
        match self {
            Self::Circle(radius) => Vec2::splat(radius),
            Self::Rect(half) => half,
            Self::OrientedRect(half, rotor) => {
                let (cos, sin) = (f64::from(rotor.cos()).abs(), f64::from(rotor.sin()).abs());
                let (x, y) = (f64::from(half.x), f64::from(half.y));
                // One step up covers the rounding of the sum and of the conversion.
                Vec2::new(((x * cos + y * sin) as f32).next_up(), ((x * sin + y * cos) as f32).next_up())
            }
            Self::Capsule(capsule) => reach_of(capsule.aabb()),
            Self::Polygon(polygon) => reach_of(polygon.aabb()),
        }
    }
}

/// The extent from the origin along each axis of a shape with this bound.
fn reach_of(bound: Aabb) -> Vec2 {
    bound.min().abs().max(bound.max().abs())
}
