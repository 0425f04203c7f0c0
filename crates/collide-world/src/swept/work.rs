//! What the parts of sweeps cost, in units of [`Meter`](crate::base::Meter).

use collide_core::{Shape, ShapeKind};

/// The number of pairs of boxes for this many movers up to which boxes around whole paths are a good search: to search
/// along a path, or to sort the boxes of another slice of time, costs as much as some pairs for each mover.
pub(super) fn max_candidates(mover_count: usize) -> u64 {
    (mover_count as u64 * 8).max(4_096)
}

/// The work of such a search for each of these pairs.
pub(super) const WORTH_OF_PAIR: u64 = 100;

/// The number of candidates between two looks at the limit of work.
pub(super) const BETWEEN_CHECKS: usize = 16;

/// A pair of boxes that meet.
pub(super) const BOX_PAIR: u64 = 5;

/// A box that is searched, or sorted for a search.
pub(super) const BOX_SEARCH: u64 = 190;

/// A search along a path.
pub(super) const PATH_SEARCH: u64 = 250;

/// A pair of the result, which is stored and sorted.
pub(super) const PAIR: u64 = 100;

/// The part of a shape in the cost of the sweep of two shapes.
pub(super) fn sweep_units(shape: &Shape) -> u64 {
    match shape.kind() {
        ShapeKind::Circle | ShapeKind::Rect => 70,
        ShapeKind::OrientedRect | ShapeKind::Capsule => 340,
        ShapeKind::Polygon => 540,
    }
}
