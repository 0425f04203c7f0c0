//! Boxes in `f64`, for measures, and the rounding of measures.

use glam::DVec2;

use crate::measure::ties::quarter_turns;
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

/// An axis of a box in the world, where the box begins and ends along it, from the origin of its frame, and whether there is an
/// edge with this normal: a flat box has none at its ends.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) direction: DVec2,
    pub(crate) span: [f64; 2],
    pub(crate) is_edge: bool,
}

impl Axis {
    fn opposite(self) -> Self {
        Self { direction: -self.direction, span: [-self.span[1], -self.span[0]], ..self }
    }
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
    pub(crate) fn moved(&self, by: DVec2) -> Self {
        Self { origin: self.origin + by, ..*self }
    }

    /// Converts a point to the frame's coordinates.
    pub(crate) fn to_local(&self, point: DVec2) -> DVec2 {
        self.direction_to_local(point - self.origin)
    }

    /// Converts a direction to the frame's coordinates.
    pub(crate) fn direction_to_local(&self, delta: DVec2) -> DVec2 {
        DVec2::new(self.rotor.dot(delta), self.rotor.perp_dot(delta)) / self.length
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
        self.span(direction)[1]
    }

    /// Where the box begins and ends along a unit direction, from the origin of its frame.
    #[inline]
    pub(crate) fn span(&self, direction: DVec2) -> [f64; 2] {
        let along = self.direction_to_local(direction);
        let (low, high) = (self.low * along, self.high * along);
        [low.min(high).element_sum(), low.max(high).element_sum()]
    }

    /// The vector between the origins of two frames.
    pub(crate) fn to(&self, other: &Self) -> DVec2 {
        other.origin - self.origin
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

    /// The outward normals in its coordinates, in the order in which `sign` times the normal is compared.
    #[inline]
    pub(crate) fn local_normals(&self, sign: f64) -> [DVec2; 4] {
        let [x, y] = [DVec2::X * sign, DVec2::Y * sign];
        match quarter_turns(self.rotor) {
            0 => [x, y, -x, -y],
            1 => [y, -x, -y, x],
            2 => [-x, -y, x, y],
            _ => [-y, x, y, -x],
        }
    }

    /// The first two in the world. The others are their opposites.
    #[inline]
    pub(crate) fn first_normals(&self) -> [Axis; 2] {
        let (low, high, [x, y]) = (self.low, self.high, self.axes);
        let x = Axis { direction: x, span: [low.x, high.x], is_edge: low.y != high.y };
        let y = Axis { direction: y, span: [low.y, high.y], is_edge: low.x != high.x };
        match quarter_turns(self.rotor) {
            0 => [x, y],
            1 => [y, x.opposite()],
            2 => [x.opposite(), y.opposite()],
            _ => [y.opposite(), x],
        }
    }

    /// The outward normals of the two edges that a motion leads against, in its coordinates, in the order in which `sign`
    /// times the normal is compared.
    #[inline]
    pub(crate) fn against(&self, motion: DVec2, sign: f64) -> [DVec2; 2] {
        let [x, y] = [if motion.x > 0.0 { -1.0 } else { 1.0 }, if motion.y > 0.0 { -1.0 } else { 1.0 }];
        let rank = |turns: usize| (turns + 4 - quarter_turns(self.rotor)) % 4;
        let is_y_first = rank(if y * sign > 0.0 { 1 } else { 3 }) < rank(if x * sign > 0.0 { 0 } else { 2 });
        let normals = [DVec2::X * x, DVec2::Y * y];
        if is_y_first { [normals[1], normals[0]] } else { normals }
    }

    /// Whether it has an edge with this normal, which is in its coordinates: a flat one has none at its ends.
    #[inline]
    pub(crate) fn has_edge(&self, local_normal: DVec2) -> bool {
        if local_normal.x == 0.0 { self.low.x != self.high.x } else { self.low.y != self.high.y }
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
