use std::borrow::Cow;

use collide_core::{Moving, Ray, Segment, Shape};

use super::{Hits, Mode, Nearest, NearestHits, Queries, Query, RayHits, SweepHits};
use crate::OverBudget;

/// A batch of queries of one kind as a value, to store, send or [run](Queries::ask) later.
///
/// ```
/// use collide_core::{Circle, Segment, Vec2};
/// use collide_world::{Answer, Question, Query, Settings, World};
/// let mut world = World::new(Settings::default());
/// world.insert(Circle::new(Vec2::new(5.0, 0.0), 1.0)?)?;
/// world.step();
/// let sight = Query::new(Segment::new(Vec2::ZERO, Vec2::new(9.0, 0.0))?);
/// let question = Question::Blocked(vec![sight].into());
/// assert_eq!((question.name(), question.len()), ("blocked", 1));
/// assert_eq!(world.queries().ask(&question, u64::MAX)?, Answer::Blocked(vec![true]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Question<'a> {
    /// [`Queries::overlap_batch_into`].
    Overlap(Cow<'a, [Query<Shape>]>, Mode),
    /// [`Queries::nearest_batch_into`].
    Nearest(Cow<'a, [Query<Nearest>]>),
    /// [`Queries::ray_batch_into`].
    Ray(Cow<'a, [Query<Ray>]>, Mode),
    /// [`Queries::segment_batch_into`].
    Segment(Cow<'a, [Query<Segment>]>, Mode),
    /// [`Queries::sweep_batch_into`].
    Sweep(Cow<'a, [Query<Moving>]>, Mode),
    /// [`Queries::blocked_batch_into`].
    Blocked(Cow<'a, [Query<Segment>]>),
}

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
}

impl Question<'_> {
    /// The name of the query: `overlap`, `ray`, `segment`, `blocked`, `sweep` or `nearest`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Overlap(..) => "overlap",
            Self::Ray(..) => "ray",
            Self::Segment(..) => "segment",
            Self::Blocked(..) => "blocked",
            Self::Sweep(..) => "sweep",
            Self::Nearest(..) => "nearest",
        }
    }

    /// The number of queries.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Overlap(queries, _) => queries.len(),
            Self::Ray(queries, _) => queries.len(),
            Self::Segment(queries, _) | Self::Blocked(queries) => queries.len(),
            Self::Sweep(queries, _) => queries.len(),
            Self::Nearest(queries) => queries.len(),
        }
    }

    /// Whether there are no queries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Answer {
    /// The number of hits of query `query`; for [`Question::Blocked`] 1 if the segment is blocked. Zero if there is no
    /// such query.
    #[must_use]
    pub fn count(&self, query: usize) -> usize {
        match self {
            Self::Overlap(hits) => hits.count(query),
            Self::Nearest(hits) => hits.count(query),
            Self::Ray(hits) => hits.count(query),
            Self::Sweep(hits) => hits.count(query),
            Self::Blocked(blocked) => blocked.get(query).copied().unwrap_or(false).into(),
        }
    }

    /// The total number of hits of all queries; for [`Question::Blocked`] the number of blocked segments.
    #[must_use]
    pub fn total(&self) -> usize {
        match self {
            Self::Overlap(hits) => hits.total(),
            Self::Ray(hits) => hits.total(),
            Self::Blocked(blocked) => blocked.iter().filter(|blocked| **blocked).count(),
            Self::Sweep(hits) => hits.total(),
            Self::Nearest(hits) => hits.total(),
        }
    }
}

impl Queries<'_> {
    /// Runs a batch of queries of any kind. Costs what the method named by the [`Question`] costs, and allocates the
    /// answer.
    ///
    /// # Errors
    /// [`OverBudget`] if there are more than `max_hits` hits in total. `u64::MAX` means no limit.
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
        }
    }
}
