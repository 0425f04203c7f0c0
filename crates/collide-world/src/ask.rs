//! Questions as values, and their answers.

use collide_core::Shape;

use crate::query::{of_answers, of_list};
use crate::{Hits, NearestHits, OverBudget, Places, Queries, Question, RayHits, Slide, Slides, SweepHits, Turn, Turns};

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To [`Question::Overlap`].
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
    /// answer.
    ///
    /// # Errors
    /// [`OverBudget`] if there are more than `max_hits` hits in total. `u64::MAX` means no limit. Kinds whose method has
    /// no limit have none here.
    pub fn ask(&self, question: &Question<'_>, max_hits: u64) -> Result<Answer, OverBudget> {
        match question {
            Question::Overlap(queries, mode) => {
                let mut hits = Hits::with_max_hits(max_hits);
                self.overlap_batch_into(queries, *mode, &mut hits)?;
                Ok(Answer::Overlap(hits))
            }
            Question::Ray(queries, mode) => {
                let mut hits = RayHits::with_max_hits(max_hits);
                self.ray_batch_into(queries, *mode, &mut hits)?;
                Ok(Answer::Ray(hits))
            }
            Question::Segment(queries, mode) => {
                let mut hits = RayHits::with_max_hits(max_hits);
                self.segment_batch_into(queries, *mode, &mut hits)?;
                Ok(Answer::Ray(hits))
            }
            Question::Blocked(queries) => {
                let mut blocked = Vec::new();
                self.blocked_batch_into(queries, &mut blocked);
                Ok(Answer::Blocked(blocked))
            }
            Question::Sweep(queries, mode) => {
                let mut hits = SweepHits::with_max_hits(max_hits);
                self.sweep_batch_into(queries, *mode, &mut hits)?;
                Ok(Answer::Sweep(hits))
            }
            Question::Nearest(queries) => {
                let mut hits = NearestHits::with_max_hits(max_hits);
                self.nearest_batch_into(queries, &mut hits)?;
                Ok(Answer::Nearest(hits))
            }
            Question::Slide(queries, options) => {
                let mut slides = Slides::default();
                self.slide_batch_into(queries, options, &mut slides);
                Ok(Answer::Slide(slides.into_list()))
            }
            Question::Free(queries, max_distance) => {
                let mut places = Places::default();
                self.free_batch_into(queries, *max_distance, &mut places);
                Ok(Answer::Free(places.into_list()))
            }
            Question::Turn(queries) => {
                let mut turns = Turns::default();
                self.turn_batch_into(queries, &mut turns);
                Ok(Answer::Turn(turns.into_list()))
            }
        }
    }
}
