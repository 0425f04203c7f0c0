//! Common parts of the searches of a cell list: the occupied cells, and the runs of rows in part of a row of cells. A
//! row of cells is called a line here, as a row is an entry of the list.

use std::cell::Cell;
use std::ops::Range;

use super::interval::{Interval, anchor};
use super::tile_tree::{TileTree, Visit};
use super::tuning::{FEW_ROWS, PLACES, ROUNDING, SLACK};
use super::{Anchored, CellList, Payload};

/// The range of occupied cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupied {
    /// The lowest and the highest anchor on each axis; there may be no rows any more.
    ends: [[f32; 2]; 2],
    /// First and last column, and first and last line.
    pub(super) spans: [[i32; 2]; 2],
    /// The sum of the magnitudes of these.
    size: f64,
    /// Whether some of them may share an element of `starts`.
    pub(super) shared: bool,
    /// At least the largest magnitude of a coordinate of any row.
    farthest: f64,
}

/// Visits the parts of a run of rows that `keep` accepts, and an empty run for each `read` rows that it reads, and if it
/// accepts none. The search is over if `visit` returns a negative number.
#[inline]
pub(super) fn split(
    rows: Range<usize>,
    read: usize,
    keep: impl Fn(usize) -> bool,
    mut visit: impl FnMut(Range<usize>) -> f64,
) {
    let (mut start, mut kept) = (rows.start, 0);
    for row in rows.clone() {
        if (row - rows.start + 1).is_multiple_of(read) && visit(0..0) < 0.0 {
            return;
        }
        if !keep(row) {
            if start < row {
                kept += row - start;
                if visit(start..row) < 0.0 {
                    return;
                }
            }
            start = row + 1;
        }
    }
    if start < rows.end {
        visit(start..rows.end);
    } else if kept == 0 && rows.len() < read {
        visit(0..0);
    }
}

