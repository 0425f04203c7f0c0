//! The part of a straight line that lies in a disc, in `f64`.

use glam::DVec2;

/// A direction, and how long it was given.
#[derive(Clone, Copy)]
pub(crate) struct Heading {
    unit: DVec2,
    length: f64,
}

impl Heading {
    /// Of a vector that is not zero.
    pub(crate) fn of(direction: DVec2) -> Self {
        let length = direction.length();
        Self { unit: direction / length, length }
    }
}

/// Where a line comes nearest to a disc's center, and what of it is in the disc.
pub(crate) struct Chord {
    heading: Heading,
    /// The way along the line to the point nearest to the center, and from there to the center, to the left.
    pub(crate) ahead: f64,
    pub(crate) aside: f64,
    /// Half the length within the disc; zero where the line misses.
    half_length: f64,
}

impl Chord {
    /// Of a line whose start has `way` before it to the center.
    pub(crate) fn of(way: DVec2, heading: Heading, radius: f64) -> Self {
        let (ahead, aside) = (way.dot(heading.unit), heading.unit.perp_dot(way));
        let half_length = libm::sqrt(((radius - aside.abs()) * (radius + aside.abs())).max(0.0));
        Self { heading, ahead, aside, half_length }
    }

    /// How many times the direction as given it is from the start to where the line enters and leaves the disc.
    pub(crate) fn ends(&self) -> [f64; 2] {
        [self.ahead - self.half_length, self.ahead + self.half_length].map(|way| way / self.heading.length)
    }

    /// The disc's normal where the line enters. From the chord, not from the points, which for a small disc far away
    /// would cancel.
    pub(crate) fn entry_normal(&self) -> DVec2 {
        let unit = self.heading.unit;
        let inward = unit * self.half_length + unit.perp() * self.aside;
        -inward.try_normalize().unwrap_or(unit)
    }
}
