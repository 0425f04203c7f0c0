//! What a host asks its worker processes to do, as a line of JSON.

use std::path::PathBuf;
use std::time::Duration;

use collide_cluster::{Folder, FolderError, Hosts, Join};
use collide2d::{Settings, Threads};
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

    /// The names and the values of the options that must be the same on all hosts.
    pub(super) fn options(&self) -> Result<Options, Failure> {
        let (file, [scene, count, seed]) = match &self.input {
            Input::Scene { scene, count, seed, .. } => {
                ("not set".to_owned(), [scene.clone(), count.to_string(), seed.to_string()])
            }
            Input::File { file, .. } => {
                let checksum = xxh3_64(&input::read_bytes(file)?);
                (format!("checksum {checksum:016x}"), [(); 3].map(|()| "not set".to_owned()))
            }
        };
        let Self { copies, settings, .. } = self;
        let RunSettings { touching, tile, every, fingerprints, pace: _, patience: _ } = settings;
        let is_set = |is_set: bool| if is_set { "set" } else { "not set" }.to_owned();
        let options = [
            ("FILE", file),
            ("--scene", scene),
            ("--entities", count),
            ("--seed", seed),
            ("--touching", touching.to_string()),
            ("--tile", tile.to_string()),
            ("--every", every.to_string()),
            ("--shared", is_set(!copies)),
            ("--fingerprints", is_set(*fingerprints)),
        ];
        Ok(Options(options.map(|(name, value)| (name.to_owned(), value)).into()))
    }
}

/// The names and the values of options.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Options(Vec<(String, String)>);

impl Options {
    /// A hash of all of them.
    fn run(&self) -> u64 {
        let lines: Vec<_> = self.0.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        xxh3_64(lines.concat().as_bytes())
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
    /// The options that all hosts share.
    pub(super) options: Options,
    pub(super) round: u64,
    /// The last tick that the process has reported, in an earlier round.
    pub(super) reported: Option<u64>,
    pub(super) folder: PathBuf,
    pub(super) wait: Duration,
}

impl Job {
    pub(super) fn folder(&self) -> Result<Folder, FolderError> {
        Folder::open(&self.folder, self.options.run())
    }

    pub(super) fn join<'a>(&'a self, hosts: &'a Hosts) -> Join<'a> {
        let Self { place, round, reported: emitted, wait, .. } = *self;
        let (listen, run, options) = (self.listen.as_deref(), self.options.run(), &self.options.0);
        Join { hosts, place, listen, run, options, round, emitted, wait }
    }
}
