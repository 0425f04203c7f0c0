//! The movers that collide with each other, found in slices of the time.
//!
//! The box around the whole path of a fast mover is much larger than the path, so in a crowd of bullets nearly all
//! boxes meet. In a slice of the time boxes are short. Slices only find candidates: these are decided by their whole
//! motions, each in the slice in which its bounds first meet.

use std::ops::Range;

use collide_broad::internal::{GroupOf, Workers, grown};
use collide_core::{Moving, Simd, Touching, sweep};

use super::pair::SweptPair;
use super::path::{Path, WHOLE};
use super::tuning::{BETWEEN_CHECKS, WORTH_OF_PAIR, max_candidates};
use crate::base::{Meter, Pool, Spent, work};
use crate::movement::MoverList;
use crate::pairs::{Among, CellListSearch, Counts, JoinTask, PairFilter, Piece, counts};
use crate::store::{FilterTable, Set};
use crate::{Budget, Handle};

/// The buffers of the search.
#[derive(Debug, Default)]
pub(super) struct Crossing {
    /// The movers that may meet another one, by number: first the fast ones, which move by more than their own size.
    movers: Vec<u32>,
    fast_count: usize,
    /// Scratch memory.
    slow: Vec<u32>,
    /// The largest length of a motion as a multiple of the size.
    longest: f64,
    /// The filters of the movers, by number.
    filters: Vec<usize>,
    sets: [Set; 2],
    search: CellListSearch,
    planned: Planned,
    hits: Vec<Vec<SweptPair>>,
}

/// What the levels of the boxes are planned for.
#[derive(Debug, Default)]
struct Planned {
    /// The length of the slice.
    length: f64,
    /// The expected time of the search for each box.
    time: f64,
}

/// What does not change during a search.
#[derive(Clone, Copy)]
pub(super) struct CrossingTask<'a> {
    pub(super) paths: &'a [Path],
    pub(super) motions: &'a [Moving],
    pub(super) movers: &'a MoverList,
    pub(super) filters: &'a FilterTable,
    pub(super) simd: Simd,
    pub(super) workers: &'a Pool,
}

/// The maximum number of candidates that are stored at a time, unless a single mover has more.
const MAX_STORED: u64 = 1 << 20;

/// With more filters than this, movers are not left out before the search.
const MAX_FILTERS: usize = 64;

/// The number of fast movers by which the candidates of the whole time are estimated.
const SAMPLE: usize = 32;

impl Crossing {
    /// Appends the pairs of movers that collide, in any order.
    pub(super) fn find(&mut self, task: CrossingTask<'_>, meter: &mut Meter, list: &mut Vec<SweptPair>) {
        self.take(task);
        let (fast, all) = (self.fast_count, self.movers.len());
        let mut search = CrossingSearch { of: self, task, meter, list };
        search.join_all(fast..all, WHOLE);
        search.slices();
    }

    /// Lists the movers.
    fn take(&mut self, CrossingTask { paths, filters, .. }: CrossingTask<'_>) {
        let Self { movers, slow, fast_count, longest, filters: used, .. } = self;
        let number = |path: &Path| filters.number(path.slot);
        used.clear();
        if filters.any_restricted() {
            used.extend(paths.iter().map(number));
            used.sort_unstable();
            used.dedup();
        }
        let all_meet = used.is_empty() || used.len() > MAX_FILTERS;
        let meets = |path: &Path| all_meet || used.iter().any(|other| filters.numbers_meet(number(path), *other));
        movers.clear();
        slow.clear();
        *longest = 1.0;
        for (mover, path) in (0..).zip(paths).filter(|(_, path)| meets(path)) {
            let length = path.relative_length();
            if length > 1.0 { &mut *movers } else { &mut *slow }.push(mover);
            *longest = length.max(*longest);
        }
        *fast_count = movers.len();
        movers.append(slow);
    }
}

struct CrossingSearch<'a> {
    of: &'a mut Crossing,
    task: CrossingTask<'a>,
    meter: &'a mut Meter,
    list: &'a mut Vec<SweptPair>,
}

