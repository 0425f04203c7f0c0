//! The search in sorted cell lists.

use collide_broad::internal::{Layout, Workers, each_of};
use collide_core::Touching;

use super::buffer::PairBuffer;
use super::cells::{Among, CellListSearch, JoinTask};
use super::input::{FixedSearch, Input, Part};
use super::order::{Order, resize};
use super::pieces::{Counts, Piece, costliest, counts};
use super::{Output, SearchReport};
use crate::base::{Clock, PairRules, SlotBits, copy_of, span, work};
use crate::store::{FixedChange, Holder, Set, Store};
use crate::{Budget, Invalid, OverBudget, PairOrder, Settings};

/// The search in sorted cell lists: the main part of a tick.
#[derive(Debug, Default)]
pub(crate) struct CellListPipeline {
    engine: CellListSearch,
    order: Order,
    /// The pairs within the static set, kept until a static or sleeping shape changes, and the rules that they follow.
    fixed: Option<(FixedRules, Kept)>,
    /// Copies of the shapes of the static set that have changed, or that sleep.
    copies: Set,
    /// The slots of the static set that have changed.
    changed: SlotBits,
    /// Whether the output already starts with the pairs of `fixed`, as found.
    listed: bool,
    spare: PairBuffer,
}

/// The settings that decide which pairs are within the static set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FixedRules {
    touching: Touching,
    pairs: PairRules,
}

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
    fn estimate<'a>(&mut self, parts: &[Part<'a>], is_planned: bool) -> Estimate<'a> {
        let time = parts.iter().map(|&(sets, among, filter)| self.expected_time(sets, among, filter)).sum();
        Estimate { time, sets: parts[0].0, is_planned }
    }
}

impl CellListPipeline {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let fixed = self.fixed.as_ref().map_or(0, |(_, found)| found.pairs.memory());
        self.engine.memory()
            + self.order.memory()
            + fixed
            + self.copies.memory()
            + self.spare.memory()
            + self.changed.memory()
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

