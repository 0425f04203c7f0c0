use std::borrow::Cow;

use collide_core::{Moving, Ray, Sector, Segment, Shape};

use super::{FreeOptions, Mode, Nearest, Query, SlideOptions, Turning};

/// A batch of queries of one kind as a value, to store, send or [run](crate::Queries::ask) later.
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
    /// [`Queries::overlap_batch_into`](crate::Queries::overlap_batch_into).
    Overlap(Cow<'a, [Query<Shape>]>, Mode),
    /// [`Queries::nearest_batch_into`](crate::Queries::nearest_batch_into).
    Nearest(Cow<'a, [Query<Nearest>]>),
    /// [`Queries::ray_batch_into`](crate::Queries::ray_batch_into).
    Ray(Cow<'a, [Query<Ray>]>, Mode),
    /// [`Queries::segment_batch_into`](crate::Queries::segment_batch_into).
    Segment(Cow<'a, [Query<Segment>]>, Mode),
    /// [`Queries::sweep_batch_into`](crate::Queries::sweep_batch_into).
    Sweep(Cow<'a, [Query<Moving>]>, Mode),
    /// [`Queries::blocked_batch_into`](crate::Queries::blocked_batch_into).
    Blocked(Cow<'a, [Query<Segment>]>),
    /// [`Queries::slide_batch_into`](crate::Queries::slide_batch_into).
    Slide(Cow<'a, [Query<Moving>]>, SlideOptions<'a>),
    /// [`Queries::free_batch_into`](crate::Queries::free_batch_into).
    Free(Cow<'a, [Query<Shape>]>, FreeOptions),
    /// [`Queries::turn_batch_into`](crate::Queries::turn_batch_into).
    Turn(Cow<'a, [Query<Turning>]>),
    /// [`Queries::sector_batch_into`](crate::Queries::sector_batch_into).
    Sector(Cow<'a, [Query<Sector>]>, Mode),
}

impl Question<'_> {
    /// The name of the query: `overlap`, `nearest`, `ray`, `segment`, `sweep`, `blocked`, `slide`, `free`, `turn` or
    /// `sector`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Overlap(..) => "overlap",
            Self::Ray(..) => "ray",
            Self::Segment(..) => "segment",
            Self::Blocked(..) => "blocked",
            Self::Sweep(..) => "sweep",
            Self::Nearest(..) => "nearest",
            Self::Slide(..) => "slide",
            Self::Free(..) => "free",
            Self::Turn(..) => "turn",
            Self::Sector(..) => "sector",
        }
    }

    /// The number of queries.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Overlap(queries, _) | Self::Free(queries, _) => queries.len(),
            Self::Ray(queries, _) => queries.len(),
            Self::Segment(queries, _) | Self::Blocked(queries) => queries.len(),
            Self::Sweep(queries, _) | Self::Slide(queries, _) => queries.len(),
            Self::Nearest(queries) => queries.len(),
            Self::Turn(queries) => queries.len(),
            Self::Sector(queries, _) => queries.len(),
        }
    }

    /// Whether there are no queries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
