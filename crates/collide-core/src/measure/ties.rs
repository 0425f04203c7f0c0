//! Which normal counts where several are equally good, whatever kind of shape holds the points.
//!
//! Normals lead from the first set to the second one. They are compared counter-clockwise from `(0, 1)`, and the first of
//! equally good ones counts.

use glam::DVec2;

/// Depths that differ by less than this part are equal.
pub(crate) const TIE: f64 = 1e-9;

/// Whether the depth along a normal is less than that along one before it, by more than rounding. Of nearly parallel
/// normals, the one with the least depth counts.
#[inline]
pub(crate) fn is_shallower((normal, depth): (DVec2, f64), (before, best): (DVec2, f64), slack: f64) -> bool {
    depth < best && (depth < best - (TIE * best.abs() + slack) || normal.dot(before) > 0.999)
}

/// The number of quarter turns from a direction to the first one at or after `(0, 1)`.
#[inline]
pub(crate) fn quarter_turns(direction: DVec2) -> usize {
    if direction.y > 0.0 {
        usize::from(direction.x > 0.0)
    } else if direction.x > 0.0 {
        if direction.y < 0.0 { 2 } else { 1 }
    } else if direction.x < 0.0 {
        3
    } else {
        2
    }
}
