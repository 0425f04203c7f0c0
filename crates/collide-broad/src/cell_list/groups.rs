//! Groups of rows in crowded cells, so that joins skip rows that cannot be pairs before they test them.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::directory::Directory;
use super::rows::allocated;
use super::sort::CellSort;
use super::tuning::{CROWDED, MIN_GROUP};

/// The group of an id: any number. Rows of one group are accepted or rejected together.
pub type GroupOf<'a> = &'a (dyn Fn(u32) -> u32 + Sync);

/// Whether a row with the given id can be in a pair with the rows of a group.
pub type MeetsGroup<'a> = &'a (dyn Fn(u32, u32) -> bool + Sync);

/// The groups of rows in crowded cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// The first row of each stretch and its group, in order; without a group if the stretch is not of one group.
    /// Empty if there is no group.
    stretches: Vec<(u32, Option<u32>)>,
    /// The group and the old index of each row of a cell.
    members: Vec<(u32, u32)>,
}

impl Groups {
    pub(super) fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.stretches.clear();
    }

    pub(super) fn copy_from(&mut self, source: &Self) {
        self.stretches.clone_from(&source.stretches);
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.stretches) + allocated(&self.members)
    }

    /// Orders the rows of each crowded cell by group, and otherwise as they are. `copied` rows at the front have copies
    /// after the last row.
    pub(super) fn arrange(
        &mut self,
        (sort, directory): (&CellSort, &Directory),
        ids: &[u32],
        group_of: GroupOf<'_>,
        copied: usize,
    ) {
        self.stretches.clear();
        let row_count = sort.cells.len();
        let size = |cell: usize, starts: &[u32]| (starts[cell + 1] - starts[cell]) as usize;
        if !sort.has_crowded() {
            return;
        }
        let mut row = 0;
        while row < row_count {
            let index = sort.cells[row];
            let end = row + size(index as usize, &sort.starts);
            for rows in directory.cells_of(index, row..end) {
                if rows.len() >= CROWDED {
                    self.arrange_cell(sort, rows, ids, group_of);
                } else {
                    self.start(rows.start, None);
                }
            }
            row = end;
        }
        let count = self.stretches.partition_point(|(start, _)| (*start as usize) < copied);
        self.stretches.extend_from_within(..count);
        let first_copy = self.stretches.len() - count;
        self.stretches[first_copy..].iter_mut().for_each(|(start, _)| *start += row_count as u32);
        if self.stretches.iter().all(|(_, group)| group.is_none()) {
            self.stretches.clear();
        }
    }

    fn arrange_cell(&mut self, sort: &CellSort, rows: Range<usize>, ids: &[u32], group_of: GroupOf<'_>) {
        let order = &sort.order[rows.clone()];
        let old = order.iter().map(|row| row.load(Ordering::Relaxed));
        self.members.clear();
        self.members.extend(old.map(|row| (group_of(ids[row as usize]), row)));
        // Stable, and fast if the rows are in order as they were after the last sort.
        self.members.sort_by_key(|(group, _)| *group);
        for (place, (_, row)) in order.iter().zip(&self.members) {
            place.store(*row, Ordering::Relaxed);
        }
        let members = std::mem::take(&mut self.members);
        let mut row = rows.start;
        for group in members.chunk_by(|a, b| a.0 == b.0) {
            self.start(row, (group.len() >= MIN_GROUP).then_some(group[0].0));
            row += group.len();
        }
        self.members = members;
    }

    /// A stretch starts at this row.
    fn start(&mut self, row: usize, group: Option<u32>) {
        if self.stretches.last().is_none_or(|(_, last)| group.is_some() || last.is_some()) {
            self.stretches.push((row as u32, group));
        }
    }

    /// Calls `visit` with the parts of a run, except those of groups that `accepts` rejects.
    pub(super) fn split(&self, run: Range<usize>, accepts: impl Fn(u32) -> bool, mut visit: impl FnMut(Range<usize>)) {
        let first = self.stretches.partition_point(|(start, _)| *start as usize <= run.start).saturating_sub(1);
        let mut start = run.start;
        let mut accepted = run.start..run.start;
        for (index, (_, group)) in self.stretches.iter().enumerate().skip(first) {
            if start >= run.end {
                break;
            }
            let next = self.stretches.get(index + 1).map_or(run.end, |(next, _)| run.end.min(*next as usize));
            if group.is_none_or(&accepts) {
                // Stretches side by side are one run.
                if accepted.end != start {
                    visit(accepted.clone());
                    accepted = start..start;
                }
                accepted.end = next;
            }
            start = next;
        }
        visit(accepted);
    }
}
