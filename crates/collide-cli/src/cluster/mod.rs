//! `collide cluster`: one world over many processes.

mod crew;
mod failure;
mod job;
mod source;
mod supervise;
mod tally;
mod worker;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::time::Duration;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use collide_cluster::Hosts;
use collide_scenes::SceneKind;
use collide2d::{Threads, Touching};

use crate::args::touching;
use crate::failure::Failure;
use crate::output::say;
pub(crate) use failure::ClusterFailure;
use job::{Input, Job, Plan, Word};
use source::{Alone, Source};
use supervise::{Host, Limits, Where};
use tally::Tally;

/// Run one world over many processes, here or on many hosts, and go on when one of them is lost
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ClusterArgs {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(Debug, Subcommand)]
enum ClusterCommand {
    /// Run this host's part of a cluster: on each host the same command, with another --index
    Run(RunArgs),
    /// Run a whole cluster on this machine, over loopback
    Local(LocalArgs),
    /// A process that the two above start
    #[command(hide = true)]
    Worker,
}

#[derive(Debug, clap::Args)]
#[command(after_help = RUN_HELP)]
struct RunArgs {
    /// The hosts, a `host:port` on each line: nobody else is listened to
    #[arg(long, value_name = "FILE")]
    hosts: PathBuf,

    /// Which line of it this host is, from 0
    #[arg(long, value_name = "I")]
    index: usize,

    /// Where the host saves its part, and a copy of that of the host before it
    #[arg(long, value_name = "FOLDER")]
    folder: PathBuf,

    /// The folder is the same for all hosts: no copies are sent
    #[arg(long)]
    shared: bool,

    #[command(flatten)]
    what: What,

    #[command(flatten)]
    limits: Limits,
}

#[derive(Debug, clap::Args)]
#[command(after_help = LOCAL_HELP)]
struct LocalArgs {
    /// How many processes; with one, this process is all
    #[arg(short, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=128))]
    n: u16,

    /// Where parts are saved [default: a folder that is removed at the end]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    what: What,

    #[command(flatten)]
    limits: Limits,
}

/// What happens, and what is told of it: the same on all hosts, but for where.
#[derive(Debug, clap::Args)]
struct What {
    /// A recording: a trace, or CSV or JSON lines with a column tick, the same on all hosts [default: a scene]
    file: Option<PathBuf>,

    /// The scene, if there is no FILE
    #[arg(long, value_name = "NAME", default_value = "mixed", conflicts_with = "file",
        value_parser = PossibleValuesParser::new(SceneKind::ALL.map(SceneKind::name)).map(|name| name.clone()))]
    scene: String,

    /// How many shapes the scene has
    #[arg(long = "entities", value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    count: u32,

    /// Another one gives another scene of the kind
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// How many ticks [default: 300 of a scene, all of FILE]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    ticks: Option<u64>,

    /// How long a tick lasts at least, such as 33ms [default: no longer than it takes]
    #[arg(long, value_name = "TIME", default_value = "0s", hide_default_value = true, value_parser = humantime::parse_duration)]
    pace: Duration,

    /// Whether shapes that only touch overlap (closed) or not (open)
    #[arg(long, value_name = "RULE", default_value = "closed",
        value_parser = PossibleValuesParser::new(["closed", "open"]).map(|name| touching(&name)))]
    touching: Touching,

    /// The side of a tile, as a power of two
    #[arg(long, value_name = "POWER", default_value = "4", allow_negative_numbers = true, value_parser = clap::value_parser!(i8).range(-64..=64))]
    tile: i8,

    /// Save parts every so many ticks
    #[arg(long, value_name = "TICKS", default_value = "50", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// How long a tick may take before a process counts as stalled
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = humantime::parse_duration)]
    patience: Duration,

    /// Write a line for each tick: tick, pairs, fingerprint; the first host does
    #[arg(long)]
    fingerprints: bool,

    /// Write these lines to a file, or go on with it after its last line
    #[arg(long, value_name = "FILE", requires = "fingerprints")]
    out: Option<PathBuf>,

    /// Compare each tick with what a single world finds; the first host does
    #[arg(long, requires = "fingerprints")]
    check: bool,
}

const HELP: &str = "\
All hosts go through the same scene or recording, and each does what is on its part of the plane. `collide cluster run --help` and \
`collide cluster local --help` tell the rest.

Exit codes: 0 all ticks are made, 1 the cluster broke off, or the output could not be written, 2 the input or the arguments are not valid, \
3 a tick is not as in a single world, a fault of this program.";

const RUN_HELP: &str = "\
The file of hosts has a line `host:port` for each host, the same on all of them, and comments after #. A line `-` is a host that is gone: \
those after it keep their numbers. It is read again while a host waits for others. There is no password and no encryption: the links between \
the hosts must be private.

Where a process is lost, or stalls, all begin anew from the last tick that all have saved; ticks that were told are not told again.

