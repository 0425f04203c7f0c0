//! What all searches of a table share: which cells rows are in, and the runs of rows in a piece of a line of cells.

use std::ops::Range;

use super::cells::number;
use super::stretch::home;
use super::{Placed, Table};

/// What is searched is widened by this part of a cell on each side: far more than the rounding of the number of a cell, of
/// measures of what is in it, and of bounds in `f64`.
const SLACK: f64 = 1.0 / 1024.0;

/// And by this part of the numbers that it is computed from, where these are so large that their rounding matters.
pub(super) const ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

/// The cells that rows are in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupied {
    /// First and last column, and first and last line.
    pub(super) spans: [[i32; 2]; 2],
    /// The sum of the magnitudes of these.
    size: f64,
    /// Whether some of them may share a cell of the table.
    shared: bool,
    /// The largest coordinate of any row.
    farthest: f64,
}

/// Where homes are looked for along an axis, in cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    /// The cells that it reaches, each of them.
    pub(super) fn numbers(self) -> [i32; 2] {
        [number(self.low), number(self.high)]
    }
}

impl<S: Placed<N>, P: Copy + Default + Send + Sync, const N: usize> Table<S, P, N> {
    /// Where the rows are; none where there are none, or not where a sort has put them, or where a box ends at the largest
    /// number there is: what it stands for may go on from there.
    pub(super) fn occupied(&self) -> Option<&Occupied> {
        if !self.sorted || self.len == 0 {
            return None;
        }
        self.occupied.get_or_init(|| self.look()).as_ref()
    }

    fn look(&self) -> Option<Occupied> {
        let most = f64::from(f32::MAX);
        let mut farthest = 0.0_f64;
        for row in 0..self.len {
            let [[left, bottom], [right, top]] = S::corners(&self.row(row));
            farthest = farthest.max((-left).max(right)).max((-bottom).max(top));
        }
        if farthest >= most {
            return None;
        }
        let spans = [0, 1].map(|axis| {
            let homes = &self.rows.columns[axis][..self.len];
            let low = homes.iter().fold(f32::MAX, |low, home| if *home < low { *home } else { low });
            let high = homes.iter().fold(f32::MIN, |high, home| if *home > high { *home } else { high });
            [low, high].map(|home| self.cells.coordinate(home.into(), axis, 0.0))
        });
        let [columns, lines] = spans.map(|[first, last]| last.abs_diff(first) as usize);
        let stride = self.cells.stride();
        let shared = columns >= stride || lines.saturating_mul(stride) + columns >= self.cells.len();
        let size = spans.iter().flatten().map(|number| f64::from(*number).abs()).sum();
        Some(Occupied { spans, size, shared, farthest })
    }

    /// Where the homes are of the rows that meet what lies between two corners, along each axis, if that moves by so much.
    pub(super) fn spans(&self, low: [f64; 2], high: [f64; 2], moves: f64, occupied: &Occupied) -> [Span; 2] {
        let [before, past] = S::around(self.reach);
        let spans = [0, 1].map(|axis| Span {
            low: self.cells.scaled(low[axis] - before, axis),
            high: self.cells.scaled(high[axis] + past, axis),
        });
        // Of both axes: a measure of turned boxes mixes them, and so does its rounding.
        let asked: f64 = low.iter().chain(&high).map(|value| value.abs()).sum();
        // No farther than there are rows.
        let asked = (asked + moves.min(occupied.farthest * 4.0)) * self.cells.per_unit();
        let ways: f64 = spans.iter().map(|span| span.low.abs() + span.high.abs()).sum();
        let slack = SLACK + ROUNDING * (asked + occupied.size + ways);
        spans.map(|Span { low, high }| Span { low: low - slack, high: high + slack })
    }

    /// The rows in these cells of a line, as far as any are occupied, in runs. No row comes twice in a search that asks
    /// for no cell twice.
    #[inline]
    pub(super) fn line(
        &self,
        line: i32,
        [from, to]: [i32; 2],
        occupied: &Occupied,
        mut visit: impl FnMut(Range<usize>),
    ) {
        let [first, last] = occupied.spans[0];
        let (mut from, to) = (from.max(first), to.min(last));
        while from <= to {
            // Farther than that a run of the table does not reach.
            let width = (to.abs_diff(from) as usize).min(self.cells.stride());
            let end = from + width as i32;
            let cell = self.cells.cell(from, line) as usize;
            let (start, stop) = (self.sort.starts[cell] as usize, self.sort.starts[cell + width + 1] as usize);
            if stop > self.len || occupied.shared {
                self.wound([[from, end], [line, line]], start..stop, occupied, &mut visit);
            } else if start < stop {
                visit(start..stop);
            }
            from = end + 1;
        }
    }

    /// The rows at these places that are in these cells, where the table is wound around.
    #[inline(never)]
    fn wound(
        &self,
        cells: [[i32; 2]; 2],
        places: Range<usize>,
        occupied: &Occupied,
        visit: &mut impl FnMut(Range<usize>),
    ) {
        let (len, Range { start, end }) = (self.len, places);
        // Past the last row are copies of the first ones.
        for rows in [start.min(len)..end.min(len), start.max(len) - len..end.max(len) - len] {
            if occupied.shared {
                rows.filter(|row| self.is_in(*row, cells)).for_each(|row| visit(row..row + 1));
            } else if !rows.is_empty() {
                visit(rows);
            }
        }
    }

    /// How many rows there are in these cells of a line; or more, where cells share one of the table.
    pub(super) fn count(&self, line: i32, [from, to]: [i32; 2], occupied: &Occupied) -> usize {
        let [first, last] = occupied.spans[0];
        let (from, to) = (from.max(first), to.min(last));
        if from > to {
            return 0;
        }
        let width = (to.abs_diff(from) as usize).min(self.cells.stride());
        let cell = self.cells.cell(from, line) as usize;
        (self.sort.starts[cell + width + 1] - self.sort.starts[cell]) as usize
    }

    /// Whether a row is in one of these columns and lines.
    #[inline]
    pub(super) fn is_in(&self, row: usize, cells: [[i32; 2]; 2]) -> bool {
        let (column, line) = self.cells.coordinates(home(&self.row(row)).map(f64::from), 0.0);
        let within = |[first, last]: [i32; 2], number: i32| (first <= number) & (number <= last);
        within(cells[0], column) & within(cells[1], line)
    }
}
