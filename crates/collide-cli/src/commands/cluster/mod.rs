//! `collide cluster`: one world over many processes.

mod args;
mod host;
mod job;
mod log;
mod message;
mod processes;
mod publish;
mod requests;
mod signals;
mod source;
mod status;
mod tally;
mod worker;

use std::collections::VecDeque;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use collide_cluster::Hosts;
use collide2d::{Settings, Threads};
use tracing::{error, info};

use crate::failure::{ClusterFailure, Failure};
use crate::input;
pub(crate) use args::ClusterArgs;
use args::{ClusterCommand, Limits, LocalArgs, RunArgs, WorldOptions};
use host::{Host, HostList};
use job::{Input, Job, Plan};
use message::Message;
use publish::Publisher;
use source::{SingleWorld, Source};
use status::Status;
use tally::Tally;
use tempfile::TempDir;

pub(crate) fn run(args: &ClusterArgs) -> Result<(), Failure> {
    match &args.command {
        ClusterCommand::Worker => worker::process(),
        ClusterCommand::Local(args) => local(args),
        ClusterCommand::Run(args) => listed(args),
    }
}

/// Runs one host of a list.
fn listed(args: &RunArgs) -> Result<(), Failure> {
    log::start();
    let file = args.hosts.display().to_string();
    let hosts = input::read_text(&args.hosts)?.parse::<Hosts>();
    let hosts = hosts.map_err(|error| ClusterFailure::Hosts { file: file.clone(), error })?;
    let worker = hosts.worker(args.index).ok_or(ClusterFailure::Index { file, index: args.index })?;
    let _lock = lock(&args.folder, args.index)?;
    let list = HostList::File { file: args.hosts.clone(), place: args.index, listen: args.listen.clone() };
    let tally = Tally::new(1, hosts.workers() == 1);
    let host = host(&args.world, list, !args.shared, args.folder.clone(), args.limits, tally, worker == 0)?;
    let _publisher = Publisher::start(args.world.status.as_ref(), &host.status)?;
    host.run().map_err(logged)
}

/// Locks a folder for one host until the file is closed, also by a kill. While a cluster runs, nothing else shows a second
/// host with the same index. Where no lock is possible, such as on a full disk, there is none.
fn lock(folder: &Path, index: usize) -> Result<Option<File>, ClusterFailure> {
    let file = folder.join(format!("host-{index}.lock"));
    let opened = fs::create_dir_all(folder).and_then(|()| File::options().append(true).create(true).open(file));
    let Ok(opened) = opened else { return Ok(None) };
    match opened.try_lock() {
        Ok(()) => Ok(Some(opened)),
        Err(TryLockError::WouldBlock) => Err(ClusterFailure::Running { index, folder: folder.display().to_string() }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Runs all workers on this machine.
fn local(args: &LocalArgs) -> Result<(), Failure> {
    log::start();
    let count = usize::from(args.n);
    let (list, tally) = (HostList::Local(count), Tally::new(count, true));
    let folder = args.folder.clone().unwrap_or_default();
    let mut host = host(&args.world, list, true, folder, args.limits, tally, true)?;
    // It is removed at the end, also after a signal.
    let temporary = if args.folder.is_none() { Some(temporary_folder()?) } else { None };
    if let Some(folder) = &temporary {
        host.folder = folder.path().to_owned();
    }
    let _publisher = Publisher::start(args.world.status.as_ref(), &host.status)?;
    let result = if count == 1 { embedded(host) } else { host.run() };
    result.map_err(logged)
}

/// Writes the failure of a cluster that has started to the log, with its time. A closed pipe is no failure.
fn logged(failure: Failure) -> Failure {
    if matches!(failure, Failure::Output(_)) {
        return failure;
    }
    error!("{failure}");
    Failure::Logged(Box::new(failure))
}

fn temporary_folder() -> Result<TempDir, ClusterFailure> {
    tempfile::Builder::new().prefix("collide-cluster-").tempdir().map_err(|error| ClusterFailure::Temporary { error })
}

fn host(
    options: &WorldOptions,
    list: HostList,
    copies: bool,
    folder: PathBuf,
    limits: Limits,
    mut tally: Tally,
    is_first: bool,
) -> Result<Host, Failure> {
    let input = match &options.file {
        Some(file) => Input::File { file: file.clone(), ticks: options.ticks },
        None => Input::Scene {
            scene: options.scene.clone(),
            count: options.count,
            seed: options.seed,
            ticks: options.ticks.unwrap_or(300),
        },
    };
    let plan = Plan { input, copies, settings: options.run.clone() };
    let source = Source::open(&plan.input)?;
    let (shared, ticks) = (plan.options()?, source.ticks());
    if options.run.fingerprints && is_first {
        tally = tally.writing(options.out.as_deref())?;
        if options.check {
            tally = tally.comparing(expected_ticks(source, &plan));
        }
    }
    let places = match &list {
        HostList::File { place, .. } => *place..*place + 1,
        HostList::Local(count) => 0..*count,
    };
    Ok(Host {
        status: Arc::new(Mutex::new(Status::new(places, plan.settings.pace))),
        signals: signals::signals()?,
        has_asked: false,
        plan,
        list,
        options: shared,
        ticks,
        folder,
        limits,
        tally,
        round: 0,
        recent: VecDeque::new(),
        restarts: 0,
    })
}

/// The ticks of a single world: number, pairs and fingerprint of each. A thread computes them a little ahead.
fn expected_ticks(source: Source, plan: &Plan) -> Receiver<(u64, u64, u64)> {
    let (sender, expected) = sync_channel(16);
    let (settings, ticks) = (Settings { threads: Threads::Serial, ..plan.world() }, source.ticks());
    std::thread::spawn(move || {
        let mut world = SingleWorld::new(source, settings);
        for tick in 1..=ticks {
            let Ok((pairs, fingerprint)) = world.tick(tick) else { return };
            if sender.send((tick, pairs, fingerprint)).is_err() {
                return;
            }
        }
    });
    expected
}

/// Runs a cluster of one worker in a thread of this process.
fn embedded(mut host: Host) -> Result<(), Failure> {
    let job = Job {
        plan: host.plan.clone(),
        hosts: "localhost:1".to_owned(),
        place: 0,
        listen: None,
        options: host.options.clone(),
        round: 1,
        reported: host.tally.reported(0),
        folder: host.folder.clone(),
        wait: Duration::ZERO,
    };
    let (sender, messages) = channel();
    let stop = Arc::clone(&host.signals);
    let work = std::thread::spawn(move || {
        worker::work(&job, &stop, move |message| {
            let _ = sender.send(message);
        })
    });
    let mut stopped = None;
    for message in messages {
        match message {
            Message::Formed { round, workers, tick, .. } => host.status().formed(0, round, workers, tick),
            Message::Stopped { tick } => stopped = Some(tick),
            Message::Lost { text } | Message::Failed { text } => return Err(ClusterFailure::Round { text }.into()),
            message => host.note(0, "worker 0", message)?,
        }
    }
    work.join().unwrap_or_else(|_| Err(ClusterFailure::Round { text: "the worker has panicked".to_owned() }.into()))?;
    host.status().is_running = false;
    info!("{}", host.tally.summary(1, 0));
    stopped.filter(|tick| *tick < host.ticks).map_or(Ok(()), |tick| host.stopped(Some(tick)))
}
