//! Questions as values, and their answers.

use collide_core::Shape;

use crate::query::{of_answers, of_list, questions};
use crate::{
    Answers, Hits, NearestHits, Outcomes, OverBudget, Queries, Question, RayHits, Slide, Slides, SweepHits, Turn,
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
            /// answer. The budget is that of [`within`](Self::within).
            ///
            /// # Errors
            /// [`OverBudget`] if the batch exceeds the budget.
            pub fn ask(&self, question: &Question<'_>) -> Result<Answer, OverBudget> {
                match question {
                    $(Question::$kind(queries $(, $option)?) => {
                        kept(|out| self.$run(queries $(, $given)?, out)).map(Answer::$answer)
                    })*
                }
            }
        }
    };
}

questions!(run);

/// The results of a batch.
trait Results: Default {
    /// What is left of them in an [`Answer`].
    type Kept;

    fn kept(self) -> Self::Kept;
}

impl<H> Results for Answers<H> {
    type Kept = Self;

    fn kept(self) -> Self {
        self
    }
}

impl<T> Results for Outcomes<T> {
    type Kept = Vec<T>;

    fn kept(self) -> Vec<T> {
        self.into_list()
    }
}

impl Results for Slides {
    type Kept = Vec<Slide>;

    fn kept(self) -> Vec<Slide> {
        self.iter().collect()
    }
}

/// What is left of the results of a batch.
fn kept<R: Results>(run: impl FnOnce(&mut R) -> Result<(), OverBudget>) -> Result<R::Kept, OverBudget> {
    let mut results = R::default();
    run(&mut results)?;
    Ok(results.kept())
}
