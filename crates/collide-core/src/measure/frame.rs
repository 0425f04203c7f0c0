//! Boxes in `f64`, for measures, and the rounding of measures.

use glam::DVec2;

use crate::{OrientedRect, Rect, Vec2};

/// The assumed relative rounding error of measures: eight units in the last place of `f64`.
pub(crate) const ROUNDING: f64 = 1.0 / (1_u64 << 50) as f64;

/// A rectangle in its own coordinate frame: the origin and unit axes of the frame, and the lower and upper corner in
/// it.
///
/// The frame of a [`Rect`](crate::Rect) is that of the world, so that its corners are not rounded. Its center would be.
pub(crate) struct Frame {
    origin: DVec2,
    /// The rotor as given, not normalised, so that vectors parallel to it are so without rounding.
    rotor: DVec2,
    /// The length of `rotor`.
    length: f64,
    pub(crate) axes: [DVec2; 2],
    pub(crate) low: DVec2,
    pub(crate) high: DVec2,
}

impl Frame {
    #[inline]
    pub(crate) fn of_rect(rect: &Rect) -> Self {
        Self {
            origin: DVec2::ZERO,
            rotor: DVec2::X,
            length: 1.0,
            axes: [DVec2::X, DVec2::Y],
            low: rect.min().as_dvec2(),
            high: rect.max().as_dvec2(),
        }
    }

    #[inline]
    pub(crate) fn of_oriented_rect(rect: &OrientedRect) -> Self {
        let rotor = Vec2::new(rect.rotor().cos(), rect.rotor().sin()).as_dvec2();
        let length = rotor.length();
        let x = rotor / length;
        let half = rect.half_extents().as_dvec2() * length;
        Self { origin: rect.center().as_dvec2(), rotor, length, axes: [x, x.perp()], low: -half, high: half }
    }

    /// The same rectangle, moved.
    pub(crate) fn moved(&self, way: DVec2) -> Self {
        Self { origin: self.origin + way, ..*self }
    }

    /// Converts a point to the frame's coordinates.
    pub(crate) fn to_local(&self, point: DVec2) -> DVec2 {
        self.direction_to_local(point - self.origin)
    }

    /// Converts a direction to the frame's coordinates.
    pub(crate) fn direction_to_local(&self, way: DVec2) -> DVec2 {
        DVec2::new(self.rotor.dot(way), self.rotor.perp_dot(way)) / self.length
    }

    /// Converts a point from the frame's coordinates to the world's.
    pub(crate) fn to_world(&self, local: DVec2) -> DVec2 {
        self.origin + self.direction_to_world(local)
    }

    /// Converts a direction from the frame's coordinates to the world's.
    pub(crate) fn direction_to_world(&self, local: DVec2) -> DVec2 {
        self.axes[0] * local.x + self.axes[1] * local.y
    }

    /// The extent of the box along a unit direction, from the origin of its frame.
    pub(crate) fn reach(&self, direction: DVec2) -> f64 {
        let local = self.direction_to_local(direction);
        let farthest = |along: f64, low: f64, high: f64| (if along > 0.0 { high } else { low }) * along;
        farthest(local.x, self.low.x, self.high.x) + farthest(local.y, self.low.y, self.high.y)
    }

    /// The gap between this box and another along a unit direction; negative if they overlap.
    pub(crate) fn gap(&self, other: &Self, direction: DVec2) -> f64 {
        (other.origin - self.origin).dot(direction) - self.reach(direction) - other.reach(-direction)
    }

    /// The sum of the magnitudes of the terms of a gap. Its rounding error is relative to this.
    pub(crate) fn magnitude(&self, other: &Self, direction: DVec2) -> f64 {
        let way = (other.origin - self.origin).abs().element_sum();
        way + self.reach(direction).abs() + other.reach(-direction).abs()
    }

    /// The point of the box nearest to a point.
    pub(crate) fn nearest(&self, point: DVec2) -> DVec2 {
        self.to_world(self.to_local(point).clamp(self.low, self.high))
    }

    /// The corners, in order around the box, in the frame's coordinates.
    pub(crate) fn local_corners(&self) -> [DVec2; 4] {
        let (low, high) = (self.low, self.high);
        [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
    }

    /// The corners, in order around the box.
    pub(crate) fn corners(&self) -> [DVec2; 4] {
        self.local_corners().map(|corner| self.to_world(corner))
    }

    /// The ends of the edge whose outward normal is most opposite to `direction`.
    pub(crate) fn edge_against(&self, direction: DVec2) -> [DVec2; 2] {
        let (along, low, high) = (self.direction_to_local(direction), self.low, self.high);
        let edge = if along.x.abs() > along.y.abs() {
            let x = if along.x > 0.0 { low.x } else { high.x };
            [DVec2::new(x, low.y), DVec2::new(x, high.y)]
        } else {
            let y = if along.y > 0.0 { low.y } else { high.y };
            [DVec2::new(low.x, y), DVec2::new(high.x, y)]
        };
        edge.map(|end| self.to_world(end))
    }
}

/// Rounds to `f32` and clamps to the finite range, as measures of finite shapes may exceed it. Zeros become positive.
pub(crate) fn to_f32(v: DVec2) -> Vec2 {
    v.as_vec2().clamp(Vec2::MIN, Vec2::MAX) + 0.0
}

/// Rounds a multiple of a motion to `f32` and clamps it to the finite range. It is not negative. Zero becomes positive:
/// which zero is the lesser of two differs between processors.
pub(crate) fn multiple_to_f32(multiple: f64) -> f32 {
    multiple.min(f32::MAX.into()) as f32 + 0.0
}

/// Rounds a length to a positive finite `f32`. The exact decision says that it is positive, even if it is zero in
/// `f64`.
#[inline]
pub(crate) fn positive_to_f32(length: f64) -> f32 {
    // Converted here, as a processor would take long to convert a subnormal number.
    const LEAST: f64 = f32::from_bits(1) as f64;
    length.clamp(LEAST, f32::MAX.into()) as f32
}
