use collide_core::columns::Round;
use collide_core::{Circle, ShapeError, Vec2};

use super::{Interpolation, Rounded, Stored};

impl Rounded for Circle {
    #[inline(always)]
    fn round(&self) -> Option<Round> {
        Some(self.into())
    }
}

impl Stored<3> for Circle {
    type Payload = u64;

    const HAS_CENTER: bool = true;

    fn interpolate(&self, to: &Self, interpolation: &Interpolation) -> Option<Self> {
        let size = (to.radius() - self.radius()).abs();
        let near = interpolation.is_near(self.center(), to.center()) && size <= interpolation.teleport_distance;
        let between = || {
            Self::new(interpolation.point(self.center(), to.center()), interpolation.number(self.radius(), to.radius()))
        };
        near.then(between)?.ok()
    }

    /// The same as of the bounds or less, without these.
    #[inline]
    fn distance(&self, to: &Self, teleport_distance: f32) -> f64 {
        let interpolation = Interpolation { part: 1.0, teleport_distance };
        let change = to.center().as_dvec2() - self.center().as_dvec2();
        let growth = (to.radius() - self.radius()).abs();
        if !(interpolation.is_short(change) && growth <= teleport_distance) {
            return 0.0;
        }
        let end = |circle: &Self| circle.center().abs().max_element() + circle.radius();
        let is_whole = end(self).max(end(to)) < f32::MAX;
        if is_whole || self == to { change.length() + f64::from(growth) } else { f64::INFINITY }
    }

    fn map_points(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        Self::new(point(self.center()), self.radius())
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        Self::new(center, self.radius())
    }
}
