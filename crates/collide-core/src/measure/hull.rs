//! Convex sets of few points and a radius in `f64`, for measures.

use glam::DVec2;

use crate::measure::frame::Frame;
use crate::shape::hull::MAX_CORNERS;
use crate::{Capsule, Polygon, Vec2};

/// The hull of points around an origin, counter-clockwise and all different, grown by a radius.
#[derive(Clone, Copy)]
pub(crate) struct Hull {
    pub(crate) origin: DVec2,
    pub(crate) points: [DVec2; MAX_CORNERS],
    /// From each point to the next one, accurate even where it is much shorter than the points are far.
    pub(crate) sides: [DVec2; MAX_CORNERS],
    pub(crate) count: usize,
    pub(crate) radius: f64,
}

impl Hull {
    fn new(origin: DVec2, points: impl Iterator<Item = DVec2>, radius: f64) -> Self {
        let [points_of, sides] = [[DVec2::ZERO; MAX_CORNERS]; 2];
        let mut hull = Self { origin, points: points_of, sides, count: 0, radius };
        for point in points {
            if hull.count == 0 || hull.points[hull.count - 1] != point {
                hull.points[hull.count] = point;
                hull.count += 1;
            }
        }
        while hull.count > 1 && hull.points[hull.count - 1] == hull.points[0] {
            hull.count -= 1;
        }
        for index in 0..hull.count {
            hull.sides[index] = hull.points[hull.next(index)] - hull.points[index];
        }
        hull
    }

    pub(crate) fn of_capsule(capsule: &Capsule) -> Self {
        Self::at(capsule.position(), &capsule.offsets(), capsule.radius())
    }

    pub(crate) fn of_polygon(polygon: &Polygon) -> Self {
        Self::at(polygon.position(), polygon.offsets(), polygon.radius())
    }

    /// The hull of a position and offsets. Offsets that nearly cancel the position become small ones from an origin near
    /// the points, so that errors are in proportion to these.
    fn at(position: Vec2, offsets: &[Vec2], radius: f32) -> Self {
        let position = position.as_dvec2();
        // The sum of numbers that are nearly opposite is not rounded (Sterbenz' lemma).
        let shift =
            |position: f64, offset: f64| if (position + offset).abs() < position.abs() / 1024.0 { offset } else { 0.0 };
        let first = offsets[0].as_dvec2();
        let shift = DVec2::new(shift(position.x, first.x), shift(position.y, first.y));
        Self::new(position + shift, offsets.iter().map(|offset| offset.as_dvec2() - shift), radius.into())
    }

    pub(crate) fn disc(center: DVec2, radius: f64) -> Self {
        Self::new(center, core::iter::once(DVec2::ZERO), radius)
    }

    pub(crate) fn of_box(frame: &Frame) -> Self {
        let corners = frame.local_corners().map(|corner| frame.direction_to_world(corner));
        let mut hull = Self::new(frame.to_world(DVec2::ZERO), corners.into_iter(), 0.0);
        if hull.count == 4 {
            let size = frame.high - frame.low;
            let [x, y] = [frame.axes[0] * size.x, frame.axes[1] * size.y];
            hull.sides[..4].copy_from_slice(&[x, y, -x, -y]);
        }
        hull
    }

    /// The same set, moved.
    pub(crate) fn moved(&self, by: DVec2) -> Self {
        Self { origin: self.origin + by, ..*self }
    }

    /// The index of the point after another.
    pub(crate) fn next(&self, index: usize) -> usize {
        if index + 1 < self.count { index + 1 } else { 0 }
    }

    /// The largest distance of a point from the origin along an axis, added up.
    pub(crate) fn size(&self) -> f64 {
        let far = |size: f64, point: &DVec2| size.max(point.abs().element_sum());
        self.points[..self.count].iter().fold(0.0, far) + self.radius
    }
}
