//! The part of a straight line that lies in a disc, in `f64`.

use glam::DVec2;

/// Where a line comes nearest to a disc's center, and what of it is in the disc; all relative to the line's start.
pub(crate) struct Chord {
    /// The line's direction, of length one.
    unit: DVec2,
    /// The way along the line to the point nearest to the center, and from there to the center, to the left.
    pub(crate) ahead: f64,
    pub(crate) aside: f64,
    /// Half the length within the disc; zero where the line misses.
    half_length: f64,
}

impl Chord {
    /// Of a line whose start has `way` before it to the center.
    pub(crate) fn of(way: DVec2, direction: DVec2, radius: f64) -> Self {
        let unit = direction.normalize();
        let (ahead, aside) = (way.dot(unit), unit.perp_dot(way));
        let half_length = libm::sqrt(((radius - aside.abs()) * (radius + aside.abs())).max(0.0));
        Self { unit, ahead, aside, half_length }
    }

    /// The ways from the start to where the line enters and leaves the disc.
    pub(crate) fn ends(&self) -> [f64; 2] {
        [self.ahead - self.half_length, self.ahead + self.half_length]
    }

    /// The disc's normal where the line enters. From the chord, not from the points, which for a small disc far away
    /// would cancel.
    pub(crate) fn entry_normal(&self) -> DVec2 {
        let inward = self.unit * self.half_length + self.unit.perp() * self.aside;
        -inward.try_normalize().unwrap_or(self.unit)
    }
}
