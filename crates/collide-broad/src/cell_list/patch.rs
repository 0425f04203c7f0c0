//! The sort of a list of which few rows have changed: these go where they belong, and the rows between move aside.

use std::ops::Range;

use collide_core::columns::PADDING;

use super::rows::{allocated, reserve};
use super::tuning::{CHANGED_FEW, FEW_SHARED_ROWS, MOVED_ROWS};
use super::{Anchored, CellList, GroupOf, Payload};

/// Memory for the sort of few rows, and where they go. The same code for all kinds of rows.
#[derive(Debug, Default)]
pub(super) struct Patch {
    /// The rows that have changed, in order of their cells.
    changed: Vec<ChangedRow>,
    /// The places of rows that have changed or were removed, in order.
    free: Vec<u32>,
    /// The runs of all other rows that move.
    runs: Vec<MovedRun>,
    /// A cell, and the change of the starts of all cells after it.
    starts: Vec<(u32, i32)>,
}

/// A row that has changed.
#[derive(Debug)]
struct ChangedRow {
    cell: u32,
    /// Where it is before the sort. The sort is stable.
    row: u32,
    /// Where it is after the sort.
    place: u32,
    /// Where it is copied to during the sort.
    copy: u32,
}

/// A run of rows, and where its first row goes.
#[derive(Clone, Copy, Debug)]
struct MovedRun {
    start: usize,
    end: usize,
    place: usize,
}

impl Patch {
    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.changed) + allocated(&self.free) + allocated(&self.runs) + allocated(&self.starts)
    }

    fn clear(&mut self) {
        self.changed.clear();
        self.free.clear();
        self.runs.clear();
        self.starts.clear();
    }

    /// Orders the rows that have changed. Returns the number of rows that share a cell with some of these, at most: with
    /// `starts`, those of the cells before the sort.
    fn order(&mut self, starts: &[u32]) -> usize {
        self.free.sort_unstable();
        self.changed.sort_unstable_by_key(|changed| (changed.cell, changed.row));
        let in_cell = |rows: &[ChangedRow]| {
            let cell = rows[0].cell as usize;
            (starts[cell + 1] - starts[cell]) as usize + rows.len()
        };
        self.changed.chunk_by(|a, b| a.cell == b.cell).map(in_cell).max().unwrap_or(0)
    }

    /// Finds the place of each row that has changed, and the runs between that move. `starts` are those of the cells before
    /// the sort of `len` rows.
    fn arrange(&mut self, starts: &[u32], len: usize) {
        let Self { changed, free, runs, .. } = self;
        let mut free = free.iter().map(|row| *row as usize).peekable();
        let (mut next, mut place) = (0, 0);
        let mut keep = |rows: Range<usize>, place: &mut usize| {
            if rows.start != *place && !rows.is_empty() {
                runs.push(MovedRun { start: rows.start, end: rows.end, place: *place });
            }
            *place += rows.len();
        };
        for ChangedRow { cell, row, place: own, .. } in changed {
            let cell = *cell as usize;
            let before = (*row).clamp(starts[cell], starts[cell + 1]) as usize;
            while let Some(gone) = free.next_if(|gone| *gone < before) {
                keep(next..gone, &mut place);
                next = gone + 1;
            }
            keep(next..before, &mut place);
            next = before;
            *own = place as u32;
            place += 1;
        }
        for gone in free {
            keep(next..gone, &mut place);
            next = gone + 1;
        }
        keep(next..len, &mut place);
    }

    /// The number of rows that move aside.
    fn moved(&self) -> usize {
        self.runs.iter().map(|run| run.end - run.start).sum()
    }

    /// Moves the runs in a column. Those that move down cannot reach rows of a later run that still moves, and those that move
    /// up none of an earlier one.
    fn move_runs<T: Copy>(&self, column: &mut [T]) {
        let mut copy = |run: &MovedRun| column.copy_within(run.start..run.end, run.place);
        self.runs.iter().filter(|run| run.place < run.start).for_each(&mut copy);
        self.runs.iter().rev().filter(|run| run.place > run.start).for_each(copy);
    }

    /// Counts the rows that have changed in the starts of all cells.
    fn count(&mut self, old_cells: &[u32], starts: &mut [u32]) {
        let Self { changed, free, starts: steps, .. } = self;
        steps.extend(free.iter().map(|row| (old_cells[*row as usize], -1)));
        steps.extend(changed.iter().map(|changed| (changed.cell, 1)));
        steps.sort_unstable_by_key(|(cell, _)| *cell);
        let (mut sum, mut from) = (0, 0);
        for &(cell, step) in &*steps {
            let end = cell as usize + 1;
            if sum != 0 {
                starts[from..end].iter_mut().for_each(|start| *start = start.wrapping_add_signed(sum));
            }
            (sum, from) = (sum + step, end);
        }
        if sum != 0 {
            starts[from..].iter_mut().for_each(|start| *start = start.wrapping_add_signed(sum));
        }
    }
}

