//! The results of a replay.

use thiserror::Error;

use super::apply::ReplayMismatch;
use crate::{PastError, SnapshotError};

/// The counts of a replayed tick without differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replayed {
    /// The number of query batches and calls with the recorded answers.
    pub answered: usize,
    /// The number of query batches and calls that were skipped: queries at ticks before the recording, or before the world
    /// was last restored or overwritten by a clone, as only the recorded world had these ticks; batches that exceeded
    /// [their limit of work](crate::Budget::max_work), so that there is no answer to compare; and updates of an
    /// [`Interest`](crate::Interest) whose updates before were not replayed.
    pub skipped: usize,
}

/// The first difference between a replay and the recording.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("tick {tick}: {phase}")]
pub struct Divergence {
    /// The tick that differs.
    pub tick: u64,
    /// The part of the tick that differs.
    pub phase: Phase,
}

/// The part of a tick that differs from the recording.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Phase {
    /// The recorded snapshot is invalid.
    #[error("start: {0}")]
    Start(#[from] SnapshotError),
    /// The recorded changes do not fit the world.
    #[error("changes: {0}")]
    Changes(#[from] ReplayMismatch),
    /// A query batch has another answer.
    #[error("question {number}, {name}: answer must have fingerprint {}, has {}", hex(*.recorded), hex(*.found))]
    Question {
        /// The index of the batch in the tick.
        number: usize,
        /// The [name](crate::Question::name) of the query, or of the call, such as `move` or `interest`.
        name: &'static str,
        /// The recorded fingerprint; `None` if there were too many hits.
        recorded: Option<u64>,
        /// The fingerprint of the replay; `None` if there were too many hits.
        found: Option<u64>,
    },
    /// A query was at a tick that is not in the history, though it was after the start of the recording.
    #[error("question {number}, {name}: {error}")]
    Past {
        /// The index of the batch in the tick.
        number: usize,
        /// The name of the query.
        name: &'static str,
        /// The error, with the ticks in the history.
        error: PastError,
    },
    /// The step has another tick number.
    #[error("tick number: is {found} after the step")]
    Number {
        /// The tick number of the replay.
        found: u64,
    },
    /// The pairs differ.
    #[error("pairs: must be {recorded_count} with fingerprint {recorded:016x}, are {found_count} with {found:016x}")]
    Pairs {
        /// The recorded number of pairs.
        recorded_count: u64,
        /// The number of pairs of the replay. If it is larger than recorded, the search may have stopped early.
        found_count: u64,
        /// The recorded fingerprint.
        recorded: u64,
        /// The fingerprint of the replay; zero if there were too many pairs to list.
        found: u64,
    },
    /// The events differ.
    #[error("events: must have fingerprint {}, have {}", hex(*.recorded), hex(*.found))]
    Events {
        /// The recorded fingerprint; `None` without events.
        recorded: Option<u64>,
        /// The fingerprint of the replay; `None` without events.
        found: Option<u64>,
    },
}

fn hex(fingerprint: Option<u64>) -> String {
    fingerprint.map_or_else(|| "none".to_owned(), |fingerprint| format!("{fingerprint:016x}"))
}
