use std::borrow::Cow;

use collide_core::{Moving, Ray, Segment, Shape};
use serde::{Deserialize, Serialize};

use super::{Mode, Nearest, Query};

/// A batch of questions, as a recording keeps it.
// Stored in traces: a variant's number is its place here. New variants go to the end; none is removed or moved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Question<'a> {
    Overlap(Cow<'a, [Query<Shape>]>, Mode),
    Ray(Cow<'a, [Query<Ray>]>, Mode),
    Segment(Cow<'a, [Query<Segment>]>, Mode),
    Blocked(Cow<'a, [Query<Segment>]>),
    Sweep(Cow<'a, [Query<Moving>]>, Mode),
    Nearest(Cow<'a, [Query<Nearest>]>),
}

impl Question<'_> {
    /// How the call is named that asks it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Overlap(..) => "overlap",
            Self::Ray(..) => "ray",
            Self::Segment(..) => "segment",
            Self::Blocked(..) => "blocked",
            Self::Sweep(..) => "sweep",
            Self::Nearest(..) => "nearest",
        }
    }
}
