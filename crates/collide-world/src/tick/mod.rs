//! The tick as a pipeline.

mod choice;
mod chooser;
mod comparison;
mod event;
mod events;
mod explanation;
mod parts;
mod recent;
mod report;
mod ticked;

use collide_broad::RTree;

use crate::base::{Clock, WORTH_SPREADING_SORTED, allocated, check_pairs, copy_of, span};
use crate::history::Past;
use crate::pairs::{BoundsPhase, BoundsPipeline, Candidates, CellListPipeline, Output};
use crate::store::{Holder, Store};
use crate::{Budget, Invalid, OverBudget, PairOrder, Pairs, Settings};
use comparison::Comparison;
use events::Events;
use recent::Ring;
use ticked::ticked;

pub use choice::{Expected, Reason};
pub use comparison::compare_pairs;
pub use event::{Event, EventKind, UnknownEventKind};
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
    /// Whether two static entities could be one of the pairs.
    pub(crate) static_pairs: bool,
    /// Buffer for the next pairs, if those of the last tick are still needed.
    next: Vec<(u32, u32)>,
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
        self.events.clone_from(&source.events);
        self.past.clone_from(&source.past);
        (self.as_found, self.report, self.tick) = (source.as_found, source.report, source.tick);
        self.static_pairs = source.static_pairs;
        self.scanned = false;
        self.since = source.since;
    }
}

impl Ticker {
    /// One tick: sort the shapes by position, find the pairs, put them in order, compare them with those of the
    /// previous tick. There are no events after an error.
    pub(crate) fn step(
        &mut self,
        store: &mut Store,
        settings: &Settings,
        budget: Budget,
    ) -> Result<&Report, OverBudget> {
        span!("tick");
        // Events need sorted lists.
        let order = if settings.events { PairOrder::BySlot } else { settings.order };
        let count = store.len();
        let out = if settings.events { &mut self.next } else { &mut self.pairs };
        let choice = self.chooser.choose(settings.strategy, count, |limit| store.sample(limit));
        let found = self.chooser.search(choice, count, settings, |candidates, accept| match candidates {
            Candidates::CellLists(layout) => {
                let input = self.search.input(store, layout, settings);
                let output = Output { out: Some(&mut *out), order, budget };
                settings.threads.run(count, WORTH_SPREADING_SORTED, |workers| {
                    self.search.run(input, settings, accept, output, workers)
                })
            }
            Candidates::Bounds(phase) => {
                self.search.forget();
                self.scan.get_or_insert_default().run(store, settings, phase, budget, out).map(Some)
            }
        });
        if found.is_err() {
            self.events.clear();
        }
        let (choice, found) = found?;
        self.scanned = BoundsPhase::of(choice.strategy).is_some();
        Ok(self.finish(store, settings, order, Report::new(choice, store.len(), found)))
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
        }
        self.as_found = !self.scanned && order == PairOrder::AsFound;
        self.static_pairs = settings.static_pairs;
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
        self.report.insert(report)
    }

    /// The number of pairs that a tick would find.
    pub(crate) fn count(&mut self, store: &mut Store, settings: &Settings) -> u64 {
        let (count, output) = (store.len(), Output { out: None, order: PairOrder::AsFound, budget: Budget::UNLIMITED });
        let input = self.search.input(store, settings.layout(settings.strategy), settings);
        let found = settings
            .threads
            .run(count, WORTH_SPREADING_SORTED, |workers| self.search.run(input, settings, None, output, workers));
        match found {
            Ok(found) => found.map_or(0, |found| found.pair_count),
            Err(over) => over.found,
        }
    }

    /// Bytes allocated, without the working memory of strategies by bounds.
    pub(crate) fn memory(&self) -> usize {
        let pairs = allocated(&self.pairs) + allocated(&self.next);
        pairs + self.search.memory() + self.events.memory() + self.past.memory() + self.recent.memory()
    }

    /// The bytes of them that indexes take which are built on first use.
    pub(crate) fn index_memory(&self) -> usize {
        self.events.index_memory() + self.past.index_memory()
    }

    /// Continues from a tick with these pairs; drops all other results and the history.
    pub(crate) fn restore(&mut self, tick: u64, pairs: Vec<(u32, u32)>, as_found: bool, static_pairs: bool) {
        (self.tick, self.pairs, self.as_found, self.static_pairs) = (tick, pairs, as_found, static_pairs);
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
        self.search.validate(store, holders)?;
        if self.past.is_in_order(self.tick) { Ok(()) } else { Err(Invalid::Past { tick: self.tick }) }
    }

    /// The R-tree of the last tick, if it used one.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        self.scan.as_ref().filter(|_| self.scanned)?.search.tree()
    }
}
