//! Questions as values, and their answers.

use collide_core::Shape;

use crate::query::{of_answers, of_list};
use crate::{
    Answers, Budget, Hits, NearestHits, Outcomes, OverBudget, Queries, Question, RayHits, Slide, SweepHits, Turn,
};

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To [`Question::Overlap`] and [`Question::Sector`].
    Overlap(Hits),
    /// To [`Question::Nearest`].
    Nearest(NearestHits),
    /// To [`Question::Ray`] and [`Question::Segment`].
    Ray(RayHits),
    /// To [`Question::Sweep`].
    Sweep(SweepHits),
    /// To [`Question::Blocked`]: one value for each segment.
    Blocked(Vec<bool>),
    /// To [`Question::Slide`]: one value for each shape.
    Slide(Vec<Slide>),
    /// To [`Question::Free`]: one value for each shape.
    Free(Vec<Option<Shape>>),
    /// To [`Question::Turn`]: one value for each rect.
    Turn(Vec<Turn>),
}

impl Answer {
    /// The number of hits of query `query`; for [`Question::Blocked`] and [`Question::Turn`] 1 if something is in the
    /// way, for [`Question::Free`] 1 if there is a place. Zero if there is no such query.
    #[must_use]
    pub fn count(&self, query: usize) -> usize {
        match self {
            Self::Overlap(hits) => hits.count(query),
            Self::Nearest(hits) => hits.count(query),
            Self::Ray(hits) => hits.count(query),
            Self::Sweep(hits) => hits.count(query),
            Self::Blocked(blocked) => blocked.get(query).copied().unwrap_or(false).into(),
            Self::Slide(slides) => slides.get(query).map_or(0, |slide| slide.hits().len()),
            Self::Free(places) => places.get(query).is_some_and(Option::is_some).into(),
            Self::Turn(turns) => turns.get(query).is_some_and(|turn| turn.hit.is_some()).into(),
        }
    }

    pub(crate) fn fingerprint(&self) -> u64 {
        match self {
            Self::Overlap(hits) => of_answers(hits),
            Self::Nearest(hits) => of_answers(hits),
            Self::Ray(hits) => of_answers(hits),
            Self::Sweep(hits) => of_answers(hits),
            Self::Blocked(blocked) => of_list(blocked),
            Self::Slide(slides) => of_list(slides),
            Self::Free(places) => of_list(places),
            Self::Turn(turns) => of_list(turns),
        }
    }
}

impl Queries<'_> {
    /// Runs a batch of queries of any kind. Costs what the method named by the [`Question`] costs, and allocates the
    /// answer. `budget` limits the hits of all queries together, as its pairs, and the work.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the budget.
    pub fn ask(&self, question: &Question<'_>, budget: impl Into<Budget>) -> Result<Answer, OverBudget> {
        let budget = budget.into();
        Ok(match question {
            Question::Overlap(queries, mode) => {
                Answer::Overlap(limited(budget, |hits| self.overlap_batch_into(queries, *mode, hits))?)
            }
            Question::Sector(queries, mode) => {
                Answer::Overlap(limited(budget, |hits| self.sector_batch_into(queries, *mode, hits))?)
            }
            Question::Ray(queries, mode) => {
                Answer::Ray(limited(budget, |hits| self.ray_batch_into(queries, *mode, hits))?)
            }
            Question::Segment(queries, mode) => {
                Answer::Ray(limited(budget, |hits| self.segment_batch_into(queries, *mode, hits))?)
            }
            Question::Sweep(queries, mode) => {
                Answer::Sweep(limited(budget, |hits| self.sweep_batch_into(queries, *mode, hits))?)
            }
            Question::Nearest(queries) => {
                Answer::Nearest(limited(budget, |hits| self.nearest_batch_into(queries, hits))?)
            }
            Question::Blocked(queries) => Answer::Blocked(listed(budget, |out| self.blocked_batch_into(queries, out))?),
            Question::Slide(queries, options) => {
                Answer::Slide(listed(budget, |out| self.slide_batch_into(queries, options, out))?)
            }
            Question::Free(queries, options) => {
                Answer::Free(listed(budget, |out| self.free_batch_into(queries, *options, out))?)
            }
            Question::Turn(queries) => Answer::Turn(listed(budget, |out| self.turn_batch_into(queries, out))?),
        })
    }
}

/// The hits of a batch within a budget.
fn limited<H>(
    budget: Budget,
    run: impl FnOnce(&mut Answers<H>) -> Result<(), OverBudget>,
) -> Result<Answers<H>, OverBudget> {
    let mut answers = Answers::with_max_hits(budget.max_pairs);
    answers.set_max_work(budget.max_work);
    run(&mut answers)?;
    Ok(answers)
}

/// The results of a batch with one for each query, within a budget.
fn listed<T>(
    budget: Budget,
    run: impl FnOnce(&mut Outcomes<T>) -> Result<(), OverBudget>,
) -> Result<Vec<T>, OverBudget> {
    let mut out = Outcomes::default();
    out.set_max_work(budget.max_work);
    run(&mut out)?;
    Ok(out.into_list())
}
