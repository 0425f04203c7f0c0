//! The tick as a pipeline.

mod choice;
mod chooser;
mod comparison;
mod event;
mod events;
mod explanation;
mod held;
mod parts;
mod recent;
mod report;
mod ticked;

use collide_broad::RTree;

use crate::base::{Clock, PairRules, WORTH_SPREADING_SORTED, allocated, check_held, check_pairs, copy_of, span};
use crate::history::Past;
use crate::pairs::{
    BoundsPhase, BoundsPipeline, Candidates, CellListPipeline, Input, Output, few_larger, max_pairs, stopped_work,
};
use crate::store::{Holder, Store, Surplus};
use crate::{Budget, Invalid, OverBudget, PairOrder, Pairs, SearchReport, Settings};
use choice::Choice;
use comparison::Comparison;
use events::Events;
use held::Held;
use recent::Ring;
use ticked::ticked;

pub use choice::{Expected, Reason};
pub use comparison::compare_pairs;
pub use event::{Event, EventBetween, EventKind, UnknownEventKind};
pub use explanation::Explanation;
pub use recent::Recent;
pub use report::Report;

pub(crate) use chooser::{Chooser, choose_between};

/// Runs the ticks of a world, and holds the results of the last one.
#[derive(Debug, Default)]
pub(crate) struct Ticker {
    chooser: Chooser,
    search: CellListPipeline,
    /// The search by bounds. Most worlds never need it, so it is created on first use.
    scan: Option<Box<BoundsPipeline>>,
    /// Whether `scan` found the pairs of the last tick.
    scanned: bool,
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Whether the pairs may not be in order of slots.
    as_found: bool,
    /// Which entities of one sort could be one of the pairs.
    pub(crate) rules: PairRules,
    /// Buffer for the next pairs, if those of the last tick are still needed.
    next: Vec<(u32, u32)>,
    /// The entities that take no part in the pairs of the last tick.
    surplus: Surplus,
    pub(crate) held: Held,
    pub(crate) events: Events,
    pub(crate) past: Past,
    pub(crate) recent: Ring,
    pub(crate) report: Option<Report>,
    pub(crate) tick: u64,
    /// The tick that the world was restored to. Only later ticks can be in the history.
    pub(crate) since: u64,
}

/// Copies the results of the last tick, and not the times of recent ticks. `clone_from` reuses the overwritten memory.
impl Clone for Ticker {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.chooser.clone_from(&source.chooser);
        self.search.clone_from(&source.search);
        self.pairs.clone_from(&source.pairs);
        self.held.clone_from(&source.held);
        self.events.clone_from(&source.events);
        self.past.clone_from(&source.past);
        (self.as_found, self.report, self.tick) = (source.as_found, source.report, source.tick);
        self.rules = source.rules;
        self.scanned = false;
        self.since = source.since;
    }
}

impl Ticker {
    /// One tick: find the surplus of crowds, sort the other shapes by position, find the pairs, put them in order, compare
    /// them with those of the previous tick. There are no events after an error.
    pub(crate) fn step(
        &mut self,
        store: &mut Store,
        settings: &Settings,
        budget: Budget,
    ) -> Result<&Report, OverBudget> {
        span!("tick");
        // Events need sorted lists.
        let order = if settings.events { PairOrder::BySlot } else { settings.order };
        let found = self.search(store, settings, order, budget);
        if found.is_err() {
            self.events.clear();
        }
        let (choice, found) = found?;
        self.scanned = BoundsPhase::of(choice.strategy).is_some();
        let report = Report::new(choice, store.len(), found).with_crowds(self.surplus.crowds());
        Ok(self.finish(store, settings, order, report))
    }

    /// Finds the surplus, and the pairs of all others.
    fn search(
        &mut self,
        store: &mut Store,
        settings: &Settings,
        order: PairOrder,
        budget: Budget,
    ) -> Result<(Choice, SearchReport), OverBudget> {
        let Self { chooser, search, scan, surplus, .. } = self;
        let out = if settings.events { &mut self.next } else { &mut self.pairs };
        let crowded = surplus.find(store, settings.crowd);
        budget.check(0, crowded)?;
        let left = budget.left(0, crowded);
        let count = store.len() - surplus.len();
        let max_pairs = max_pairs(settings.crowd, count);
        let within = Budget { max_results: left.max_results.min(max_pairs), ..left };
        let choice = chooser.choose(settings.strategy, count, |limit| surplus.sample(store, limit));
        let found = chooser.search(choice, count, settings, |candidates, accept| match candidates {
            Candidates::CellLists(layout) => {
                let input = search.input(store, surplus.others_mut(), layout, settings);
                let output = Output { out: Some(&mut *out), order, budget: within };
                settings
                    .threads
                    .run(count, WORTH_SPREADING_SORTED, |workers| search.run(input, settings, accept, output, workers))
            }
            Candidates::Bounds(phase) => {
                search.forget();
                scan.get_or_insert_default().run((store, surplus), settings, phase, within, out).map(Some)
            }
        });
        let found = match found {
            Err(over) if over.is_of_results() && within.max_results < left.max_results => {
                let output = Output { out: Some(out), order, budget: left };
                search_sizes((search, surplus), store, settings, (output, max_pairs))
                    .map(|found| (Choice::CELL_LISTS, found))
            }
            found => found,
        };
        let (choice, found) = found.map_err(|over| over.of_part(budget))?;
        Ok((choice, SearchReport { work: found.work + crowded, ..found }))
    }

