//! Sorting, and which rows are in which list.

use smallvec::SmallVec;

use super::plan::{Plan, Sizes};
use super::{CHANGED_PART, LevelLists, MAX_LISTS, PLANNED_FOR, Planned};
use crate::cell_list::{Anchored, CellList, GroupOf, Payload, intervals};
use crate::statistics::sample_indices;
use crate::workers::Workers;

/// Hysteresis: the levels are kept up to this cost, relative to the best plan.
const HYSTERESIS: f64 = 1.25;

/// The number of rows of a list that are looked at for smaller ones.
const SAMPLE: usize = 64;

/// Up to this number of rows may be in a list that does not suit their size, however few rows there are.
const FEW: usize = 32;

/// Only the filters that come first are looked at for the most common one.
const MAX_FILTERS: usize = 64;

impl<S: Anchored<N>, P: Payload, const N: usize> LevelLists<S, P, N> {
    /// Sorts all lists. First plans the levels again if the sizes of the rows require it. With `group_of`, the rows of
    /// crowded cells are sorted by the group of their ids: joins then skip [whole groups](CellList::join_self). Returns the
    /// cost as a number of rows to sort: of a list of which few have changed, that of these.
    pub fn sort(&mut self, workers: &impl Workers, group_of: Option<GroupOf<'_>>) -> usize {
        self.sort_lists(workers, group_of, None)
    }

    /// The same. If many ids have another filter than most, they are in lists of their own from the next plan on.
    pub fn sort_apart(
        &mut self,
        workers: &impl Workers,
        group_of: Option<GroupOf<'_>>,
        filter_of: GroupOf<'_>,
    ) -> usize {
        self.sort_lists(workers, group_of, Some(filter_of))
    }

    /// Not inlined, so that both calls share its code.
    #[inline(never)]
    fn sort_lists(
        &mut self,
        workers: &impl Workers,
        group_of: Option<GroupOf<'_>>,
        filter_of: Option<GroupOf<'_>>,
    ) -> usize {
        let Planned { len, sorts, changes } = self.planned;
        let changed = self.changes().wrapping_sub(changes);
        let is_old = sorts >= PLANNED_FOR && changed >= self.len() as u32 / CHANGED_PART;
        if is_old || self.len() > len as usize * 2 || self.are_many(self.strays) {
            self.plan(filter_of);
        }
        self.planned.sorts += 1;
        (0..self.lists.len()).for_each(|index| self.move_smaller(index));
        let (mut index, mut sorted) = (0, 0);
        while index < self.lists.len() {
            let limit = self.limit_of(self.level_at(index));
            if let Some(count) = self.lists[index].sort_within(limit, workers, group_of) {
                (index, sorted) = (index + 1, sorted + count);
                continue;
            }
            self.move_larger(index, limit);
            if self.are_many(self.strays) {
                self.plan(filter_of);
                index = 0;
            }
        }
        // Rows of other filters may have outgrown all levels after the list for such rows was sorted.
        let largest = self.lists.get_mut(self.max_extents.len());
        if let Some(list) = largest.filter(|list| !list.is_empty() && !list.is_sorted()) {
            sorted += list.sort_within(f64::INFINITY, workers, group_of).unwrap_or(0);
        }
        sorted
    }

    /// About the cost of the next sort, as a number of rows to sort.
    pub fn to_sort(&self) -> usize {
        self.lists.iter().map(CellList::to_sort).sum()
    }

    /// Plans the levels in the next sort, unless the last sort did. Returns whether it will.
    pub fn plan_again(&mut self) -> bool {
        let is_old = self.planned.sorts > 1;
        if is_old {
            self.planned.len = 0;
        }
        is_old
    }

    /// Whether this number of rows is too large for lists that do not suit their sizes. Comparing all of these rows
    /// with each other must not cost more than a search of the others.
    fn are_many(&self, rows: u32) -> bool {
        // In 64 bits also where `usize` has 32, so that all machines plan at the same sort.
        rows > FEW as u32 && u64::from(rows).pow(2) > self.len() as u64 * 4
    }

    /// Moves the rows larger than `limit` to coarser lists.
    fn move_larger(&mut self, index: usize, limit: f64) {
        self.arrangement += 1;
        for row in (0..self.lists[index].len()).rev() {
            if S::extent(&self.lists[index].row(row)) > limit {
                let coarser = self.move_row(index, row);
                self.strays += u32::from(self.level_at(coarser) < self.max_extents.len());
            }
        }
    }