    /// The [input](Input::of) of a search.
    pub(crate) fn input<'a>(
        &mut self,
        store: &'a mut Store,
        part: Option<&'a mut Set>,
        layout: Layout,
        settings: &Settings,
    ) -> Input<'a> {
        self.copies.set_layout(layout);
        Input::of(store, part, layout, settings)
    }

    /// Sorts the sets, and finds all pairs among the dynamic shapes, between these and the static set, and within the
    /// static set. `None` if `accept` returns false.
    pub(crate) fn run(
        &mut self,
        mut input: Input<'_>,
        settings: &Settings,
        accept: Option<Accept<'_>>,
        output: Output<'_>,
        workers: &impl Workers,
    ) -> Result<Option<SearchReport>, OverBudget> {
        let mut clock = Clock::start();
        let rules = FixedRules { touching: settings.touching, pairs: PairRules::of(settings) };
        if self.fixed.as_ref().is_none_or(|(kept, _)| *kept != rules) {
            input.fixed = FixedSearch::All;
        }
        // After an error, nothing is kept.
        let kept = match input.fixed {
            FixedSearch::None => None,
            FixedSearch::Few(changes) => self.fixed.take().map(|(_, kept)| (kept, changes)),
            FixedSearch::All => None,
        };
        match input.fixed {
            FixedSearch::None => {}
            FixedSearch::Few(_) | FixedSearch::All => self.forget(),
        }
        let mut found = Counts { work: input.moving_work(), ..Counts::default() };
        output.budget.check(0, found.work + input.fixed_work())?;
        found.work += input.sort(&mut self.copies, workers);
        output.budget.check(0, found.work)?;
        if let Some(accept) = accept
            && !self.is_accepted(&mut input, accept, workers)
        {
            return Ok(None);
        }
        clock.lap(|times| &mut times.index);
        // The work for pairs that are kept from an earlier step is over.
        if let Some((kept, changes)) = kept {
            let search = (found, output.budget);
            found.work += self.find_changed(&input, (rules, kept, changes), settings, search, workers)?;
        } else if self.fixed.is_none() {
            found.work += self.find_fixed(&input, rules, settings, (found, output.budget), workers)?;
        }
        clock.lap(|times| &mut times.pairs);
        let found = self.find_moving(&input, settings, found, output, &mut clock, workers)?;
        clock.lap(|times| &mut times.order);
        Ok(Some(SearchReport::new(found, clock.times)))
    }

    /// Whether the search of the sorted sets is accepted, perhaps with other levels.
    fn is_accepted(&mut self, input: &mut Input<'_>, accept: Accept<'_>, workers: &impl Workers) -> bool {
        let estimate = self.engine.estimate(&input.parts(&self.copies), false);
        if accept(estimate) {
            return true;
        }
        input.plan_again(workers);
        accept(self.engine.estimate(&input.parts(&self.copies), true))
    }

    /// Finds the pairs within the static set, and keeps them. Returns the work.
    fn find_fixed(
        &mut self,
        input: &Input<'_>,
        rules: FixedRules,
        settings: &Settings,
        (before, budget): (Counts, Budget),
        workers: &impl Workers,
    ) -> Result<u64, OverBudget> {
        let mut found = Kept { pairs: std::mem::take(&mut self.spare), ..Kept::default() };
        found.pairs.clear();
        let mut sum = before;
        for &(sets, among, filter) in &input.parts(&self.copies)[1..] {
            let task = JoinTask { among, filter, keep: true, ..JoinTask::new(sets, settings, budget) };
            let keep = |pieces: &[Piece]| pieces.iter().for_each(|piece| found.pairs.extend(piece.pairs.as_slice()));
            match join(&mut self.engine, task, sum, "slot", keep, workers) {
                Ok(counts) => sum = counts,
                Err(over) => {
                    self.spare = found.pairs;
                    return Err(over);
                }
            }
        }
        found.counts = Counts { work: sum.work - before.work, ..sum };
        let work = found.counts.work;
        self.fixed = Some((rules, found));
        Ok(work)
    }

    /// Finds the pairs of the entities of the static set that have changed, and keeps them with the pairs of all others.
    /// Returns the work.
    fn find_changed(
        &mut self,
        input: &Input<'_>,
        (rules, mut kept, changes): (FixedRules, Kept, &[FixedChange]),
        settings: &Settings,
        (before, budget): (Counts, Budget),
        workers: &impl Workers,
    ) -> Result<u64, OverBudget> {
        let Self { engine, changed, copies, .. } = self;
        changed.reset(input.slot_count);
        changes.iter().for_each(|(slot, _)| changed.insert(*slot));
        let has_changed = |slot: u32| changed.has(slot);
        let count = kept.pairs.len() as u64;
        kept.pairs.filter(0, |pair| (pair, !pair.into_iter().any(has_changed)));
        kept.counts.candidates -= count - kept.pairs.len() as u64;
        let mut sum = Counts { pairs: before.pairs + kept.pairs.len() as u64, work: before.work + count, ..before };
        // Pairs of two that have changed are found twice, and each with itself.
        let twice = budget.max_results.saturating_mul(2).saturating_add(changes.len() as u64);
        for &(sets, among, filter) in &input.parts(copies)[1..] {
            let budget = Budget { max_results: twice, ..budget };
            let task = JoinTask { among, filter, keep: true, ..JoinTask::new(sets, settings, budget) };
            let keep = |pieces: &[Piece]| {
                for pair @ [a, b] in pieces.iter().flat_map(|piece| piece.pairs.as_slice()) {
                    kept.pairs.push_if(*pair, a < b || !has_changed(*b));
                }
            };
            sum = join(engine, task, sum, "slot", keep, workers)?;
        }
        kept.counts.candidates += sum.candidates - before.candidates;
        kept.counts.pairs = kept.pairs.len() as u64;
        self.fixed = Some((rules, kept));
        Ok(sum.work - before.work)
    }

    /// Finds the pairs with a dynamic shape, and writes them and all that are kept.
    fn find_moving(
        &mut self,
        input: &Input<'_>,
        settings: &Settings,
        before: Counts,
        Output { out, order, budget }: Output<'_>,
        clock: &mut Clock,
        workers: &impl Workers,
    ) -> Result<Counts, OverBudget> {
        let Self { engine, order: sorted, fixed, listed, .. } = self;
        let none = Kept::default();
        let kept = fixed.as_ref().map_or(&none, |(_, found)| found);
        let known_count = input.known.map_or(0, <[_]>::len) as u64;
        let mut sum = before;
        sum += Counts { work: 0, ..kept.counts };
        sum += Counts { pairs: known_count, candidates: known_count, work: 0 };
        let among = if input.known.is_some() { Among::Between } else { Among::First };
        let (sets, filter, keep) = (input.sets(), input.filter, out.is_some());
        let task = JoinTask { among, filter, keep, ..JoinTask::new(sets, settings, budget) };
        let write = |pieces: &[Piece]| {
            clock.lap(|times| &mut times.pairs);
            let slices = std::iter::once(kept.pairs.as_slice()).chain(input.known);
            let slices = slices.chain(pieces.iter().map(|piece| piece.pairs.as_slice()));
            match (out, order) {
                (Some(out), PairOrder::BySlot) => {
                    span!("order");
                    *listed = false;
                    sorted.sort_into(slices, input.slot_count, true, out, workers);
                }
                (Some(out), PairOrder::AsFound) => {
                    list(slices, if *listed { kept.pairs.len() } else { 0 }, out, workers);
                    *listed = true;
                }
                (None, _) => {}
            }
        };
        join(engine, task, sum, "slot", write, workers)
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
        let work = read_work(first) + read_work(second) + (first.len() + second.len()) as u64 * work::ROW;
        budget.check(0, work)?;
        first.sort(workers, None);
        second.sort(workers, None);
        clock.lap(|times| &mut times.index);
        let Self { engine, order, .. } = self;
        let (slot_count, keep) = (first.len(), out.is_some());
        let task = JoinTask { among: Among::Between, keep, ..JoinTask::new([&*first, &*second], settings, budget) };
        let write = |pieces: &[Piece]| {
            clock.lap(|times| &mut times.pairs);
            if let Some(out) = out {
                let pairs = pieces.iter().map(|piece| piece.pairs.as_slice());
                order.sort_into(pairs, slot_count, false, out, workers);
            }
        };
        let found = join(engine, task, Counts { work, ..Counts::default() }, "shape", write, workers)?;
        clock.lap(|times| &mut times.order);
        Ok(SearchReport::new(found, clock.times))
    }
}

/// Finds the pairs of a task, whose budget is that of the whole call, and passes them to `take`. Returns the counts of all
/// that was found before and now. `item` is what the sets have.
fn join(
    engine: &mut CellListSearch,
    task: JoinTask<'_>,
    before: Counts,
    item: &'static str,
    take: impl FnOnce(&[Piece]),
    workers: &impl Workers,
) -> Result<Counts, OverBudget> {
    let budget = task.budget;
    let pieces = engine.find(JoinTask { budget: budget.left(before.pairs, before.work), ..task }, workers);
    let mut found = before;
    found += counts(pieces);
    match budget.check(found.pairs, found.work) {
        Ok(()) => {
            take(pieces);
            Ok(found)
        }
        Err(over) => {
            let units = costliest(pieces);
            Err(over.by(engine.item(task.sets, [item; 2], units)))
        }
    }
}

/// The work to read the shapes of a batch into a set.
pub(crate) fn read_work(set: &Set) -> u64 {
    set.bound_count() as u64 * work::BOUNDED
}

/// Writes the pairs of all slices one after the other, the smaller slot of each pair first. `out` already holds the
/// first `listed` pairs of the first slice: all or none of them.
fn list<'a>(
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
