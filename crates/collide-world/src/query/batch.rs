//! Batches of queries. They run in spatial order, which suits the caches, and on several threads; the answers are in
//! the order of the queries.

use std::fmt::Debug;

use super::fingerprint::Words;
use super::{Answers, Mode, Queries, Query, Question};
use crate::base::{Meter, work};
use crate::search::{Candidates, Driver, Job, Limits, Slots};
use crate::{Budget, OverBudget};

/// A kind of query that is asked in batches.
pub(super) trait Batched: Copy + Sync {
    type Hit: Words + Send;
    /// A hit before it has a handle.
    type Entry: Copy + Debug + Send + Sync + 'static;
    /// Buffers of a search, reused from query to query.
    type Buffer: Debug + Default + Send + Sync + 'static;

    /// The approximate position of the query.
    fn middle(&self) -> [f64; 2];

    /// Counts the candidates of a query.
    fn count_candidates(query: &Query<Self>, asked: &Queries<'_>, counted: (&mut Candidates, &mut Meter));

    /// Whether the query in this mode may end before it has searched all of the place.
    fn may_end(&self, mode: Mode) -> bool;

    /// Answers a query, and appends its hits to `entries` unless they are only counted. Stops when the meter is over its limit.
    fn answer(
        query: &Query<Self>,
        asked: &Queries<'_>,
        task: Task,
        meter: &mut Meter,
        buffer: &mut Self::Buffer,
        entries: &mut Vec<Self::Entry>,
    ) -> Answered;

    fn hit_of(asked: &Queries<'_>, entry: &Self::Entry) -> Self::Hit;

    /// The question that is recorded for a batch.
    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_>;
}

/// What the queries of a batch have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) mode: Mode,
    /// The limit of hits.
    pub(super) max_hits: u64,
    /// The limit of distance, if not the whole place is searched.
    pub(super) within: f32,
}

/// The numbers of a query that was answered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answered {
    /// The number of hits of the answer.
    pub(super) count: usize,
    /// The number of hits that count towards the limit.
    pub(super) hits: u64,
    /// The distance of the last hit, if there are as many as the query asks for: what is farther away does not matter.
    pub(super) last: Option<f32>,
}

/// The answer of a query by slot, whose hits are appended to `entries`.
pub(super) fn answer_of(slots: &mut Slots, mode: Mode, meter: &mut Meter, entries: &mut Vec<u32>) -> Answered {
    let hits = slots.count();
    slots.sort();
    entries.extend_from_slice(slots.as_slice());
    let count = if mode == Mode::Count { hits as usize } else { slots.as_slice().len() };
    meter.add(hits * work::HIT);
    Answered { count, hits, last: None }
}

/// The work for each candidate of a limit within which a query is tried without a look at its candidates.
const TRIED: u64 = 32;

/// The queries of a batch.
struct Asking<'a, Q> {
    asked: &'a Queries<'a>,
    queries: &'a [Query<Q>],
    mode: Mode,
}

/// The answers of a piece of a batch, query by query.
#[derive(Debug)]
pub(super) struct AnswerPiece<B, E> {
    buffer: B,
    entries: Vec<E>,
    /// For each query the number of hits and the end of its entries.
    ends: Vec<(usize, usize)>,
    /// The queries that exceeded their limit of candidates.
    stopped: Vec<u32>,
}

impl<B: Default, E> Default for AnswerPiece<B, E> {
    fn default() -> Self {
        Self { buffer: B::default(), entries: vec![], ends: vec![], stopped: vec![] }
    }
}

impl<B, E> AnswerPiece<B, E> {
    /// The number of hits of a query, and the hits.
    pub(super) fn of(&self, place: usize) -> (usize, &[E]) {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (count, end) = self.ends[place];
        (count, &self.entries[start..end])
    }
}

