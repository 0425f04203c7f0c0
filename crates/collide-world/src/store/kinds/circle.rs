use collide_core::{Circle, ShapeError, Vec2};

use super::{Stored, Way};

impl Stored<3> for Circle {
    type Payload = u64;

    #[cfg(feature = "recording")]
    const HAS_CENTER: bool = true;

    fn toward(&self, to: &Self, way: &Way) -> Option<Self> {
        let size = (to.radius() - self.radius()).abs();
        let near = way.is_near(self.center(), to.center()) && size <= way.teleport_distance;
        let between = || Self::new(way.point(self.center(), to.center()), way.number(self.radius(), to.radius()));
        near.then(between)?.ok()
    }

    fn carried(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        Self::new(point(self.center()), self.radius())
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        Self::new(center, self.radius())
    }
}
