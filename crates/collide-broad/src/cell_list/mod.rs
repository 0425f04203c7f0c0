//! Rows sorted by the cell they are in, and joins of such lists.

mod along;
mod anchored;
mod cells;
mod changed;
mod check;
mod copy;
mod directory;
mod fit;
mod groups;
mod interval;
mod join;
mod meeting;
mod near;
mod patch;
mod path;
mod resort;
mod rows;
mod search;
mod sort;
mod tile_tree;
mod tuning;
mod unshared;
mod visits;

pub use anchored::Anchored;
pub use check::CellListError;
pub use groups::{GroupOf, MeetsGroup};
pub(crate) use interval::{Interval, intervals, row_at};
pub use join::PairSink;
pub use path::Path;
pub use rows::allocated;
pub use visits::Visits;
pub(crate) use visits::{FAR_RUN, RUN, TESTED};

use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::workers::Workers;
use cells::Cells;
use changed::Changed;
use directory::Directory;
use fit::Fitted;
use groups::Groups;
use patch::Patch;
use rows::{Rows, piece_count};
use search::Occupied;
use sort::CellSort;
use tile_tree::TileTree;

/// What a cell list stores beside each row: any small plain value.
pub trait Payload: Copy + Send + Sync {}

impl<T: Copy + Send + Sync> Payload for T {}

/// A cell list: shapes or bounds of similar size as columns of numbers, sorted by cell.
///
/// Rows keep the order of the last sort, so they are nearly sorted one tick later. Each row has an id, which is emitted
/// in pairs, and a payload, which moves with the row.
#[derive(Debug)]
pub struct CellList<S, P, const N: usize> {
    rows: Rows<P, N>,
    /// Memory for the next sort, which uses that of the ids twice: first for cells.
    spare: Rows<P, N>,
    /// The number of rows, without padding.
    len: usize,
    /// Whether the rows that have not changed are where the last sort has put them.
    sorted: bool,
    cells: Cells,
    sort: CellSort,
    /// The cells of crowded indices that several cells share.
    directory: Directory,
    /// The groups of rows in crowded cells, if the last sort was asked for them.
    groups: Groups,
    /// An upper bound of the extents of all rows, when sorted.
    max_extent: f64,
    /// The side of a cell that suits the density around the rows; zero until the first sort.
    side: f64,
    /// The requested side of a cell; cells are larger if necessary. Zero to choose it from the rows.
    cell: f64,
    /// The intervals of nearly all anchors when the cells were fitted.
    intervals: [Interval; 2],
    /// When the cells were fitted.
    fitted: Fitted,
    /// The number of changes of a row, ever.
    changes: u64,
    /// The occupied cells, computed by the first search after a sort.
    occupied: OnceLock<Option<Occupied>>,
    /// A tree over the rows, built by the first search that needs it.
    tree: OnceLock<TileTree>,
    /// The rows that have changed since they were sorted, or since the tree was built if they are not sorted.
    changed: Changed,
    /// Memory for the sort of few rows.
    patch: Patch,
    shapes: PhantomData<S>,
}

/// The ids that a join emits for rows.
#[derive(Clone, Copy, Debug)]
pub enum RowIds<'a> {
    /// The id stored with each row.
    Stored,
    /// The value at the index of the row, in both lists of a join. There must be at least [`CellList::id_count`]
    /// values. The values after that of the last row are for copies of the first rows, in order.
    Given(&'a [u32]),
}

impl<S, P, const N: usize> Default for CellList<S, P, N> {
    fn default() -> Self {
        Self {
            rows: Rows::default(),
            spare: Rows::default(),
            len: 0,
            sorted: false,
            cells: Cells::default(),
            sort: CellSort::default(),
            directory: Directory::default(),
            groups: Groups::default(),
            max_extent: 0.0,
            side: 0.0,
            cell: 0.0,
            intervals: [Interval::default(); 2],
            fitted: Fitted::default(),
            changes: 0,
            occupied: OnceLock::new(),
            tree: OnceLock::new(),
            changed: Changed::default(),
            patch: Patch::default(),
            shapes: PhantomData,
        }
    }
}

