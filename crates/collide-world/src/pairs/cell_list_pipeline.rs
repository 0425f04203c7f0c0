//! The search in sorted cell lists.

use collide_broad::internal::{GroupOf, Layout, Workers, each_of};
use collide_core::Touching;
use smallvec::{SmallVec, smallvec};

use super::buffer::PairBuffer;
use super::cells::{Among, CellListSearch, JoinTask};
use super::order::{Order, resize};
use super::pieces::{Counts, costliest, counts};
use super::{Output, PairFilter, SearchReport};
use crate::base::{Clock, PairRules, copy_of, span, work};
use crate::store::{FilterTable, Holder, Set, Store};
use crate::{Invalid, OverBudget, PairOrder, Settings};

/// The search in sorted cell lists: the main part of a tick.
#[derive(Debug, Default)]
pub(crate) struct CellListPipeline {
    engine: CellListSearch,
    order: Order,
    /// The pairs within the static set, kept until a static or sleeping shape changes, and the rules that they follow.
    fixed: Option<(FixedRules, Kept)>,
    /// Copies of the sleeping shapes, if only pairs with one of them are found in the static set.
    sleepers: Set,
    /// Whether the output already starts with the pairs of `fixed`, as found.
    listed: bool,
    spare: PairBuffer,
}

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

/// The settings that decide which pairs are within the static set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FixedRules {
    touching: Touching,
    pairs: PairRules,
}

/// A part of the search: the sets, which of their pairs to find, and the filter.
type Search<'a> = ([&'a Set; 2], Among, PairFilter<'a>);

/// An estimate of a search, made after the sort.
#[derive(Clone, Copy)]
pub(crate) struct Estimate<'a> {
    /// The expected time of the search, in nanoseconds.
    pub(crate) time: f64,
    pub(crate) sets: [&'a Set; 2],
    /// Whether the levels suit the shapes of this tick. If not, they are planned again before a second decision.
    pub(crate) is_planned: bool,
}

/// Decides whether to search. Without it there is no estimate.
pub(crate) type Accept<'a> = &'a mut (dyn FnMut(Estimate<'_>) -> bool + Send);

/// Pairs that are kept from a search.
#[derive(Debug, Default)]
struct Kept {
    pairs: PairBuffer,
    counts: Counts,
}

/// Copies the kept pairs. `clone_from` reuses the memory of the overwritten search.
impl Clone for CellListPipeline {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.forget();
        self.listed = source.listed;
        if let Some((rules, found)) = &source.fixed {
            let mut pairs = std::mem::take(&mut self.spare);
            pairs.clear();
            pairs.extend(found.pairs.as_slice());
            self.fixed = Some((*rules, Kept { pairs, ..*found }));
        }
    }
}

impl CellListSearch {
    /// An estimate of a search of these parts; the first one has the sets of the tick.
    fn estimate<'a>(&mut self, parts: &[Search<'a>], is_planned: bool) -> Estimate<'a> {
        let time = parts.iter().map(|&(sets, among, filter)| self.expected_time(sets, among, filter)).sum();
        Estimate { time, sets: parts[0].0, is_planned }
    }
}