    /// What a tick does after the search: the events, and what later ticks need.
    fn finish(&mut self, store: &mut Store, settings: &Settings, order: PairOrder, mut report: Report) -> &Report {
        let mut clock = Clock::start();
        if settings.events {
            if self.as_found {
                // The previous tick had no events, so its pairs may be unsorted.
                self.pairs.sort_unstable();
            }
            let before = Pairs { slots: &self.pairs, generations: store.generations_at_tick() };
            let max = settings.crowd.map_or(0, |limit| limit.max);
            let compared = self.held.divide(before, store.generations(), &self.surplus, max);
            let before = Pairs { slots: compared, ..before };
            let now = Pairs { slots: &self.next, generations: store.generations() };
            let ticks = Comparison { before, now, removed: store.removed_since_tick() };
            let (threads, events) = (&settings.threads, &mut self.events);
            threads.run(now.len(), WORTH_SPREADING_SORTED, |workers| {
                span!("events");
                events.compare(ticks, workers);
            });
            std::mem::swap(&mut self.pairs, &mut self.next);
        } else {
            self.events.clear();
            self.held.pairs.clear();
        }
        self.as_found = !self.scanned && order == PairOrder::AsFound;
        self.rules = PairRules::of(settings);
        clock.lap(|times| &mut times.events);
        report.times.events = clock.times.events;
        self.tick += 1;
        store.tick(self.tick);
        {
            span!("history");
            self.past.record(store, self.tick, settings.history.ticks);
        }
        clock.lap(|times| &mut times.history);
        report.times.history = clock.times.history;
        self.recent.push(&report.times);
        ticked(self.tick, &report);
        self.report.insert(report)
    }

    /// The number of pairs that a tick would find.
    pub(crate) fn count(&mut self, store: &mut Store, settings: &Settings) -> u64 {
        self.surplus.find(store, settings.crowd);
        let count = store.len() - self.surplus.len();
        let max_pairs = max_pairs(settings.crowd, count);
        let budget = Budget::from(max_pairs);
        let output = |budget| Output { out: None, order: PairOrder::AsFound, budget };
        let layout = settings.layout(settings.strategy);
        let input = self.search.input(store, self.surplus.others_mut(), layout, settings);
        let found = settings.threads.run(count, WORTH_SPREADING_SORTED, |workers| {
            self.search
                .run(input, settings, None, output(budget), workers)
                .map(|found| found.expect("nothing to decide"))
        });
        let found = found.or_else(|_| {
            let output = output(Budget::UNLIMITED);
            search_sizes((&mut self.search, &mut self.surplus), store, settings, (output, max_pairs))
        });
        found.map_or_else(|over| over.found, |found| found.pair_count)
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let pairs = allocated(&self.pairs) + allocated(&self.next) + self.held.memory() + self.surplus.memory();
        let searches = self.search.memory() + self.scan.as_ref().map_or(0, |scan| scan.memory());
        pairs + searches + self.events.memory() + self.past.memory() + self.recent.memory()
    }

    /// The bytes of them that indexes take which are built on first use.
    pub(crate) fn index_memory(&self) -> usize {
        self.events.index_memory() + self.past.index_memory()
    }

    /// Continues from a tick with these pairs; drops all other results and the history.
    pub(crate) fn restore(&mut self, tick: u64, [pairs, held]: [Vec<(u32, u32)>; 2], as_found: bool, rules: PairRules) {
        (self.tick, self.pairs, self.as_found, self.rules) = (tick, pairs, as_found, rules);
        self.held.pairs = held;
        self.chooser = Chooser::default();
        self.events.clear();
        self.past.clear();
        (self.report, self.scanned) = (None, false);
        self.since = tick;
    }

    /// Checks the stored pairs and the history against the store.
    pub(crate) fn validate(&self, store: &Store, holders: &[Holder]) -> Result<(), Invalid> {
        let ascending = check_pairs(&self.pairs, |slot| store.was_there(slot, holders))?;
        if !ascending && !self.as_found {
            return Err(Invalid::PairOrder);
        }
        check_held(&self.held.pairs, &self.pairs, |slot| store.was_there(slot, holders))?;
        self.search.validate(store, holders)?;
        if self.past.is_in_order(self.tick) { Ok(()) } else { Err(Invalid::Past { tick: self.tick }) }
    }

    /// The R-tree of the last tick, if it used one.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        self.scan.as_ref().filter(|_| self.scanned)?.search.tree()
    }
}

/// Finds the pairs of all that take part, each in few with larger ones: in cell lists, whatever the strategy, after a search
/// that was stopped at `max_pairs`.
fn search_sizes(
    (search, surplus): (&mut CellListPipeline, &mut Surplus),
    store: &mut Store,
    settings: &Settings,
    (output, max_pairs): (Output<'_>, u64),
) -> Result<SearchReport, OverBudget> {
    let limit = settings.crowd.expect("without a limit there is no maximum of pairs");
    let stopped = stopped_work(max_pairs);
    let left = output.budget.left(0, stopped);
    let (known, work) = few_larger((store, surplus), limit, settings, left.max_work);
    let input = search.input(store, surplus.others_mut(), settings.layout(settings.strategy), settings);
    let input = Input { read: input.read + stopped + work, known: Some(&known), ..input };
    let found = settings
        .threads
        .run(known.len(), WORTH_SPREADING_SORTED, |workers| search.run(input, settings, None, output, workers))?;
    Ok(found.expect("nothing to decide"))
}
