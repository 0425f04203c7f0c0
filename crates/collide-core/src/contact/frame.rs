use glam::DVec2;

use crate::{Shape, Vec2};

/// A shape as the measures see it: a disc, or a box with its own axes.
pub(super) enum Kind {
    Disc(DVec2, f64),
    Box(Frame),
}

/// A rectangle's own coordinates: center, unit axes and half extents along them.
pub(super) struct Frame {
    pub(super) center: DVec2,
    pub(super) axes: [DVec2; 2],
    pub(super) half: DVec2,
}

impl Frame {
    pub(super) fn of(shape: &Shape) -> Kind {
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
    pub(super) fn to_local(&self, point: DVec2) -> DVec2 {
        let from_center = point - self.center;
        DVec2::new(from_center.dot(self.axes[0]), from_center.dot(self.axes[1]))
    }

    /// A direction given in the frame's coordinates, in the world's.
    pub(super) fn direction_to_world(&self, local: DVec2) -> DVec2 {
        self.axes[0] * local.x + self.axes[1] * local.y
    }

    /// How far the box reaches from its center along a unit direction.
    pub(super) fn reach(&self, direction: DVec2) -> f64 {
        self.half.x * direction.dot(self.axes[0]).abs() + self.half.y * direction.dot(self.axes[1]).abs()
    }
}
