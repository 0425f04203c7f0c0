use collide_broad::{RTree, Workers};
use collide_core::{Shape, Touching};

use crate::choice::{Choice, Chooser};
use crate::engine::{Among, Engine, PairBuffer, Pieces, Task as Find, Wanted};
use crate::events::{Events, Tick};
use crate::finder::{Finder, Output};
use crate::history::Past;
use crate::order::{Order, resize};
use crate::recent::Ring;
use crate::report::{Clock, allocated};
use crate::settings::WORTH_SPREADING_SORTED;
use crate::spans::{span, ticked};
use crate::store::{Holder, Set, Store};
use crate::validate::check_pairs;
use crate::workers::Pool;
use crate::{Invalid, OverBudget, PairOrder, Reason, Report, Settings, Strategy};

/// Makes the ticks of a world, and holds what the last one found.
#[derive(Debug, Default)]
pub(crate) struct Ticker {
    chooser: Chooser,
    search: Search,
    /// Most worlds never need it: it is made when one does.
    scan: Option<Box<Scan>>,
    /// Whether that found the pairs of the last tick.
    scanned: bool,
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Whether they are not in order of slots.
    as_found: bool,
    /// Where the next pairs are written, where those of the last tick are still needed.
    next: Vec<(u32, u32)>,
    pub(crate) events: Events,
    pub(crate) past: Past,
    pub(crate) recent: Ring,
    report: Option<Report>,
    tick: u64,
    /// The tick that it was restored to: those after it are remembered, as far as the settings have it.
    #[cfg(feature = "recording")]
    pub(crate) since: u64,
}

impl Ticker {
    /// Becomes the same as another one but for the past, in the memory it has.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.chooser.clone_from(&other.chooser);
        self.search.copy_from(&other.search);
        self.pairs.clone_from(&other.pairs);
        self.events.copy_from(&other.events);
        (self.as_found, self.report, self.tick) = (other.as_found, other.report, other.tick);
        self.scanned = false;
        #[cfg(feature = "recording")]
        {
            self.since = other.since;
        }
    }

    /// One tick: sort the shapes by where they are, find the pairs, put them in order, compare them with those of the tick before.
    pub(crate) fn step(&mut self, store: &mut Store, settings: &Settings, most: u64) -> Result<&Report, OverBudget> {
        span!("tick");
        let choice = self.chooser.choose(settings.strategy, store.len(), || store.sample());
        let out = if settings.events { &mut self.next } else { &mut self.pairs };
        // Events are told by comparing lists in order.
        let order = if settings.events { PairOrder::BySlot } else { settings.order };
        let mut report = if choice.strategy.sorts() {
            let task = Task { choice, settings, order, most };
            self.search.step(store, task, Some(out))?
        } else {
            self.search.forget();
            self.scan.get_or_insert_default().run(store, settings, choice, most, out)?
        };
        self.scanned = !choice.strategy.sorts();
        let mut clock = Clock::start();
        if settings.events {
            span!("events");
            if self.as_found {
                // There were no events at the tick before.
                self.pairs.sort_unstable();
            }
            let before = Tick { pairs: &self.pairs, generations: store.generations_at_tick() };
            let now = Tick { pairs: &self.next, generations: store.generations() };
            self.events.compare(before, now, store.removed_since_tick());
            std::mem::swap(&mut self.pairs, &mut self.next);
        } else {
            self.events.clear();
        }
        self.as_found = choice.strategy.sorts() && order == PairOrder::AsFound;
        clock.lap(|times| &mut times.events);
        report.times.events = clock.times.events;
        store.tick();
        self.tick += 1;
        {
            span!("history");
            self.past.record(store, self.tick, settings.history.ticks);
        }
        clock.lap(|times| &mut times.history);
        report.times.history = clock.times.history;
        self.recent.push(&report.times);
        ticked(self.tick, &report);
        Ok(self.report.insert(report))
    }

    /// How many pairs a tick would find.
    pub(crate) fn count(&mut self, store: &mut Store, settings: &Settings) -> u64 {
        let choice = Choice { strategy: Strategy::HierarchicalGrid, reason: Reason::Asked };
        let task = Task { choice, settings, order: PairOrder::AsFound, most: u64::MAX };
        match self.search.step(store, task, None) {
            Ok(report) => report.pair_count,
            Err(over) => over.found,
        }
    }

    /// Bytes allocated, but for what strategies that sort for themselves work with.
    pub(crate) fn memory(&self) -> usize {
        let pairs = allocated(&self.pairs) + allocated(&self.next);
        pairs + self.search.memory() + self.events.memory() + self.past.memory() + self.recent.memory()
    }

    /// Goes on from a tick whose pairs these were; nothing else of the past counts.
    pub(crate) fn restore(&mut self, tick: u64, pairs: Vec<(u32, u32)>, as_found: bool) {
        (self.tick, self.pairs, self.as_found) = (tick, pairs, as_found);
        self.chooser = Chooser::default();
        self.events.clear();
        self.past.clear();
        (self.report, self.scanned) = (None, false);
        #[cfg(feature = "recording")]
        {
            self.since = tick;
        }
    }

    /// Looks whether the pairs kept are such as the store could have.
    pub(crate) fn validate(&self, store: &Store, holders: &[Holder]) -> Result<(), Invalid> {
        let ascending = check_pairs(&self.pairs, |slot| store.was_there(slot, holders))?;
        if !ascending && !self.as_found {
            return Err(Invalid::PairOrder);
        }
        self.search.validate(store, holders)?;
        if self.past.is_in_order(self.tick) { Ok(()) } else { Err(Invalid::Past { tick: self.tick }) }
    }

    /// The R-tree of the last tick, if it had one.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        self.scan.as_ref().filter(|_| self.scanned)?.finder.tree()
    }

    pub(crate) fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    pub(crate) fn tick(&self) -> u64 {
        self.tick
    }
}

