//! The sort of the rows by cell: of all, unless few have changed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::sort::CellSort;
use super::tuning::{FAR_OFF, MAX_FITS, MIN_WIDENING};
use super::{Anchored, CellList, GroupOf, Payload};
use crate::workers::Workers;

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// Sorts the rows by their current cells.
    pub fn sort(&mut self, workers: &impl Workers) {
        self.sort_within(f64::INFINITY, workers, None);
    }

    /// Sorts the rows by their current cells, and the rows of crowded cells by the group of their ids. Joins can then
    /// skip [whole groups](Self::join_self). Returns the cost as a number of rows to sort: of all, or of those that have
    /// changed, if they are few, and a part of one for each that moves aside. If a row has an extent larger than `limit`, it returns `None`, and the rows stay where they are.
    pub(crate) fn sort_within(
        &mut self,
        limit: f64,
        workers: &impl Workers,
        group_of: Option<GroupOf<'_>>,
    ) -> Option<usize> {
        if let Some(cost) = self.patch(limit, group_of) {
            self.fitted.sorts += 1;
            return Some(cost);
        }
        self.occupied.take();
        self.drop_index();
        let (mut sort, mut scratch) = (std::mem::take(&mut self.sort), std::mem::take(&mut self.spare.ids));
        let fits = self.assign(&mut sort, &mut scratch, limit, workers);
        (self.sort, self.spare.ids) = (sort, scratch);
        if !fits {
            return None;
        }
        self.fitted.sorts += 1;
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
        Some(self.len)
    }

    /// Finds the cell of each row, and their order by cell. Fits the cells if necessary. Returns false if a row is larger
    /// than `limit`.
    fn assign(&mut self, sort: &mut CellSort, scratch: &mut Vec<u32>, limit: f64, workers: &impl Workers) -> bool {
        let is_first = self.side == 0.0;
        if self.needs_fit() {
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
        let is_new = self.fitted.sorts == 0 && self.cell == 0.0;
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
