//! Searches by distance.

use collide_core::Shape;

use super::batch::{Answered, Batched, Task};
use super::fingerprint::Words;
use super::{Mode, Queries, Query, Question, Rules};
use crate::Handle;
use crate::base::{ListKind, Meter, work};
use crate::search::{Best, Candidates, Collector, Entry, Rank, Zone};

/// A kind of query whose hits have a distance.
pub(super) trait RankedQuery: Copy + Sync {
    /// The work of a measure of a shape of this kind.
    fn work(&self, kind: ListKind) -> u64;
    type Hit: Rank + Words;
    type Zone: Zone;

    /// The approximate position of the query.
    fn middle(&self) -> [f64; 2];

    /// Where to search, expanded by `beyond`.
    fn zone(&self, beyond: f64) -> Self::Zone;

    /// The exact test. Some queries have their own touching rule.
    fn hit(&self, shape: Shape, rules: Rules) -> Option<Self::Hit>;

    /// The question that is recorded for a batch.
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

/// Counts the hits of a query.
struct Tally<'a, Q: RankedQuery> {
    count: usize,
    max_count: usize,
    asked: &'a Q,
    rules: Rules,
}

impl<Q: RankedQuery> Collector for Tally<'_, Q> {
    fn work(&self, kind: ListKind) -> u64 {
        self.asked.work(kind)
    }

    fn max_distance(&self) -> f64 {
        if self.count < self.max_count { Q::Hit::farthest(self.asked.limit()) } else { f64::NEG_INFINITY }
    }

    #[inline(always)]
    fn collect(&mut self, _: u32, shape: Shape) {
        let hit = self.asked.hit(shape, self.rules);
        if self.count < self.max_count && hit.is_some_and(|hit| hit.rank() <= self.asked.limit()) {
            self.count += 1;
        }
    }
}

/// Collects the nearest hits of a query.
struct Collect<'a, Q: RankedQuery> {
    best: &'a mut Best<Q::Hit>,
    asked: &'a Q,
    rules: Rules,
}

impl<Q: RankedQuery> Collector for Collect<'_, Q> {
    fn work(&self, kind: ListKind) -> u64 {
        self.asked.work(kind)
    }

    #[inline]
    fn max_distance(&self) -> f64 {
        self.best.max_distance
    }

    #[inline]
    fn may_take(&self, slot: u32) -> bool {
        self.best.may_take(slot)
    }

    #[inline(always)]
    fn collect(&mut self, slot: u32, shape: Shape) {
        if let Some(hit) = self.asked.hit(shape, self.rules) {
            self.best.add(slot, hit);
        }
    }
}

impl<Q: RankedQuery> Batched for Q {
    type Hit = (Handle, Q::Hit);
    type Entry = Entry<Q::Hit>;
    type Buffer = Best<Q::Hit>;

    fn middle(&self) -> [f64; 2] {
        RankedQuery::middle(self)
    }

    fn count_candidates(query: &Query<Self>, asked: &Queries<'_>, counted: (&mut Candidates, &mut Meter)) {
        let what = &query.what;
        asked.scope.count_candidates(&|margin| what.zone(margin), &query.filter, what.limit(), counted);
    }

    fn may_end(&self, mode: Mode) -> bool {
        match mode {
            Mode::First(_) => true,
            Mode::All => self.max_count() < usize::MAX,
            Mode::Count => false,
        }
    }

    fn answer(
        query: &Query<Self>,
        asked: &Queries<'_>,
        Task { mode, max_hits, within }: Task,
        meter: &mut Meter,
        best: &mut Best<Q::Hit>,
        entries: &mut Vec<Entry<Q::Hit>>,
    ) -> Answered {
        let asked_count = match mode {
            Mode::First(count) => count.min(query.what.max_count()),
            Mode::All | Mode::Count => query.what.max_count(),
        };
        // One more than the limit is enough to know that it is exceeded.
        let max_count = asked_count.min(usize::try_from(max_hits).unwrap_or(usize::MAX).saturating_add(1));
        if max_count == 0 || query.what.limit().is_nan() || query.what.limit() < 0.0 {
            return Answered::default();
        }
        let (what, rules) = (&query.what, asked.rules);
        let (scope, zone) = (&asked.scope, |margin| what.zone(margin));
        let filter = scope.resolved(&query.filter);
        let mut last = None;
        let count = if mode == Mode::Count {
            let mut tally = Tally { count: 0, max_count, asked: what, rules };
            scope.search(&zone, &filter, &mut tally, meter);
            tally.count
        } else {
            best.begin(max_count, what.limit().min(within));
            scope.search(&zone, &filter, &mut Collect { best, asked: what, rules }, meter);
            let count = best.len();
            best.finish(entries);
            last = entries.last().filter(|_| count == max_count).map(|entry| entry.hit.rank());
            count
        };
        meter.add(count as u64 * work::RANKED_HIT);
        Answered { count, hits: count as u64, last }
    }

    fn hit_of(asked: &Queries<'_>, entry: &Entry<Q::Hit>) -> (Handle, Q::Hit) {
        (asked.scope.handle(entry.slot()), entry.hit)
    }

    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        RankedQuery::question(queries, mode)
    }
}

impl Queries<'_> {
    /// The best answer to one query.
    pub(super) fn first<Q: RankedQuery>(&self, query: &Query<Q>) -> Option<(Handle, Q::Hit)> {
        let task = Task { mode: Mode::First(1), max_hits: u64::MAX, within: f32::INFINITY };
        let mut entries = vec![];
        Q::answer(query, self, task, &mut Meter::default(), &mut Best::default(), &mut entries);
        let hit = entries.first().map(|entry| Q::hit_of(self, entry));
        self.record_hits(|| RankedQuery::question(std::slice::from_ref(query), Mode::First(1)), hit.as_slice());
        hit
    }
}
