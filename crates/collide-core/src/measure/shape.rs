//! Shapes in `f64`, for measures.

use glam::DVec2;

use crate::Shape;
use crate::measure::frame::{Frame, ROUNDING};
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

    /// Whether the shape has no radius, and a corner at a point that is rounded by a distance.
    pub(crate) fn has_corner_near(&self, point: DVec2, rounding: f64) -> bool {
        match self {
            Self::Disc(_, radius) => *radius == 0.0,
            Self::Box(frame) => {
                let local = frame.to_local(point);
                let [low, high] = [local - frame.low, local - frame.high].map(DVec2::abs);
                let size = frame.low.abs().max(frame.high.abs()).element_sum() + (local - point).abs().element_sum();
                low.min(high).max_element() <= rounding + ROUNDING * size
            }
            Self::Hull(hull) => {
                let slack = rounding + ROUNDING * (hull.size() + hull.origin.abs().element_sum());
                let corners = hull.points[..hull.count].iter();
                hull.radius == 0.0
                    && corners.map(|corner| hull.origin + *corner - point).any(|delta| is_near(delta, slack))
            }
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

/// Whether a vector is at most this long along each axis.
pub(crate) fn is_near(delta: DVec2, distance: f64) -> bool {
    delta.abs().max_element() <= distance
}
