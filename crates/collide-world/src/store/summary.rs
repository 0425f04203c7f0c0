//! What is known of the shapes of a set without a look at each.

use collide_core::{Aabb, ShapeKind};
use smallvec::SmallVec;

use crate::Mobility;

/// Shapes a choice looks at.
pub(crate) const SAMPLE: usize = 256;

/// Bounds of some of the shapes, and how large the cells would be that they are sorted into.
pub(crate) type Sample = SmallVec<[(Aabb, f64); SAMPLE]>;

/// Shapes of one kind and about one size, sorted by the cell they are in.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CellListStats {
    /// The kind of the shapes.
    pub kind: ShapeKind,
    /// Whether they move.
    pub mobility: Mobility,
    /// How many.
    pub count: usize,
    /// What none of them exceeds in width or height, in world units.
    pub size: f64,
    /// The side of a cell: no less than that.
    pub side: f64,
    /// How many cells they are sorted into.
    pub cells: usize,
}
