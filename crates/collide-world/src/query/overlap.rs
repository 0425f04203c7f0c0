use collide_core::{Aabb, IntoArg, Rect, Shape, Touching, relation};

#[cfg(feature = "recording")]
use super::Question;
use super::tuning::{FEW, WORTH_SORTING};
use super::{Hits, Mode, Queries, Query};
use crate::base::{Pool, WORTH_SPREADING, unlimited};
use crate::pairs::{Among, CellListSearch, JoinTask, Order, PairFilter, Piece, counts};
use crate::store::{Resolved, Set};
use crate::{Budget, Handle, OverBudget};

/// The buffers of overlap queries, and the pairs that they find.
#[derive(Debug, Default)]
pub(crate) struct OverlapSearch {
    filters: Vec<Resolved>,
    /// The query shapes, if `queries` has only their bounds.
    shapes: Vec<Shape>,
    queries: Set,
    /// Sorted copies of sets that have changed since they were sorted.
    sets: [Set; 2],
    engines: [CellListSearch; 2],
    order: Order,
    /// Pairs of query index and slot, in order.
    pub(crate) found: Vec<(u32, u32)>,
    /// Scratch memory to sort the hits of one query.
    pub(super) sort_buffer: Vec<u32>,
}

impl Queries<'_> {
    /// Overlap query: for each shape, the entities that overlap it. Use a circle of radius zero for a point query, a
    /// circle for a radius query and a [`Rect`](collide_core::Rect) for a box query.
    ///
    /// **Order:** by slot. **Touching** counts by the world's [rule](crate::Settings::touching).
    ///
    /// **Cost:** from a tenth of a microsecond per query in a batch, more with more hits; several times that for a
    /// single query. A batch runs in the storage order of the world and on the world's threads. Does not allocate once
    /// `hits` has grown.
    ///
    /// # Errors
    /// [`OverBudget`] if there are more hits in total than the [limit](Hits::with_max_hits) of `hits`, which is then
    /// empty. All hits count, also with [`Mode::First`].
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Shape, Vec2};
    /// use collide_world::{Hits, Mode, Query, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let coin = world.insert(Circle::new(Vec2::new(2.5, 2.0), 0.25)?)?;
    /// world.step();
    /// let room: Shape = Rect::new(Vec2::ZERO, Vec2::splat(4.0))?.into();
    /// let point: Shape = Circle::new(Vec2::new(2.75, 2.0), 0.0)?.into();
    /// let mut hits = Hits::default();
    /// world.queries().overlap_batch_into(&[Query::new(room), Query::new(point)], Mode::All, &mut hits)?;
    /// assert_eq!(hits.of(0), [coin]);
    /// assert_eq!(hits.of(1), [coin]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap_batch_into(&self, queries: &[Query<Shape>], mode: Mode, hits: &mut Hits) -> Result<(), OverBudget> {
        hits.clear();
        let search = hits.scratch.get::<OverlapSearch>();
        let outcome = self.overlap_pairs(queries, hits.budget, search).map_err(OverBudget::of_hits);
        if outcome.is_ok() {
            search.cut(mode);
            let (mut rest, is_listed) = (search.found.as_slice(), mode != Mode::Count);
            for query in 0..queries.len() as u32 {
                let count = rest.iter().take_while(|(of, _)| *of == query).count();
                hits.starts.push(hits.starts[query as usize] + count);
                rest = &rest[count..];
            }
            hits.hits.extend(search.found.iter().filter(|_| is_listed).map(|(_, slot)| self.handle(*slot)));
        }
        #[cfg(feature = "recording")]
        if let Some(listener) = self.listener {
            listener.answers(Question::Overlap(queries.into(), mode), hits, outcome);
        }
        outcome
    }

    /// Finds the same hits as pairs of query index and slot, in order, in [`OverlapSearch::found`].
    pub(crate) fn overlap_pairs(
        &self,
        queries: &[Query<Shape>],
        budget: Budget,
        search: &mut OverlapSearch,
    ) -> Result<(), OverBudget> {
        if queries.len() <= FEW || queries.len() * WORTH_SORTING < self.unsorted_len() {
            self.overlap_few(queries, budget, search)
        } else {
            search.set_queries(queries, self);
            let count = queries.len().max(self.len() / 16);
            self.threads.run(count, WORTH_SPREADING, |threads| self.overlap_on(budget, search, &Pool { threads }))
        }
    }

    /// The number of entities in sets that have changed since they were sorted.
    fn unsorted_len(&self) -> usize {
        self.sets.iter().filter(|set| !set.is_sorted()).map(|set| set.len()).sum()
    }

    /// Finds pairs of query index and slot, in order.
    fn overlap_on(&self, budget: Budget, search: &mut OverlapSearch, workers: &Pool) -> Result<(), OverBudget> {
        let OverlapSearch { filters, shapes, queries, sets: copies, engines, order, found, .. } = search;
        queries.sort(workers, None);
        let all_by_default = self.filters.all_by_default();
        let open = self.filters.view.is_none() && filters.iter().all(|filter| filter.is_open(all_by_default));
        let filter = if open { PairFilter::All } else { PairFilter::Queries(filters, self.filters) };
        // Between two ticks the join finds candidates: bounds wide enough for the interpolated shapes.
        let touching = if self.between.is_some() { Touching::Closed } else { self.touching };
        let (mut hits, mut candidates) = (0, 0);
        let mut lists: [&[Piece]; 2] = [&[], &[]];
        for ((set, copy), (engine, list)) in self.sets.iter().zip(copies).zip(engines.iter_mut().zip(&mut lists)) {
            let set = sorted(set, copy, workers);
            let (sets, among) = ([&*queries, set], Among::Between);
            let (touching, simd, keep, budget_left) = (touching, self.simd, true, budget.left(hits, candidates));
            *list = engine.find(JoinTask { sets, among, filter, touching, simd, keep, budget: budget_left }, workers);
            let (more_candidates, more_hits) = counts(list);
            (hits, candidates) = (hits + more_hits, candidates + more_candidates);
            budget.check(hits, candidates)?;
        }
        let slices = lists.into_iter().flatten().map(|piece| piece.pairs.as_slice());
        order.sort_into(slices, filters.len(), false, found, workers);
        if let Some(between) = self.between {
            let hit = |query: u32, shape| self.touching.accepts(relation(shapes[query as usize], shape));
            found.retain(|(query, slot)| between.shape(*slot).is_some_and(|shape| hit(*query, shape)));
        }
        Ok(())
    }

    /// Overlap query: the entities that overlap a shape, by slot. A circle of radius zero makes a point query, a circle
    /// a radius query, a [`Rect`](collide_core::Rect) a box query. Touching counts by the world's
    /// [rule](crate::Settings::touching).
    ///
    /// Costs several tenths of a microsecond, more with more hits, and allocates the list. For many shapes
    /// [`overlap_batch_into`](Self::overlap_batch_into) is faster.
    #[must_use]
    pub fn overlap(&self, query: impl IntoArg<Query<Shape>>) -> Vec<Handle> {
        let mut hits = Hits::default();
        unlimited(self.overlap_batch_into(&[query.into()], Mode::All, &mut hits));
        hits.hits
    }
}

