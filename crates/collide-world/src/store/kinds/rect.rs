use collide_core::{Rect, ShapeError, Vec2};

use super::{Stored, Way};

impl Stored<4> for Rect {
    type Payload = u64;

    /// A `Rect` stores its corners.
    #[cfg(feature = "recording")]
    const HAS_CENTER: bool = false;

    fn toward(&self, to: &Self, way: &Way) -> Option<Self> {
        let near = way.is_near(self.min(), to.min()) && way.is_near(self.max(), to.max());
        let between = || Self::new(way.point(self.min(), to.min()), way.point(self.max(), to.max()));
        near.then(between)?.ok()
    }

    fn carried(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        Self::new(point(self.min()), point(self.max()))
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        self.translated(center - self.center())
    }
}