impl<S: Anchored<N>, P: Payload, const N: usize> CellList<S, P, N> {
    /// About the number of rows that the next sort has to sort.
    pub(crate) fn to_sort(&self) -> usize {
        self.few_changed().unwrap_or(self.len)
    }

    /// The number of changes since the last sort, if they are few and only these rows need to be sorted.
    fn few_changed(&self) -> Option<usize> {
        let count = self.changed.len() + self.sort.cells.len().saturating_sub(self.len);
        let is_plain = self.sorted && self.directory.is_empty() && self.groups.is_empty();
        (is_plain && count * CHANGED_FEW <= self.len && !self.needs_fit()).then_some(count)
    }

    /// Sorts a list of which few rows have changed since the last sort. The result is that of a sort of all rows. Returns the
    /// cost as a number of rows to sort, or `None` if all rows must be sorted.
    pub(super) fn patch(&mut self, limit: f64, group_of: Option<GroupOf<'_>>) -> Option<usize> {
        let count = self.few_changed().filter(|_| self.max_extent <= limit)?;
        let mut patch = std::mem::take(&mut self.patch);
        let fits = self.changed.any() && self.collect(&mut patch);
        if fits {
            patch.arrange(&self.sort.starts, self.sort.cells.len());
            self.apply(&mut patch);
        }
        let is_sorted = fits || !self.changed.any();
        let cost = count + patch.moved() / MOVED_ROWS;
        patch.clear();
        self.patch = patch;
        // The rows of crowded cells would be grouped.
        let is_grouped = group_of.is_some() && self.sort.has_crowded();
        (is_sorted && !is_grouped).then_some(cost)
    }

    /// Collects the rows that have changed and their old places. Returns false if a row is too large for the cells, or too many
    /// rows share an index.
    fn collect(&mut self, patch: &mut Patch) -> bool {
        let old_len = self.sort.cells.len();
        let mut shares = self.sort.shares;
        self.spare.clear();
        for row in self.changed.rows().filter(|row| (*row as usize) < self.len) {
            let (index, mut cell) = (row as usize, [0]);
            let numbers = self.rows.row(index);
            if S::extent(&numbers) > self.max_extent {
                return false;
            }
            shares |= !self.cells.of_all(&numbers[..1], &numbers[1..2], &mut cell);
            let copy = patch.changed.len() as u32;
            patch.changed.push(ChangedRow { cell: cell[0], row, place: 0, copy });
            self.spare.push(numbers, self.rows.ids[index], self.rows.payload[index]);
            if index < old_len {
                patch.free.push(row);
            }
        }
        patch.free.extend(self.len as u32..old_len as u32);
        self.sort.shares = shares;
        let in_cell = patch.order(&self.sort.starts);
        !shares || in_cell <= FEW_SHARED_ROWS
    }

    /// Moves all rows to their places.
    fn apply(&mut self, patch: &mut Patch) {
        let (len, cell_count, stride) = (self.len, self.cells.len(), self.cells.stride());
        let Self { rows, spare, sort, .. } = self;
        sort.starts.truncate(cell_count + 1);
        patch.count(&sort.cells, &mut sort.starts);
        sort.starts.extend_from_within(1..stride + 3);
        sort.starts[cell_count + 1..].iter_mut().for_each(|start| *start += len as u32);
        sort.cells.resize(sort.cells.len().max(len), 0);
        rows.columns.iter_mut().for_each(|column| patch.move_runs(column));
        patch.move_runs(&mut rows.ids);
        patch.move_runs(&mut rows.payload);
        patch.move_runs(&mut sort.cells);
        sort.cells.truncate(len);
        for row in &patch.changed {
            let (place, copy) = (row.place as usize, row.copy as usize);
            rows.set(place, spare.row(copy));
            (rows.ids[place], rows.payload[place], sort.cells[place]) =
                (spare.ids[copy], spare.payload[copy], row.cell);
        }
        let copied = sort.starts[stride + 2] as usize;
        for column in &mut rows.columns {
            column.truncate(len);
            reserve(column, len + copied + PADDING);
        }
        rows.ids.truncate(len);
        reserve(&mut rows.ids, len + copied + PADDING);
        rows.pad(copied);
        self.occupy(patch.changed.len());
        self.tree.take();
        self.changed.clear();
    }
}

#[cfg(test)]
mod tests;
