use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use collide_core::Vec2;

use super::batch::{GROUP, Spatial};
use super::{Queries, Scratch, WORTH_SPREADING};
use crate::base::{Meter, Reused, work};
use crate::{Budget, Costliest, OverBudget};

/// The results of a batch, one for each query, with the buffers of the search. Reuse one for many calls. A clone has the
/// results.
#[derive(Clone, Debug)]
pub struct Outcomes<T> {
    list: Vec<T>,
    run: BatchRun,
}

impl<T> Default for Outcomes<T> {
    fn default() -> Self {
        Self { list: Vec::new(), run: BatchRun::default() }
    }
}

impl<T> Outcomes<T> {
    /// One result for each query, in their order. Empty after a batch that failed.
    #[must_use]
    pub fn list(&self) -> &[T] {
        &self.list
    }

    pub(crate) fn into_list(self) -> Vec<T> {
        self.list
    }

    /// The work of the last batch, in the units of [`Budget::max_work`]: with this limit, the same batch succeeds.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.run.work
    }
}

/// Runs the queries of a batch. Reuses its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct BatchRun {
    /// The work of the last batch.
    work: u64,
    scratch: Reused<Scratch>,
}

/// The work between two looks at that of all threads.
const LOOK: u64 = 5_000;

/// How the queries of a batch are answered.
pub(crate) trait Answering<Q>: Sync {
    /// The buffers of a piece of the batch.
    type Scratch: Debug + Default + Send + Sync + 'static;
    /// An answer until all are there.
    type Answer: Debug + Send + Sync + 'static;
    /// The results of all queries.
    type Results;

    /// Starts a piece.
    fn begin(&self, _scratch: &mut Self::Scratch) {}

    /// Called before each group of queries that are near each other, with their numbers.
    fn prepare(&self, _numbers: &[u32], _scratch: &mut Self::Scratch, _meter: &mut Meter) {}

    fn answer(&self, query: &Q, scratch: &mut Self::Scratch, meter: &mut Meter) -> Self::Answer;

    /// Adds the result of a query to those before, from its answer and the buffers of its piece.
    fn finish(scratch: &Self::Scratch, answer: Self::Answer, results: &mut Self::Results);
}

/// Each query by itself.
struct Each<F, S>(F, PhantomData<fn() -> S>);

impl<Q, T, S, F> Answering<Q> for Each<F, S>
where
    T: Debug + Send + Sync + 'static,
    S: Debug + Default + Send + Sync + 'static,
    F: Fn(&Q, &mut S, &mut Meter) -> T + Sync,
{
    type Scratch = S;
    type Answer = T;
    type Results = Vec<T>;

    fn answer(&self, query: &Q, scratch: &mut S, meter: &mut Meter) -> T {
        (self.0)(query, scratch, meter)
    }

    fn finish(_scratch: &S, answer: T, results: &mut Vec<T>) {
        results.push(answer);
    }
}

/// The buffers of a piece of a batch.
#[derive(Debug)]
struct OutcomePiece<A, S> {
    /// In the order of the piece, until all are there.
    answers: Vec<Option<A>>,
    scratch: S,
    /// The work of the query that cost most, and its number.
    costliest: (u64, u32),
}

impl<A, S: Default> Default for OutcomePiece<A, S> {
    fn default() -> Self {
        Self { answers: Vec::new(), scratch: S::default(), costliest: (0, 0) }
    }
}

impl<T: Debug + Send + Sync + 'static> Outcomes<T> {
    /// Answers each query by itself, on several threads. `middle` is the approximate position of a query. They run
    /// in spatial order, which suits the caches.
    pub(crate) fn fill<Q: Sync, S: Debug + Default + Send + Sync + 'static>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2 + Sync,
        answer: impl Fn(&Q, &mut S, &mut Meter) -> T + Sync + Send,
    ) -> Result<(), OverBudget> {
        self.list.clear();
        self.run.groups(view, queries, middle, &Each(answer, PhantomData), &mut self.list)
    }
}