impl CellListPipeline {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let fixed = self.fixed.as_ref().map_or(0, |(_, found)| found.pairs.memory());
        self.engine.memory() + self.order.memory() + fixed + self.sleepers.memory() + self.spare.memory()
    }

    /// Drops the results of the last search, so that the next one does not reuse them.
    pub(crate) fn forget(&mut self) {
        self.listed = false;
        if let Some((_, found)) = self.fixed.take() {
            self.spare = found.pairs;
        }
    }

    /// Checks that the kept pairs are pairs of static or sleeping entities, if these have not changed.
    pub(crate) fn validate(&self, store: &Store, holders: &[Holder]) -> Result<(), Invalid> {
        let Some((rules, found)) = self.fixed.as_ref().filter(|_| !store.static_changed()) else { return Ok(()) };
        let is_fixed = |slot: u32| holders.get(slot as usize) == Some(&Holder::Fixed);
        let sleeps = |slot: u32| store.filters.get(slot).sleeping;
        let is_kept =
            |[a, b]: [u32; 2]| is_fixed(a) && is_fixed(b) && (rules.pairs.static_pairs || sleeps(a) || sleeps(b));
        match found.pairs.as_slice().iter().find(|pair| !is_kept(**pair)) {
            Some(&[a, b]) => Err(Invalid::Pair { a, b }),
            None => Ok(()),
        }
    }

    /// The input of a search among the entities of a world, with this layout; of the dynamic ones only among `part`, if
    /// there is one.
    pub(crate) fn input<'a>(
        &mut self,
        store: &'a mut Store,
        mut part: Option<&'a mut Set>,
        layout: Layout,
        settings: &Settings,
    ) -> Input<'a> {
        store.set_layout(layout);
        if let Some(part) = &mut part {
            part.set_layout(layout);
        }
        self.sleepers.set_layout(layout);
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
        Input { sets: [searched, fixed], read, slot_count, filter, filters, fixed_changed, sleeping, whole, known }
    }

    /// Sorts the sets, and finds all pairs among the dynamic shapes, between these and the static set, and within the
    /// static set. `None` if `accept` returns false.
    pub(crate) fn run(
        &mut self,
        Input { sets: [dynamic, fixed], read, slot_count, filter, filters, fixed_changed, sleeping, whole, known }: Input<'_>,
        settings: &Settings,
        accept: Option<Accept<'_>>,
        Output { out, order, budget }: Output<'_>,
        workers: &impl Workers,
    ) -> Result<Option<SearchReport>, OverBudget> {
        let mut clock = Clock::start();
        let Settings { simd, touching, .. } = *settings;
        let group_of = |slot| filter.groups().map_or(0, |filters| filters.number(slot) as u32);
        let group_of: Option<GroupOf<'_>> = filter.groups().map(|_| &group_of as _);
        let sort_fixed = |fixed: &mut Set| match filters {
            Some(filters) => fixed.sort_apart(workers, group_of, &|slot| filters.number(slot) as u32),
            None => fixed.sort(workers, group_of),
        };
        let rules = FixedRules { touching, pairs: PairRules::of(settings) };
        let fixed_changed = fixed_changed || self.fixed.as_ref().is_none_or(|(kept, _)| *kept != rules);
        if fixed_changed {
            self.forget();
        }
        let rows = dynamic.len() + if fixed_changed { fixed.len() } else { 0 };
        let sorted = Counts { work: read + rows as u64 * work::ROW, ..Counts::default() };
        budget.check(0, sorted.work)?;
        {
            span!("sort");
            dynamic.sort(workers, group_of);
            if let Some(whole) = whole {
                whole.sort(workers, group_of);
            }
        }
        if fixed_changed {
            sort_fixed(fixed);
            if let Some(filters) = sleeping {
                fill_sleepers(&mut self.sleepers, fixed, filters);
                self.sleepers.sort(workers, group_of);
            }
        }
        let changed = fixed_changed.then_some((&self.sleepers, sleeping));
        if let Some(accept) = accept
            && !accept(self.engine.estimate(&parts([dynamic, fixed], filter, changed), false))
        {
            if dynamic.plan_again() {
                dynamic.sort(workers, group_of);
            }
            if fixed_changed && fixed.plan_again() {
                sort_fixed(fixed);
            }
            if !accept(self.engine.estimate(&parts([dynamic, fixed], filter, changed), true)) {
                return Ok(None);
            }
        }
        let sets = [&*dynamic, &*fixed];
        if fixed_changed {
            clock.lap(|times| &mut times.index);
            let mut found = Kept { pairs: std::mem::take(&mut self.spare), ..Kept::default() };
            found.pairs.clear();
            for &(sets, among, filter) in &parts(sets, filter, changed)[1..] {
                let left = budget.left(found.counts.pairs, sorted.work + found.counts.work);
                let task = JoinTask { sets, among, filter, touching, simd, keep: true, budget: left };
                let pieces = self.engine.find(task, workers);
                found.counts += counts(pieces);
                let units = costliest(pieces);
                pieces.iter().for_each(|piece| found.pairs.extend(piece.pairs.as_slice()));
                if let Err(over) = budget.check(found.counts.pairs, sorted.work + found.counts.work) {
                    self.spare = found.pairs;
                    return Err(over.by(self.engine.item(sets, ["slot"; 2], units)));
                }
            }
            self.fixed = Some((rules, found));
            clock.lap(|times| &mut times.pairs);
        }
        clock.lap(|times| &mut times.index);
        let none = Kept::default();
        let kept = self.fixed.as_ref().map_or(&none, |(_, found)| found);
        let keep = out.is_some();
        let among = if known.is_some() { Among::Between } else { Among::First };
        let known_count = known.map_or(0, <[_]>::len) as u64;
        let mut before = sorted;
        before += Counts { pairs: known_count, candidates: known_count, work: 0 };
        // The work for pairs that were kept from an earlier step is over.
        before += Counts { work: if fixed_changed { kept.counts.work } else { 0 }, ..kept.counts };
        let budget_left = budget.left(before.pairs, before.work);
        let pieces =
            self.engine.find(JoinTask { sets, among, filter, touching, simd, keep, budget: budget_left }, workers);
        let mut found = counts(pieces);
        found += before;
        if let Err(over) = budget.check(found.pairs, found.work) {
            let units = costliest(pieces);
            return Err(over.by(self.engine.item(sets, ["slot"; 2], units)));
        }
        clock.lap(|times| &mut times.pairs);
        let slices = std::iter::once(kept.pairs.as_slice()).chain(known);
        let slices = slices.chain(pieces.iter().map(|piece| piece.pairs.as_slice()));
        match (out, order) {
            (Some(out), PairOrder::BySlot) => {
                span!("order");
                self.listed = false;
                self.order.sort_into(slices, slot_count, true, out, workers);
            }
            (Some(out), PairOrder::AsFound) => {
                join(slices, if self.listed { kept.pairs.len() } else { 0 }, out, workers);
                self.listed = true;
            }
            (None, _) => {}
        }
        clock.lap(|times| &mut times.order);
        Ok(Some(SearchReport::new(found, clock.times)))
    }

    /// Finds all pairs of a shape of the first set and a shape of the second, in order.
    pub(crate) fn between(
        &mut self,
        [first, second]: [&mut Set; 2],
        settings: &Settings,
        Output { out, budget, .. }: Output<'_>,
        workers: &impl Workers,
    ) -> Result<SearchReport, OverBudget> {
        let mut clock = Clock::start();
        let sorted = read_work(first) + read_work(second) + (first.len() + second.len()) as u64 * work::ROW;
        budget.check(0, sorted)?;
        first.sort(workers, None);
        second.sort(workers, None);
        clock.lap(|times| &mut times.index);
        let Settings { touching, simd, .. } = *settings;
        let (sets, keep) = ([&*first, &*second], out.is_some());
        let (among, filter, left) = (Among::Between, PairFilter::All, budget.left(0, sorted));
        let pieces = self.engine.find(JoinTask { sets, among, filter, touching, simd, keep, budget: left }, workers);
        let mut found = counts(pieces);
        found.work += sorted;
        if let Err(over) = budget.check(found.pairs, found.work) {
            let units = costliest(pieces);
            return Err(over.by(self.engine.item(sets, ["shape"; 2], units)));
        }
        clock.lap(|times| &mut times.pairs);
        if let Some(out) = out {
            let pairs = pieces.iter().map(|piece| piece.pairs.as_slice());
            self.order.sort_into(pairs, first.len(), false, out, workers);
        }
        clock.lap(|times| &mut times.order);
        Ok(SearchReport::new(found, clock.times))
    }
}

