//! The same again.

use thiserror::Error;

use super::apply::ReplayMismatch;
use crate::{PastError, SnapshotError};

/// What was the same as recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// Batches of questions that got the same answers.
    pub answered: usize,
    /// Those about ticks before the recording, or before the world was last restored or overwritten by a clone: only the recorded world had these.
    pub skipped: usize,
}

/// Where a replay went another way than the recording.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("tick {tick}: {phase}")]
pub struct Divergence {
    /// In which tick.
    pub tick: u64,
    /// In what of it.
    pub phase: Phase,
}

/// What of a tick is not as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Phase {
    /// The world recorded is none.
    #[error("start: {0}")]
    Start(#[from] SnapshotError),
    /// The changes recorded fit no such world.
    #[error("changes: {0}")]
    Changes(#[from] ReplayMismatch),
    /// A question has another answer.
    #[error("question {number}, {name}: answer must have fingerprint {}, has {}", hex(*.recorded), hex(*.found))]
    Question {
        /// The number of the batch in the tick, from zero.
        number: usize,
        /// Which call: `overlap`, `ray`, `segment`, `blocked`, `sweep` or `nearest`.
        name: &'static str,
        /// The fingerprint recorded; none if there were too many hits.
        recorded: Option<u64>,
        /// That of the answer now.
        found: Option<u64>,
    },
    /// A question was about a tick that is not remembered, though it was made since the recording began.
    #[error("question {number}, {name}: {error}")]
    Past {
        /// The number of the batch in the tick, from zero.
        number: usize,
        /// Which call.
        name: &'static str,
        /// What is remembered.
        error: PastError,
    },
    /// The step has another number.
    #[error("number: is {found} now")]
    Number {
        /// Which.
        found: u64,
    },
    /// The pairs are others.
    #[error("pairs: must be {recorded_count} with fingerprint {recorded:016x}, are {found_count} with {found:016x}")]
    Pairs {
        /// How many were recorded.
        recorded_count: u64,
        /// How many there are now, or more than recorded.
        found_count: u64,
        /// The fingerprint recorded.
        recorded: u64,
        /// That of the pairs now; zero where these were not listed, as there were too many.
        found: u64,
    },
    /// The events are others.
    #[error("events: must have fingerprint {}, have {}", hex(*.recorded), hex(*.found))]
    Events {
        /// The fingerprint recorded.
        recorded: Option<u64>,
        /// That of the events now.
        found: Option<u64>,
    },
}

fn hex(fingerprint: Option<u64>) -> String {
    fingerprint.map_or_else(|| "none".to_owned(), |fingerprint| format!("{fingerprint:016x}"))
}
