//! The cells that share a crowded index, so that a search of one of them does not read the rows of the others. Anybody
//! can compute which cells share an index.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::cells::Cells;
use super::rows::allocated;
use super::sort::CellSort;
use super::tuning::{FEW_SHARED_ROWS, SHARED_CELLS, SHARED_ROWS};

/// Line and column of a cell.
type Place = [i32; 2];

/// The cells of each index that has [many rows](SHARED_ROWS) of several cells. If one has many cells, those of one cell are
/// listed too.
#[derive(Clone, Debug, Default)]
pub(super) struct Directory {
    /// These indices in order, each with the number of all cells up to its last one.
    indices: Vec<(u32, u32)>,
    /// The cells of each index in order, each with its first row.
    cells: Vec<(Place, u32)>,
    /// Which indices these are; empty if there are none.
    words: Vec<Word>,
    /// The cell and the old number of each row of an index.
    members: Vec<(Place, u32)>,
}

/// A bit for each of 64 indices that is set if it has a list of its cells, and the number of such indices before them.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    bits: u64,
    before: u32,
}

impl Directory {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.indices.clear();
        self.cells.clear();
        self.words.clear();
    }

    pub(super) fn copy_from(&mut self, source: &Self) {
        self.indices.clone_from(&source.indices);
        self.cells.clone_from(&source.cells);
        self.words.clone_from(&source.words);
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.indices) + allocated(&self.cells) + allocated(&self.words) + allocated(&self.members)
    }

    /// Orders the rows of each crowded index by cell, and otherwise as they are. `anchor` is that of an old row.
    pub(super) fn arrange(&mut self, sort: &CellSort, cells: &Cells, anchor: impl Fn(usize) -> [f32; 2]) {
        let place = |row| {
            let (column, line) = cells.coordinates(anchor(row).map(f64::from), 0.0);
            [line, column]
        };
        self.clear();
        self.fill(sort, 2, place);
        // Rarely by chance. Rows of other cells in the indices around could then be compared with those of one crowded cell.
        if (0..self.indices.len()).any(|at| self.list(at).len() > SHARED_CELLS) {
            self.clear();
            self.fill(sort, 1, place);
        }
        if self.is_empty() {
            return;
        }
        self.words.resize(cells.len().div_ceil(64), Word::default());
        self.indices.iter().for_each(|(index, _)| self.words[*index as usize / 64].bits |= 1 << (index % 64));
        let mut before = 0;
        for word in &mut self.words {
            word.before = before;
            before += word.bits.count_ones();
        }
    }

    /// Lists the cells of each crowded index of at least `min_cells` cells.
    fn fill(&mut self, sort: &CellSort, min_cells: usize, place: impl Fn(usize) -> Place + Copy) {
        let mut row = 0;
        while let Some(crowded) = next_crowded(&sort.cells, row) {
            let index = sort.cells[crowded];
            let rows = sort.starts[index as usize] as usize..sort.starts[index as usize + 1] as usize;
            row = rows.end;
            self.fill_index(sort, index, rows, min_cells, place);
        }
    }

    fn fill_index(
        &mut self,
        sort: &CellSort,
        index: u32,
        rows: Range<usize>,
        min_cells: usize,
        place: impl Fn(usize) -> Place,
    ) {
        let Self { indices, cells, members, .. } = self;
        let order = &sort.order[rows.clone()];
        members.clear();
        members.extend(order.iter().map(|row| row.load(Ordering::Relaxed)).map(|row| (place(row as usize), row)));
        if min_cells > 1 && members.iter().all(|(place, _)| *place == members[0].0) {
            return;
        }
        // Stable, and fast if the rows are in order as they were after the last sort.
        members.sort_by_key(|(place, _)| *place);
        if rows.len() <= SHARED_ROWS && members.chunk_by(|a, b| a.0 == b.0).count() <= SHARED_CELLS {
            return;
        }
        let mut start = rows.start as u32;
        for cell in members.chunk_by(|a, b| a.0 == b.0) {
            cells.push((cell[0].0, start));
            start += cell.len() as u32;
        }
        order.iter().zip(&*members).for_each(|(row, (_, old))| row.store(*old, Ordering::Relaxed));
        indices.push((index, cells.len() as u32));
    }

    /// Whether one of the indices from `first` to `last` has a list. From `len` on they are those from zero on.
    #[inline]
    pub(super) fn has_any(&self, [first, last]: [usize; 2], len: usize) -> bool {
        let here = first < len && self.next(first, last.min(len - 1)).is_some();
        here || last >= len && self.next(first.saturating_sub(len), last - len).is_some()
    }

    /// The first index from `first` to `last` that has a list, and its position in `indices`.
    #[inline]
    fn next(&self, first: usize, last: usize) -> Option<(usize, usize)> {
        let mut number = first / 64;
        let mut word = *self.words.get(number)?;
        let mut rest = word.bits & u64::MAX << (first % 64);
        while rest == 0 && (number + 1) * 64 <= last {
            number += 1;
            word = self.words[number];
            rest = word.bits;
        }
        let bit = rest.trailing_zeros() as usize;
        let index = number * 64 + bit;
        let at = || word.before + (word.bits & !(u64::MAX << bit)).count_ones();
        (rest != 0 && index <= last).then(|| (index, at() as usize))
    }

    /// The rows of each cell of an index whose rows are `rows`: all rows if it has no list of its cells.
    pub(super) fn cells_of(&self, index: u32, rows: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let cells = self.next(index as usize, index as usize).map_or(&[][..], |(_, at)| self.list(at));
        let starts = cells.iter().skip(1).map(|(_, start)| *start as usize);
        let ends = starts.chain([rows.end]);
        let mut start = rows.start;
        ends.map(move |end| std::mem::replace(&mut start, end)..end)
    }

    /// Each cell with its rows.
    pub(super) fn each(&self, sort: &CellSort) -> impl Iterator<Item = (Place, Range<usize>)> {
        self.indices.iter().enumerate().flat_map(move |(at, (index, _))| {
            let end = sort.starts[*index as usize + 1];
            self.list(at).iter().map(move |(place, _)| (*place, self.rows_in(at, *place, end)))
        })
    }

    /// The cells of the index at a position of the list.
    fn list(&self, at: usize) -> &[(Place, u32)] {
        let start = at.checked_sub(1).map_or(0, |before| self.indices[before].1);
        &self.cells[start as usize..self.indices[at].1 as usize]
    }

    /// Splits the rows of cells side by side in a line. The first one is at `place`, and they have the `indices` from the
    /// first to the last. `visit` gets the rows of each index with a list that are in its cell, with true, also if there are
    /// none, and all rows of the indices between, with false; the split ends when it returns false. `starts` has the start of
    /// each index. Behind those of all `len` indices it goes on with the first ones, whose rows are copies then; those of a
    /// list are never copies.
    pub(super) fn split(
        &self,
        (starts, len): (&[u32], usize),
        [first, last]: [usize; 2],
        [line, column]: Place,
        mut visit: impl FnMut(Range<usize>, bool) -> bool,
    ) {
        let mut visit = |rows: Range<usize>, is_listed: bool| rows.is_empty() && !is_listed || visit(rows, is_listed);
        let (mut next, mut from) = (first, first);
        while from <= last && !self.is_empty() {
            let base = if from < len { 0 } else { len };
            let Some((index, at)) = self.next(from - base, (last - base).min(len - 1)) else {
                from = base + len;
                continue;
            };
            let place = [line, column + (index + base - first) as i32];
            if !visit(starts[next] as usize..starts[index + base] as usize, false)
                || !visit(self.rows_in(at, place, starts[index + 1]), true)
            {
                return;
            }
            (next, from) = (index + base + 1, index + base + 1);
        }
        visit(starts[next] as usize..starts[last + 1] as usize, false);
    }

    /// The rows in a cell of the index at a position of the list, whose rows end at `end`.
    fn rows_in(&self, at: usize, place: Place, end: u32) -> Range<usize> {
        let cells = self.list(at);
        let start = |cell: usize| cells.get(cell).map_or(end, |(_, start)| *start) as usize;
        match cells.binary_search_by_key(&place, |(place, _)| *place) {
            Ok(cell) => start(cell)..start(cell + 1),
            Err(cell) => start(cell)..start(cell),
        }
    }
}

/// The first row from `from` on that has the index of the row [`FEW_SHARED_ROWS`] behind it.
fn next_crowded(indices: &[u32], from: usize) -> Option<usize> {
    let (near, far) = (&indices[from..], indices.get(from + FEW_SHARED_ROWS..)?);
    // By blocks, so that the compiler can vectorise it.
    let is_crowded = |(near, far): (&[u32], &[u32])| near.iter().zip(far).fold(false, |any, (a, b)| any | (a == b));
    let block = near.chunks(BLOCK).zip(far.chunks(BLOCK)).position(is_crowded)? * BLOCK;
    (from + block..).find(|row| indices[*row] == indices[row + FEW_SHARED_ROWS])
}

/// The number of rows that are compared at a time.
const BLOCK: usize = 64;

#[cfg(test)]
mod tests;