    /// Moves the rows that fit a finer level there, if they are many: those that had been large for a tick, or far from
    /// the origin. In cells for larger rows they would be crowded.
    fn move_smaller(&mut self, index: usize) {
        let finer = self.level_at(index).checked_sub(1).and_then(|level| self.max_extents.get(level).copied());
        let (Some(finer), list) = (finer, &self.lists[index]) else { return };
        let is_smaller = |row: &usize| S::extent(&list.row(*row)) <= finer;
        if list.len() <= FEW || !sample_indices(list.len(), SAMPLE).any(|row| is_smaller(&row)) {
            return;
        }
        let smaller: Vec<usize> = (0..list.len()).filter(is_smaller).collect();
        if !self.are_many(smaller.len() as u32) {
            return;
        }
        self.arrangement += 1;
        for row in smaller.into_iter().rev() {
            self.move_row(index, row);
        }
    }

    /// Moves a row to the list for its size, among those of the same groups. Returns the index of that list.
    fn move_row(&mut self, index: usize, row: usize) -> usize {
        let (is_other, list) = (self.is_other(index), &mut self.lists[index]);
        let (numbers, id, payload) = (list.row(row), list.ids()[row], list.payload()[row]);
        list.swap_remove(row);
        self.push_to(is_other, numbers, id, payload).0
    }

    /// Plans the levels for the current sizes of the rows, if that gains enough or if many rows are in other lists than
    /// those for their sizes.
    fn plan(&mut self, filter_of: Option<GroupOf<'_>>) {
        let sides = intervals(&self.lists).map(|interval| interval.length());
        let rows = self.lists.iter().flat_map(|list| (0..list.len()).map(|row| list.row(row)));
        let sizes = Sizes::of(rows.map(|row| ([row[0].into(), row[1].into()], S::extent(&row))), sides);
        self.planned = Planned { len: self.len() as u32, sorts: 0, changes: self.changes() };
        self.strays = 0;
        let (max_extents, fits) = if let Some(cell) = self.layout.cell {
            let max_extents = sizes.split(cell);
            let fits = self.max_extents == max_extents;
            (max_extents, fits)
        } else {
            let Plan { max_extents, cost } = sizes.plan(self.layout.max_levels);
            let fits =
                self.max_extents.last() >= max_extents.last() && sizes.cost_of(&self.max_extents) <= cost * HYSTERESIS;
            (max_extents, fits)
        };
        let filter_of = filter_of.filter(|_| 2 * max_extents.len() < MAX_LISTS);
        let common = filter_of.and_then(|filter_of| self.common_filter(filter_of));
        if self.is_empty() || (fits && common == self.common && self.is_apart()) {
            return;
        }
        (self.max_extents, self.common) = (max_extents, common);
        self.arrangement += 1;
        let old = std::mem::take(&mut self.lists);
        let levels = self.max_extents.len();
        self.lists.resize_with(if common.is_some() { 2 * levels + 1 } else { levels }, CellList::default);
        self.lists[0].set_cell(self.layout.cell.unwrap_or_default());
        for list in &old {
            for row in 0..list.len() {
                let id = list.ids()[row];
                let filter = filter_of.map_or(0, |filter_of| filter_of(id));
                self.push(list.row(row), filter, id, list.payload()[row]);
            }
        }
        self.planned.changes = self.changes();
    }

    /// The number of changes of a row, in these lists.
    fn changes(&self) -> u32 {
        self.lists.iter().fold(0, |sum, list| sum.wrapping_add(list.changes() as u32))
    }

    /// Whether nearly all rows are in the list for their size, and none is larger than every level.
    fn is_apart(&self) -> bool {
        let others = self.lists.iter().enumerate().map(|(index, list)| {
            let level = self.level_at(index);
            (0..list.len()).filter(|row| self.level_of(S::extent(&list.row(*row))) != level).count()
        });
        self.lists.get(self.max_extents.len()).is_none_or(CellList::is_empty)
            && !self.are_many(others.sum::<usize>() as u32)
    }

    /// The most common filter of the ids, if there are many of others too.
    fn common_filter(&self, filter_of: GroupOf<'_>) -> Option<u32> {
        let mut counts: SmallVec<[(u32, usize); 8]> = SmallVec::new();
        for id in self.lists.iter().flat_map(CellList::ids) {
            let filter = filter_of(*id);
            match counts.iter().position(|(known, _)| *known == filter) {
                Some(index) => counts[index].1 += 1,
                None if counts.len() < MAX_FILTERS => counts.push((filter, 1)),
                None => {}
            }
        }
        let (filter, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        (count > FEW && self.len() - count > FEW).then_some(filter)
    }
}