impl CrossingSearch<'_> {
    /// Decides all pairs with a fast mover, slice by slice.
    fn slices(&mut self) {
        let (fast, all) = (self.of.fast_count, self.of.movers.len());
        let max_pairs = max_candidates(all);
        let budget = Budget { max_results: max_pairs, max_work: max_pairs * WORTH_OF_PAIR, ..Budget::UNLIMITED };
        let (mut start, mut length, mut worth_until) = (0.0, 1.0, None);
        while fast > 0 && start < 1.0 && !self.meter.is_over() {
            if worth_until.is_some_and(|units| self.meter.done() > units) {
                return self.join_all(0..fast, [start, 1.0]);
            }
            let end = f64::min(start + length, 1.0);
            if let Some(candidates) = self.join(0..fast, [start, end], budget) {
                start = end;
                // Boxes of twice the length meet at most four times as often.
                length *= if candidates * 4 <= max_pairs { 2.0 } else { 1.0 };
            } else if self.meter.is_over() {
                return;
            } else if length * self.of.longest > 1.0 {
                worth_until.get_or_insert_with(|| self.meter.done() + self.whole_cost());
                length *= 0.5;
            } else {
                self.join_all(0..fast, [start, end]);
                start = end;
            }
        }
    }

    /// The estimated cost of all candidates without slices: slices that cost more are not worth it. That is so if most
    /// candidates are pairs.
    fn whole_cost(&mut self) -> u64 {
        let (Crossing { movers, fast_count, .. }, CrossingTask { paths, motions, filters, .. }) =
            (&*self.of, self.task);
        let all = || movers.iter().map(|mover| *mover as usize);
        let units_of = |one: usize| {
            let near = all().filter(|other| paths[one].is_near(&paths[*other]));
            let near = near.filter(|other| filters.meet(paths[one].slot, paths[*other].slot));
            near.map(|other| work::swept::BOUNDS + pair_units(&motions[one], &motions[other])).sum::<u64>()
        };
        let step = fast_count.div_ceil(SAMPLE);
        let units: u64 = all().take(*fast_count).step_by(step).map(units_of).sum();
        self.meter.add(movers.len() as u64 * SAMPLE as u64 * work::swept::ESTIMATE);
        units * step as u64
    }

    /// Decides all pairs of one of these movers and one of these or later. In parts, so that not too many candidates
    /// are stored.
    fn join_all(&mut self, some: Range<usize>, times: [f64; 2]) {
        if some.is_empty() || self.meter.is_over() {
            return;
        }
        let left = self.meter.left();
        let max_results = if some.len() > 1 { MAX_STORED.min(left / work::swept::BOUNDS) } else { u64::MAX };
        let budget = Budget { max_results, ..Budget::UNLIMITED };
        if self.join(some.clone(), times, budget).is_none() {
            let middle = some.start.midpoint(some.end);
            self.join_all(some.start..middle, times);
            self.join_all(middle..some.end, times);
        }
    }

    /// Decides the pairs of one of these movers and one of these or later whose bounds first meet within a slice.
    /// Returns the number of pairs of boxes, or `None` if the budget or the limit of the meter is exceeded; nothing is
    /// decided then.
    fn join(&mut self, some: Range<usize>, times: [f64; 2], budget: Budget) -> Option<u64> {
        let CrossingTask { filters, simd, workers, .. } = self.task;
        self.meter.add((self.of.movers.len() - some.start) as u64 * work::swept::BOX);
        if self.meter.is_over() {
            return None;
        }
        let filter = PairFilter::meeting(filters);
        self.sort_boxes(some, times, filter);
        let Crossing { sets, search, hits, .. } = &mut *self.of;
        let (sets, touching) = (sets.each_ref(), Touching::Closed);
        let budget = Budget { max_work: budget.max_work.min(self.meter.left()), ..budget };
        let join = JoinTask { sets, among: Among::First, filter, touching, simd, keep: true, budget };
        let pieces = search.find(join, workers);
        let Counts { pairs, work, .. } = counts(pieces);
        self.meter.add(work);
        budget.check(pairs, work).ok()?;
        let hits = grown(hits, pieces.len());
        decide(self.task, times, pieces, hits, self.meter);
        hits.iter_mut().for_each(|hits| self.list.append(hits));
        Some(pairs)
    }

    /// Sorts the boxes of these movers, and those of all later ones. The levels are planned for boxes of one length:
    /// again if the length differs, or if the search would take longer than when they were planned.
    fn sort_boxes(&mut self, some: Range<usize>, times: [f64; 2], filter: PairFilter<'_>) {
        let length = times[1] - times[0];
        if self.of.planned.length == length {
            let time = self.sort_planned(some.clone(), times, filter, false);
            if time < self.of.planned.time * 2.0 {
                return;
            }
        }
        let time = self.sort_planned(some, times, filter, true);
        self.of.planned = Planned { length, time };
    }

    /// The same with levels that are planned again or kept. Returns the expected time of the search for each box.
    fn sort_planned(&mut self, some: Range<usize>, times: [f64; 2], filter: PairFilter<'_>, replan: bool) -> f64 {
        let Crossing { movers, sets, search, .. } = &mut *self.of;
        let CrossingTask { paths, filters, workers, .. } = self.task;
        let group_of = |slot| filters.number(slot) as u32;
        let group_of: Option<GroupOf<'_>> = filter.groups().map(|_| &group_of as _);
        let (first, later) = (some.start, some.end..movers.len());
        for (set, range) in sets.iter_mut().zip([some, later]) {
            if replan {
                set.reset();
            } else {
                set.clear();
            }
            for path in movers[range].iter().map(|mover| &paths[*mover as usize]) {
                set.push(path.during(times).into(), path.slot, 0);
            }
            if set.len() > 0 {
                set.sort(workers, group_of);
            }
        }
        search.expected_time(sets.each_ref(), Among::First, filter) / (movers.len() - first) as f64
    }
}

