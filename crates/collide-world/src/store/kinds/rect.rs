use collide_core::{Rect, ShapeError, Vec2};

use super::{Interpolation, Rounded, Stored};

impl Rounded for Rect {}

impl Stored<4> for Rect {
    type Payload = u64;

    /// A `Rect` stores its corners.
    const HAS_CENTER: bool = false;

    fn interpolate(&self, to: &Self, interpolation: &Interpolation) -> Option<Self> {
        let near = interpolation.is_near(self.min(), to.min()) && interpolation.is_near(self.max(), to.max());
        let between =
            || Self::new(interpolation.point(self.min(), to.min()), interpolation.point(self.max(), to.max()));
        near.then(between)?.ok()
    }

    fn map_points(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        Self::new(point(self.min()), point(self.max()))
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        self.translated(center - self.center())
    }
}
