use std::sync::atomic::{AtomicU64, Ordering};

use collide_core::Vec2;

use super::batch::Spatial;
use super::{Queries, Scratch, WORTH_SPREADING};
use crate::base::{Meter, work};
use crate::{Budget, Costliest, OverBudget};

/// The results of a batch, one for each query, with the buffers of the search. Reuse one for many calls.
#[derive(Debug)]
pub struct Outcomes<T> {
    list: Vec<T>,
    max_work: u64,
    /// The work of the last batch.
    work: u64,
    scratch: Scratch,
}

impl<T> Default for Outcomes<T> {
    fn default() -> Self {
        Self { list: Vec::new(), max_work: u64::MAX, work: 0, scratch: Scratch::default() }
    }
}

impl<T> Outcomes<T> {
    /// One result for each query, in their order. Empty after a batch that failed.
    #[must_use]
    pub fn list(&self) -> &[T] {
        &self.list
    }

    /// The limit of [`set_max_work`](Self::set_max_work); `u64::MAX` for none.
    #[must_use]
    pub fn max_work(&self) -> u64 {
        self.max_work
    }

    /// Limits the work of the batches that follow: a batch fails with [`OverBudget`] soon after its queries together have
    /// done more, in the units of [`Budget::max_work`], of which a million stand for about a millisecond. The default is
    /// no limit.
    ///
    /// Whether a batch exceeds the limit does not depend on the number of threads, but it may depend on the ticks before.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// use collide_world::{Places, Query, World};
    /// let ball = Shape::from(Circle::new(Vec2::ZERO, 1.0)?);
    /// let mut world: World = (0..1_000).map(|_| ball).collect();
    /// world.step();
    /// let mut places = Places::default();
    /// places.set_max_work(10_000);
    /// let error = world.queries().free_batch_into(&[Query::new(ball); 20], 5.0, &mut places).unwrap_err();
    /// assert_eq!((error.what, places.list().len()), ("work", 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_max_work(&mut self, max_work: u64) {
        self.max_work = max_work;
    }

    pub(crate) fn into_list(self) -> Vec<T> {
        self.list
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// The work of the last batch, in units.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }
}

/// The work between two looks at that of all threads.
const LOOK: u64 = 5_000;

/// The buffers of a piece of a batch.
#[derive(Debug)]
struct Piece<T, S> {
    answers: Vec<T>,
    scratch: S,
    /// The work of the query that cost most, and its number.
    costliest: (u64, u32),
}

impl<T, S: Default> Default for Piece<T, S> {
    fn default() -> Self {
        Self { answers: Vec::new(), scratch: S::default(), costliest: (0, 0) }
    }
}

impl<T: Send + Sync + 'static> Outcomes<T> {
    /// Answers each query by itself, on several threads. `middle` is the approximate position of a query. They run
    /// in spatial order, which suits the caches.
    pub(crate) fn fill<Q: Sync, S: Default + Send + Sync + 'static>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2 + Sync,
        answer: impl Fn(&Q, &mut S, &mut Meter) -> T + Sync + Send,
    ) -> Result<(), OverBudget> {
        let Self { list, max_work, work: sum, scratch } = self;
        list.clear();
        let max_work = *max_work;
        let (budget, given) = (Budget { max_work, ..Budget::UNLIMITED }, queries.len() as u64 * work::ITEM);
        budget.check(0, given)?;
        // The answers by query, until all are there.
        let (spatial, answers) = scratch.get::<(Spatial<Piece<T, S>>, Vec<Option<T>>)>();
        let middles = queries.iter().map(|query| middle(query).as_dvec2().to_array());
        let done = AtomicU64::new(given);
        let costliest = view.threads().run(queries.len(), WORTH_SPREADING, |workers| {
            let answer = |numbers: &[u32], Piece { answers, scratch, costliest }: &mut Piece<T, S>| {
                answers.clear();
                *costliest = (0, 0);
                let mut more = 0;
                for query in numbers {
                    // No more than what is left, if it is known: then the sum is over the limit in any order.
                    let left = max_work.saturating_sub(done.load(Ordering::Relaxed) + more);
                    let mut meter = Meter::of_this_thread(left);
                    answers.push(answer(&queries[*query as usize], scratch, &mut meter));
                    let work = meter.done();
                    *costliest = (*costliest).max((work, *query));
                    more += work;
                    if more > LOOK && done.fetch_add(more, Ordering::Relaxed) + std::mem::take(&mut more) > max_work {
                        return;
                    }
                }
                done.fetch_add(more, Ordering::Relaxed);
            };
            let pieces = spatial.run(middles, answer, workers);
            answers.clear();
            let is_whole = done.load(Ordering::Relaxed) <= max_work;
            answers.resize_with(if is_whole { queries.len() } else { 0 }, || None);
            let mut most = (0, 0);
            for (numbers, Piece { answers: found, costliest, .. }) in pieces {
                most = most.max(*costliest);
                if !is_whole {
                    continue;
                }
                numbers.iter().zip(found.drain(..)).for_each(|(query, found)| answers[*query as usize] = Some(found));
            }
            most.1
        });
        *sum = done.into_inner();
        budget.check(0, *sum).map_err(|over| {
            let at = middle(&queries[costliest as usize]);
            over.by(Some(Costliest { item: "query", index: costliest, at }))
        })?;
        list.extend(answers.drain(..).flatten());
        Ok(())
    }

    /// The same, one query after the other.
    pub(crate) fn fill_in_order<Q, S: Default + Send + Sync + 'static>(
        &mut self,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2,
        mut answer: impl FnMut(usize, &Q, &mut S, &mut Meter) -> T,
    ) -> Result<(), OverBudget> {
        let Self { list, max_work, work: sum, scratch } = self;
        list.clear();
        let scratch = scratch.get::<S>();
        let budget = Budget { max_work: *max_work, ..Budget::UNLIMITED };
        let (mut done, mut costliest) = (queries.len() as u64 * work::ITEM, (0, 0));
        budget.check(0, done)?;
        for (index, query) in queries.iter().enumerate() {
            let mut meter = Meter::of_this_thread(budget.left(0, done).max_work);
            list.push(answer(index, query, scratch, &mut meter));
            done += meter.done();
            costliest = costliest.max((meter.done(), index as u32));
            if let Err(over) = budget.check(0, done) {
                list.clear();
                let (_, index) = costliest;
                let at = middle(&queries[index as usize]);
                return Err(over.by(Some(Costliest { item: "query", index, at })));
            }
        }
        *sum = done;
        Ok(())
    }
}
