//! The part of a straight line that lies in a disc, in `f64`.

use glam::DVec2;

/// A unit direction, and the length of the original vector.
#[derive(Clone, Copy)]
pub(crate) struct Heading {
    unit: DVec2,
    length: f64,
}

impl Heading {
    /// The heading of a vector that is not zero.
    pub(crate) fn of(direction: DVec2) -> Self {
        let length = direction.length();
        Self { unit: direction / length, length }
    }
}

/// The point of a line nearest to a disc's center, and the part of the line in the disc.
pub(crate) struct Chord {
    heading: Heading,
    /// The distance along the line to the point nearest to the center.
    pub(crate) ahead: f64,
    /// The distance from that point to the center, positive to the left.
    pub(crate) aside: f64,
    /// Half the length within the disc; zero if the line misses.
    half_length: f64,
    /// Whether the disc is a point: it has no normal of its own.
    is_point: bool,
}

impl Chord {
    /// The chord of a line. `delta` leads from its start to the disc's center.
    pub(crate) fn of(delta: DVec2, heading: Heading, radius: f64) -> Self {
        let (ahead, aside) = (delta.dot(heading.unit), heading.unit.perp_dot(delta));
        let half_length = libm::sqrt(((radius - aside.abs()) * (radius + aside.abs())).max(0.0));
        Self { heading, ahead, aside, half_length, is_point: radius == 0.0 }
    }

    /// Where the line enters and leaves the disc, in multiples of the original direction.
    pub(crate) fn ends(&self) -> [f64; 2] {
        [self.ahead - self.half_length, self.ahead + self.half_length].map(|delta| delta / self.heading.length)
    }

    /// The disc's normal where the line enters. Computed from the chord: the points of a small disc far away would
    /// cancel.
    pub(crate) fn entry_normal(&self) -> DVec2 {
        let unit = self.heading.unit;
        if self.is_point {
            return -unit;
        }
        let inward = unit * self.half_length + unit.perp() * self.aside;
        -inward.try_normalize().unwrap_or(unit)
    }
}
