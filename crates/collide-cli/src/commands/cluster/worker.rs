//! The process of a worker. It lives for one round.

use std::io::{BufRead, Write, stdin, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use collide_cluster::{Hosts, Keeper, Member, Notice, Save, Settings, Start, TickReport, exit_on_panic};
use timely::worker::Worker;

use super::job::{Job, Plan};
use super::message::{Message, STOP, TickStats};
use super::signals::signals;
use super::source::{Script, Source, apply};
use crate::failure::{ClusterFailure, Failure};

/// The time between the messages that a process is alive, until it is part of the cluster.
const ALIVE_PERIOD: Duration = Duration::from_millis(200);

/// The exit code of a process whose round is over. Its last message says why.
const OVER: i32 = 4;

/// Reads a job from standard input and does it. Messages go to standard output, where the host reads them.
pub(super) fn process() -> Result<(), Failure> {
    let mut line = String::new();
    let mut input = stdin().lock();
    input.read_line(&mut line)?;
    drop(input);
    // A terminal or systemd sends signals to all processes. The host decides how its processes end.
    let _ignored = signals()?;
    let job: Job =
        serde_json::from_str(&line).map_err(|_| Failure::Usage("cluster worker: is started by `collide cluster`"))?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    std::thread::spawn(move || {
        stdin().lock().lines().map_while(Result::ok).for_each(|line| asked.store(line == STOP, Ordering::Relaxed));
        // The host has ended when the pipe is closed.
        std::process::exit(OVER);
    });
    exit_on_panic(OVER, |text| send(Message::Lost { text: text.to_owned() }));
    let formed = Arc::new(AtomicBool::new(false));
    let is_formed = Arc::clone(&formed);
    std::thread::spawn(move || {
        while !is_formed.load(Ordering::Relaxed) {
            send(Message::Alive);
            std::thread::sleep(ALIVE_PERIOD);
        }
    });
    let report = move |message| {
        formed.fetch_or(matches!(message, Message::Formed { .. }), Ordering::Relaxed);
        let over = matches!(message, Message::Lost { .. });
        send(message);
        if over {
            // Timely's threads would wait for the lost process.
            std::process::exit(OVER);
        }
    };
    if let Err(failure) = work(&job, &stop, report) {
        send(Message::Failed { text: failure.to_string() });
        std::process::exit(OVER);
    }
    send(Message::Done);
    Ok(())
}

/// Writes a message to standard output. An error is ignored: the process ends when its host does.
fn send(message: Message) {
    if let Ok(mut line) = serde_json::to_vec(&message) {
        line.push(b'\n');
        let mut out = stdout().lock();
        let _ = out.write_all(&line).and_then(|()| out.flush());
    }
}

/// A round from beginning to end. `report` gets its messages. When `stop` is set, all workers stop after the same tick.
pub(super) fn work(
    job: &Job,
    stop: &Arc<AtomicBool>,
    report: impl Fn(Message) + Clone + Send + Sync + 'static,
) -> Result<(), Failure> {
    let hosts: Hosts = job.hosts.parse().map_err(|error| ClusterFailure::Hosts { file: "hosts".to_owned(), error })?;
    let source = Source::open(&job.plan.input)?;
    let folder = job.folder().map_err(ClusterFailure::from)?;
    let notice = |notice: Notice<'_>| {
        let text = notice.to_string();
        report(match notice {
            Notice::Waiting { .. } => Message::Note { text },
            Notice::Taken { .. } => Message::Warning { text: text + "; each host needs its own --index" },
            _ => Message::Warning { text },
        });
    };
    let round = job.join(&hosts).connect(Some(&folder), notice).map_err(ClusterFailure::from)?;
    for fault in &round.faults {
        report(Message::Warning { text: format!("{fault}; earlier parts are used") });
    }
    let Start { round: number, workers, tick, complete, .. } = round.start;
    report(Message::Formed { round: number, workers, tick, complete });
    let (plan, stop, source) = (job.plan.clone(), Arc::clone(stop), Mutex::new(Some(source)));
    let result = round.run(move |worker, start| {
        let Some(source) = source.lock().ok().and_then(|mut source| source.take()) else { return };
        if let Err(error) = ticks(worker, start, &plan, source, &folder, &stop, &report) {
            report(Message::Lost { text: error.to_string() });
        }
    });
    Ok(result.map_err(ClusterFailure::from)?)
}

/// Runs all ticks from the start on, or until a host asks to stop.
fn ticks(
    worker: &mut Worker,
    start: &Start,
    plan: &Plan,
    mut source: Source,
    folder: &collide_cluster::Folder,
    stop: &AtomicBool,
    report: &impl Fn(Message),
) -> Result<(), ClusterFailure> {
    let patience = plan.settings.patience;
    let settings = Settings {
        world: plan.world(),
        tile: plan.settings.tile,
        patience: Some(patience),
        fingerprint: plan.settings.fingerprints,
        ..Settings::default()
    };
    let mut member = start.member(worker, settings)?;
    let mut keeper = Keeper::new(worker, folder.clone(), plan.copies);
    let mut script = Script::default();
    source.skip(&mut script, start.tick);
    let (begin, mut planned) = (Instant::now(), Duration::ZERO);
    let mut stopped = None;
    for tick in start.tick + 1..=source.ticks() {
        if stop.load(Ordering::Relaxed) {
            member.request_stop();
        }
        apply(&mut member, source.changes(&mut script, tick))?;
        let done = step(&mut member, worker)?;
        let pace = plan.settings.pace;
        planned = planned.saturating_add(pace);
        let lag = if pace.is_zero() { Duration::ZERO } else { begin.elapsed().saturating_sub(planned) };
        let stats = TickStats { lag, ..stats(&done, &member) };
        report(if tick > start.suppress_through { Message::Tick(stats) } else { Message::Repeated { tick } });
        if done.stop || tick.is_multiple_of(plan.settings.every) {
            keeper.keep(&member)?;
        }
        keeper.saves().for_each(|save| report(saved(save, start.worker)));
        if done.stop {
            stopped = Some(tick);
            break;
        }
        std::thread::sleep(planned.saturating_sub(begin.elapsed()));
    }
    keeper.finish(worker, patience).into_iter().for_each(|save| report(saved(save, start.worker)));
    if let Some(tick) = stopped {
        report(Message::Stopped { tick });
    }
    Ok(())
}

fn saved(save: Save, me: u32) -> Message {
    let Save { tick, worker, result } = save;
    let is_copy = worker != me;
    match result {
        Ok(()) if is_copy => Message::Copied,
        Ok(()) => Message::Saved { tick },
        Err(error) => Message::SaveFailed { tick, is_copy, text: error.to_string() },
    }
}

fn step(member: &mut Member, worker: &mut Worker) -> Result<TickReport, ClusterFailure> {
    let report = member.tick(worker, |_| ())?;
    if let Some(handle) = report.refused.first() {
        return Err(ClusterFailure::Refused { handle: *handle, tick: report.tick });
    }
    Ok(report)
}

fn stats(report: &TickReport, member: &Member) -> TickStats {
    let whole = member.fingerprint().zip(member.pair_count());
    TickStats {
        tick: report.tick,
        pairs: report.pairs as u64,
        whole: whole.map(|(fingerprint, pairs)| (pairs as u64, fingerprint)),
        owned: report.owned as u64,
        ghosts: report.ghosts as u64,
        load: report.load,
        bytes: report.bytes.iter().sum::<usize>() as u64,
        shares: report.shares,
        time: report.total,
        work: report.work.iter().sum(),
        lag: Duration::ZERO,
    }
}
