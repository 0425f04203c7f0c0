//! Overlap queries as pairs of query and entity: a join, for as many queries as a world has observers or moving
//! entities.

use collide_core::Shape;

use super::batch::BatchDriver;
use super::tuning::{FEW, WORTH_SORTING};
use super::{Mode, Queries, Query};
use crate::base::{Pool, WORTH_SPREADING, work};
use crate::pairs::{Among, CellListSearch, Counts, JoinTask, Order, PairFilter, Piece, costliest, counts as sum};
use crate::store::{Resolved, Set};
use crate::{Budget, OverBudget};

/// The buffers of overlap queries, and the pairs that they find.
#[derive(Debug, Default)]
pub(crate) struct OverlapSearch {
    filters: Vec<Resolved>,
    queries: Set,
    /// Sorted copies of sets that have changed since they were sorted.
    sets: [Set; 2],
    engines: [CellListSearch; 3],
    order: Order,
    /// Pairs of query index and slot, in order.
    pub(crate) found: Vec<(u32, u32)>,
    one_by_one: BatchDriver<Shape>,
}

impl<'a> Queries<'a> {
    /// The same queries on sorted copies of the sets that have changed since they were sorted, if that is worth it for
    /// `count` queries, and the work.
    pub(crate) fn sorted_for<'b>(self, count: usize, copies: &'b mut [Set; 2]) -> (Queries<'b>, u64)
    where
        'a: 'b,
    {
        if !self.is_worth_sorting(count) {
            return (self, 0);
        }
        let ([dynamic, fixed], work) = (copies, self.sorting_work());
        let count = count.max(self.scope.len() / 16);
        let sets = self.threads.run(count, WORTH_SPREADING, |workers| {
            [sorted(self.scope.sets[0], dynamic, workers), sorted(self.scope.sets[1], fixed, workers)]
        });
        let scope = self.scope.with_sorted(sets, self.unsorted_len() > 0);
        (Queries { scope, ..self.unrecorded() }, work)
    }

    /// Whether a join suits this number of queries, though it needs sorted sets.
    fn is_worth_sorting(&self, count: usize) -> bool {
        self.scope.is_at_tick() && count > FEW && count * WORTH_SORTING >= self.unsorted_len()
    }

    /// Finds the entities that each shape overlaps, as pairs of query index and slot, in order, in
    /// [`OverlapSearch::found`]. Returns the work.
    pub(crate) fn overlap_pairs(
        &self,
        queries: &[Query<Shape>],
        budget: Budget,
        search: &mut OverlapSearch,
    ) -> Result<u64, OverBudget> {
        if !self.is_worth_sorting(queries.len()) {
            return self.overlap_few(queries, budget, search);
        }
        search.set_queries(queries, self);
        let count = queries.len().max(self.scope.len() / 16);
        self.threads.run(count, WORTH_SPREADING, |workers| self.overlap_on(budget, search, workers))
    }

    /// The same, each query by itself.
    fn overlap_few(
        &self,
        queries: &[Query<Shape>],
        budget: Budget,
        OverlapSearch { found, one_by_one, .. }: &mut OverlapSearch,
    ) -> Result<u64, OverBudget> {
        found.clear();
        let work = self.answer_on(queries, Mode::All, (budget, 0), one_by_one)?;
        for (number, (piece, place)) in (0..).zip(one_by_one.in_order()) {
            let (_, slots) = piece.of(place);
            found.extend(slots.iter().map(|slot| (number, *slot)));
        }
        Ok(work)
    }

    /// The number of entities in sets that have changed since they were sorted.
    fn unsorted_len(&self) -> usize {
        self.scope.sets.iter().filter(|set| !set.is_sorted()).map(|set| set.len()).sum()
    }

    /// The work to sort copies of these sets.
    fn sorting_work(&self) -> u64 {
        self.unsorted_len() as u64 * work::RESORTED
    }

    /// Finds pairs of query index and slot, in order.
    fn overlap_on(&self, budget: Budget, search: &mut OverlapSearch, workers: &Pool) -> Result<u64, OverBudget> {
        let OverlapSearch { filters, queries, sets: copies, engines, order, found, .. } = search;
        queries.sort(workers, None);
        let scope = &self.scope;
        let mut counts = Counts { work: self.sorting_work(), ..Counts::default() };
        let mut lists: [&[Piece]; 3] = [&[]; 3];
        let mut copies = copies.iter_mut();
        for ((number, part), (engine, list)) in scope.parts(scope.searched).zip(engines.iter_mut().zip(&mut lists)) {
            // A third part is sorted.
            let set = part.sets[number];
            let set = copies.next().map_or(set, |copy| sorted(set, copy, workers));
            let open = filters.iter().all(|filter| part.is_open(filter));
            let filter = if open { PairFilter::All } else { PairFilter::Queries(filters, part.filters) };
            let (sets, among) = ([&*queries, set], Among::Between);
            let (simd, left) = (scope.simd, budget.left(counts.pairs, counts.work));
            let touching = self.rules.touching;
            let task = JoinTask { sets, among, filter, touching, simd, keep: true, budget: left };
            let pieces = engine.find(task, workers);
            counts += sum(pieces);
            if let Err(over) = budget.check(counts.pairs, counts.work) {
                let units = costliest(pieces);
                return Err(over.by(engine.item(sets, ["query", "slot"], units)));
            }
            *list = pieces;
        }
        let slices = lists.into_iter().flatten().map(|piece| piece.pairs.as_slice());
        order.sort_into(slices, filters.len(), false, found, workers);
        Ok(counts.work)
    }
}

impl OverlapSearch {
    /// Copies the queries into the search.
    fn set_queries(&mut self, queries: &[Query<Shape>], asked: &Queries<'_>) {
        self.filters.clear();
        self.filters.extend(queries.iter().map(|query| asked.scope.resolved(&query.filter)));
        self.queries.clear();
        for (number, query) in (0..).zip(queries) {
            self.queries.push(query.what, number, 0);
        }
    }
}

/// The set if it is sorted, else a sorted copy of it in `copy`.
pub(super) fn sorted<'a>(set: &'a Set, copy: &'a mut Set, workers: &Pool) -> &'a Set {
    if set.is_sorted() {
        return set;
    }
    copy.clear();
    for (slot, location) in set.locations() {
        copy.push(set.shape(location), slot, 0);
    }
    copy.sort(workers, None);
    copy
}
