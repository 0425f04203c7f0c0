//! Questions as values, and their answers.

use collide_core::Shape;

use crate::query::{of_answers, of_list, questions};
use crate::{
    Answers, Budget, Hits, NearestHits, Outcomes, OverBudget, Queries, Question, RayHits, Slide, SweepHits, Turn,
};

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To questions whose hits are entities alone, such as [`Question::Overlap`].
    Overlap(Hits),
    /// To [`Question::Nearest`].
    Nearest(NearestHits),
    /// To questions whose hits are those of a ray, such as [`Question::Ray`].
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

macro_rules! run {
    ($(
        $(#[$doc:meta])*
        $kind:ident($name:literal, $what:ty $(, $option:ident: $options:ty)?) => $answer:ident by $run:ident($($given:expr)?);
    )*) => {
        impl Queries<'_> {
            /// Runs a batch of queries of any kind. Costs what the method named by the [`Question`] costs, and allocates the
            /// answer. `budget` limits the hits of all queries together, as its pairs, and the work.
            ///
            /// # Errors
            /// [`OverBudget`] if the batch exceeds the budget.
            pub fn ask(&self, question: &Question<'_>, budget: impl Into<Budget>) -> Result<Answer, OverBudget> {
                self.ask_within(question, budget.into(), u64::MAX)
            }

            /// The same with a limit of the candidates of each query.
            pub(crate) fn ask_within(
                &self,
                question: &Question<'_>,
                budget: Budget,
                max_candidates_each: u64,
            ) -> Result<Answer, OverBudget> {
                let limits = (budget, max_candidates_each);
                match question {
                    $(Question::$kind(queries $(, $option)?) => {
                        within(limits, |out| self.$run(queries $(, $given)?, out)).map(Answer::$answer)
                    })*
                }
            }
        }
    };
}

questions!(run);

/// The limit of a batch, and that of the candidates of each query.
type Limits = (Budget, u64);

/// The results of a batch.
trait Results: Default {
    /// What is left of them in an [`Answer`].
    type Kept;

    fn limit(&mut self, limits: Limits);

    fn kept(self) -> Self::Kept;
}

impl<H> Results for Answers<H> {
    type Kept = Self;

    fn limit(&mut self, (budget, max_candidates_each): Limits) {
        self.set_max_hits(budget.max_pairs);
        self.set_max_work(budget.max_work);
        self.set_max_candidates_each(max_candidates_each);
    }

    fn kept(self) -> Self {
        self
    }
}

impl<T> Results for Outcomes<T> {
    type Kept = Vec<T>;

    fn limit(&mut self, (budget, _): Limits) {
        self.set_max_work(budget.max_work);
    }

    fn kept(self) -> Vec<T> {
        self.into_list()
    }
}

fn within<R: Results>(
    limits: Limits,
    run: impl FnOnce(&mut R) -> Result<(), OverBudget>,
) -> Result<R::Kept, OverBudget> {
    let mut results = R::default();
    results.limit(limits);
    run(&mut results)?;
    Ok(results.kept())
}