/// The lowest and the highest number, eight at a time.
fn ends_of(numbers: &[f32]) -> [f32; 2] {
    let (mut low, mut high) = ([f32::MAX; 8], [f32::MIN; 8]);
    let (blocks, rest) = numbers.as_chunks::<8>();
    for block in blocks {
        for lane in 0..8 {
            low[lane] = if block[lane] < low[lane] { block[lane] } else { low[lane] };
            high[lane] = if block[lane] > high[lane] { block[lane] } else { high[lane] };
        }
    }
    let all = |lanes: [f32; 8], extreme: fn(f32, f32) -> f32| lanes.iter().chain(rest).copied().reduce(extreme);
    [all(low, f32::min), all(high, f32::max)].map(|end| end.expect("there are lanes"))
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// The range of cells that are occupied by rows that have not changed. `None` if there are no such rows, if they are
    /// not sorted, or if a box ends at `f32::MAX`: the shape of such a box may extend beyond it.
    pub(super) fn occupied(&self) -> Option<&Occupied> {
        if !self.sorted || self.len == 0 {
            return None;
        }
        self.occupied.get_or_init(|| self.look()).as_ref()
    }

    /// The tree over the rows that have not changed. `None` if there are few rows, and they are not sorted.
    pub(super) fn tree(&self) -> Option<&TileTree> {
        let build = || {
            let rows = 0..self.len as u32;
            TileTree::build(self, rows.filter(|row| !self.changed.has(*row as usize)).collect())
        };
        (self.sorted || self.len > FEW_ROWS).then(|| self.tree.get_or_init(build))
    }

    fn look(&self) -> Option<Occupied> {
        let anchors = [0, 1].map(|axis| &self.rows.columns[axis][..self.len]);
        if !self.changed.any() {
            return self.occupied_between(anchors.map(ends_of));
        }
        let mut ends = [[f32::MAX, f32::MIN]; 2];
        self.unchanged(0..self.len, |rows| {
            for ([low, high], anchors) in ends.iter_mut().zip(anchors) {
                let [first, last] = ends_of(&anchors[rows.clone()]);
                (*low, *high) = (low.min(first), high.max(last));
            }
            0.0
        });
        self.occupied_between(ends)
    }

    /// The range of cells between the lowest and the highest anchor on each axis.
    fn occupied_between(&self, ends: [[f32; 2]; 2]) -> Option<Occupied> {
        let [before, past] = S::margin(self.max_extent);
        let farthest = |[low, high]: [f32; 2]| (before - f64::from(low)).max(f64::from(high) + past);
        let farthest = farthest(ends[0]).max(farthest(ends[1]));
        let is_empty = ends[0][0] > ends[0][1];
        if is_empty || farthest >= f64::from(f32::MAX) {
            return None;
        }
        let spans = [0, 1].map(|axis| ends[axis].map(|anchor| self.cells.coordinate(anchor.into(), axis, 0.0)));
        let [columns, lines] = spans.map(|[first, last]| last.abs_diff(first) as usize);
        let stride = self.cells.stride();
        let shared = columns >= stride || lines.saturating_mul(stride) + columns >= self.cells.len();
        let size = spans.iter().flatten().map(|number| f64::from(*number).abs()).sum();
        Some(Occupied { ends, spans, size, shared, farthest })
    }

    /// Adds the first `count` of the spare rows to the range of occupied cells.
    pub(super) fn occupy(&mut self, count: usize) {
        let Some(Some(Occupied { mut ends, .. })) = self.occupied.take() else { return };
        for row in 0..count {
            for ([low, high], anchor) in ends.iter_mut().zip(anchor(&self.spare.row(row))) {
                (*low, *high) = (low.min(anchor), high.max(anchor));
            }
        }
        // A row that is far away for a tick must not widen it for long: where cells share indices, the next search looks again.
        if let Some(occupied) = self.occupied_between(ends).filter(|occupied| !occupied.shared) {
            self.occupied = Some(occupied).into();
        }
    }

    /// For each axis, the interval in cells of the anchors of all rows that overlap a box between two corners. The box
    /// moves by at most `moves` in total.
    pub(super) fn spans(&self, low: [f64; 2], high: [f64; 2], moves: f64, occupied: &Occupied) -> [Interval; 2] {
        let [before, past] = S::margin(self.max_extent);
        let spans = [0, 1].map(|axis| Interval {
            low: self.cells.scaled(low[axis] - before, axis),
            high: self.cells.scaled(high[axis] + past, axis),
        });
        // The sum of both axes: a distance to an oriented box mixes the axes, and so does its rounding error.
        let corners: f64 = low.iter().chain(&high).map(|value| value.abs()).sum();
        // Limited to the occupied region.
        let corners = (corners + moves.min(occupied.farthest * 4.0)) * self.cells.per_unit();
        let ends: f64 = spans.iter().map(|span| span.low.abs() + span.high.abs()).sum();
        let slack = SLACK + ROUNDING * (corners + occupied.size + ends);
        spans.map(|Interval { low, high }| Interval { low: low - slack, high: high + slack })
    }

    /// Visits the rows in the given cells of a line, in runs. A search that visits each cell once visits each row at
    /// most once. It is over if `visit` returns a negative number.
    #[inline]
    pub(super) fn line(&self, line: i32, [from, to]: [i32; 2], occupied: &Occupied, visit: Visit<'_>) {
        let [first, last] = occupied.spans[0];
        let (mut from, to) = (from.max(first), to.min(last));
        while from <= to {
            // `starts` continues no farther past the last cell.
            let width = (to.abs_diff(from) as usize).min(self.cells.stride());
            let end = from + width as i32;
            let cell = self.cells.cell(from, line) as usize;
            let (start, stop) = (self.sort.starts[cell] as usize, self.sort.starts[cell + width + 1] as usize);
            if stop > self.sort.cells.len() || occupied.shared || !self.directory.is_empty() {
                if self.wrapped([[from, end], [line, line]], cell, occupied, visit) < 0.0 {
                    return;
                }
            } else if start < stop && visit(start..stop) < 0.0 {
                return;
            }
            from = end + 1;
        }
    }

    /// Visits the rows in these cells of a line, the first of which has the index `first`, if cell numbers are wrapped. Returns
    /// a negative number if the search is over.
    #[inline(never)]
    fn wrapped(&self, cells: [[i32; 2]; 2], first: usize, occupied: &Occupied, visit: Visit<'_>) -> f64 {
        let ([[from, to], [line, _]], len) = (cells, self.sort.cells.len());
        let indices = [first, first + from.abs_diff(to) as usize];
        let starts = (self.sort.starts.as_slice(), self.cells.len());
        let (limit, is_read) = (Cell::new(0.0), Cell::new(false));
        let mut visit = |rows| {
            is_read.set(true);
            limit.set(visit(rows));
            limit.get()
        };
        self.directory.split(starts, indices, [line, from], |Range { start, end }, is_listed| {
            if is_listed {
                visit(0..0); // the cell was looked up
            }
            // Behind the last row are copies of the first ones.
            for rows in [start.min(len)..end.min(len), start.max(len) - len..end.max(len) - len] {
                if limit.get() < 0.0 {
                    return false;
                }
                if rows.is_empty() {
                    continue;
                }
                if occupied.shared && !is_listed {
                    split(rows.start..rows.end.min(self.len), PLACES, |row| self.is_in(row, cells), &mut visit);
                } else {
                    visit(rows);
                }
            }
            limit.get() >= 0.0
        });
        if !is_read.get() {
            visit(0..0);
        }
        limit.get()
    }

    /// The number of rows in the given cells of a line; a few more, if cells share an index.
    pub(super) fn count(&self, line: i32, [from, to]: [i32; 2], occupied: &Occupied) -> usize {
        let [first, last] = occupied.spans[0];
        let (from, to) = (from.max(first), to.min(last));
        if from > to {
            return 0;
        }
        let width = (to.abs_diff(from) as usize).min(self.cells.stride());
        let cell = self.cells.cell(from, line) as usize;
        if self.directory.is_empty() {
            (self.sort.starts[cell + width + 1] - self.sort.starts[cell]) as usize
        } else {
            self.count_unshared([cell, cell + width], [line, from])
        }
    }

    /// The same without the rows of far cells in crowded indices. Not inlined, so that the usual count is.
    #[inline(never)]
    fn count_unshared(&self, indices: [usize; 2], place: [i32; 2]) -> usize {
        let mut count = 0;
        let starts = (self.sort.starts.as_slice(), self.cells.len());
        self.directory.split(starts, indices, place, |rows, _| {
            count += rows.len();
            true
        });
        count
    }

    /// Whether a row is in one of these columns and lines.
    #[inline]
    pub(super) fn is_in(&self, row: usize, cells: [[i32; 2]; 2]) -> bool {
        let (column, line) = self.cells.coordinates(anchor(&self.row(row)).map(f64::from), 0.0);
        let within = |[first, last]: [i32; 2], number: i32| (first <= number) & (number <= last);
        within(cells[0], column) & within(cells[1], line)
    }
}
