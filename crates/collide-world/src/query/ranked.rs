//! Batches of searches by distance. They run in spatial order, which suits the caches, and on several threads; the
//! answers are in the order of the queries.

use collide_broad::{Workers, counts_to_starts};
use collide_core::{Shape, Touching};

#[cfg(feature = "recording")]
use super::Question;
use super::best::{Best, Collect, Entry, Rank};
#[cfg(feature = "recording")]
use super::fingerprint::Measure;
use super::probe::Aim;
use super::tuning::{TILES, WORTH_SPREADING};
use super::{Answers, Mode, Queries, Query};
use crate::base::{Pool, Spent, max_pieces};
use crate::store::Resolved;
use crate::{Budget, Handle, OverBudget};

/// Measures are only hashed for recordings.
#[cfg(not(feature = "recording"))]
pub(super) trait Measure {}
#[cfg(not(feature = "recording"))]
impl<T> Measure for T {}

/// A kind of query whose hits have a distance.
pub(super) trait RankedQuery: Copy + Sync {
    type Hit: Rank + Measure;
    type Aim: Aim;

    /// The approximate position of the query.
    fn middle(&self) -> [f64; 2];

    /// The region to search, expanded by `beyond`.
    fn aim(&self, beyond: f64) -> Self::Aim;

    /// The exact test. `touching` is the world's rule; some queries have their own.
    fn hit(&self, shape: impl Copy + Into<Shape>, touching: Touching) -> Option<Self::Hit>;

    /// The question that is recorded for a batch.
    #[cfg(feature = "recording")]
    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_>;

    /// The maximum number of hits.
    fn max_count(&self) -> usize {
        usize::MAX
    }

    /// The maximum distance of a hit.
    fn limit(&self) -> f32 {
        f32::INFINITY
    }
}

/// The buffers of searches by distance.
#[derive(Debug)]
pub(super) struct Scratch<T> {
    order: Order,
    pieces: Vec<Piece<T>>,
    /// For each query, the piece that answered it and the index of the query within the piece.
    answered: Vec<(u32, u32)>,
}

impl<T> Default for Scratch<T> {
    fn default() -> Self {
        Self { order: Order::default(), pieces: vec![], answered: vec![] }
    }
}

/// The results of one piece of work, query by query.
#[derive(Debug)]
struct Piece<T> {
    best: Best<T>,
    entries: Vec<Entry<T>>,
    /// For each query the number of hits and the end of its entries.
    ends: Vec<(usize, usize)>,
}

impl<T> Default for Piece<T> {
    fn default() -> Self {
        Self { best: Best::default(), entries: vec![], ends: vec![] }
    }
}

