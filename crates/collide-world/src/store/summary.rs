//! Statistics of the shapes of a set.

use collide_core::Aabb;
use smallvec::SmallVec;

use crate::Mobility;
use crate::base::ListKind;

/// The maximum number of shapes in a sample.
pub(crate) const SAMPLE: usize = 256;

/// The bounds of some shapes.
pub(crate) type Sample = SmallVec<[Aabb; SAMPLE]>;

/// Statistics of a cell list: shapes of one kind and of similar size, sorted by cell.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CellListStats {
    /// The kind of the list.
    pub kind: ListKind,
    /// [`Dynamic`](Mobility::Dynamic), or [`Static`](Mobility::Static) for static and sleeping entities.
    pub mobility: Mobility,
    /// The number of shapes.
    pub count: usize,
    /// The maximum width or height of a shape, in world units.
    pub size: f64,
    /// The side of a cell, in world units: at least `size`.
    pub side: f64,
    /// The number of cells.
    pub cells: usize,
}