impl OverlapSearch {
    /// Copies the queries into the search.
    fn set_queries(&mut self, queries: &[Query<Shape>], asked: &Queries<'_>) {
        self.filters.clear();
        self.filters.extend(queries.iter().map(|query| Resolved::new(&query.filter, asked.filters.generations)));
        self.queries.clear();
        self.shapes.clear();
        let beyond = asked.between.map(|_| asked.beyond());
        for (number, query) in (0..).zip(queries) {
            let shape = match beyond {
                Some(beyond) => {
                    self.shapes.push(query.what);
                    rect_of(&query.what.aabb().expanded(beyond)).into()
                }
                None => query.what,
            };
            self.queries.push(shape, number, 0);
        }
    }

    /// Keeps only the first hits of each query for [`Mode::First`].
    fn cut(&mut self, mode: Mode) {
        let Mode::First(count) = mode else { return };
        let (mut of, mut number) = (u32::MAX, 0);
        self.found.retain(|(query, _)| {
            number = if *query == of { number + 1 } else { 0 };
            of = *query;
            number < count
        });
    }
}

/// The rectangle with the corners of a bound.
pub(crate) fn rect_of(bound: &Aabb) -> Rect {
    Rect::new(bound.min(), bound.max()).expect("the corners of a bound are finite and in order")
}

/// The set if it is sorted, else a sorted copy of it in `copy`.
pub(super) fn sorted<'a>(set: &'a Set, copy: &'a mut Set, workers: &Pool) -> &'a Set {
    if set.is_sorted() {
        return set;
    }
    copy.clear();
    for (slot, seat) in set.seats() {
        copy.push(set.shape(seat), slot, 0);
    }
    copy.sort(workers, None);
    copy
}
