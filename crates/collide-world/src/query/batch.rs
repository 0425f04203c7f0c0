//! Batches of queries. They run in spatial order, which suits the caches, and on several threads; the answers are in
//! the order of the queries.

use std::fmt::Debug;

use collide_broad::internal::{Workers, counts_to_starts, grown, sort_numbers};
use collide_core::Vec2;

use super::fingerprint::Words;
use super::tuning::{TILES, WORTH_SPREADING};
use super::{Answers, Mode, Queries, Query, Question};
use crate::base::{Meter, Pool, Spent, max_pieces, work};
use crate::search::Candidates;
use crate::{Budget, Costliest, OverBudget};

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

/// The work for each candidate of a limit within which a query is tried without a look at its candidates.
const TRIED: u64 = 32;

/// The number of queries of a group: they follow each other in spatial order.
pub(super) const GROUP: usize = 32;

/// Work on the queries of a batch, in spatial order and in pieces. Reuses its memory.
#[derive(Debug)]
pub(crate) struct Spatial<P> {
    order: Order,
    pieces: Vec<P>,
}

impl<P> Default for Spatial<P> {
    fn default() -> Self {
        Self { order: Order::default(), pieces: vec![] }
    }
}

impl<P: Default + Send> Spatial<P> {
    /// Calls `work` for each piece, with the numbers of its queries. `middles` are the approximate positions of the
    /// queries. Returns the pieces with these numbers.
    pub(crate) fn run(
        &mut self,
        middles: impl ExactSizeIterator<Item = [f64; 2]>,
        work: impl Fn(&[u32], &mut P) + Sync + Send,
        workers: &Pool,
    ) -> impl Iterator<Item = (&[u32], &mut P)> {
        let len = middles.len();
        self.order.sort(middles);
        let count = (len / (WORTH_SPREADING / 4)).clamp(1, max_pieces(workers));
        let (pieces, numbers) = (grown(&mut self.pieces, count), &self.order.numbers);
        // The groups are the same for any number of pieces.
        let end = move |piece: usize| if piece == count { len } else { (len * piece / count).next_multiple_of(GROUP) };
        let part = move |piece: usize| &numbers[end(piece).min(len)..end(piece + 1).min(len)];
        workers.each(pieces, |number, piece| work(part(number), piece));
        pieces.iter_mut().enumerate().map(move |(number, piece)| (part(number), piece))
    }

    /// A piece of the last run, by its number in the order of the run.
    pub(crate) fn piece(&self, number: usize) -> &P {
        &self.pieces[number]
    }

    pub(super) fn piece_mut(&mut self, number: usize) -> &mut P {
        &mut self.pieces[number]
    }
}

/// The results of one piece of work, query by query.
#[derive(Debug)]
struct AnswerPiece<B, E> {
    /// The work of the query that cost most, and its number, if the work is limited.
    costliest: (u64, u32),
    work: u64,
    buffer: B,
    entries: Vec<E>,
    /// For each query the number of hits and the end of its entries.
    ends: Vec<(usize, usize)>,
    /// The queries that exceeded their limit of candidates.
    stopped: Vec<u32>,
}

impl<B: Default, E> Default for AnswerPiece<B, E> {
    fn default() -> Self {
        Self { costliest: (0, 0), work: 0, buffer: B::default(), entries: vec![], ends: vec![], stopped: vec![] }
    }
}

impl<B, E> AnswerPiece<B, E> {
    /// The number of hits of a query, and the hits.
    fn of(&self, place: usize) -> (usize, &[E]) {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (count, end) = self.ends[place];
        (count, &self.entries[start..end])
    }
}

