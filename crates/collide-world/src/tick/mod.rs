//! The tick as a pipeline.

mod choice;
mod events;
mod explanation;
mod recent;
mod report;
mod ticked;

use collide_broad::RTree;

use crate::base::{Clock, allocated, check_pairs, copy_of, span};
use crate::history::Past;
use crate::pairs::{BoundsPipeline, Candidates, CellListPipeline, PairTask};
use crate::store::{Holder, Store};
use crate::{Budget, Invalid, OverBudget, PairOrder, Settings};
use events::{Events, Tick};
use recent::Ring;
use ticked::ticked;

pub use choice::{Expected, Reason};
pub use events::{Event, EventKind, UnknownEventKind, compare_pairs};
pub use explanation::Explanation;
pub use recent::Recent;
pub use report::Report;

pub(crate) use choice::{Chooser, choose_between};

/// Makes the ticks of a world, and holds what the last one found.
#[derive(Debug, Default)]
pub(crate) struct Ticker {
    chooser: Chooser,
    search: CellListPipeline,
    /// Most worlds never need it: it is made when one does.
    scan: Option<Box<BoundsPipeline>>,
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

/// Copies what the last tick found, and not how long ticks took. `clone_from` keeps the memory of what is overwritten.
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
        self.scanned = false;
        #[cfg(feature = "recording")]
        {
            self.since = source.since;
        }
    }
}

impl Ticker {
    /// One tick: sort the shapes by where they are, find the pairs, put them in order, compare them with those of the tick before.
    pub(crate) fn step(
        &mut self,
        store: &mut Store,
        settings: &Settings,
        budget: Budget,
    ) -> Result<&Report, OverBudget> {
        span!("tick");
        let choice = self.chooser.choose(settings.strategy, store.len(), || store.sample());
        let out = if settings.events { &mut self.next } else { &mut self.pairs };
        // Events are told by comparing lists in order.
        let order = if settings.events { PairOrder::BySlot } else { settings.order };
        let candidates = Candidates::of(choice.strategy, settings);
        let found = match candidates {
            Candidates::CellLists(layout) => {
                self.search.step(store, layout, PairTask { settings, order, budget }, Some(out))?
            }
            Candidates::Bounds(phase) => {
                self.search.forget();
                self.scan.get_or_insert_default().run(store, settings, phase, budget, out)?
            }
        };
        let mut report = Report::new(choice, store.len(), found);
        self.scanned = matches!(candidates, Candidates::Bounds(_));
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
        self.as_found = !self.scanned && order == PairOrder::AsFound;
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
        let layout = settings.layout(settings.strategy);
        let task = PairTask { settings, order: PairOrder::AsFound, budget: Budget::UNLIMITED };
        match self.search.step(store, layout, task, None) {
            Ok(found) => found.pair_count,
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
        self.scan.as_ref().filter(|_| self.scanned)?.tree()
    }

    pub(crate) fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    pub(crate) fn tick(&self) -> u64 {
        self.tick
    }
}
