//! Shapes as the measures see them, in `f64`.

use glam::DVec2;

use crate::{Shape, Vec2};

/// A shape as the measures see it: a disc, or a box with its own axes.
pub(crate) enum Kind {
    Disc(DVec2, f64),
    Box(Frame),
}

/// A rectangle's own coordinates: center, unit axes and half extents along them.
pub(crate) struct Frame {
    pub(crate) center: DVec2,
    pub(crate) axes: [DVec2; 2],
    pub(crate) half: DVec2,
}

impl Frame {
    pub(crate) fn of(shape: &Shape) -> Kind {
        match shape {
            Shape::Circle(circle) => Kind::Disc(circle.center().as_dvec2(), circle.radius().into()),
            Shape::Rect(rect) => {
                let (min, max) = (rect.min().as_dvec2(), rect.max().as_dvec2());
                Kind::Box(Self { center: (min + max) * 0.5, axes: [DVec2::X, DVec2::Y], half: (max - min) * 0.5 })
            }
            Shape::OrientedRect(rect) => {
                let turned = Vec2::new(rect.rotor().cos(), rect.rotor().sin()).as_dvec2();
                let length = turned.length();
                let x = turned / length;
                Kind::Box(Self {
                    center: rect.center().as_dvec2(),
                    axes: [x, x.perp()],
                    half: rect.half_extents().as_dvec2() * length,
                })
            }
        }
    }

    /// A point in the frame's coordinates.
    pub(crate) fn to_local(&self, point: DVec2) -> DVec2 {
        let from_center = point - self.center;
        DVec2::new(from_center.dot(self.axes[0]), from_center.dot(self.axes[1]))
    }

    /// A direction given in the frame's coordinates, in the world's.
    pub(crate) fn direction_to_world(&self, local: DVec2) -> DVec2 {
        self.axes[0] * local.x + self.axes[1] * local.y
    }

    /// How far the box reaches from its center along a unit direction.
    pub(crate) fn reach(&self, direction: DVec2) -> f64 {
        self.half.x * direction.dot(self.axes[0]).abs() + self.half.y * direction.dot(self.axes[1]).abs()
    }

    /// The point of the box nearest to a point.
    pub(crate) fn nearest(&self, point: DVec2) -> DVec2 {
        self.center + self.direction_to_world(self.to_local(point).clamp(-self.half, self.half))
    }

    /// The corners, in order around the box.
    pub(crate) fn corners(&self) -> [DVec2; 4] {
        let (x, y) = (self.axes[0] * self.half.x, self.axes[1] * self.half.y);
        [x + y, y - x, -x - y, x - y].map(|corner| self.center + corner)
    }
}

/// Rounded, within the finite range: what is measured between finite shapes may lie beyond it.
pub(crate) fn to_f32(v: DVec2) -> Vec2 {
    v.as_vec2().clamp(Vec2::MIN, Vec2::MAX)
}
