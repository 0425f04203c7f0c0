//! `collide cluster`: one world over many processes.

mod args;
mod host;
mod job;
mod processes;
mod source;
mod tally;
mod worker;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::time::Duration;

use collide_cluster::Hosts;
use collide2d::{Settings, Threads};

use crate::failure::{ClusterFailure, Failure};
use crate::input;
use crate::messages::print_message;
pub(crate) use args::ClusterArgs;
use args::{ClusterCommand, Limits, LocalArgs, WorldOptions};
use host::{Host, HostList};
use job::{Input, Job, Message, Plan};
use source::{SingleWorld, Source};
use tally::Tally;

pub(crate) fn run(args: &ClusterArgs) -> Result<(), Failure> {
    match &args.command {
        ClusterCommand::Worker => worker::process(),
        ClusterCommand::Local(args) => local(args),
        ClusterCommand::Run(args) => {
            let file = args.hosts.display().to_string();
            let hosts = input::read_text(&args.hosts)?.parse::<Hosts>();
            let hosts = hosts.map_err(|error| ClusterFailure::Hosts { file: file.clone(), error })?;
            let worker = hosts.worker(args.index).ok_or(ClusterFailure::Index { file, index: args.index })?;
            let is_first = worker == 0;
            let tally = Tally::new(1, hosts.workers() == 1);
            let list = HostList::File(args.hosts.clone(), args.index);
            host(&args.world, list, !args.shared, args.folder.clone(), args.limits, tally, is_first)?.run()
        }
    }
}

fn local(args: &LocalArgs) -> Result<(), Failure> {
    let count = usize::from(args.n);
    let temporary = std::env::temp_dir().join(format!("collide-cluster-{}", std::process::id()));
    let folder = args.folder.clone().unwrap_or_else(|| temporary.clone());
    let list = HostList::Local(count);
    let host = host(&args.world, list, true, folder, args.limits, Tally::new(count, true), true);
    let result = host.and_then(|host| if count == 1 { embedded(host) } else { host.run() });
    if args.folder.is_none() {
        // A temporary folder that cannot be removed is no failure.
        let _ = std::fs::remove_dir_all(temporary);
    }
    result
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
    let (run, ticks) = (plan.run()?, source.ticks());
    if options.run.fingerprints && is_first {
        tally = tally.writing(options.out.as_deref())?;
        if options.check {
            tally = tally.comparing(expected_ticks(source, &plan));
        }
    }
    Ok(Host { plan, list, run, ticks, folder, limits, tally, round: 0, recent: VecDeque::new(), restarts: 0 })
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
        run: host.run,
        round: 1,
        reported: host.tally.reported(0),
        folder: host.folder.clone(),
        wait: Duration::ZERO,
    };
    let (sender, messages) = channel();
    let work = std::thread::spawn(move || {
        worker::work(&job, move |message| {
            let _ = sender.send(message);
        })
    });
    for message in messages {
        match message {
            Message::Tick(stats) => host.tally.add(0, stats)?,
            Message::Note { text } => print_message(&text),
            Message::Lost { text } | Message::Failed { text } => return Err(ClusterFailure::Round { text }.into()),
            _ => {}
        }
    }
    work.join().unwrap_or_else(|_| Err(ClusterFailure::Round { text: "the worker has panicked".to_owned() }.into()))?;
    print_message(&host.tally.summary(1, 0));
    Ok(())
}