impl<S, P, const N: usize> CellList<S, P, N> {
    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the list is sorted: no row was added, removed or changed since the last sort.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.sorted && !self.changed.any()
    }

    /// The id of each row.
    #[must_use]
    pub fn ids(&self) -> &[u32] {
        &self.rows.ids[..self.len]
    }

    /// The number of values that [`RowIds::Given`] must have for a join of this sorted list: one for each row and each
    /// copy of a row, and padding.
    #[must_use]
    pub fn id_count(&self) -> usize {
        self.rows.ids.len()
    }

    /// An upper bound of the extents of all rows, when sorted. Cells are at least this large.
    #[must_use]
    pub fn max_extent(&self) -> f64 {
        self.max_extent
    }

    /// The side of a cell, in world units.
    #[must_use]
    pub fn cell_side(&self) -> f64 {
        1.0 / self.cells.per_unit()
    }

    /// The number of cells that the rows are sorted into.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The number of changes of a row since the list was new.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// For each axis, the interval of nearly all anchors.
    pub(crate) fn intervals(&self) -> [Interval; 2] {
        self.intervals
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// The payload of each row.
    #[must_use]
    pub fn payload(&self) -> &[P] {
        &self.rows.payload[..self.len]
    }

    /// The numbers of a row.
    #[must_use]
    #[inline]
    pub fn row(&self, row: usize) -> [f32; N] {
        self.rows.row(row)
    }

    /// The numbers of all rows, column by column.
    #[must_use]
    pub fn columns(&self) -> [&[f32]; N] {
        self.rows.columns.each_ref().map(|column| &column[..self.len])
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.note_all_changed();
        self.rows.clear();
        self.len = 0;
    }

    /// Replaces all rows. The result is the same as a new list with these rows, but memory is kept.
    ///
    /// # Panics
    /// If columns, ids and payload differ in length.
    pub(crate) fn refill(
        &mut self,
        columns: [impl Iterator<Item = f32>; N],
        ids: impl Iterator<Item = u32>,
        payload: impl Iterator<Item = P>,
    ) {
        self.forget();
        self.rows.refill(columns, ids, payload);
        self.len = self.rows.payload.len();
    }

    /// Forgets everything but the rows, and keeps memory.
    fn forget(&mut self) {
        let Self { rows, spare, mut sort, .. } = std::mem::take(self);
        sort.forget();
        *self = Self { rows, spare, sort, ..Self::default() };
    }

    /// Adds a row at the end. The list is no longer sorted.
    pub fn push(&mut self, row: [f32; N], id: u32, payload: P) {
        self.rows.push(row, id, payload);
        self.len += 1;
        self.note_changed(self.len - 1);
    }

    /// Bytes allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        let rows = self.rows.memory() + self.spare.memory();
        let orders = self.sort.memory() + self.directory.memory() + self.groups.memory() + self.patch.memory();
        rows + orders + self.index_memory()
    }

    /// The bytes of [`memory`](Self::memory) that indexes take which searches build on first use.
    #[must_use]
    pub fn index_memory(&self) -> usize {
        self.tree.get().map_or(0, TileTree::memory) + self.changed.memory()
    }

    /// All rows for changes in place: columns, ids and payload, split into pieces for the workers. The list is no
    /// longer sorted.
    pub fn pieces_mut(&mut self, workers: &impl Workers) -> impl Iterator<Item = ([&mut [f32]; N], &[u32], &mut [P])> {
        self.note_all_changed();
        let (len, piece_len) = (self.len, self.len.div_ceil(piece_count(self.len, workers)).max(1));
        let mut columns = self.rows.columns.each_mut().map(|column| column[..len].chunks_mut(piece_len));
        let ids = self.rows.ids[..len].chunks(piece_len);
        ids.zip(self.rows.payload[..len].chunks_mut(piece_len)).map(move |(ids, payload)| {
            (columns.each_mut().map(|column| column.next().unwrap_or_default()), ids, payload)
        })
    }

    /// Sets the numbers of each row to those that `row` returns for its id. The list is no longer sorted.
    pub fn set_each(&mut self, mut row: impl FnMut(u32) -> [f32; N]) {
        self.note_all_changed();
        for place in 0..self.len {
            self.rows.set(place, row(self.rows.ids[place]));
        }
    }

    /// Sets the numbers and the payload of a row. The list is no longer sorted.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn set(&mut self, row: usize, numbers: [f32; N], payload: P) {
        assert!(row < self.len, "row {row} of {}", self.len);
        self.rows.set(row, numbers);
        self.rows.payload[row] = payload;
        self.note_changed(row);
    }

    /// Removes a row and moves the last row to its place. Returns the id of the moved row, if there is one. The list is
    /// no longer sorted.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn swap_remove(&mut self, row: usize) -> Option<u32> {
        self.rows.swap_remove(row);
        self.len -= 1;
        if row < self.len {
            self.note_changed(row);
            Some(self.rows.ids[row])
        } else {
            self.changes += 1;
            self.changed.note_removed();
            None
        }
    }
}