/// The search in sorted tables: what a tick is made of.
#[derive(Debug, Default)]
pub(crate) struct Search {
    engine: Engine,
    order: Order,
    /// The pairs of two static shapes, kept until one of these changes.
    fixed: Option<(Touching, Found)>,
    /// Whether these are the first pairs of the output already, as found.
    listed: bool,
    spare: PairBuffer,
}

/// What to search for.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) choice: Choice,
    pub(crate) settings: &'a Settings,
    pub(crate) order: PairOrder,
    /// How many pairs there may be.
    pub(crate) most: u64,
}

/// What to search, besides the sets.
#[derive(Clone, Copy)]
pub(crate) struct Slots<'a> {
    /// All slots are below.
    pub(crate) count: usize,
    pub(crate) wanted: Wanted<'a>,
    /// Whether the fixed shapes are not those of the last search.
    pub(crate) fixed_changed: bool,
}

/// Pairs kept from a search.
#[derive(Debug, Default)]
struct Found {
    pairs: PairBuffer,
    candidate_count: u64,
    pair_count: u64,
}

impl Search {
    /// Bytes allocated.
    fn memory(&self) -> usize {
        let fixed = self.fixed.as_ref().map_or(0, |(_, found)| found.pairs.memory());
        self.engine.memory() + self.order.memory() + fixed + self.spare.memory()
    }

    /// Nothing of the last search is to be used again.
    pub(crate) fn forget(&mut self) {
        self.listed = false;
        if let Some((_, found)) = self.fixed.take() {
            self.spare = found.pairs;
        }
    }

    /// Looks whether the pairs kept are of what is static, if that has not changed.
    fn validate(&self, store: &Store, holders: &[Holder]) -> Result<(), Invalid> {
        let Some((_, found)) = self.fixed.as_ref().filter(|_| !store.static_changed()) else { return Ok(()) };
        let is_fixed = |slot: u32| holders.get(slot as usize) == Some(&Holder::Fixed);
        match found.pairs.as_slice().iter().find(|pair| !pair.iter().all(|slot| is_fixed(*slot))) {
            Some(&[a, b]) => Err(Invalid::Pair { a, b }),
            None => Ok(()),
        }
    }

    /// Keeps the same as another one, in the memory it has.
    fn copy_from(&mut self, other: &Self) {
        self.forget();
        self.listed = other.listed;
        if let Some((touching, found)) = &other.fixed {
            let mut pairs = std::mem::take(&mut self.spare);
            pairs.clear();
            pairs.extend(found.pairs.as_slice());
            self.fixed = Some((*touching, Found { pairs, ..*found }));
        }
    }

    /// Sorts what a world has, and searches it.
    fn step(
        &mut self,
        store: &mut Store,
        task: Task<'_>,
        output: Option<&mut Vec<(u32, u32)>>,
    ) -> Result<Report, OverBudget> {
        store.set_layout(task.settings.layout(task.choice.strategy));
        store.forget_places();
        let fixed_changed = store.take_static_changed();
        let (len, count) = (store.len(), store.slot_count());
        let Store { sets: [dynamic, fixed], traits, .. } = store;
        let slots = Slots { count, wanted: Wanted::meeting(traits), fixed_changed };
        task.settings.threads.run(len, WORTH_SPREADING_SORTED, |threads| {
            self.run([dynamic, fixed], slots, task, output, &Pool { threads })
        })
    }

