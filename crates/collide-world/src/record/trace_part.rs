//! What a trace is made of.
//!
//! Fields are written in their order. A field more or fewer, of another type or at another place is another version of the format.

use std::borrow::Cow;

use collide_core::{Moving, Ray, Segment, Shape, Touching};
use serde::{Deserialize, Serialize};

use super::changes::Changes;
use crate::{History, Mode, Nearest, Query, Question, Settings};

// Stored in traces: a variant's number is its place here. New variants go to the end; none is removed or moved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TracePart<'a> {
    /// The world is another one: this, as it saves itself.
    Whole(Cow<'a, [u8]>),
    /// Other rules hold.
    Rules(Rules),
    /// Entities are others.
    Changed(Cow<'a, Changes>),
    /// Something was asked.
    Asked(AnsweredQuestion<'a>),
    /// The tick is over.
    Stepped(Stepped),
}

impl TracePart<'_> {
    /// Appends it to others.
    pub(crate) fn write(&self, parts: Vec<u8>) -> Vec<u8> {
        postcard::to_extend(self, parts).expect("a list takes all bytes, and all lengths are known")
    }
}

/// The settings that decide answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rules {
    closed: bool,
    events: bool,
    history: (usize, f32),
}

impl Rules {
    pub(crate) fn of(settings: &Settings) -> Self {
        let History { ticks, teleport_distance } = settings.history;
        Self {
            closed: settings.touching == Touching::Closed,
            events: settings.events,
            history: (ticks, teleport_distance),
        }
    }

    /// The same settings under these rules.
    pub(crate) fn apply(self, settings: &mut Settings) {
        let (ticks, teleport_distance) = self.history;
        settings.touching = if self.closed { Touching::Closed } else { Touching::Open };
        settings.events = self.events;
        settings.history = History { ticks, teleport_distance };
    }
}

/// A question, and its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AnsweredQuestion<'a> {
    /// Of which time, if of the past.
    pub(crate) time: Option<f64>,
    /// How many hits there was room for.
    pub(crate) max_hits: u64,
    #[serde(with = "StoredQuestion")]
    pub(crate) question: Question<'a>,
    /// Fingerprint of the answer; none if there was not room for it.
    pub(crate) answer: Option<u64>,
}

/// A [`Question`] as traces number its variants. New variants go to the end; none is removed or moved.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Question")]
enum StoredQuestion<'a> {
    Overlap(Cow<'a, [Query<Shape>]>, Mode),
    Ray(Cow<'a, [Query<Ray>]>, Mode),
    Segment(Cow<'a, [Query<Segment>]>, Mode),
    Blocked(Cow<'a, [Query<Segment>]>),
    Sweep(Cow<'a, [Query<Moving>]>, Mode),
    Nearest(Cow<'a, [Query<Nearest>]>),
}

/// What a step has found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stepped {
    pub(crate) tick: u64,
    pub(crate) pair_count: u64,
    /// Fingerprint of the pairs by slot.
    pub(crate) pairs: u64,
    /// Fingerprint of the events, where there are any.
    pub(crate) events: Option<u64>,
}
