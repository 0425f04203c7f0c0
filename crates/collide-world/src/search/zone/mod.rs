//! Where a search looks.

mod along;
mod around;
mod within;

use std::ops::Range;

use collide_broad::internal::{Anchored, CellList, Payload};
use collide_core::{Aabb, Vec2};

use super::outline::Outline;
use super::relative::{Relative, RelativeRow};
use super::tuning::{F32_ROUNDING, TINY};
use crate::store::Extent;

pub(crate) use along::Along;
pub(crate) use around::Around;
pub(crate) use within::Within;

/// Where a search looks. It knows how to walk through a cell list, and which of the rows there it needs.
pub(crate) trait Zone {
    /// Visits the rows of a cell list that may be at most `max_distance` away. `visit` returns the maximum distance
    /// from then on.
    fn search<S: Anchored<N>, P: Payload, const N: usize>(
        &self,
        list: &CellList<S, P, N>,
        max_distance: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    );

    /// The point that rows are measured from.
    fn from(&self) -> [f32; 2];

    /// The maximum distance in the form that [`may_reach`](Self::may_reach) takes.
    fn limit(&self, max_distance: f64) -> f32;

    /// Whether a row with this outline may be within `limit`. True if a number is NaN.
    fn may_reach(&self, relative: &impl Relative, limit: f32) -> bool;

    /// The same for the numbers of a row. `from` is [`from`](Self::from).
    #[inline(always)]
    fn meets<S: RelativeRow<N>, const N: usize>(&self, row: [f32; N], from: [f32; 2], limit: f32) -> bool {
        self.may_reach(&S::relative(row, from), limit)
    }

    /// A box that meets all rows within `limit`: left, bottom, right and top. A side that is NaN is no limit.
    fn within(&self, limit: f32) -> [f32; 4];

    /// The extent that meets all rows within the maximum distance.
    fn extent(&self, max_distance: f64) -> Option<Extent> {
        let [left, bottom, right, top] = self.within(self.limit(max_distance));
        Aabb::new(Vec2::new(left, bottom), Vec2::new(right, top)).ok().map(Extent::Box)
    }

    /// A number that is about as large as the distance of a row with this outline is: smaller ones are searched first.
    fn rank(&self, relative: &impl Relative) -> f32;

    /// The distance at which the zone begins to meet an outline, in units of hits; infinite if it never does. Not rounded
    /// to `f32`, so a search visits all whose distance is at most its limit.
    fn entry(&self, other: &Outline) -> f64;
}

/// The box with these intervals, expanded by more than their rounding and that of a distance from a point: left, bottom,
/// right and top.
fn box_around([[left, right], [bottom, top]]: [[f32; 2]; 2], from: [f32; 2]) -> [f32; 4] {
    // The sum of both axes, as a distance mixes them.
    let point = from[0].abs() + from[1].abs();
    let rounding = |low: f32, high: f32| (low.abs() + high.abs() + point) * (4.0 * F32_ROUNDING) + TINY;
    let (x, y) = (rounding(left, right), rounding(bottom, top));
    [left - x, bottom - y, right + x, top + y]
}
