//! The messages of a worker process to its host, a line of JSON each.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The line with which a host asks a process to stop the round.
pub(super) const STOP: &str = "stop";

/// A message of a process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The process is alive, and not yet part of the cluster.
    Alive,
    /// A text for people.
    Note { text: String },
    /// A text for people about something that needs attention.
    Warning { text: String },
    /// The process is part of the cluster.
    Formed { round: u64, workers: u32, tick: u64, complete: u64 },
    /// A tick is complete on all workers.
    Tick(TickStats),
    /// A tick that was reported in an earlier round is complete again.
    Repeated { tick: u64 },
    /// The worker's part of a tick is on the disk.
    Saved { tick: u64 },
    /// A copy of the part of another worker is on the disk.
    Copied,
    /// The part of a tick, or the copy of one, could not be written.
    SaveFailed { tick: u64, is_copy: bool, text: String },
    /// The round is over, because a host has asked for it. All saves of the tick are reported.
    Stopped { tick: u64 },
    /// The round is over. The next one may succeed.
    Lost { text: String },
    /// The round is over. The next one would fail for the same reason.
    Failed { text: String },
    /// All ticks are complete.
    Done,
}

/// The work of a worker in a tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TickStats {
    pub(super) tick: u64,
    /// The pairs whose first entity the worker owns.
    pub(super) pairs: u64,
    /// The pairs of all workers and their fingerprint, which the first worker knows.
    pub(super) whole: Option<(u64, u64)>,
    pub(super) owned: u64,
    pub(super) ghosts: u64,
    pub(super) load: u64,
    pub(super) bytes: u64,
    /// The weight of the heaviest share, and the sum of all workers of the cluster.
    pub(super) shares: (u64, u64),
    pub(super) time: Duration,
    /// The part of the time in which the worker did not wait for others.
    pub(super) work: Duration,
    /// The time by which the end of the tick is behind the plan.
    pub(super) lag: Duration,
}
