use collide2d::Shape;

/// The corners of a rectangle, for pictures and the steps of lessons: rounded if it is oriented.
pub(super) fn corners(obstacle: &Shape) -> Option<[[f64; 2]; 4]> {
    match obstacle {
        Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => None,
        Shape::Rect(rect) => Some(rect.corners().map(|corner| corner.as_dvec2().into())),
        Shape::OrientedRect(rect) => {
            let (center, half) = (rect.center().as_dvec2(), rect.half_extents().as_dvec2());
            let (cos, sin) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
            Some([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| {
                let (x, y) = (a * half.x, b * half.y);
                [center.x + cos * x - sin * y, center.y + sin * x + cos * y]
            }))
        }
    }
}
