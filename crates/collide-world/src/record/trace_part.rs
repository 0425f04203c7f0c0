//! The parts of a trace.
//!
//! Fields are written in their order. Adding, removing, reordering or retyping a field needs a new version of the
//! format.

use std::borrow::Cow;

use collide_core::{Moving, Ray, Sector, Segment, Shape, Touching, Vec2};
use serde::{Deserialize, Serialize};

use super::changes::Changes;
use crate::{
    CrowdLimit, FreeOptions, Handle, History, Layers, Mode, MoveOptions, Movers, Nearest, PushRule, Query, Question,
    Settings, SlideOptions, Turning,
};

// Stored in traces: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TracePart<'a> {
    /// The world was replaced by this snapshot.
    Whole(Cow<'a, [u8]>),
    /// The same as `Rules`, in traces of version 1.
    RulesOfVersion1(RulesOfVersion1),
    /// Entities changed.
    Changed(Cow<'a, Changes>),
    /// A batch of queries was answered.
    Asked(AnsweredQuestion<'a>),
    /// The step at the end of the tick.
    Stepped(Stepped),
    /// A batch of queries was not answered, as its search exceeded the limit of candidates. A replay may search
    /// another way, so it does not repeat the batch.
    GaveUp(AnsweredQuestion<'a>),
    /// The settings that affect answers have changed. There is no crowd limit, unless [`Crowd`](Self::Crowd) follows.
    Rules(Rules),
    /// A call of the world was answered.
    Called(AnsweredCall<'a>),
    /// The crowd limit of the rules before.
    Crowd(CrowdLimit),
    /// A batch of queries for free places was answered, with a limit of neighbors.
    AskedWithin(AnsweredQuestion<'a>, usize),
}

impl TracePart<'_> {
    /// Whether the part has an answer to compare and changes nothing that later parts need.
    pub(crate) fn is_question(&self) -> bool {
        match self {
            Self::Asked(_) | Self::AskedWithin(..) | Self::GaveUp(_) | Self::Called(_) => true,
            Self::Whole(_)
            | Self::RulesOfVersion1(_)
            | Self::Rules(_)
            | Self::Crowd(_)
            | Self::Changed(_)
            | Self::Stepped(_) => false,
        }
    }

    /// Appends the part to `parts`.
    pub(crate) fn write(&self, parts: Vec<u8>) -> Vec<u8> {
        postcard::to_extend(self, parts).expect("a list takes all bytes, and all lengths are known")
    }
}

/// The settings that decide answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rules {
    closed: bool,
    static_pairs: bool,
    events: bool,
    history: (usize, f32),
}

/// [`Rules`] in traces of version 1, in which two static entities can be a pair.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct RulesOfVersion1 {
    closed: bool,
    events: bool,
    history: (usize, f32),
}

impl From<RulesOfVersion1> for Rules {
    fn from(RulesOfVersion1 { closed, events, history }: RulesOfVersion1) -> Self {
        Self { closed, static_pairs: true, events, history }
    }
}

impl Rules {
    pub(crate) fn of(settings: &Settings) -> Self {
        let History { ticks, teleport_distance } = settings.history;
        Self {
            closed: settings.touching == Touching::Closed,
            static_pairs: settings.static_pairs,
            events: settings.events,
            history: (ticks, teleport_distance),
        }
    }

    /// Writes these rules into the settings, without a crowd limit.
    pub(crate) fn apply(self, settings: &mut Settings) {
        let (ticks, teleport_distance) = self.history;
        settings.touching = if self.closed { Touching::Closed } else { Touching::Open };
        settings.static_pairs = self.static_pairs;
        settings.events = self.events;
        settings.history = History { ticks, teleport_distance };
        settings.crowd = None;
    }
}

/// A batch of queries and the fingerprint of its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AnsweredQuestion<'a> {
    /// The time of the queries, if it is in the past.
    pub(crate) time: Option<f64>,
    /// The limit of the total number of hits.
    pub(crate) max_hits: u64,
    #[serde(with = "StoredQuestion")]
    pub(crate) question: Question<'a>,
    /// Fingerprint of the answer; `None` if there were more hits than the limit.
    pub(crate) answer: Option<u64>,
}

/// A [`Question`] with the variant numbers of traces. Add new variants at the end; never remove or reorder them.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Question")]
enum StoredQuestion<'a> {
    Overlap(Cow<'a, [Query<Shape>]>, Mode),
    Ray(Cow<'a, [Query<Ray>]>, Mode),
    Segment(Cow<'a, [Query<Segment>]>, Mode),
    Blocked(Cow<'a, [Query<Segment>]>),
    Sweep(Cow<'a, [Query<Moving>]>, Mode),
    Nearest(Cow<'a, [Query<Nearest>]>),
    Slide(Cow<'a, [Query<Moving>]>, SlideOptions<'a>),
    /// Without a limit of neighbors, which traces of earlier versions do not have.
    Free(Cow<'a, [Query<Shape>]>, #[serde(with = "StoredFreeOptions")] FreeOptions),
    Turn(Cow<'a, [Query<Turning>]>),
    Sector(Cow<'a, [Query<Sector>]>, Mode),
}

/// [`FreeOptions`] without their limit of neighbors.
#[derive(Serialize, Deserialize)]
#[serde(remote = "FreeOptions")]
struct StoredFreeOptions {
    max_distance: f32,
    #[serde(skip, default = "unlimited")]
    max_neighbors: usize,
}

/// A call of the world and the fingerprint of its answer. The changes that the call made follow as [`Changes`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AnsweredCall<'a> {
    pub(crate) call: Call<'a>,
    pub(crate) answer: u64,
}

/// A call of the world that is no [`Question`]: it moves entities, or looks at several ticks.
// A variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Call<'a> {
    /// Without a limit of neighbors, which traces of earlier versions do not have.
    Move {
        moving: Cow<'a, [(Handle, Vec2)]>,
        #[serde(with = "StoredMoveOptions")]
        options: MoveOptions<'a>,
    },
    Separate {
        movers: Cow<'a, [Handle]>,
        rounds: usize,
        max_neighbors: usize,
        rules: Cow<'a, [PushRule]>,
        layers: Option<Layers>,
        slide: SlideOptions<'a>,
    },
    SweepThrough {
        query: Query<Moving>,
        from: f64,
        to: f64,
    },
    MoveWithin {
        moving: Cow<'a, [(Handle, Vec2)]>,
        #[serde(with = "StoredMoveOptions")]
        options: MoveOptions<'a>,
        max_neighbors: usize,
    },
}

/// [`MoveOptions`] without its limit of neighbors.
#[derive(Serialize, Deserialize)]
#[serde(remote = "MoveOptions")]
struct StoredMoveOptions<'a> {
    slide: SlideOptions<'a>,
    movers: Movers,
    layers: Option<Layers>,
    #[serde(skip, default = "unlimited")]
    max_neighbors: usize,
}

fn unlimited() -> usize {
    usize::MAX
}

impl Call<'_> {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } | Self::MoveWithin { .. } => "move",
            Self::Separate { .. } => "separate",
            Self::SweepThrough { .. } => "sweep_through",
        }
    }
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stepped {
    pub(crate) tick: u64,
    pub(crate) pair_count: u64,
    /// Fingerprint of the pairs by slot.
    pub(crate) pairs: u64,
    /// Fingerprint of the events, if the settings ask for events.
    pub(crate) events: Option<u64>,
}
