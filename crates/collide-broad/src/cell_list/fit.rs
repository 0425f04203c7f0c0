//! The size of cells, from the sizes and positions of the rows.

use super::cells::Cells;
use super::interval::{Interval, anchor, intervals};
use super::sort::CellSort;
use super::tuning::{CHANGED_PART, CROWDED, FITS_FOR, FULL_RUN, MAX_WIDENING, SPARSE};
use super::{Anchored, CellList, Payload};
use crate::statistics::{SAMPLE, sample_indices};

/// When the cells were fitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitted {
    /// The number of rows then.
    len: usize,
    /// The number of sorts since then.
    pub(super) sorts: u32,
    /// The number of changes before.
    changes: u64,
}

impl Default for Fitted {
    fn default() -> Self {
        Self { len: 0, sorts: FITS_FOR, changes: 0 }
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// Whether the next sort fits the cells again.
    pub(super) fn needs_fit(&self) -> bool {
        let Fitted { len, sorts, changes } = self.fitted;
        let is_old = sorts >= FITS_FOR && (self.changes - changes) * CHANGED_PART >= self.len as u64;
        is_old || self.len > len * 2 || self.len * 4 < len
    }

    /// Fits the cells to the positions and extents of the rows, with room for extents to grow by the factor `margin`,
    /// but not beyond `limit`. Returns false, and changes nothing, if a row is larger than `limit`.
    pub(super) fn fit(&mut self, margin: f64, limit: f64) -> bool {
        let largest = S::max_extent(&self.columns());
        if largest > limit {
            return false;
        }
        self.max_extent = (largest * margin).min(limit);
        self.intervals = intervals(std::slice::from_ref(self));
        let [x, y] = self.whole().unwrap_or(self.intervals);
        let size = match self.side {
            _ if self.cell > 0.0 => self.cell,
            // Not measured yet. Cells as small as sparse rows would share indices, and could not be measured.
            0.0 if self.distance() > self.max_extent * SPARSE => self.distance(),
            side => side.min(self.max_side()),
        };
        self.cells = Cells::fit(size.max(self.max_extent), [x.low, y.low], [x.high, y.high], self.len);
        self.fitted = Fitted { len: self.len, sorts: 0, changes: self.changes };
        true
    }

    /// Measures how wide cells may be so that three of them hold few enough rows to be tested at once: fewer cells are
    /// faster to count and give fewer runs. Estimated from a sample of rows of the last sort, so it follows the density
    /// around the rows.
    pub(super) fn measure(&mut self, CellSort { cells, starts, .. }: &CellSort) {
        let run = |row: usize| {
            let cell = cells[row] as usize;
            let next_row = cell + self.cells.stride();
            let (run, own) = (starts[next_row + 2] - starts[next_row - 1], starts[cell + 1] - starts[cell]);
            // If all rows of a place are in one cell, the cells around it say nothing.
            f64::from(if own > CROWDED as u32 { run.max(own) } else { run })
        };
        let count = cells.len().min(SAMPLE);
        if count > 0 {
            let mean = sample_indices(cells.len(), SAMPLE).map(run).sum::<f64>() / count as f64;
            self.side = self.cell_side() * (FULL_RUN / mean.max(0.01)).sqrt();
        }
    }

    /// The largest side of a cell that is wider than necessary. Where rows are much smaller than their mean distance,
    /// it is that.
    fn max_side(&self) -> f64 {
        (self.max_extent * MAX_WIDENING).max(self.distance())
    }

    /// The mean distance of rows, if they are spread evenly.
    fn distance(&self) -> f64 {
        let [width, height] = self.intervals.map(Interval::length);
        let count = self.len.max(1) as f64;
        (width / count * height).sqrt().max(width.max(height) / count)
    }

    /// For each axis, the interval of all anchors with some room to move. `None` if one is much longer than that of
    /// nearly all anchors. Rows outside of the fitted cells are found, too, but are sorted to the other end of the
    /// list.
    fn whole(&self) -> Option<[Interval; 2]> {
        let mut whole = [Interval { low: f64::MAX, high: f64::MIN }; 2];
        for row in 0..self.len {
            for (Interval { low, high }, anchor) in whole.iter_mut().zip(anchor(&self.rows.row(row))) {
                (*low, *high) = (low.min(anchor.into()), high.max(anchor.into()));
            }
        }
        let compact = whole.iter().zip(&self.intervals).all(|(all, most)| all.length() <= most.length() * 1.25);
        let room = self.max_extent * 2.0;
        (compact && self.len > 0).then(|| whole.map(|all| Interval { low: all.low - room, high: all.high + room }))
    }
}
