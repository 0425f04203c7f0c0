//! The messages between a host and its worker processes, a line of JSON each.

use std::path::PathBuf;
use std::time::Duration;

use collide_cluster::{Folder, FolderError, Hosts, Join};
use collide2d::{Settings, Threads, Touching};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::args::RunSettings;
use crate::failure::Failure;
use crate::input;

/// The source of the shapes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Input {
    Scene { scene: String, count: u32, seed: u64, ticks: u64 },
    File { file: PathBuf, ticks: Option<u64> },
}

/// The settings that all workers share.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) input: Input,
    /// Whether each host also keeps the parts of the previous one.
    pub(super) copies: bool,
    pub(super) settings: RunSettings,
}

impl Plan {
    /// The settings of a world.
    pub(super) fn world(&self) -> Settings {
        Settings { touching: self.settings.touching, threads: Threads::Serial, ..Settings::default() }
    }

    /// A hash of the input and the settings that must be the same on all hosts.
    pub(super) fn run(&self) -> Result<u64, Failure> {
        let content = match &self.input {
            Input::Scene { scene, count, seed, .. } => format!("{scene} {count} {seed}").into_bytes(),
            Input::File { file, .. } => input::read_bytes(file)?,
        };
        let Self { copies, settings: RunSettings { touching, fingerprints, every, tile, .. }, .. } = self;
        let closed = *touching == Touching::Closed;
        let rest = format!("{} {closed} {fingerprints} {every} {copies} {tile}", xxh3_64(&content));
        Ok(xxh3_64(rest.as_bytes()))
    }
}

/// The work of a process in a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) plan: Plan,
    /// The list of hosts, as text.
    pub(super) hosts: String,
    pub(super) place: usize,
    /// The address to listen on, if it is not that of the place.
    pub(super) listen: Option<String>,
    pub(super) run: u64,
    pub(super) round: u64,
    /// The last tick that the process has reported, in an earlier round.
    pub(super) reported: Option<u64>,
    pub(super) folder: PathBuf,
    pub(super) wait: Duration,
}

impl Job {
    pub(super) fn folder(&self) -> Result<Folder, FolderError> {
        Folder::open(&self.folder, self.run)
    }

    pub(super) fn join<'a>(&'a self, hosts: &'a Hosts) -> Join<'a> {
        let Self { place, run, round, reported: emitted, wait, .. } = *self;
        Join { hosts, place, listen: self.listen.as_deref(), run, round, emitted, wait }
    }
}

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
