use collide_broad::Workers;
use collide_core::{Shape, Touching};

use crate::choice::{Choice, Chooser};
use crate::engine::{Among, Engine, PairBuffer, Piece, Pieces};
use crate::finder::{Finder, Output};
use crate::order::{Order, resize};
use crate::report::Clock;
use crate::settings::WORTH_SPREADING_SORTED;
use crate::store::{Set, Store};
use crate::workers::Pool;
use crate::{PairOrder, Report, Settings};

/// Makes the ticks of a world, and holds what the last one found.
#[derive(Debug, Default)]
pub(crate) struct Ticker {
    chooser: Chooser,
    search: Search,
    scan: Scan,
    pub(crate) pairs: Vec<(u32, u32)>,
    report: Option<Report>,
    tick: u64,
}

impl Ticker {
    /// One tick: sort the shapes by where they are, find the pairs, put them in order.
    pub(crate) fn step(&mut self, store: &mut Store, settings: &Settings) -> &Report {
        let choice = self.chooser.choose(settings.strategy, store.len(), || store.sample());
        store.tick();
        let report = if choice.strategy.sorts() {
            store.set_levels(choice.strategy.levels());
            store.forget_places();
            let fixed_changed = store.take_static_changed();
            let task = Task { choice, settings, order: settings.order, slot_count: store.slot_count(), fixed_changed };
            let (search, pairs) = (&mut self.search, &mut self.pairs);
            settings.threads.run(store.len(), WORTH_SPREADING_SORTED, |threads| {
                let [dynamic, fixed] = &mut store.sets;
                search.run([dynamic, fixed], task, Some(pairs), &Pool { threads })
            })
        } else {
            self.search.forget();
            self.scan.run(store, settings, choice, &mut self.pairs)
        };
        self.tick += 1;
        self.report.insert(report)
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
    /// All slots are below.
    pub(crate) slot_count: usize,
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
    /// Nothing of the last search is to be used again.
    pub(crate) fn forget(&mut self) {
        self.listed = false;
        if let Some((_, found)) = self.fixed.take() {
            self.spare = found.pairs;
        }
    }

    /// All pairs of the dynamic shapes, and of these with the fixed ones, and of the fixed ones.
    pub(crate) fn run(
        &mut self,
        [dynamic, fixed]: [&mut Set; 2],
        Task { choice, settings, order, slot_count, fixed_changed }: Task<'_>,
        output: Option<&mut Vec<(u32, u32)>>,
        workers: &impl Workers,
    ) -> Report {
        let mut clock = Clock::start();
        let (level, touching) = (settings.level, settings.touching);
        dynamic.sort(workers);
        if fixed_changed || self.fixed.as_ref().is_none_or(|(kept, _)| *kept != touching) {
            self.forget();
            fixed.sort(workers);
            clock.lap(|times| &mut times.index);
            let sets = [&*dynamic, &*fixed];
            let pieces = self.engine.find(sets, Among::Second, touching, level, true, workers);
            let mut found = Found { pairs: std::mem::take(&mut self.spare), ..Found::default() };
            found.pairs.clear();
            for piece in pieces {
                found.pairs.extend(piece.pairs.as_slice());
                found.candidate_count += piece.candidate_count;
                found.pair_count += piece.pair_count;
            }
            self.fixed = Some((touching, found));
            clock.lap(|times| &mut times.pairs);
        }
        clock.lap(|times| &mut times.index);
        let keep = output.is_some();
        let pieces = self.engine.find([&*dynamic, &*fixed], Among::First, touching, level, keep, workers);
        clock.lap(|times| &mut times.pairs);
        let none = Found::default();
        let kept = self.fixed.as_ref().map_or(&none, |(_, found)| found);
        let slices = std::iter::once(kept.pairs.as_slice()).chain(pieces.iter().map(|piece| piece.pairs.as_slice()));
        match (output, order) {
            (Some(out), PairOrder::BySlot) => {
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
        let sum = |count: fn(&Piece) -> u64| pieces.iter().map(count).sum::<u64>();
        Report {
            shape_count: dynamic.len() + fixed.len(),
            candidate_count: kept.candidate_count + sum(|piece| piece.candidate_count),
            pair_count: kept.pair_count + sum(|piece| piece.pair_count),
            strategy: choice.strategy,
            reason: choice.reason,
            expected: choice.expected(dynamic.len() + fixed.len()),
            times: clock.times,
        }
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
    fn run(&mut self, store: &Store, settings: &Settings, choice: Choice, out: &mut Vec<(u32, u32)>) -> Report {
        self.slots.clear();
        self.shapes.clear();
        for (handle, entity) in store.iter() {
            self.slots.push(handle.slot());
            self.shapes.push(entity.shape);
        }
        let report = self.finder.pairs(&self.shapes, settings, choice, Output::Pairs(out));
        // Dense indices ascend as slots do, so pairs in order of the ones are in order of the others.
        for (a, b) in out {
            (*a, *b) = (self.slots[*a as usize], self.slots[*b as usize]);
        }
        report
    }
}
