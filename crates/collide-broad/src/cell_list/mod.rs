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
mod path;
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
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::workers::Workers;
use cells::Cells;
use changed::Changed;
use directory::Directory;
use groups::Groups;
use rows::{Rows, piece_count};
use search::Occupied;
use sort::CellSort;
use tile_tree::TileTree;
use tuning::{FAR_OFF, FITS_FOR, MAX_FITS, MIN_WIDENING};

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
    /// The number of rows when the cells were fitted, and the number of sorts since then.
    fitted: (usize, u32),
    /// The occupied cells, computed by the first search after a sort.
    occupied: OnceLock<Option<Occupied>>,
    /// A tree over the rows, built by the first search that needs it.
    tree: OnceLock<TileTree>,
    /// The rows that have changed since they were sorted, or since the tree was built if they are not sorted.
    changed: Changed,
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
            fitted: (0, FITS_FOR),
            occupied: OnceLock::new(),
            tree: OnceLock::new(),
            changed: Changed::default(),
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
        self.drop_index();
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
        rows + self.sort.memory() + self.directory.memory() + self.groups.memory() + self.index_memory()
    }

    /// The bytes of [`memory`](Self::memory) that indexes take which searches build on first use.
    #[must_use]
    pub fn index_memory(&self) -> usize {
        self.tree.get().map_or(0, TileTree::memory) + self.changed.memory()
    }

    /// All rows for changes in place: columns, ids and payload, split into pieces for the workers. The list is no
    /// longer sorted.
    pub fn pieces_mut(&mut self, workers: &impl Workers) -> impl Iterator<Item = ([&mut [f32]; N], &[u32], &mut [P])> {
        self.drop_index();
        let (len, piece_len) = (self.len, self.len.div_ceil(piece_count(self.len, workers)).max(1));
        let mut columns = self.rows.columns.each_mut().map(|column| column[..len].chunks_mut(piece_len));
        let ids = self.rows.ids[..len].chunks(piece_len);
        ids.zip(self.rows.payload[..len].chunks_mut(piece_len)).map(move |(ids, payload)| {
            (columns.each_mut().map(|column| column.next().unwrap_or_default()), ids, payload)
        })
    }

    /// Sets the numbers of each row to those that `row` returns for its id. The list is no longer sorted.
    pub fn set_each(&mut self, mut row: impl FnMut(u32) -> [f32; N]) {
        self.drop_index();
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
            self.changed.note_removed();
            None
        }
    }

    /// Sorts the rows by their current cells.
    pub fn sort(&mut self, workers: &impl Workers) {
        self.sort_within(f64::INFINITY, workers, None);
    }

    /// Sorts the rows by their current cells, and the rows of crowded cells by the group of their ids. Joins can then
    /// skip [whole groups](Self::join_self). If a row has an extent larger than `limit`, it returns false, and the rows
    /// stay where they are.
    pub(crate) fn sort_within(&mut self, limit: f64, workers: &impl Workers, group_of: Option<GroupOf<'_>>) -> bool {
        self.occupied.take();
        self.drop_index();
        let (mut sort, mut scratch) = (std::mem::take(&mut self.sort), std::mem::take(&mut self.spare.ids));
        let fits = self.assign(&mut sort, &mut scratch, limit, workers);
        (self.sort, self.spare.ids) = (sort, scratch);
        if !fits {
            return false;
        }
        self.fitted.1 += 1;
        let copied = self.sort.starts[self.cells.stride() + 2] as usize;
        self.directory.clear();
        if self.sort.shares {
            let [xs, ys] = [0, 1].map(|axis| self.rows.columns[axis].as_slice());
            self.directory.arrange(&self.sort, &self.cells, |row| [xs[row], ys[row]]);
        }
        self.groups.clear();
        if let Some(group_of) = group_of {
            self.groups.arrange((&self.sort, &self.directory), &self.rows.ids, group_of, copied);
        }
        self.spare.gather(&self.rows, &self.sort.order, copied, workers);
        std::mem::swap(&mut self.rows, &mut self.spare);
        self.rows.pad(copied);
        self.sorted = true;
        true
    }

    /// Finds the cell of each row, and their order by cell. Fits the cells if necessary. Returns false if a row is larger
    /// than `limit`.
    fn assign(&mut self, sort: &mut CellSort, scratch: &mut Vec<u32>, limit: f64, workers: &impl Workers) -> bool {
        let (fitted_len, age) = self.fitted;
        let is_first = self.side == 0.0;
        if age >= FITS_FOR || self.len > fitted_len * 2 || self.len * 4 < fitted_len {
            self.measure(sort);
            if !self.fit(1.0, limit) {
                return false;
            }
        }
        if !self.place(sort, scratch, workers) {
            // A row is too large for the cells. Rows will probably continue to grow.
            if !self.fit(1.25, limit) {
                return false;
            }
            self.place(sort, scratch, workers);
        }
        // Where rows are close together in a few places, each measure gives narrower cells than the last one.
        let is_new = self.fitted.1 == 0 && self.cell == 0.0;
        for attempt in 0..if is_new { MAX_FITS } else { 0 } {
            self.measure(sort);
            let (side, before) = (self.side.max(self.max_extent), self.cell_side());
            let margin = if is_first && attempt == 0 { MIN_WIDENING } else { FAR_OFF };
            let is_narrower = side * margin < before;
            if !is_narrower && (attempt > 0 || self.side <= before * margin) {
                break;
            }
            self.fit(1.0, limit);
            self.place(sort, scratch, workers);
            if self.cell_side() == before {
                break;
            }
        }
        true
    }

    /// Sorts rows into cells. Returns `false` if some are too large for the cells.
    fn place(&self, sort: &mut CellSort, scratch: &mut Vec<u32>, workers: &impl Workers) -> bool {
        let columns = self.columns();
        let (largest, shares) = (AtomicU64::new(0), AtomicBool::new(false));
        let grid = &self.cells;
        let cells_of = |first: usize, cells: &mut [u32]| {
            let columns = columns.map(|column| &column[first..first + cells.len()]);
            if !grid.of_all(columns[0], columns[1], cells) {
                shares.store(true, Ordering::Relaxed);
            }
            let extent = S::max_extent(&columns);
            // The bits of numbers that are not negative are ordered as the numbers are.
            largest.fetch_max(extent.to_bits(), Ordering::Relaxed);
        };
        sort.sort(self.len, grid, cells_of, scratch, workers);
        sort.shares = shares.into_inner();
        f64::from_bits(largest.into_inner()) <= self.max_extent
    }

    /// Sets the side of a cell from the next fit on; cells are larger if necessary. Zero to choose it from the rows.
    pub(crate) fn set_cell(&mut self, side: f64) {
        self.cell = side;
    }
}
