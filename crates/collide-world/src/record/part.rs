//! What a trace is made of.

use std::borrow::Cow;

use collide_core::{Moving, Ray, Segment, Shape, Touching};
use serde::{Deserialize, Serialize};

use super::changes::Changes;
use crate::{History, Mode, Nearest, Query, Settings};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Part<'a> {
    /// The world is another one: this, as it saves itself.
    Whole(Cow<'a, [u8]>),
    /// Other rules hold.
    Rules(Rules),
    /// Entities are others.
    Changed(Cow<'a, Changes>),
    /// Something was asked.
    Asked(Asked<'a>),
    /// The tick is over.
    Stepped(Stepped),
}

impl Part<'_> {
    /// Appends it to others.
    pub(super) fn write(&self, parts: Vec<u8>) -> Vec<u8> {
        postcard::to_extend(self, parts).expect("a list takes all bytes, and all lengths are known")
    }
}

/// The settings that decide answers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rules {
    closed: bool,
    events: bool,
    history: (usize, f32),
}

impl Rules {
    pub(super) fn of(settings: &Settings) -> Self {
        let History { ticks, farthest } = settings.history;
        Self { closed: settings.touching == Touching::Closed, events: settings.events, history: (ticks, farthest) }
    }

    /// The same settings under these rules.
    pub(super) fn apply(self, settings: &mut Settings) {
        let (ticks, farthest) = self.history;
        settings.touching = if self.closed { Touching::Closed } else { Touching::Open };
        settings.events = self.events;
        settings.history = History { ticks, farthest };
    }
}

/// A question, and its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Asked<'a> {
    /// Of which time, if of the past.
    pub(super) time: Option<f64>,
    /// How many hits there was room for.
    pub(super) most: u64,
    pub(super) question: Question<'a>,
    /// Fingerprint of the answer; none if there was not room for it.
    pub(super) answer: Option<u64>,
}

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
    pub(super) fn name(&self) -> &'static str {
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

/// What a step has found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Stepped {
    pub(super) tick: u64,
    pub(super) pair_count: u64,
    /// Fingerprint of the pairs by slot.
    pub(super) pairs: u64,
    /// Fingerprint of the events, where there are any.
    pub(super) events: Option<u64>,
}
