//! What is searched in sorted cell lists.

use collide_broad::internal::{GroupOf, Layout, Workers};
use smallvec::{SmallVec, smallvec};

use super::PairFilter;
use super::cells::Among;
use crate::Settings;
use crate::base::{span, work};
use crate::store::{FilterTable, FixedChange, Set, Store};

/// The input of a search.
pub(crate) struct Input<'a> {
    /// The dynamic set, and the static one.
    pub(crate) sets: [&'a mut Set; 2],
    /// The work to read the shapes.
    pub(crate) read: u64,
    /// The number of slots: all slots are below it.
    pub(crate) slot_count: usize,
    pub(crate) filter: PairFilter<'a>,
    /// The filters of the static entities, whose lists are apart by them. `None` if there are none.
    pub(crate) filters: Option<&'a FilterTable>,
    /// How the static set has changed since the last search.
    pub(crate) fixed: FixedSearch<'a>,
    /// If two static shapes are not a pair: the filters, which know the sleeping shapes of the static set.
    pub(crate) sleeping: Option<&'a FilterTable>,
    /// The whole dynamic set, if only a part of it is searched. It is sorted too, for queries.
    pub(crate) whole: Option<&'a mut Set>,
    /// The pairs of two dynamic shapes, if they are known.
    pub(crate) known: Option<&'a [[u32; 2]]>,
}

/// Which pairs within the static set to find.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FixedSearch<'a> {
    /// None: nothing has changed.
    None,
    /// Those of the entities that have changed.
    Few(&'a [FixedChange]),
    All,
}

/// A part of a search: the sets, which of their pairs to find, and the filter.
pub(super) type Part<'a> = ([&'a Set; 2], Among, PairFilter<'a>);

impl<'a> Input<'a> {
    /// The input of a search among the entities of a world, with this layout; of the dynamic ones only among `part`, if
    /// there is one.
    pub(crate) fn of(store: &'a mut Store, mut part: Option<&'a mut Set>, layout: Layout, settings: &Settings) -> Self {
        store.set_layout(layout);
        if let Some(part) = &mut part {
            part.set_layout(layout);
        }
        store.places.forget();
        let (slot_count, has_changed) = (store.slot_count(), store.static_changed());
        store.note_static_seen();
        let Store { sets: [dynamic, fixed], filters, fixed_changes, .. } = store;
        let fixed_search = if has_changed {
            fixed_changes.take().map_or(FixedSearch::All, FixedSearch::Few)
        } else {
            FixedSearch::None
        };
        // A set of sleeping shapes only is searched as a whole.
        let is_static = !settings.static_pairs && filters.sleeping_count() < fixed.len();
        let sleeping = is_static.then_some(&*filters);
        let filter = PairFilter::meeting(filters);
        let (searched, whole) = match part {
            Some(part) => (part, Some(dynamic)),
            None => (dynamic, None),
        };
        let read = whole.as_ref().map_or(0, |whole| whole.len() as u64 * work::ROW);
        let filters = Some(&*filters);
        let known = None;
        let sets = [searched, fixed];
        Self { sets, read, slot_count, filter, filters, fixed: fixed_search, sleeping, whole, known }
    }

    /// The sets, to be read.
    pub(super) fn sets(&self) -> [&Set; 2] {
        let [dynamic, fixed] = &self.sets;
        [dynamic, fixed]
    }

    /// The work to read and sort the dynamic shapes.
    pub(super) fn moving_work(&self) -> u64 {
        self.read + self.sets[0].len() as u64 * work::ROW
    }

    /// About the work to sort the static set.
    pub(super) fn fixed_work(&self) -> u64 {
        match self.fixed {
            FixedSearch::None => 0,
            FixedSearch::Few(_) | FixedSearch::All => self.sets[1].to_sort() as u64 * work::ROW,
        }
    }

