use std::fmt::Debug;
use std::marker::PhantomData;

use collide_core::Vec2;

use super::{Queries, Scratch};
use crate::base::{Meter, Reused, work};
use crate::search::{Driver, Job, Limits};
use crate::{Budget, OverBudget};

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
    pub(crate) work: u64,
    scratch: Reused<Scratch>,
}

/// Answers each query by itself.
struct Each<'a, Q, F, S> {
    queries: &'a [Q],
    answer: F,
    scratch: PhantomData<fn() -> S>,
}

/// The answers of a piece of a batch.
#[derive(Debug)]
struct EachPiece<T, S> {
    answers: Vec<T>,
    scratch: S,
}

impl<T, S: Default> Default for EachPiece<T, S> {
    fn default() -> Self {
        Self { answers: vec![], scratch: S::default() }
    }
}

impl<Q: Sync, T: Debug + Send, S: Debug + Default + Send, F: Fn(&Q, &mut S, &mut Meter) -> T + Sync> Job
    for Each<'_, Q, F, S>
{
    type Piece = EachPiece<T, S>;

    fn begin(&self, piece: &mut EachPiece<T, S>) {
        piece.answers.clear();
    }

    fn item(&self, item: u32, EachPiece { answers, scratch }: &mut EachPiece<T, S>, meter: &mut Meter) -> u64 {
        answers.push((self.answer)(&self.queries[item as usize], scratch, meter));
        0
    }
}

impl<T: Copy + Debug + Send + Sync + 'static> Outcomes<T> {
    /// Answers each query by itself, on several threads. `middle` is the approximate position of a query.
    pub(crate) fn fill<Q: Sync, S: Debug + Default + Send + Sync + 'static>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2 + Sync,
        answer: impl Fn(&Q, &mut S, &mut Meter) -> T + Sync,
    ) -> Result<(), OverBudget> {
        self.list.clear();
        let each = Each { queries, answer, scratch: PhantomData };
        let answered = self.run.run(view, queries, middle, &each)?;
        self.list.extend(answered.in_order().map(|(piece, place)| piece.answers[place]));
        Ok(())
    }
}

impl BatchRun {
    /// The buffers of a batch that runs in order.
    pub(crate) fn scratch<S: Default + Send + Sync + 'static>(&mut self) -> &mut S {
        self.scratch.get()
    }

    /// Runs a batch. The answers are in the pieces of the driver. `middle` is the approximate position of a query.
    pub(crate) fn run<Q: Sync, P: Debug + Default + Send + Sync + 'static>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2 + Sync,
        job: &impl Job<Piece = P>,
    ) -> Result<&Driver<P>, OverBudget> {
        let driver = self.scratch.get::<Driver<P>>();
        let given = queries.len() as u64 * work::ITEM;
        let limits = Limits { budget: Budget::of_work(view.budget.max_work), given, item: "query" };
        let middles = queries.iter().map(|query| middle(query).as_dvec2().to_array());
        let work = driver.run(job, middles, limits, view.threads());
        self.work = work.unwrap_or_else(|over| over.found);
        work.map(|_| &*driver)
    }
}
