//! Rows in the order of the cells they are in, and joins of such tables.

mod cells;
mod check;
mod content;
mod join;
mod near;
mod path;
mod placed;
mod rows;
mod search;
mod sort;
mod stretch;

pub use check::Fault;
pub use join::{Found, Meets};
pub use path::Path;
pub use placed::Placed;
pub(crate) use stretch::stretches;

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::statistics::{SAMPLE, chosen};
use crate::workers::Workers;
use cells::Cells;
use rows::{Rows, piece_count};
use search::Occupied;
use sort::CellSort;
use stretch::home;

/// Sorts after which the cells are fitted anew, should sizes or places have changed slowly.
const FITS_FOR: u32 = 64;

/// Three cells should hold so many rows: nearly never more than the eight that are tested at once.
const FULL_RUN: f64 = 4.0;

/// Cells are at most so many times wider than they must be.
const WIDEST: f64 = 4.0;

/// Shapes or bounds of about one size as columns of numbers, sorted by the cell they are in.
///
/// Rows keep the order of the last sort, so that one tick later they are nearly sorted. Each has a label, by which others
/// know it, and a payload that goes where it goes.
#[derive(Debug)]
pub struct Table<S, P, const N: usize> {
    rows: Rows<P, N>,
    spare: Rows<P, N>,
    /// Rows without padding.
    len: usize,
    /// Whether rows are where the last sort put them, with the numbers that they had then.
    sorted: bool,
    cells: Cells,
    sort: CellSort,
    /// What no row's reach exceeds, when sorted.
    reach: f64,
    /// How many times wider than the reach the cells are; zero before that was asked.
    widening: f64,
    /// The side that cells are to have, if it is not zero and they need not be larger.
    cell: f64,
    /// Where nearly all homes were when the cells were fitted.
    stretches: [(f64, f64); 2],
    /// How many rows the cells were fitted for, and how many sorts ago.
    fitted: (usize, u32),
    /// The cells that rows are in, noted by the first who searches after a sort.
    occupied: OnceLock<Option<Occupied>>,
    shapes: PhantomData<S>,
}

/// What rows are called in the pairs that a join finds.
#[derive(Clone, Copy, Debug)]
pub enum Names<'a> {
    /// By their labels.
    Labels,
    /// By these numbers, place by place, the same for each table; as many as [`Table::numbered`] says. A number past the
    /// last row is that of a copy of the row so much farther to the front.
    Numbers(&'a [u32]),
}

impl<S, P, const N: usize> Default for Table<S, P, N> {
    fn default() -> Self {
        Self {
            rows: Rows::default(),
            spare: Rows::default(),
            len: 0,
            sorted: false,
            cells: Cells::default(),
            sort: CellSort::default(),
            reach: 0.0,
            widening: 0.0,
            cell: 0.0,
            stretches: [(0.0, 0.0); 2],
            fitted: (0, FITS_FOR),
            occupied: OnceLock::new(),
            shapes: PhantomData,
        }
    }
}

