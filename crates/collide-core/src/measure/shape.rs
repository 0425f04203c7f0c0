//! Shapes in `f64`, for measures.

use glam::DVec2;

use crate::Shape;
use crate::measure::frame::Frame;
use crate::measure::hull::Hull;

/// A shape for measures: a disc, a box with its own axes, or a hull of points with a radius.
pub(crate) enum MeasuredShape {
    Disc(DVec2, f64),
    Box(Frame),
    Hull(Hull),
}

impl MeasuredShape {
    #[inline]
    pub(crate) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(circle) => Self::Disc(circle.center().as_dvec2(), circle.radius().into()),
            Shape::Rect(rect) => Self::Box(Frame::of_rect(rect)),
            Shape::OrientedRect(rect) => Self::Box(Frame::of_oriented_rect(rect)),
            Shape::Capsule(capsule) => Self::Hull(Hull::of_capsule(capsule)),
            Shape::Polygon(polygon) => Self::Hull(Hull::of_polygon(polygon)),
        }
    }

    /// Any of them as a hull.
    pub(crate) fn hull(&self) -> Hull {
        match self {
            Self::Disc(center, radius) => Hull::disc(*center, *radius),
            Self::Box(frame) => Hull::of_box(frame),
            Self::Hull(hull) => *hull,
        }
    }
}