/// The indices of the queries in spatial order.
#[derive(Debug, Default)]
struct Order {
    tiles: Vec<u16>,
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Order {
    /// Counting sort by square tiles of the area of all queries. Few queries are not sorted, as it would not pay off.
    fn sort(&mut self, middles: impl ExactSizeIterator<Item = [f64; 2]> + Clone) {
        if middles.len() < WORTH_SPREADING {
            self.numbers.clear();
            self.numbers.extend(0..middles.len() as u32);
            return;
        }
        let mut whole = [(f64::MAX, f64::MIN); 2];
        for middle in middles.clone() {
            for ((low, high), value) in whole.iter_mut().zip(middle) {
                (*low, *high) = (low.min(value), high.max(value));
            }
        }
        let tile = |middle: [f64; 2]| {
            let [x, y] = [0, 1].map(|axis| {
                let (low, high) = whole[axis];
                // The cast turns NaN into zero.
                ((middle[axis] - low) / (high - low) * TILES as f64) as usize
            });
            (y.min(TILES - 1) * TILES + x.min(TILES - 1)) as u16
        };
        self.tiles.clear();
        self.tiles.extend(middles.map(tile));
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

impl Queries<'_> {
    /// Answers a batch of queries by distance.
    pub(super) fn rank_into<Q: RankedQuery>(
        &self,
        queries: &[Query<Q>],
        mode: Mode,
        out: &mut Answers<(Handle, Q::Hit)>,
    ) -> Result<(), OverBudget> {
        out.clear();
        let outcome = self
            .threads
            .run(queries.len(), WORTH_SPREADING, |threads| self.rank_on(queries, mode, out, &Pool { threads }))
            .map_err(OverBudget::of_hits);
        if outcome.is_err() {
            out.clear();
        }
        #[cfg(feature = "recording")]
        if let Some(listener) = self.listener {
            listener.answers(Q::question(queries, mode), out, outcome);
        }
        outcome
    }

    /// The best answer to one query.
    pub(super) fn first<Q: RankedQuery>(&self, query: &Query<Q>) -> Option<(Handle, Q::Hit)> {
        let mut piece = Piece::default();
        piece.answer(self, query, (Mode::First(1), u64::MAX), self.beyond());
        let hit = piece.entries.first().map(|entry| (self.handle(entry.slot()), entry.hit));
        #[cfg(feature = "recording")]
        if let Some(listener) = self.listener {
            listener.first(Q::question(std::slice::from_ref(query), Mode::First(1)), hit.as_ref());
        }
        hit
    }

    /// Answers a batch.
    fn rank_on<Q: RankedQuery>(
        &self,
        queries: &[Query<Q>],
        mode: Mode,
        out: &mut Answers<(Handle, Q::Hit)>,
        workers: &Pool,
    ) -> Result<(), OverBudget> {
        let budget = out.budget;
        let Scratch { order, pieces, answered } = out.scratch.get::<Scratch<Q::Hit>>();
        let beyond = self.beyond();
        order.sort(queries.iter().map(|query| query.what.middle()));
        let count = (queries.len() / (WORTH_SPREADING / 4)).clamp(1, max_pieces(workers.count()));
        if pieces.len() < count {
            pieces.resize_with(count, Piece::default);
        }
        let cut = |piece: usize| queries.len() * piece / count..queries.len() * (piece + 1) / count;
        let spent = Spent::default();
        workers.each(&mut pieces[..count], |number, piece| {
            piece.clear();
            for query in &order.numbers[cut(number)] {
                let (hits, visited) = piece.answer(self, &queries[*query as usize], (mode, budget.max_pairs), beyond);
                // Only with a limit: the atomic additions would delay each query.
                if budget != Budget::UNLIMITED && spent.add(&budget, hits, visited).is_err() {
                    return;
                }
            }
        });
        spent.add(&budget, 0, 0)?;
        answered.resize(queries.len(), (0, 0));
        for (piece, range) in (0..count).map(|piece| (piece as u32, cut(piece))) {
            for (place, query) in (0..).zip(&order.numbers[range]) {
                answered[*query as usize] = (piece, place);
            }
        }
        for (piece, place) in answered {
            let (count, entries) = pieces[*piece as usize].of(*place as usize);
            out.starts.push(out.starts[out.starts.len() - 1] + count);
            out.hits.extend(entries.iter().map(|entry| (self.handle(entry.slot()), entry.hit)));
        }
        Ok(())
    }
}

impl<T: Rank> Piece<T> {
    fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    /// Answers a query. Returns its number of hits, at most one more than the limit, and the number of rows visited.
    fn answer<Q: RankedQuery<Hit = T>>(
        &mut self,
        asked: &Queries<'_>,
        query: &Query<Q>,
        (mode, room): (Mode, u64),
        beyond: f64,
    ) -> (u64, u64) {
        let asked_count = match mode {
            Mode::First(count) => count.min(query.what.max_count()),
            Mode::All | Mode::Count => query.what.max_count(),
        };
        // One more than the limit is enough to know that it is exceeded.
        let max_count = asked_count.min(usize::try_from(room).unwrap_or(usize::MAX).saturating_add(1));
        self.best.begin(max_count, query.what.limit());
        let mut visited = 0;
        if max_count > 0 && query.what.limit() >= 0.0 {
            let filter = Resolved::new(&query.filter, asked.filters.generations);
            let mut collect = Collect { best: &mut self.best, asked: &query.what, touching: asked.touching };
            visited = asked.seek(&query.what.aim(beyond), &filter, &mut collect);
        }
        let count = self.best.len();
        if mode != Mode::Count {
            self.best.finish(&mut self.entries);
        }
        self.ends.push((count, self.entries.len()));
        (count as u64, visited)
    }

    /// The number of hits of a query, and the hits.
    fn of(&self, place: usize) -> (usize, &[Entry<T>]) {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (count, end) = self.ends[place];
        (count, &self.entries[start..end])
    }
}