Example, on the first of two hosts:
  collide cluster run --hosts hosts.txt --index 0 --folder parts --fingerprints

Exit codes: as of `collide cluster`.";

const LOCAL_HELP: &str = "\
Ticks go to standard output, what happens to the processes and a summary to standard error.

Examples:
  collide cluster local -n 2 --entities 2000 --ticks 30 --fingerprints --check
  collide gen uniform -n 500 --ticks 10 > match.csv
  collide cluster local -n 2 match.csv --fingerprints

Exit codes: as of `collide cluster`.";

/// Runs what is asked for.
pub(crate) fn run(args: &ClusterArgs) -> Result<(), Failure> {
    match &args.command {
        ClusterCommand::Worker => worker::process(),
        ClusterCommand::Local(args) => local(args),
        ClusterCommand::Run(args) => {
            let text = std::fs::read_to_string(&args.hosts);
            let file = args.hosts.display().to_string();
            let text =
                text.map_err(|error| crate::input::InputError::File { file: file.clone(), action: "read", error })?;
            let hosts: Hosts = text.parse().map_err(|error| ClusterFailure::Hosts { file: file.clone(), error })?;
            let worker = hosts.worker(args.index).ok_or(ClusterFailure::Index { file, index: args.index })?;
            let is_first = worker == 0;
            let tally = Tally::new(1, hosts.workers() == 1);
            let at = Where::File(args.hosts.clone(), args.index);
            host(&args.what, at, !args.shared, args.folder.clone(), args.limits, tally, is_first)?.run()
        }
    }
}

fn local(args: &LocalArgs) -> Result<(), Failure> {
    let count = usize::from(args.n);
    let made = std::env::temp_dir().join(format!("collide-cluster-{}", std::process::id()));
    let folder = args.folder.clone().unwrap_or_else(|| made.clone());
    let host = host(&args.what, Where::Here(count), true, folder, args.limits, Tally::new(count, true), true);
    let done = host.and_then(|host| if count == 1 { embedded(host) } else { host.run() });
    if args.folder.is_none() {
        // That a temporary folder stays is no failure.
        let _ = std::fs::remove_dir_all(made);
    }
    done
}

fn host(
    what: &What,
    at: Where,
    copies: bool,
    folder: PathBuf,
    limits: Limits,
    mut tally: Tally,
    is_first: bool,
) -> Result<Host, Failure> {
    let input = match &what.file {
        Some(file) => Input::File { file: file.clone(), ticks: what.ticks },
        None => Input::Scene {
            scene: what.scene.clone(),
            count: what.count,
            seed: what.seed,
            ticks: what.ticks.unwrap_or(300),
        },
    };
    let plan = Plan {
        input,
        closed: what.touching == Touching::Closed,
        fingerprints: what.fingerprints,
        every: what.every,
        copies,
        tile: what.tile,
        patience: what.patience,
        pace: what.pace,
    };
    let source = Source::open(&plan.input)?;
    let (run, ticks) = (plan.run()?, source.ticks());
    if what.fingerprints && is_first {
        tally = tally.writing(what.out.as_deref())?;
        if what.check {
            tally = tally.comparing(alone(source, &plan));
        }
    }
    Ok(Host { plan, at, run, ticks, folder, limits, tally, round: 0, recent: VecDeque::new(), restarts: 0 })
}

/// What a single world finds, tick by tick, a little ahead.
fn alone(source: Source, plan: &Plan) -> Receiver<(u64, u64, u64)> {
    let (tell, expected) = sync_channel(16);
    let (settings, ticks) = (collide2d::Settings { threads: Threads::Serial, ..plan.world() }, source.ticks());
    std::thread::spawn(move || {
        let mut alone = Alone::new(source, settings);
        for tick in 1..=ticks {
            let Ok((pairs, fingerprint)) = alone.tick(tick) else { return };
            if tell.send((tick, pairs, fingerprint)).is_err() {
                return;
            }
        }
    });
    expected
}

/// A cluster of one: no other process, and nobody to wait for.
fn embedded(mut host: Host) -> Result<(), Failure> {
    let job = Job {
        plan: host.plan.clone(),
        hosts: "localhost:1".to_owned(),
        place: 0,
        run: host.run,
        round: 1,
        told: host.tally.told(0),
        folder: host.folder.clone(),
        wait: Duration::ZERO,
    };
    let (tell, words) = channel();
    let work = std::thread::spawn(move || {
        worker::work(&job, move |word| {
            let _ = tell.send(word);
        })
    });
    for word in words {
        match word {
            Word::Tick(lap) => host.tally.take(0, lap)?,
            Word::Said { text } => say(&text),
            Word::Lost { text } | Word::Failed { text } => return Err(ClusterFailure::Round { text }.into()),
            _ => {}
        }
    }
    work.join().unwrap_or_else(|_| Err(ClusterFailure::Round { text: "the worker has panicked".to_owned() }.into()))?;
    say(&host.tally.in_words(1, 0));
    Ok(())
}