    /// Sorts the sets that have changed. `copies` become copies of the shapes of the static set that have changed, or of those
    /// that sleep, if only pairs with one of them are found in it. Returns the work for the static set.
    pub(super) fn sort(&mut self, copies: &mut Set, workers: &impl Workers) -> u64 {
        self.sort_moving(workers);
        if let Some(whole) = &mut self.whole {
            with_groups(self.filter, |group_of| whole.sort(workers, group_of));
        }
        let sorted = match self.fixed {
            FixedSearch::None => return 0,
            FixedSearch::Few(changes) => {
                copies.reset();
                let resting = changes.iter().filter_map(|(slot, shape)| Some((*slot, (*shape)?)));
                resting.for_each(|(slot, shape)| _ = copies.push(shape, slot, 0));
                self.sort_fixed(workers) + copies.len()
            }
            FixedSearch::All => {
                let sorted = self.sort_fixed(workers);
                copies.reset();
                let copied = self.sleeping.map_or(0, |filters| fill_sleepers(copies, self.sets[1], filters));
                sorted.max(copied)
            }
        };
        with_groups(self.filter, |group_of| copies.sort(workers, group_of));
        sorted as u64 * work::ROW
    }

    /// Sorts the sets again whose levels do not suit their shapes.
    pub(super) fn plan_again(&mut self, workers: &impl Workers) {
        if self.sets[0].plan_again() {
            self.sort_moving(workers);
        }
        match self.fixed {
            FixedSearch::None => {}
            FixedSearch::Few(_) | FixedSearch::All => {
                if self.sets[1].plan_again() {
                    self.sort_fixed(workers);
                }
            }
        }
    }

    fn sort_moving(&mut self, workers: &impl Workers) {
        span!("sort");
        with_groups(self.filter, |group_of| self.sets[0].sort(workers, group_of));
    }

    /// Returns the cost as a number of rows to sort.
    fn sort_fixed(&mut self, workers: &impl Workers) -> usize {
        let Self { sets: [_, fixed], filter, filters, .. } = self;
        with_groups(*filter, |group_of| match filters {
            Some(filters) => fixed.sort_apart(workers, group_of, &|slot| filters.number(slot) as u32),
            None => fixed.sort(workers, group_of),
        })
    }

    /// The parts of a search: the pairs with a dynamic shape, then those to find within the static set, with the copies that
    /// [`sort`](Self::sort) made.
    pub(super) fn parts<'b>(&'b self, copies: &'b Set) -> SmallVec<[Part<'b>; 3]> {
        let (sets @ [dynamic, fixed], filter) = (self.sets(), self.filter);
        let mut parts = smallvec![(sets, Among::First, filter)];
        match (self.fixed, self.sleeping) {
            (FixedSearch::None, _) => {}
            (FixedSearch::Few(_), Some(filters)) => {
                parts.push(([copies, fixed], Among::Between, PairFilter::AnySleeping(filters)));
            }
            (FixedSearch::Few(_), None) => parts.push(([copies, fixed], Among::Between, filter)),
            (FixedSearch::All, Some(filters)) => {
                parts.push(([dynamic, copies], Among::Second, filter));
                parts.push(([copies, fixed], Among::Between, PairFilter::OneSleeping(filters)));
            }
            (FixedSearch::All, None) => parts.push((sets, Among::Second, filter)),
        }
        parts
    }
}

/// Calls `work` with the groups of a filter, if it has groups.
fn with_groups<T>(filter: PairFilter<'_>, work: impl FnOnce(Option<GroupOf<'_>>) -> T) -> T {
    let groups = filter.groups();
    let group_of = |slot| groups.map_or(0, |filters| filters.number(slot) as u32);
    work(groups.map(|_| &group_of as _))
}

/// Copies the sleeping shapes of the static set. Returns the number of rows that were read.
fn fill_sleepers(sleepers: &mut Set, fixed: &Set, filters: &FilterTable) -> usize {
    if filters.sleeping_count() == 0 {
        return 0;
    }
    let locations = fixed.locations().filter(|(slot, _)| filters.get(*slot).sleeping);
    locations.for_each(|(slot, location)| _ = sleepers.push(fixed.shape(location), slot, 0));
    fixed.len()
}
