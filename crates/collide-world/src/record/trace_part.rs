//! The parts of a trace.
//!
//! Fields are written in their order. Adding, removing, reordering or retyping a field needs a new version of the
//! format.

use std::borrow::Cow;

use collide_core::{Moving, Touching, Vec2};
use serde::{Deserialize, Serialize};

use super::changes::Changes;
use crate::base::PairRules;
use crate::interest::Update;
use crate::{
    Budget, CrowdLimit, Handle, History, Layers, MoveOptions, PushRule, Query, Question, SeparateOptions, Settings,
    SlideOptions,
};

// Stored in traces: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TracePart<'a> {
    /// The world was replaced by this snapshot.
    Whole(Cow<'a, [u8]>),
    /// The settings that affect answers have changed.
    Rules(Rules),
    /// Entities changed.
    Changed(Cow<'a, Changes>),
    /// A batch of queries was answered.
    Asked(AnsweredQuestion<'a>),
    /// A call of the world was answered. The changes that it made follow as [`Changes`].
    Called(Call<'a>, u64),
    /// The step at the end of the tick.
    Stepped(Stepped),
}

impl TracePart<'_> {
    /// Whether the part has an answer to compare and changes nothing that later parts need.
    pub(crate) fn is_question(&self) -> bool {
        match self {
            Self::Asked(_) | Self::Called(..) => true,
            Self::Whole(_) | Self::Rules(_) | Self::Changed(_) | Self::Stepped(_) => false,
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
    pairs: PairRules,
    events: bool,
    change_ticks: bool,
    history: (usize, f32),
    crowd: Option<CrowdLimit>,
}

impl Rules {
    pub(crate) fn of(settings: &Settings) -> Self {
        let History { ticks, teleport_distance } = settings.history;
        Self {
            closed: settings.touching == Touching::Closed,
            pairs: PairRules::of(settings),
            events: settings.events,
            change_ticks: settings.change_ticks,
            history: (ticks, teleport_distance),
            crowd: settings.crowd,
        }
    }

    /// Writes these rules into the settings.
    pub(crate) fn apply(self, settings: &mut Settings) {
        let (ticks, teleport_distance) = self.history;
        settings.touching = if self.closed { Touching::Closed } else { Touching::Open };
        (settings.static_pairs, settings.sensor_pairs) = (self.pairs.static_pairs, self.pairs.sensor_pairs);
        settings.events = self.events;
        settings.change_ticks = self.change_ticks;
        settings.history = History { ticks, teleport_distance };
        settings.crowd = self.crowd;
    }
}

/// A batch of queries with what decides its answer: see `query::Terms`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AnsweredQuestion<'a> {
    pub(crate) time: Option<f64>,
    pub(crate) except: Cow<'a, [Handle]>,
    pub(crate) entering: bool,
    pub(crate) budget: Budget,
    pub(crate) question: Question<'a>,
    pub(crate) answer: QuestionAnswer,
}

/// The answer to a batch of queries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum QuestionAnswer {
    /// Its fingerprint.
    Found(u64),
    /// There were more hits than the limit.
    TooManyHits,
    /// The limit of work was exceeded. A replay may search another way, so it does not repeat the batch.
    GaveUp,
}

/// A call of the world that is no [`Question`].
// Stored in traces: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Call<'a> {
    Move { moving: Cow<'a, [(Handle, Vec2)]>, options: MoveOptions<'a> },
    Separate { movers: Cow<'a, [Handle]>, options: StoredSeparateOptions<'a> },
    SweepThrough { query: Query<Moving>, from: f64, to: f64 },
    SweptPairs { moving: Cow<'a, [(Handle, Vec2)]> },
    Contacts,
    CountPairs,
    Update(Update),
}

impl Call<'_> {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } => "move",
            Self::Separate { .. } => "separate",
            Self::SweepThrough { .. } => "sweep_through",
            Self::SweptPairs { .. } => "swept_pairs",
            Self::Contacts => "contacts",
            Self::CountPairs => "count_pairs",
            Self::Update(_) => "interest",
        }
    }
}

/// [`SeparateOptions`], which borrow their rules, without a limit of work: a replay may search another way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredSeparateOptions<'a> {
    rounds: usize,
    crowd: Option<CrowdLimit>,
    rules: Cow<'a, [PushRule]>,
    layers: Option<Layers>,
    slide: SlideOptions<'a>,
}

impl<'a> StoredSeparateOptions<'a> {
    pub(crate) fn of(options: &SeparateOptions<'a>) -> Self {
        let SeparateOptions { rounds, crowd, rules, slide, layers, budget: _ } = *options;
        Self { rounds, crowd, rules: rules.into(), layers, slide }
    }

    pub(crate) fn get(&self) -> SeparateOptions<'_> {
        let Self { rounds, crowd, rules, layers, slide } = self;
        let (rounds, crowd, layers, slide) = (*rounds, *crowd, *layers, *slide);
        SeparateOptions { rounds, crowd, rules, slide, layers, budget: Budget::UNLIMITED }
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
