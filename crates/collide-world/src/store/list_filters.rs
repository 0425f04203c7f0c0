use collide_broad::internal::MAX_LISTS;

use super::kinds::{Listed, each_kind};
use super::set::{RowLocation, Set};
use super::{FilterTable, Resolved};
use crate::base::{Lazy, ListKind, allocated};

/// The lists of two sets.
pub(crate) const LIST_COUNT: usize = 2 * LISTS_OF_SET;

const LISTS_OF_SET: usize = ListKind::ALL.len() * MAX_LISTS;

/// Filters after this number are counted together.
const MAX_FILTERS: usize = 16;

/// Some of the lists of two sets: a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListBits(u64);

const _: () = assert!(LIST_COUNT <= u64::BITS as usize, "each list has a bit");

impl ListBits {
    pub(crate) const ALL: Self = Self(u64::MAX);

    /// Whether the list with a [number](list_number) is one of them.
    #[inline]
    pub(crate) fn has(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    /// Whether one of them is of a set.
    #[inline]
    pub(crate) fn has_of_set(self, set: usize) -> bool {
        self.0 >> (set * LISTS_OF_SET) & ((1 << LISTS_OF_SET) - 1) != 0
    }
}

/// Which collision filters the entities of each list have, so that a query skips the lists that it excludes as a whole.
///
/// The first query with a filter counts the rows of each list by filter. From then on, insertions, removals and new
/// filters update the counts. If rows move from one list to another, which happens in few ticks, they are counted again.
#[derive(Debug, Default)]
pub(crate) struct ListFilters {
    counted: Lazy<Counted>,
}

#[derive(Clone, Debug, Default)]
struct Counted {
    /// The [arrangement](Set::arrangement) of both sets.
    arrangement: [u64; 2],
    /// The filters that came first, in no order; then one count for all others.
    filters: Vec<Count>,
}

/// How many rows of each list have a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Count {
    /// Of the filter, or [`OTHERS`].
    number: u32,
    /// The lists with such rows.
    lists: ListBits,
    rows: [u32; LIST_COUNT],
}

/// The number of the count of all other filters.
const OTHERS: u32 = u32::MAX;

impl Count {
    fn new(number: u32) -> Self {
        Self { number, lists: ListBits::default(), rows: [0; LIST_COUNT] }
    }
}

/// The number of a list.
pub(crate) fn list_number(set: usize, kind: ListKind, list: usize) -> usize {
    set * LISTS_OF_SET + kind as usize * MAX_LISTS + list
}

impl ListFilters {
    /// Becomes a copy.
    pub(crate) fn copy(&mut self, source: &Self) {
        self.forget();
        if let Some(counted) = source.counted.peek() {
            self.counted.get(|copy| copy.clone_from(counted));
        }
    }

    pub(crate) fn memory(&self) -> usize {
        self.counted.sum(|counted| allocated(&counted.filters))
    }

    /// Drops the counts, as the rows have changed.
    pub(crate) fn forget(&mut self) {
        self.counted.forget();
    }

    /// Drops the counts if rows of a set have moved from one list to another since.
    pub(crate) fn check(&mut self, sets: [&Set; 2]) {
        if self.counted.peek().is_some_and(|counted| counted.arrangement != sets.map(Set::arrangement)) {
            self.counted.forget();
        }
    }

    /// Counts a new row, with the number of its filter.
    pub(crate) fn add(&mut self, sets: [&Set; 2], set: usize, location: RowLocation, filter: usize) {
        self.check(sets);
        if let Some(counted) = self.counted.known() {
            counted.add(list_number(set, location.kind, location.list), filter as u32, 1);
        }
    }

    /// No longer counts a row with this filter.
    pub(crate) fn remove(&mut self, sets: [&Set; 2], set: usize, location: RowLocation, filter: usize) {
        self.check(sets);
        if let Some(counted) = self.counted.known() {
            counted.remove(list_number(set, location.kind, location.list), filter as u32);
        }
    }

    /// Whether the counts, if there are any, are right.
    pub(crate) fn are_right(&self, sets: [&Set; 2], table: &FilterTable) -> bool {
        let of_now = |counted: &&Counted| counted.arrangement == sets.map(Set::arrangement);
        self.counted.peek().filter(of_now).is_none_or(|counted| {
            // The same filters in the same order.
            let filters = counted.filters.iter().map(|count| Count::new(count.number)).collect();
            let mut again = Counted { filters, ..Counted::default() };
            again.count(sets, table);
            again.filters == counted.filters
        })
    }

    /// The lists that have rows which a filter may accept.
    pub(crate) fn accepted(&self, filter: &Resolved, sets: [&Set; 2], table: &FilterTable) -> ListBits {
        let counted = self.counted.get(|counted| {
            *counted = Counted::default();
            counted.count(sets, table);
        });
        if counted.arrangement == sets.map(Set::arrangement) { counted.accepted(filter, table) } else { ListBits::ALL }
    }
}

impl Counted {
    fn count(&mut self, sets: [&Set; 2], table: &FilterTable) {
        self.arrangement = sets.map(Set::arrangement);
        for (number, set) in sets.into_iter().enumerate() {
            each_kind!(S => for (list, rows) in S::lists(set).lists().iter().enumerate() {
                let list = list_number(number, S::KIND, list);
                let mut rest = rows.ids();
                // Neighbours mostly have the same filter.
                while let [first, ..] = rest {
                    let filter = table.number(*first);
                    let same = rest.iter().take_while(|slot| table.number(**slot) == filter).count();
                    self.add(list, filter as u32, same as u32);
                    rest = &rest[same..];
                }
            });
        }
    }

    fn accepted(&self, filter: &Resolved, table: &FilterTable) -> ListBits {
        let is_accepted = |number: u32| number == OTHERS || filter.accepts_filter(table.numbered(number));
        let accepted = self.filters.iter().filter(|count| is_accepted(count.number));
        ListBits(accepted.fold(0, |lists, count| lists | count.lists.0))
    }

    fn add(&mut self, list: usize, filter: u32, rows: u32) {
        let count = self.count_of(filter);
        count.rows[list] += rows;
        count.lists.0 |= 1 << list;
    }

    fn remove(&mut self, list: usize, filter: u32) {
        let count = self.count_of(filter);
        count.rows[list] -= 1;
        if count.rows[list] == 0 {
            count.lists.0 &= !(1 << list);
        }
    }

    /// The count of a filter, which may be new.
    fn count_of(&mut self, filter: u32) -> &mut Count {
        let known = |counts: &[Count], number| counts.iter().position(|count| count.number == number);
        let index = known(&self.filters, filter).unwrap_or_else(|| {
            let number = if self.filters.len() < MAX_FILTERS { filter } else { OTHERS };
            known(&self.filters, number).unwrap_or_else(|| {
                self.filters.push(Count::new(number));
                self.filters.len() - 1
            })
        });
        &mut self.filters[index]
    }
}