impl<S, P, const N: usize> Table<S, P, N> {
    /// How many rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether all rows are where the last sort put them, and as they were then.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// The labels, row by row.
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.rows.labels[..self.len]
    }

    /// How many numbers [`Names::Numbers`] must have for it, when sorted: those of the rows, of copies, and padding.
    #[must_use]
    pub fn numbered(&self) -> usize {
        self.rows.labels.len()
    }

    /// What no row's reach exceeds, when sorted: about the size of a cell.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// The side of a cell, in world units.
    #[must_use]
    pub fn cell_side(&self) -> f64 {
        1.0 / self.cells.per_unit()
    }

    /// How many cells they are sorted into.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Where nearly all homes are, along each axis.
    pub(crate) fn stretches(&self) -> [(f64, f64); 2] {
        self.stretches
    }
}

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    /// What goes with each row.
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

    /// Adds a row at the end; the table is no longer sorted.
    pub fn push(&mut self, row: [f32; N], label: u32, payload: P) {
        self.sorted = false;
        self.rows.truncate(self.len);
        self.rows.push(row, label, payload);
        self.len += 1;
    }

    /// Bytes allocated.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.rows.memory() + self.spare.memory() + self.sort.memory()
    }

    /// All rows to be changed in place, cut into pieces for the workers: columns, labels and payload; the table is no longer
    /// sorted.
    pub fn pieces_mut(&mut self, workers: &impl Workers) -> impl Iterator<Item = ([&mut [f32]; N], &[u32], &mut [P])> {
        self.sorted = false;
        let (len, piece_len) = (self.len, self.len.div_ceil(piece_count(self.len, workers)).max(1));
        let mut columns = self.rows.columns.each_mut().map(|column| column[..len].chunks_mut(piece_len));
        let labels = self.rows.labels[..len].chunks(piece_len);
        labels.zip(self.rows.payload[..len].chunks_mut(piece_len)).map(move |(labels, payload)| {
            (columns.each_mut().map(|column| column.next().unwrap_or_default()), labels, payload)
        })
    }

    /// Gives each row new numbers, and lets its payload be changed; the table is no longer sorted.
    pub fn set_each(&mut self, mut row: impl FnMut(u32, &mut P, [f32; N]) -> [f32; N]) {
        self.sorted = false;
        for place in 0..self.len {
            let old = self.rows.row(place);
            let numbers = row(self.rows.labels[place], &mut self.rows.payload[place], old);
            self.rows.set(place, numbers);
        }
    }

    /// Gives a row new numbers and a payload; the table is no longer sorted.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn set(&mut self, row: usize, numbers: [f32; N], payload: P) {
        self.sorted = false;
        assert!(row < self.len, "row {row} of {}", self.len);
        self.rows.set(row, numbers);
        self.rows.payload[row] = payload;
    }

    /// Takes a row out and puts the last one in its place, whose label is returned if it was another one; the table is no
    /// longer sorted.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn swap_remove(&mut self, row: usize) -> Option<u32> {
        self.sorted = false;
        self.rows.truncate(self.len);
        self.rows.swap_remove(row);
        self.len -= 1;
        self.rows.labels.get(row).copied()
    }

    /// Sorts the rows by the cells they are in now.
    pub fn sort(&mut self, workers: &impl Workers) {
        self.rows.truncate(self.len);
        self.occupied.take();
        let (fitted_len, age) = self.fitted;
        let first_seen = age == 1 && self.widening == 0.0;
        if first_seen || age >= FITS_FOR || self.len > fitted_len * 2 || self.len * 4 < fitted_len {
            self.widen();
            self.fit(1.0);
        }
        let mut sort = std::mem::take(&mut self.sort);
        if !self.place(&mut sort, workers) {
            // Grown beyond the cells. They will probably go on growing.
            self.fit(1.25);
            self.place(&mut sort, workers);
        }
        self.sort = sort;
        self.fitted.1 += 1;
        let copied = self.sort.starts[self.cells.stride() + 2] as usize;
        self.spare.gather(&self.rows, &self.sort.order, copied, workers);
        std::mem::swap(&mut self.rows, &mut self.spare);
        self.rows.pad(copied);
        self.sorted = true;
    }

    /// Sorts rows into cells, or finds that some are too large for them.
    fn place(&self, sort: &mut CellSort, workers: &impl Workers) -> bool {
        let columns = self.columns();
        let largest = AtomicU64::new(0);
        let table = &self.cells;
        let cells_of = |first: usize, cells: &mut [u32]| {
            let columns = columns.map(|column| &column[first..first + cells.len()]);
            table.of_all(columns[0], columns[1], cells);
            let reach = S::largest_reach(&columns);
            // The bits of numbers that are not negative are ordered as the numbers are.
            largest.fetch_max(reach.to_bits(), Ordering::Relaxed);
        };
        sort.sort(self.len, table, cells_of, workers);
        f64::from_bits(largest.into_inner()) <= self.reach
    }

    /// From the next fit on cells have this side, unless they must be larger; chosen by the rows for zero.
    pub(crate) fn set_cell(&mut self, side: f64) {
        self.cell = side;
    }

    /// Fits the cells to where the rows are and how large, and a margin.
    fn fit(&mut self, margin: f64) {
        self.reach = S::largest_reach(&self.columns()) * margin;
        self.stretches = stretches(std::slice::from_ref(self));
        let [(left, right), (bottom, top)] = self.whole().unwrap_or(self.stretches);
        let chosen = if self.cell > 0.0 { 1.0 } else { self.widening.max(1.0) };
        let size = (self.reach * chosen).max(self.cell);
        self.cells = Cells::fit(size, [left, bottom], [right, top], self.len);
        self.fitted = (self.len, 0);
    }

    /// Makes cells wider than they must be where that leaves the rows of three so few that they are tested at once, together:
    /// fewer cells are less to count and fewer runs to start. Judged by a sample of rows of the last sort, and so by what
    /// crowding the rows are in, wherever they are.
    fn widen(&mut self) {
        let (cells, starts) = (&self.sort.cells, &self.sort.starts);
        let run = |row: usize| {
            let below = cells[row] as usize + self.cells.stride();
            f64::from(starts[below + 2] - starts[below - 1])
        };
        let count = cells.len().min(SAMPLE);
        if count > 0 {
            let mean = chosen(cells.len(), SAMPLE).map(run).sum::<f64>() / count as f64;
            self.widening = (self.widening.max(1.0) * (FULL_RUN / mean.max(0.1)).sqrt()).clamp(1.0, WIDEST);
        }
    }

    /// Where all homes are, and some room to move, if that is not much more than where nearly all are: rows beyond what the
    /// cells are fitted to are found all the same, but sorted to the other end of the table.
    fn whole(&self) -> Option<[(f64, f64); 2]> {
        let mut whole = [(f64::MAX, f64::MIN); 2];
        for row in 0..self.len {
            for ((low, high), home) in whole.iter_mut().zip(home(&self.rows.row(row))) {
                (*low, *high) = (low.min(home.into()), high.max(home.into()));
            }
        }
        let length = |(low, high): (f64, f64)| high - low;
        let compact = whole.iter().zip(&self.stretches).all(|(all, most)| length(*all) <= length(*most) * 1.25);
        let room = self.reach * 2.0;
        (compact && self.len > 0).then(|| whole.map(|(low, high)| (low - room, high + room)))
    }
}
