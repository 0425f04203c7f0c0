//! A filter before the oracle in big integers: shapes that are apart by much more than the rounding error of `f64`.

use collide2d::{DVec2, Shape, Vec2};

/// All points within `radius` of the hull of the corners.
#[derive(Clone)]
pub struct Outline {
    pub corners: Vec<DVec2>,
    radius: f64,
}

impl Outline {
    pub fn of(shape: &Shape) -> Self {
        let at = |position: Vec2, offsets: &[Vec2]| {
            offsets.iter().map(|offset| position.as_dvec2() + offset.as_dvec2()).collect()
        };
        let (corners, radius) = match shape {
            Shape::Circle(circle) => (vec![circle.center().as_dvec2()], circle.radius().into()),
            Shape::Rect(rect) => (rect.corners().map(|corner| corner.as_dvec2()).to_vec(), 0.0),
            Shape::OrientedRect(rect) => {
                let (center, half) = (rect.center().as_dvec2(), rect.half_extents().as_dvec2());
                let along = DVec2::new(rect.rotor().cos().into(), rect.rotor().sin().into());
                let corner = |x: f64, y: f64| center + along * half.x * x + along.perp() * half.y * y;
                (vec![corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)], 0.0)
            }
            Shape::Capsule(capsule) => (at(capsule.position(), &capsule.offsets()), capsule.radius().into()),
            Shape::Polygon(polygon) => (at(polygon.position(), polygon.offsets()), polygon.radius().into()),
        };
        Self { corners, radius }
    }

    /// Whether a line separates the two, with a gap of at least a billionth of the coordinates. False if unsure.
    pub fn is_clearly_apart(&self, other: &Self) -> bool {
        let size = |outline: &Self| outline.corners.iter().map(|at| at.abs().max_element()).fold(0.0, f64::max);
        let margin = (size(self) + size(other) + self.radius + other.radius) * 1e-9;
        let edges = |outline: &Self| {
            let next = outline.corners.iter().cycle().skip(1);
            outline.corners.iter().zip(next).map(|(a, b)| (b - a).perp()).collect::<Vec<_>>()
        };
        let between = self.corners.iter().flat_map(|a| other.corners.iter().map(move |b| b - a));
        let axes = edges(self).into_iter().chain(edges(other)).chain(between);
        axes.filter_map(DVec2::try_normalize).flat_map(|axis| [axis, -axis]).any(|axis| {
            let along = |outline: &Self| outline.corners.iter().map(|at| at.dot(axis)).collect::<Vec<_>>();
            let last = along(self).into_iter().fold(f64::MIN, f64::max) + self.radius;
            let first = along(other).into_iter().fold(f64::MAX, f64::min) - other.radius;
            first - last > margin
        })
    }
}