/// The indices of the queries in spatial order.
#[derive(Debug, Default)]
struct Order {
    middles: Vec<[f64; 2]>,
    tiles: Vec<u16>,
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Order {
    /// Counting sort by square tiles of the area of all queries, in Morton order: so those that follow each other are near
    /// each other in both directions. Few queries are not sorted, as it would not pay off.
    fn sort(&mut self, middles: impl ExactSizeIterator<Item = [f64; 2]>) {
        if middles.len() < WORTH_SPREADING {
            self.numbers.clear();
            self.numbers.extend(0..middles.len() as u32);
            return;
        }
        self.middles.clear();
        self.middles.extend(middles);
        self.sort_middles();
    }

    /// Apart from [`sort`](Self::sort), so that it is compiled once for all kinds of queries.
    fn sort_middles(&mut self) {
        let whole = [0, 1].map(|axis| range_of_most(&self.middles, axis));
        let scale = whole.map(|(low, high)| TILES as f64 / (high - low));
        let tile = |middle: [f64; 2]| {
            // The cast turns NaN and negative numbers into zero.
            let [x, y] = [0, 1].map(|axis| ((middle[axis] - whole[axis].0) * scale[axis]) as usize);
            spread_bits(x.min(TILES - 1)) | spread_bits(y.min(TILES - 1)) << 1
        };
        self.tiles.clear();
        self.tiles.extend(self.middles.iter().map(|middle| tile(*middle)));
        self.starts.clear();
        self.starts.resize(TILES * TILES, 0);
        for tile in &self.tiles {
            self.starts[usize::from(*tile)] += 1;
        }
        counts_to_starts(&mut self.starts);
        self.numbers.resize(self.tiles.len(), 0);
        for (number, tile) in (0..).zip(&self.tiles) {
            let place = &mut self.starts[usize::from(*tile)];
            self.numbers[*place as usize] = number;
            *place += 1;
        }
    }
}

/// The number of queries that are looked at for the range of most of them.
const SAMPLES: usize = 64;

/// The range of most positions on an axis. A few that are far away must not push all others into one tile.
fn range_of_most(middles: &[[f64; 2]], axis: usize) -> (f64, f64) {
    // By the golden ratio: spread evenly, and not in step with an order of the caller.
    let part = |number: usize| (number as f64 * 0.618_033_988_749_894_9).fract();
    let mut sample: [f64; SAMPLES] =
        std::array::from_fn(|number| middles[(part(number) * middles.len() as f64) as usize][axis]);
    sort_numbers(&mut sample);
    let (low, high) = (sample[SAMPLES / 8], sample[SAMPLES - 1 - SAMPLES / 8]);
    // An eighth is outside on each side.
    let margin = (high - low) * 0.25;
    (low - margin, high + margin)
}

/// The lower eight bits of a number, with a zero above each of them.
fn spread_bits(number: usize) -> u16 {
    let bits = number as u16 & 0xff;
    let bits = (bits | bits << 4) & 0x0f0f;
    let bits = (bits | bits << 2) & 0x3333;
    (bits | bits << 1) & 0x5555
}

impl Queries<'_> {
    /// Answers a batch of queries.
    pub(super) fn answer_into<Q: Batched>(
        &self,
        queries: &[Query<Q>],
        mode: Mode,
        out: &mut Answers<Q::Hit>,
    ) -> Result<(), OverBudget> {
        out.clear();
        let outcome = self
            .threads
            .run(queries.len(), WORTH_SPREADING, |workers| self.answer_on(queries, mode, out, workers))
            .map_err(OverBudget::of_hits);
        if outcome.is_err() {
            out.clear();
        }
        self.record_answers(|| Q::question(queries, mode), out, outcome);
        outcome
    }

    fn answer_on<Q: Batched>(
        &self,
        queries: &[Query<Q>],
        mode: Mode,
        out: &mut Answers<Q::Hit>,
        workers: &Pool,
    ) -> Result<(), OverBudget> {
        let (budget, given) = (self.budget, queries.len() as u64 * work::ITEM);
        budget.check(0, given)?;
        // For each query, the piece that answered it and the index of the query within the piece.
        let (spatial, answered) = out.scratch.get::<(Spatial<AnswerPiece<Q::Buffer, Q::Entry>>, Vec<(u32, u32)>)>();
        let spent = Spent::default();
        let answer = |numbers: &[u32], piece: &mut AnswerPiece<Q::Buffer, Q::Entry>| {
            let AnswerPiece { costliest, work, buffer, entries, ends, stopped } = piece;
            (*costliest, *work) = ((0, 0), 0);
            entries.clear();
            ends.clear();
            stopped.clear();
            for query in numbers {
                let mut meter = Meter::of_this_thread(spent.work_left(&budget).saturating_sub(given));
                let (before, asked) = (entries.len(), &queries[*query as usize]);
                let answered = self.answer_one(asked, mode, &mut meter, buffer, entries);
                let Answered { count, hits, last: _ } = answered.unwrap_or_else(|| {
                    entries.truncate(before);
                    stopped.push(*query);
                    Answered::default()
                });
                ends.push((count, entries.len()));
                *work += meter.done();
                // Only with a limit: the atomic additions would delay each query.
                if !budget.allows_all() {
                    *costliest = (*costliest).max((meter.done(), *query));
                    if spent.add(&budget.left(0, given), hits, meter.done()).is_err() {
                        return;
                    }
                }
            }
        };
        let pieces = spatial.run(queries.iter().map(|query| query.what.middle()), answer, workers);
        if let Err(over) = spent.add(&budget, 0, given) {
            let (_, index) = pieces.map(|(_, piece)| piece.costliest).max().unwrap_or_default();
            let [x, y] = queries[index as usize].what.middle().map(|number| number as f32);
            return Err(over.by(Some(Costliest { item: "query", index, at: Vec2::new(x, y) })));
        }
        answered.resize(queries.len(), (0, 0));
        out.work = given;
        for (piece, (numbers, AnswerPiece { stopped, work, .. })) in (0..).zip(pieces) {
            out.work += *work;
            out.stopped.extend_from_slice(stopped);
            for (place, query) in (0..).zip(numbers) {
                answered[*query as usize] = (piece, place);
            }
        }
        out.stopped.sort_unstable();
        for (piece, place) in answered {
            let (count, entries) = spatial.pieces[*piece as usize].of(*place as usize);
            out.starts.push(out.starts[out.starts.len() - 1] + count);
            out.hits.extend(entries.iter().map(|entry| Q::hit_of(self, entry)));
        }
        Ok(())
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
