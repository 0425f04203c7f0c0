//! Measures before they are rounded.

use glam::DVec2;

/// A contact before rounding.
pub(crate) struct Measure {
    pub(crate) normal: DVec2,
    pub(crate) depth: f64,
    pub(crate) points: [DVec2; 2],
}

impl Measure {
    pub(crate) fn at_point(normal: DVec2, depth: f64, point: DVec2) -> Self {
        Self { normal, depth, points: [point; 2] }
    }

    pub(crate) fn flipped(self) -> Self {
        Self { normal: -self.normal, ..self }
    }
}

/// A collision before rounding.
pub(crate) struct Meeting {
    pub(crate) time: f64,
    pub(crate) normal: DVec2,
    pub(crate) points: [DVec2; 2],
}

impl Meeting {
    pub(crate) fn flipped(self) -> Self {
        Self { normal: -self.normal, ..self }
    }
}
