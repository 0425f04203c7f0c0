use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use collide_scenes::SceneKind;
use collide2d::Touching;
use serde::{Deserialize, Serialize};

use super::publish::StatusTarget;
use crate::options::{by_name, count};

/// Run one world on several processes, on one or several hosts, and continue if one of them is lost
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ClusterArgs {
    #[command(subcommand)]
    pub(super) command: ClusterCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum ClusterCommand {
    /// Run this host's part of a cluster; run the same command on each host, with its own --index
    Run(RunArgs),
    /// Run a whole cluster on this machine, over loopback
    Local(LocalArgs),
    /// A worker process, started by the two commands above
    #[command(hide = true)]
    Worker,
}

#[derive(Debug, clap::Args)]
#[command(after_help = RUN_HELP)]
pub(super) struct RunArgs {
    /// The list of hosts, a `host:port` on each line; connections from other addresses are dropped
    #[arg(long, value_name = "FILE")]
    pub(super) hosts: PathBuf,

    /// The position of this host in that list, from 0
    #[arg(long, value_name = "I")]
    pub(super) index: usize,

    /// The folder for the saved parts of this host and copies of those of the previous host
    #[arg(long, value_name = "FOLDER")]
    pub(super) folder: PathBuf,

    /// The address to listen on, if it is not the one in the list: behind a proxy, a tunnel or a translation of addresses
    #[arg(long, value_name = "ADDRESS")]
    pub(super) listen: Option<String>,

    /// All hosts share the folder, so no copies are sent
    #[arg(long)]
    pub(super) shared: bool,

    #[command(flatten)]
    pub(super) world: WorldOptions,

    #[command(flatten)]
    pub(super) limits: Limits,
}

#[derive(Debug, clap::Args)]
#[command(after_help = LOCAL_HELP)]
pub(super) struct LocalArgs {
    /// Number of processes; 1 runs everything in this process
    #[arg(short, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=128))]
    pub(super) n: u16,

    /// The folder for saved parts [default: a temporary folder, removed at the end]
    #[arg(long, value_name = "FOLDER")]
    pub(super) folder: Option<PathBuf>,

    #[command(flatten)]
    pub(super) world: WorldOptions,

    #[command(flatten)]
    pub(super) limits: Limits,
}

/// The input, the settings of the world and the output. All hosts must have the same input and settings.
#[derive(Debug, clap::Args)]
pub(super) struct WorldOptions {
    /// A recording: a trace, or CSV or JSON lines with a column tick, the same on all hosts [default: a scene]
    pub(super) file: Option<PathBuf>,

    /// The scene, if there is no FILE
    #[arg(long, value_name = "NAME", default_value = "mixed", conflicts_with = "file",
        value_parser = PossibleValuesParser::new(SceneKind::ALL.map(SceneKind::name)))]
    pub(super) scene: String,

    /// Number of shapes of the scene
    #[arg(long = "entities", value_name = "N", default_value = "10000", value_parser = count::<u32>(0..=10_000_000), allow_negative_numbers = true)]
    pub(super) count: u32,

    /// Random seed; another seed gives another scene of the same kind
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,

    /// Number of ticks [default: 300 of a scene, all of FILE]
    #[arg(long, value_name = "N", value_parser = count::<u64>(1..=1_000_000), allow_negative_numbers = true)]
    pub(super) ticks: Option<u64>,

    #[command(flatten)]
    pub(super) run: RunSettings,

    /// Write the lines of --fingerprints to a file; an existing file is continued after its last line
    #[arg(long, value_name = "FILE", requires = "fingerprints")]
    pub(super) out: Option<PathBuf>,

    /// Compare each tick with that of a single world (on the first host)
    #[arg(long, requires = "fingerprints")]
    pub(super) check: bool,

    /// Publish metrics of this host for Prometheus: in a file, written each second, or at http://ADDRESS/metrics, such as
    /// 127.0.0.1:9100
    #[arg(long, value_name = "FILE|ADDRESS")]
    pub(super) status: Option<StatusTarget>,
}

/// The settings that all workers of a run share.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(super) struct RunSettings {
    /// Time of a tick, such as 33ms; late ticks are caught up with [default: as short as possible]
    #[arg(long, value_name = "TIME", default_value = "0s", hide_default_value = true, value_parser = humantime::parse_duration)]
    pub(super) pace: Duration,

    /// Whether shapes that only touch overlap (closed) or not (open)
    #[arg(long, value_name = "RULE", default_value_t, value_parser = by_name::<Touching>(Touching::ALL.map(Touching::name)))]
    pub(super) touching: Touching,

    /// The side of a tile, as a power of two
    #[arg(long, value_name = "POWER", default_value = "4", allow_negative_numbers = true, value_parser = clap::value_parser!(i8).range(-64..=64))]
    pub(super) tile: i8,

    /// Save parts every TICKS ticks
    #[arg(long, value_name = "TICKS", default_value = "50", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) every: u64,

    /// Time limit of a tick, after which a process counts as stalled
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = humantime::parse_duration)]
    pub(super) patience: Duration,

    /// Write a line for each tick: tick, pairs, fingerprint (on the first host)
    #[arg(long)]
    pub(super) fingerprints: bool,
}

/// Limits of restarts and waiting.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Limits {
    /// Maximum number of restarts after lost processes, within the time of --within
    #[arg(long, value_name = "N", default_value = "5")]
    pub(super) restarts: usize,

    /// The time window in which restarts are counted
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = humantime::parse_duration)]
    pub(super) within: Duration,

    /// How long to wait for the other hosts
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = humantime::parse_duration)]
    pub(super) wait: Duration,
}

const HELP: &str = "\
All hosts play the same scene or recording, and each computes its part of the plane. `collide cluster run --help` and \
`collide cluster local --help` have the details.

SIGTERM and Ctrl-C stop the workers after the same tick, which they save; with `collide cluster run`, the other hosts \
then wait for this one. A second signal stops at once, without saving.

Exit codes: 0 all ticks are made, or a signal has stopped them and the last one is saved, 1 the cluster failed, or the output could not be written, 2 the input or the \
arguments are not valid, 3 a tick is not as in a single world (a bug in this program).";

const RUN_HELP: &str = "\
The list of hosts has a line `host:port` for each host, and comments after #. It must be the same on all hosts. A line \
`-` stands for a removed host, so that the hosts after it keep their positions. The file is read again while a host \
waits for others. There is no authentication and no encryption: the links between the hosts must be private.

If a process is lost or stalls, all processes restart from the last tick that all have saved. Ticks that were written \
are not written again.

Example, on the first of two hosts:
  collide cluster run --hosts hosts.txt --index 0 --folder parts --fingerprints

Exit codes: as of `collide cluster`.";

const LOCAL_HELP: &str = "\
Ticks go to standard output; messages about the processes and a summary go to standard error.

Examples:
  collide cluster local -n 2 --entities 2000 --ticks 30 --fingerprints --check
  collide gen uniform -n 500 --ticks 10 > match.csv
  collide cluster local -n 2 match.csv --fingerprints

Exit codes: as of `collide cluster`.";