impl BatchRun {
    /// The work of the last batch.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Answers the queries in groups of those that are near each other, on several threads. Adds to the results nothing if
    /// the limit is exceeded.
    pub(crate) fn groups<Q: Sync, A: Answering<Q>>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2 + Sync,
        answering: &A,
        results: &mut A::Results,
    ) -> Result<(), OverBudget> {
        let Self { work: sum, scratch } = self;
        let Budget { max_work, .. } = view.budget;
        let (budget, given) = (Budget::of_work(max_work), queries.len() as u64 * work::ITEM);
        budget.check(0, given)?;
        // For each query, the piece that answered it and the index of the query within the piece.
        let (spatial, answered) = scratch.get::<(Spatial<OutcomePiece<A::Answer, A::Scratch>>, Vec<(u32, u32)>)>();
        let middles = queries.iter().map(|query| middle(query).as_dvec2().to_array());
        let done = AtomicU64::new(given);
        let costliest = view.threads().run(queries.len(), WORTH_SPREADING, |workers| {
            let answer = |numbers: &[u32], OutcomePiece { answers, scratch, costliest }: &mut OutcomePiece<_, _>| {
                answers.clear();
                answering.begin(scratch);
                *costliest = (0, 0);
                let mut more = 0;
                // No more than what is left, if it is known: then the sum is over the limit in any order.
                let meter =
                    |more: u64| Meter::of_this_thread(max_work.saturating_sub(done.load(Ordering::Relaxed) + more));
                for group in numbers.chunks(GROUP) {
                    let mut preparing = meter(more);
                    answering.prepare(group, scratch, &mut preparing);
                    more += preparing.done();
                    for query in group {
                        let mut meter = meter(more);
                        answers.push(Some(answering.answer(&queries[*query as usize], scratch, &mut meter)));
                        let work = meter.done();
                        *costliest = (*costliest).max((work, *query));
                        more += work;
                        if meter.is_over() {
                            done.fetch_add(more, Ordering::Relaxed);
                            return;
                        }
                    }
                    if more > LOOK && done.fetch_add(more, Ordering::Relaxed) + std::mem::take(&mut more) > max_work {
                        return;
                    }
                }
                done.fetch_add(more, Ordering::Relaxed);
            };
            let pieces = spatial.run(middles, answer, workers);
            answered.resize(queries.len(), (0, 0));
            let mut max = (0, 0);
            for (piece, (numbers, OutcomePiece { costliest, .. })) in (0..).zip(pieces) {
                max = max.max(*costliest);
                (0..).zip(numbers).for_each(|(place, query)| answered[*query as usize] = (piece, place));
            }
            max.1
        });
        *sum = done.into_inner();
        budget.check(0, *sum).map_err(|over| {
            let at = middle(&queries[costliest as usize]);
            over.by(Some(Costliest { item: "query", index: costliest, at }))
        })?;
        for (piece, place) in answered {
            let OutcomePiece { answers, scratch, .. } = spatial.piece_mut(*piece as usize);
            if let Some(answer) = answers[*place as usize].take() {
                A::finish(scratch, answer, results);
            }
        }
        Ok(())
    }

    /// Answers one query after the other. `answer` adds the result to those before.
    pub(crate) fn in_order<Q, S: Default + Send + Sync + 'static>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2,
        mut answer: impl FnMut(usize, &Q, &mut S, &mut Meter),
    ) -> Result<(), OverBudget> {
        let Self { work: sum, scratch } = self;
        let scratch = scratch.get::<S>();
        let budget = Budget::of_work(view.budget.max_work);
        let (mut done, mut costliest) = (queries.len() as u64 * work::ITEM, (0, 0));
        budget.check(0, done)?;
        for (index, query) in queries.iter().enumerate() {
            let mut meter = Meter::of_this_thread(budget.left(0, done).max_work);
            answer(index, query, scratch, &mut meter);
            done += meter.done();
            costliest = costliest.max((meter.done(), index as u32));
            if let Err(over) = budget.check(0, done) {
                let (_, index) = costliest;
                let at = middle(&queries[index as usize]);
                return Err(over.by(Some(Costliest { item: "query", index, at })));
            }
        }
        *sum = done;
        Ok(())
    }
}
