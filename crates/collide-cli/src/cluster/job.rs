//! What a host tells the processes that it starts, and what they say: a line of JSON each.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use collide_cluster::{Folder, Hosts, Join};
use collide2d::{Settings, Threads, Touching};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::failure::Failure;
use crate::input::InputError;

/// What happens.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Input {
    Scene { scene: String, count: u32, seed: u64, ticks: u64 },
    File { file: PathBuf, ticks: Option<u64> },
}

/// What all workers are to do alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    pub(super) input: Input,
    /// Whether touching counts.
    pub(super) closed: bool,
    pub(super) fingerprints: bool,
    /// How many ticks apart parts are saved.
    pub(super) every: u64,
    /// Whether each host keeps the parts of the one before it, too.
    pub(super) copies: bool,
    pub(super) tile: i8,
    /// How long a tick may take.
    pub(super) patience: Duration,
    /// Slows ticks down to so long each, as a game's are.
    pub(super) pace: Duration,
}

impl Plan {
    /// How a world is to be.
    pub(super) fn world(&self) -> Settings {
        let touching = if self.closed { Touching::Closed } else { Touching::Open };
        Settings { touching, threads: Threads::Serial, ..Settings::default() }
    }

    /// The same for all that must be alike everywhere for results to be.
    pub(super) fn run(&self) -> Result<u64, Failure> {
        let content = match &self.input {
            Input::Scene { scene, count, seed, .. } => format!("{scene} {count} {seed}").into_bytes(),
            Input::File { file, .. } => fs::read(file).map_err(|error| InputError::File {
                file: file.display().to_string(),
                action: "read",
                error,
            })?,
        };
        let Self { closed, fingerprints, every, copies, tile, .. } = self;
        let rest = format!("{} {closed} {fingerprints} {every} {copies} {tile}", xxh3_64(&content));
        Ok(xxh3_64(rest.as_bytes()))
    }
}

/// What a process is to do in a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) plan: Plan,
    /// The list of hosts, as text.
    pub(super) hosts: String,
    pub(super) place: usize,
    pub(super) run: u64,
    pub(super) round: u64,
    pub(super) told: Option<u64>,
    pub(super) folder: PathBuf,
    pub(super) wait: Duration,
}

impl Job {
    pub(super) fn folder(&self) -> Result<Folder, Failure> {
        Ok(Folder::open(Path::new(&self.folder), self.run)?)
    }

    pub(super) fn join<'a>(&self, hosts: &'a Hosts) -> Join<'a> {
        let Self { place, run, round, told, wait, .. } = *self;
        Join { hosts, place, run, round, told, wait }
    }
}

/// What a process says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Word {
    /// It is there, and not yet part of the cluster.
    Pulse,
    /// For people.
    Said { text: String },
    /// It is part of the cluster.
    Formed { round: u64, workers: u32, tick: u64, complete: u64 },
    /// A tick is complete everywhere.
    Tick(Lap),
    /// The same, and has been said before.
    Again { tick: u64 },
    /// The round is over.
    Lost { text: String },
    /// It is over, and would be again.
    Failed { text: String },
    /// All ticks are made.
    Done,
}

/// What a worker did in a tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Lap {
    pub(super) tick: u64,
    /// Those whose first entity it owns.
    pub(super) pairs: u64,
    /// Of all workers: known to the first.
    pub(super) whole: Option<(u64, u64)>,
    pub(super) owned: u64,
    pub(super) ghosts: u64,
    pub(super) load: u64,
    pub(super) bytes: u64,
    pub(super) time: Duration,
}