impl<Q: Batched> Job for Asking<'_, Q> {
    type Piece = AnswerPiece<Q::Buffer, Q::Entry>;

    fn begin(&self, AnswerPiece { entries, ends, stopped, .. }: &mut Self::Piece) {
        entries.clear();
        ends.clear();
        stopped.clear();
    }

    fn item(&self, item: u32, piece: &mut Self::Piece, meter: &mut Meter) -> u64 {
        let AnswerPiece { buffer, entries, ends, stopped } = piece;
        let before = entries.len();
        let answered = self.asked.answer_one(&self.queries[item as usize], self.mode, meter, buffer, entries);
        let Answered { count, hits, last: _ } = answered.unwrap_or_else(|| {
            entries.truncate(before);
            stopped.push(item);
            Answered::default()
        });
        ends.push((count, entries.len()));
        hits
    }
}

/// The driver of a batch of queries of this kind.
pub(super) type BatchDriver<Q> = Driver<AnswerPiece<<Q as Batched>::Buffer, <Q as Batched>::Entry>>;

impl Queries<'_> {
    /// Answers a batch of queries.
    pub(super) fn answer_into<Q: Batched>(
        &self,
        queries: &[Query<Q>],
        mode: Mode,
        out: &mut Answers<Q::Hit>,
    ) -> Result<(), OverBudget> {
        out.clear();
        let outcome = self.fill(queries, mode, out).map_err(OverBudget::of_hits);
        if outcome.is_err() {
            out.clear();
        }
        self.record_answers(|| Q::question(queries, mode), out, outcome);
        outcome
    }

    fn fill<Q: Batched>(&self, queries: &[Query<Q>], mode: Mode, out: &mut Answers<Q::Hit>) -> Result<(), OverBudget> {
        let driver = out.scratch.get::<BatchDriver<Q>>();
        let given = queries.len() as u64 * work::ITEM;
        out.work = self.answer_on(queries, mode, (self.budget, given), driver)?;
        driver.pieces().for_each(|piece| out.stopped.extend_from_slice(&piece.stopped));
        out.stopped.sort_unstable();
        for (piece, place) in driver.in_order() {
            let (count, entries) = piece.of(place);
            out.starts.push(out.starts[out.starts.len() - 1] + count);
            out.hits.extend(entries.iter().map(|entry| Q::hit_of(self, entry)));
        }
        Ok(())
    }

    /// Answers a batch of queries within a budget. The answers are in the pieces of the driver. Returns the work, with that
    /// before.
    pub(super) fn answer_on<Q: Batched>(
        &self,
        queries: &[Query<Q>],
        mode: Mode,
        (budget, given): (Budget, u64),
        driver: &mut BatchDriver<Q>,
    ) -> Result<u64, OverBudget> {
        let limits = Limits { budget, given, item: "query" };
        let middles = queries.iter().map(|query| query.what.middle());
        driver.run(&Asking { asked: self, queries, mode }, middles, limits, self.threads)
    }

    /// Answers a query with a limit of candidates. `None` if it exceeds the limit.
    fn answer_one<Q: Batched>(
        &self,
        query: &Query<Q>,
        mode: Mode,
        meter: &mut Meter,
        buffer: &mut Q::Buffer,
        entries: &mut Vec<Q::Entry>,
    ) -> Option<Answered> {
        let Budget { max_results: max_hits, max_candidates_each: max_candidates, .. } = self.budget;
        let task = Task { mode, max_hits, within: f32::INFINITY };
        if max_candidates == u64::MAX {
            return Some(Q::answer(query, self, task, meter, buffer, entries));
        }
        // Most queries end soon. Then only what is near is counted.
        let before = entries.len();
        let mut little = Meter::of_this_thread(meter.left().min(max_candidates.saturating_mul(TRIED)));
        let answered = Q::answer(query, self, task, &mut little, buffer, entries);
        meter.add(little.counted());
        let is_done = !little.is_over();
        let last = answered.last.filter(|_| is_done).unwrap_or(f32::INFINITY);
        let mut candidates = Candidates::new(max_candidates, last);
        Q::count_candidates(query, self, (&mut candidates, meter));
        if is_done {
            return candidates.allow(last).then_some(answered);
        }
        entries.truncate(before);
        let within = candidates.allowed().filter(|within| *within == f32::INFINITY || query.what.may_end(mode))?;
        let answered = Q::answer(query, self, Task { within, ..task }, meter, buffer, entries);
        candidates.allow(answered.last.unwrap_or(f32::INFINITY)).then_some(answered)
    }
}
