use collide_core::columns::Round;
use collide_core::{Aabb, Polygon, ShapeError, Vec2};

use super::{Bounded, Interpolation, Rounded, Stored};

impl Rounded for Polygon {
    #[inline(always)]
    fn round(&self) -> Option<Round> {
        Some(self.into())
    }
}

impl Stored<4> for Polygon {
    type Payload = Bounded<Self>;

    const HAS_CENTER: bool = true;

    #[inline(always)]
    fn bound(&self) -> Aabb {
        self.aabb()
    }

    /// The polygon of the earlier tick at a position between both. One that changes its radius or its number of corners
    /// stands still until the end.
    fn interpolate(&self, to: &Self, interpolation: &Interpolation) -> Option<Self> {
        let (from, end) = (self.position(), to.position());
        let is_same = self.offsets().len() == to.offsets().len() && self.radius() == to.radius();
        let keeps = is_same && interpolation.is_near(from, end);
        keeps.then(|| self.at(interpolation.point(from, end)))?.ok()
    }

    fn map_points(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        self.at(point(self.position()))
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        self.at(center)
    }
}
