use std::borrow::Cow;

use collide_core::{Moving, Ray, Sector, Segment, Shape};

use super::{Mode, Nearest, Query, SlideOptions, Turning};

/// The kinds of query, one row for each: its name, what a query has, the options of a batch, the kind of its answer, and
/// the call that runs a batch, with its options. Passes the rows to the macro `$each`. [`Question`], its answers, traces,
/// replay and the questions of a cluster follow from this table. Traces store a kind by its place: add rows at the end.
macro_rules! questions {
    ($each:ident) => {
        $each! {
            /// [`Queries::overlap_batch_into`](crate::Queries::overlap_batch_into).
            Overlap("overlap", Shape, mode: Mode) => Overlap by overlap_batch_into(*mode);
            /// [`Queries::nearest_batch_into`](crate::Queries::nearest_batch_into).
            Nearest("nearest", Nearest) => Nearest by nearest_batch_into();
            /// [`Queries::ray_batch_into`](crate::Queries::ray_batch_into).
            Ray("ray", Ray, mode: Mode) => Ray by ray_batch_into(*mode);
            /// [`Queries::segment_batch_into`](crate::Queries::segment_batch_into).
            Segment("segment", Segment, mode: Mode) => Ray by segment_batch_into(*mode);
            /// [`Queries::sweep_batch_into`](crate::Queries::sweep_batch_into).
            Sweep("sweep", Moving, mode: Mode) => Sweep by sweep_batch_into(*mode);
            /// [`Queries::blocked_batch_into`](crate::Queries::blocked_batch_into).
            Blocked("blocked", Segment) => Blocked by blocked_batch_into();
            /// [`Queries::slide_batch_into`](crate::Queries::slide_batch_into).
            Slide("slide", Moving, options: SlideOptions<'a>) => Slide by slide_batch_into(options);
            /// [`Queries::free_batch_into`](crate::Queries::free_batch_into).
            Free("free", Shape, max_distance: f32) => Free by free_batch_into(*max_distance);
            /// [`Queries::turn_batch_into`](crate::Queries::turn_batch_into).
            Turn("turn", Turning) => Turn by turn_batch_into();
            /// [`Queries::sector_batch_into`](crate::Queries::sector_batch_into).
            Sector("sector", Sector, mode: Mode) => Overlap by sector_batch_into(*mode);
        }
    };
}

pub(crate) use questions;

macro_rules! declare {
    ($(
        $(#[$doc:meta])*
        $kind:ident($name:literal, $what:ty $(, $option:ident: $options:ty)?) => $answer:ident by $run:ident($($given:expr)?);
    )*) => {
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
        /// assert_eq!(world.queries().ask(&question)?, Answer::Blocked(vec![true]));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        // Stored by serde: a variant's number is its position in the table.
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum Question<'a> {
            $($(#[$doc])* $kind(Cow<'a, [Query<$what>]> $(, $options)?),)*
        }

        impl Question<'_> {
            /// The name of the query: that of the variant in small letters, such as `overlap`.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$kind(..) => $name,)*
                }
            }

            /// The number of queries.
            #[must_use]
            pub fn len(&self) -> usize {
                match self {
                    $(Self::$kind(queries, ..) => queries.len(),)*
                }
            }

            /// A question with the queries at these indices, and the same options. A closure in them
            /// ([`SlideOptions::pass`]) is left out.
            ///
            /// # Panics
            /// If there is no query at an index.
            #[must_use]
            pub fn select(&self, indices: &[u32]) -> Question<'static> {
                match self {
                    $(Self::$kind(queries $(, $option)?) => {
                        let selected = indices.iter().map(|index| queries[*index as usize]);
                        Question::$kind(selected.collect() $(, $option.owned())?)
                    })*
                }
            }
        }
    };
}

questions!(declare);

impl Question<'_> {
    /// Whether there are no queries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The options of a batch, without what they borrow.
trait Owned {
    type Owned;

    fn owned(&self) -> Self::Owned;
}

impl Owned for Mode {
    type Owned = Self;

    fn owned(&self) -> Self {
        *self
    }
}

impl Owned for f32 {
    type Owned = Self;

    fn owned(&self) -> Self {
        *self
    }
}

impl Owned for SlideOptions<'_> {
    type Owned = SlideOptions<'static>;

    fn owned(&self) -> SlideOptions<'static> {
        let Self { max_bounces, leave_overlapped, pass: _ } = *self;
        SlideOptions { max_bounces, leave_overlapped, pass: None }
    }
}
