use std::ops::Range;

use collide_broad::internal::{Anchored, CellList, Payload};

use super::{Around, Zone};
use crate::search::outline::Outline;
use crate::search::relative::{Relative, RelativeRow};

/// In a box: for all that is near, whatever its distance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    around: Around,
    corners: [[f64; 2]; 2],
}

impl Within {
    /// In the box of an outline.
    pub(crate) fn new(outline: Outline) -> Self {
        // Corners of rows are rounded to `f64`.
        Self { around: Around::new(outline, 0), corners: outline.widened(outline.rounding()).corners() }
    }
}

impl Zone for Within {
    fn search<S: Anchored<N>, P: Payload, const N: usize>(
        &self,
        list: &CellList<S, P, N>,
        _: f64,
        mut visit: impl FnMut(Range<usize>) -> f64,
    ) {
        list.in_box(self.corners, |rows| visit(rows) >= 0.0);
    }

    fn from(&self) -> [f32; 2] {
        self.around.from()
    }

    fn limit(&self, max_distance: f64) -> f32 {
        self.around.limit(max_distance)
    }

    #[inline(always)]
    fn may_reach(&self, relative: &impl Relative, limit: f32) -> bool {
        self.around.may_reach(relative, limit)
    }

    #[inline(always)]
    fn meets<S: RelativeRow<N>, const N: usize>(&self, row: [f32; N], _: [f32; 2], _: f32) -> bool {
        let ([[left, bottom], [right, top]], [low, high]) = (S::corners(&row), self.corners);
        (left <= high[0]) & (right >= low[0]) & (bottom <= high[1]) & (top >= low[1])
    }

    fn within(&self, limit: f32) -> [f32; 4] {
        self.around.within(limit)
    }

    fn rank(&self, relative: &impl Relative) -> f32 {
        self.around.rank(relative)
    }

    fn entry(&self, other: &Outline) -> f64 {
        self.around.entry(other)
    }
}
