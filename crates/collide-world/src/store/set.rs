use std::borrow::Borrow;

use collide_broad::internal::{CellList, GroupOf, Layout, Workers, sample_indices};
use collide_core::{Aabb, Shape};

pub(crate) use super::kinds::Set;
use super::kinds::{Listed, Stored, UserData, each_kind, match_kind, match_shape};
use super::summary::Sample;
use crate::base::{ListKind, copy_of};

/// The position of a shape in a set: kind, index of the cell list, and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowLocation {
    pub(crate) kind: ListKind,
    pub(crate) list: usize,
    pub(crate) row: usize,
}

/// The bounds of a sample of at most `limit` of the shapes of two sets.
pub(crate) fn sample([first, second]: [&Set; 2], limit: usize) -> Sample {
    let count = first.len();
    let bound = |number| if number < count { first.bound(number) } else { second.bound(number - count) };
    sample_indices(count + second.len(), limit).map(bound).collect()
}

/// `clone_from` reuses the memory of the overwritten set.
impl Clone for Set {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        each_kind!(S => S::lists_mut(self).clone_from(S::lists(source)));
    }
}

impl Set {
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        each_kind!(S => S::lists_mut(self).set_layout(layout));
    }

    pub(crate) fn len(&self) -> usize {
        each_kind!(S => S::lists(self).len()).iter().sum()
    }

    /// The largest number of row ids that a sorted cell list of the set needs.
    pub(crate) fn numbered(&self) -> usize {
        each_kind!(chain S => S::lists(self).lists().iter().map(CellList::id_count)).max().unwrap_or(0)
    }

    /// A number that changes whenever a row moves from one list to another, or all rows are replaced.
    pub(crate) fn arrangement(&self) -> u64 {
        each_kind!(S => S::lists(self).arrangement()).iter().sum()
    }

    pub(crate) fn clear(&mut self) {
        each_kind!(S => S::lists_mut(self).clear());
    }

    /// Removes all rows. The set is then as a new one, except that memory is kept.
    pub(crate) fn reset(&mut self) {
        use std::iter::empty;
        each_kind!(S => S::lists_mut(self).refill(std::array::from_fn(|_| empty()), empty(), empty()));
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        each_kind!(S => S::lists(self).memory()).iter().sum()
    }

    /// The bytes of them that indexes take which are built on first use.
    pub(crate) fn index_memory(&self) -> usize {
        each_kind!(S => S::lists(self).index_memory()).iter().sum()
    }

    /// Sorts all lists. With `group_of`, rows of crowded cells are grouped. Returns the cost as a number of rows to sort.
    pub(crate) fn sort(&mut self, workers: &impl Workers, group_of: Option<GroupOf<'_>>) -> usize {
        each_kind!(S => S::lists_mut(self).sort(workers, group_of)).iter().sum()
    }

    /// About the cost of the next sort, as a number of rows to sort.
    pub(crate) fn to_sort(&self) -> usize {
        each_kind!(S => S::lists(self).to_sort()).iter().sum()
    }

    /// The same as [`sort`](Self::sort), and the entities of the most common filter may be in lists of their own. `filter_of` has the number of the
    /// filter of a slot.
    pub(crate) fn sort_apart(
        &mut self,
        workers: &impl Workers,
        group_of: Option<GroupOf<'_>>,
        filter_of: GroupOf<'_>,
    ) -> usize {
        each_kind!(S => S::lists_mut(self).sort_apart(workers, group_of, filter_of)).iter().sum()
    }

    /// Plans the levels of all lists in the next sort, unless the last sort did. Returns whether it will.
    pub(crate) fn plan_again(&mut self) -> bool {
        each_kind!(S => S::lists_mut(self).plan_again()).contains(&true)
    }

    /// Forgets which rows are where, before most of them change one by one.
    pub(crate) fn note_all_changed(&mut self) {
        each_kind!(S => S::lists_mut(self).note_all_changed());
    }

    /// Whether the set is sorted and has not changed since.
    pub(crate) fn is_sorted(&self) -> bool {
        each_kind!(S => S::lists(self).is_sorted()) == [true; ListKind::ALL.len()]
    }

    /// Whether some rows are only bounds, so that joins find candidates instead of pairs.
    pub(crate) fn has_bounds(&self) -> bool {
        self.bound_count() > 0
    }

    /// The number of these rows.
    pub(crate) fn bound_count(&self) -> usize {
        each_kind!(S => if S::IS_EXACT { 0 } else { S::lists(self).len() }).iter().sum()
    }

    /// Kind, number of rows, largest extent and cell side, and number of cells of each cell list.
    pub(crate) fn cell_lists(&self) -> impl Iterator<Item = (ListKind, usize, [f64; 2], usize)> {
        each_kind!(chain S => S::lists(self).lists().iter().map(|list| {
            (S::KIND, list.len(), [list.max_extent(), list.cell_side()], list.cell_count())
        }))
    }

    /// The bound of the shape with this index, counted over all cell lists.
    fn bound(&self, number: usize) -> Aabb {
        let mut row = number;
        let counts = each_kind!(S => (S::KIND, S::lists(self).len()));
        let of_row = counts.into_iter().find(|(_, count)| {
            let found = row < *count;
            row -= if found { 0 } else { *count };
            found
        });
        match_kind!(of_row.expect("a number below the number of shapes").0, S => {
            let (list, row) = S::lists(self).row_at(row);
            S::in_row(list, row).borrow().bound()
        })
    }

    /// Adds a shape.
    pub(crate) fn push(&mut self, shape: Shape, slot: u32, data: u64) -> RowLocation {
        self.push_apart(shape, 0, slot, data)
    }

    /// The same for the number of its filter, if the set is [sorted](Self::sort_apart) by it.
    pub(crate) fn push_apart(&mut self, shape: Shape, filter: u32, slot: u32, data: u64) -> RowLocation {
        match_shape!(shape, shape => self.push_shape(shape, filter, slot, data))
    }

    fn push_shape<S: Listed<N>, const N: usize>(&mut self, shape: S, filter: u32, slot: u32, data: u64) -> RowLocation {
        let (list, len) = S::lists_mut(self).push(shape.row(), filter, slot, shape.payload(data));
        RowLocation { kind: S::KIND, list, row: len - 1 }
    }

    /// The shape at a location.
    #[inline]
    pub(crate) fn shape(&self, RowLocation { kind, list, row }: RowLocation) -> Shape {
        match_kind!(kind, S => (*S::in_row(&S::lists(self).lists()[list], row).borrow()).into())
    }

    /// The data at a location.
    #[inline]
    pub(crate) fn data(&self, RowLocation { kind, list, row }: RowLocation) -> u64 {
        match_kind!(kind, S => S::lists(self).lists()[list].payload()[row].data())
    }

    /// Replaces the shape at a location if it is of the location's kind. Returns whether it is.
    pub(crate) fn set(&mut self, RowLocation { kind, list, row }: RowLocation, shape: Shape, data: u64) -> bool {
        match_kind!(kind, S => {
            let Some(shape) = S::of(&shape) else { return false };
            S::lists_mut(self).lists_mut()[list].set(row, shape.row(), shape.payload(data));
        });
        true
    }

    /// Removes the row at a location. Returns the slot of the row that moved to this location, if there is one.
    pub(crate) fn swap_remove(&mut self, RowLocation { kind, list, row }: RowLocation) -> Option<u32> {
        match_kind!(kind, S => S::lists_mut(self).lists_mut()[list].swap_remove(row))
    }

    /// The slot and location of every row, list by list.
    pub(crate) fn locations(&self) -> impl Iterator<Item = (u32, RowLocation)> {
        each_kind!(chain S => S::lists(self).lists().iter().enumerate().flat_map(|(list, rows)| {
            let location = move |(row, slot): (usize, &u32)| (*slot, RowLocation { kind: S::KIND, list, row });
            rows.ids().iter().enumerate().map(location)
        }))
    }
}
