//! What is searched in sorted cell lists.

use collide_broad::internal::{GroupOf, Layout, Workers};
use smallvec::{SmallVec, smallvec};

use super::PairFilter;
use super::cells::Among;
use crate::Settings;
use crate::base::{span, work};
use crate::store::{FilterTable, Set, Store};

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
    /// Whether the static shapes have changed since the last search.
    pub(crate) fixed_changed: bool,
    /// If two static shapes are not a pair: the filters, which know the sleeping shapes of the static set.
    pub(crate) sleeping: Option<&'a FilterTable>,
    /// The whole dynamic set, if only a part of it is searched. It is sorted too, for queries.
    pub(crate) whole: Option<&'a mut Set>,
    /// The pairs of two dynamic shapes, if they are known.
    pub(crate) known: Option<&'a [[u32; 2]]>,
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
        let (slot_count, fixed_changed) = (store.slot_count(), store.take_static_changed());
        let Store { sets: [dynamic, fixed], filters, .. } = store;
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
        Self { sets: [searched, fixed], read, slot_count, filter, filters, fixed_changed, sleeping, whole, known }
    }

    /// The sets, to be read.
    pub(super) fn sets(&self) -> [&Set; 2] {
        let [dynamic, fixed] = &self.sets;
        [dynamic, fixed]
    }

    /// The work to read and sort the dynamic shapes.
    pub(super) fn sorting(&self) -> u64 {
        self.read + self.sets[0].len() as u64 * work::ROW
    }

    /// Sorts the sets that have changed. `sleepers` become copies of the sleeping shapes of the static set, if only pairs
    /// with one of them are found in it. Returns the work for the static set.
    pub(super) fn sort(&mut self, sleepers: &mut Set, workers: &impl Workers) -> u64 {
        self.sort_moving(workers);
        if let Some(whole) = &mut self.whole {
            with_groups(self.filter, |group_of| whole.sort(workers, group_of));
        }
        if !self.fixed_changed {
            return 0;
        }
        let mut sorted = self.sort_fixed(workers);
        if let Some(filters) = self.sleeping {
            if fill_sleepers(sleepers, self.sets[1], filters) {
                sorted = self.sets[1].len();
            }
            with_groups(self.filter, |group_of| sleepers.sort(workers, group_of));
        }
        sorted as u64 * work::ROW
    }

    /// Sorts the sets again whose levels do not suit their shapes.
    pub(super) fn plan_again(&mut self, workers: &impl Workers) {
        if self.sets[0].plan_again() {
            self.sort_moving(workers);
        }
        if self.fixed_changed && self.sets[1].plan_again() {
            self.sort_fixed(workers);
        }
    }

    fn sort_moving(&mut self, workers: &impl Workers) {
        span!("sort");
        with_groups(self.filter, |group_of| self.sets[0].sort(workers, group_of));
    }

    /// Returns the number of rows that it had to sort.
    fn sort_fixed(&mut self, workers: &impl Workers) -> usize {
        let Self { sets: [_, fixed], filter, filters, .. } = self;
        with_groups(*filter, |group_of| match filters {
            Some(filters) => fixed.sort_apart(workers, group_of, &|slot| filters.number(slot) as u32),
            None => fixed.sort(workers, group_of),
        })
    }

    /// The parts of a search: the pairs with a dynamic shape, then those within the static set if it has changed. If two
    /// static shapes are not a pair, `sleepers` are the sleeping shapes of the static set.
    pub(super) fn parts<'b>(&'b self, sleepers: &'b Set) -> SmallVec<[Part<'b>; 3]> {
        let (sets @ [dynamic, fixed], filter) = (self.sets(), self.filter);
        let mut parts = smallvec![(sets, Among::First, filter)];
        if !self.fixed_changed {
            return parts;
        }
        match self.sleeping {
            Some(filters) => {
                parts.push(([dynamic, sleepers], Among::Second, filter));
                parts.push(([sleepers, fixed], Among::Between, PairFilter::OneSleeping(filters)));
            }
            None => parts.push((sets, Among::Second, filter)),
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

/// Copies the sleeping shapes of the static set. Nothing is left of those before, so that clones of a world, which do
/// not copy them, search in the same order. Returns whether all rows were read.
fn fill_sleepers(sleepers: &mut Set, fixed: &Set, filters: &FilterTable) -> bool {
    sleepers.reset();
    let has_any = filters.sleeping_count() > 0;
    if has_any {
        let locations = fixed.locations().filter(|(slot, _)| filters.get(*slot).sleeping);
        locations.for_each(|(slot, location)| _ = sleepers.push(fixed.shape(location), slot, 0));
    }
    has_any
}