    /// All pairs of the dynamic shapes, and of these with the fixed ones, and of the fixed ones.
    pub(crate) fn run(
        &mut self,
        [dynamic, fixed]: [&mut Set; 2],
        Slots { count: slot_count, wanted, fixed_changed }: Slots<'_>,
        Task { choice, settings, order, most }: Task<'_>,
        output: Option<&mut Vec<(u32, u32)>>,
        workers: &impl Workers,
    ) -> Result<Report, OverBudget> {
        let mut clock = Clock::start();
        let (level, touching) = (settings.level, settings.touching);
        let over = |found| OverBudget { what: "pairs", most, found };
        {
            span!("sort");
            dynamic.sort(workers);
        }
        if fixed_changed || self.fixed.as_ref().is_none_or(|(kept, _)| *kept != touching) {
            self.forget();
            fixed.sort(workers);
            clock.lap(|times| &mut times.index);
            let sets = [&*dynamic, &*fixed];
            let among = Among::Second;
            let pieces = self.engine.find(Find { sets, among, wanted, touching, level, keep: true, most }, workers);
            let pair_count = pieces.iter().map(|piece| piece.pair_count).sum();
            if pair_count > most {
                return Err(over(pair_count));
            }
            let candidate_count = pieces.iter().map(|piece| piece.candidate_count).sum();
            let mut found = Found { pairs: std::mem::take(&mut self.spare), candidate_count, pair_count };
            found.pairs.clear();
            pieces.iter().for_each(|piece| found.pairs.extend(piece.pairs.as_slice()));
            self.fixed = Some((touching, found));
            clock.lap(|times| &mut times.pairs);
        }
        clock.lap(|times| &mut times.index);
        let none = Found::default();
        let kept = self.fixed.as_ref().map_or(&none, |(_, found)| found);
        let left = if most == u64::MAX { most } else { most.saturating_sub(kept.pair_count) };
        let (sets, keep) = ([&*dynamic, &*fixed], output.is_some());
        let among = Among::First;
        let pieces = self.engine.find(Find { sets, among, wanted, touching, level, keep, most: left }, workers);
        let pair_count = kept.pair_count + pieces.iter().map(|piece| piece.pair_count).sum::<u64>();
        if pair_count > most {
            return Err(over(pair_count));
        }
        clock.lap(|times| &mut times.pairs);
        let slices = std::iter::once(kept.pairs.as_slice()).chain(pieces.iter().map(|piece| piece.pairs.as_slice()));
        match (output, order) {
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
        let candidates = pieces.iter().map(|piece| piece.candidate_count).sum::<u64>();
        Ok(Report {
            shape_count: dynamic.len() + fixed.len(),
            candidate_count: kept.candidate_count + candidates,
            pair_count,
            strategy: choice.strategy,
            reason: choice.reason,
            expected: choice.expected(dynamic.len() + fixed.len()),
            times: clock.times,
        })
    }
}

/// Writes pairs one slice after the other, the smaller slot of each first. So many of the first slice, all or none, are there
/// already.
fn join<'a>(
    slices: impl Iterator<Item = &'a [[u32; 2]]> + Clone,
    listed: usize,
    out: &mut Vec<(u32, u32)>,
    workers: &impl Workers,
) {
    let grows = resize(out, slices.clone().map(<[_]>::len).sum());
    let listed = if grows { 0 } else { listed };
    let mut rest = out.as_mut_slice();
    let mut work: Pieces<_> = slices
        .map(|pairs| {
            let (room, others) = std::mem::take(&mut rest).split_at_mut(pairs.len());
            rest = others;
            (pairs, room)
        })
        .collect();
    workers.each(&mut work, |number, (pairs, room)| {
        let listed = if number == 0 { listed } else { 0 };
        for (place, &[a, b]) in room[listed..].iter_mut().zip(&pairs[listed..]) {
            *place = (a.min(b), a.max(b));
        }
    });
}

/// The search over shapes in order of their slots: for strategies that sort for themselves.
#[derive(Debug, Default)]
struct Scan {
    finder: Finder,
    slots: Vec<u32>,
    shapes: Vec<Shape>,
}

impl Scan {
    fn run(
        &mut self,
        store: &Store,
        settings: &Settings,
        choice: Choice,
        most: u64,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<Report, OverBudget> {
        self.slots.clear();
        self.shapes.clear();
        for (handle, entity) in store.iter() {
            self.slots.push(handle.slot());
            self.shapes.push(entity.shape);
        }
        let (slots, wanted) = (&self.slots, Wanted::meeting(&store.traits));
        let wanted = |a, b| wanted.holds([slots[a as usize], slots[b as usize]]);
        let report = self.finder.pairs(&self.shapes, settings, choice, wanted, Output::Pairs { out, most });
        if report.pair_count > most {
            return Err(OverBudget { what: "pairs", most, found: report.pair_count });
        }
        // Dense indices ascend as slots do, so pairs in order of the ones are in order of the others.
        for (a, b) in out {
            (*a, *b) = (self.slots[*a as usize], self.slots[*b as usize]);
        }
        Ok(report)
    }
}