/// The work to read the shapes of a batch into a set.
pub(crate) fn read_work(set: &Set) -> u64 {
    set.bound_count() as u64 * work::BOUNDED
}

/// The parts of a search: the pairs with a dynamic shape, then those within the static set if it has changed. With filters,
/// two static shapes are not a pair, and `sleepers` are the sleeping shapes of the static set.
fn parts<'a>(
    sets: [&'a Set; 2],
    filter: PairFilter<'a>,
    changed: Option<(&'a Set, Option<&'a FilterTable>)>,
) -> SmallVec<[Search<'a>; 3]> {
    let [dynamic, fixed] = sets;
    let mut parts = smallvec![(sets, Among::First, filter)];
    match changed {
        Some((sleepers, Some(filters))) => {
            parts.push(([dynamic, sleepers], Among::Second, filter));
            parts.push(([sleepers, fixed], Among::Between, PairFilter::OneSleeping(filters)));
        }
        Some((_, None)) => parts.push((sets, Among::Second, filter)),
        None => {}
    }
    parts
}

/// Copies the sleeping shapes of the static set. Nothing is left of those before, so that clones of a world, which do
/// not copy them, search in the same order.
fn fill_sleepers(sleepers: &mut Set, fixed: &Set, filters: &FilterTable) {
    sleepers.reset();
    if filters.sleeping_count() > 0 {
        let locations = fixed.locations().filter(|(slot, _)| filters.get(*slot).sleeping);
        locations.for_each(|(slot, location)| _ = sleepers.push(fixed.shape(location), slot, 0));
    }
}

/// Writes the pairs of all slices one after the other, the smaller slot of each pair first. `out` already holds the
/// first `listed` pairs of the first slice: all or none of them.
fn join<'a>(
    slices: impl Iterator<Item = &'a [[u32; 2]]> + Clone,
    listed: usize,
    out: &mut Vec<(u32, u32)>,
    workers: &impl Workers,
) {
    let grows = resize(out, slices.clone().map(<[_]>::len).sum());
    let listed = if grows { 0 } else { listed };
    let mut rest = out.as_mut_slice();
    let work = slices.map(|pairs| {
        let (room, others) = std::mem::take(&mut rest).split_at_mut(pairs.len());
        rest = others;
        (pairs, room)
    });
    each_of(workers, work, |number, (pairs, room)| {
        let listed = if number == 0 { listed } else { 0 };
        for (place, &[a, b]) in room[listed..].iter_mut().zip(&pairs[listed..]) {
            *place = (a.min(b), a.max(b));
        }
    });
}