/// Lists the candidates that collide and whose bounds first meet within a slice.
fn decide(
    CrossingTask { paths, motions, movers, workers, .. }: CrossingTask<'_>,
    [start, end]: [f64; 2],
    pieces: &[Piece],
    hits: &mut [Vec<SweptPair>],
    meter: &mut Meter,
) {
    let mover = |number: usize| (movers.handles()[number], motions[number]);
    let (left, spent) = (Budget::of_work(meter.left()), Spent::default());
    workers.each(hits, |piece, hits| {
        for pairs in pieces[piece].pairs.as_slice().chunks(BETWEEN_CHECKS) {
            if spent.is_over(&left) {
                return;
            }
            let mut own = Meter::of_this_thread(u64::MAX);
            for &[a, b] in pairs {
                let (Some(a), Some(b)) = (movers.number(a), movers.number(b)) else { continue };
                own.add(work::swept::BOUNDS);
                // The last slice ends with the motions.
                let is_here = |time| start <= time && (time < end || end == 1.0);
                if paths[a].meets(&paths[b]).is_some_and(is_here) {
                    let hit = collision(mover(a), mover(b));
                    own.add(pair_units(&motions[a], &motions[b]) + hit.map_or(0, |_| work::swept::PAIR));
                    hits.extend(hit);
                }
            }
            _ = spent.add(&left, 0, own.done());
        }
    });
    meter.add(spent.work());
}

/// The collision of two entities, of which one may be at rest.
pub(super) fn collision(a: (Handle, Moving), b: (Handle, Moving)) -> Option<SweptPair> {
    let ((a, first), (b, second)) = if a.0.slot() < b.0.slot() { (a, b) } else { (b, a) };
    sweep(first, second).map(|impact| SweptPair { a, b, impact })
}

fn pair_units(a: &Moving, b: &Moving) -> u64 {
    work::swept::share(&a.shape()) + work::swept::share(&b.shape())
}
