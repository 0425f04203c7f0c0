//! The process of a worker: it lives for one round.

use std::io::{BufRead, Read, Write, stdin, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use collide_cluster::{Hosts, Keeper, Member, Settings, Start, exit_on_panic};
use timely::worker::Worker;

use super::failure::ClusterFailure;
use super::job::{Job, Lap, Plan, Word};
use super::source::{Script, Source, feed};
use crate::failure::Failure;

/// How often a process says that it is there until it is part of the cluster.
const PULSE: Duration = Duration::from_millis(200);

/// The code of a process whose round is over; what it said tells why.
const OVER: i32 = 4;

/// Does what is asked for on standard input; says on standard output how it goes, for `collide cluster` to read.
pub(super) fn process() -> Result<(), Failure> {
    let mut line = String::new();
    let mut input = stdin().lock();
    input.read_line(&mut line)?;
    drop(input);
    let job: Job =
        serde_json::from_str(&line).map_err(|_| Failure::Usage("cluster worker: is started by `collide cluster`"))?;
    // Whoever has started this process is gone when the pipe is closed.
    std::thread::spawn(|| {
        let _ = stdin().lock().read_to_end(&mut Vec::new());
        std::process::exit(OVER);
    });
    exit_on_panic(OVER, |text| say(Word::Lost { text: text.to_owned() }));
    let formed = Arc::new(AtomicBool::new(false));
    let pulse = Arc::clone(&formed);
    std::thread::spawn(move || {
        while !pulse.load(Ordering::Relaxed) {
            say(Word::Pulse);
            std::thread::sleep(PULSE);
        }
    });
    let tell = move |word| {
        formed.fetch_or(matches!(word, Word::Formed { .. }), Ordering::Relaxed);
        let over = matches!(word, Word::Lost { .. });
        say(word);
        if over {
            // Timely's threads would wait for whoever is gone.
            std::process::exit(OVER);
        }
    };
    if let Err(failure) = work(&job, tell) {
        say(Word::Failed { text: failure.to_string() });
        std::process::exit(OVER);
    }
    say(Word::Done);
    Ok(())
}

/// Where nobody listens any more, the process ends by itself.
fn say(word: Word) {
    if let Ok(mut line) = serde_json::to_vec(&word) {
        line.push(b'\n');
        let mut out = stdout().lock();
        let _ = out.write_all(&line).and_then(|()| out.flush());
    }
}

/// A round from beginning to end.
pub(super) fn work(job: &Job, tell: impl Fn(Word) + Clone + Send + Sync + 'static) -> Result<(), Failure> {
    let hosts: Hosts = job.hosts.parse().map_err(|error| ClusterFailure::Hosts { file: "hosts".to_owned(), error })?;
    let source = Source::open(&job.plan.input)?;
    let folder = job.folder()?;
    let notice = |notice: collide_cluster::Notice<'_>| tell(Word::Said { text: notice.to_string() });
    let round = job.join(&hosts).meet(Some(&folder), notice)?;
    for fault in &round.faults {
        tell(Word::Said { text: format!("{fault}; the parts before are taken") });
    }
    let Start { round: number, workers, tick, complete, .. } = round.start;
    tell(Word::Formed { round: number, workers, tick, complete });
    let (plan, source) = (job.plan.clone(), Mutex::new(Some(source)));
    round.run(move |worker, start| {
        let Some(source) = source.lock().ok().and_then(|mut source| source.take()) else { return };
        if let Err(error) = ticks(worker, start, &plan, source, &folder, &tell) {
            tell(Word::Lost { text: error.to_string() });
        }
    })?;
    Ok(())
}

fn ticks(
    worker: &mut Worker,
    start: &Start,
    plan: &Plan,
    mut source: Source,
    folder: &collide_cluster::Folder,
    tell: &impl Fn(Word),
) -> Result<(), Failure> {
    let settings = Settings {
        world: plan.world(),
        tile: plan.tile,
        patience: Some(plan.patience),
        fingerprint: plan.fingerprints,
        ..Settings::default()
    };
    let mut member = start.member(worker, settings)?;
    let mut keeper = Keeper::new(worker, folder.clone(), plan.copies);
    let mut script = Script::default();
    source.skip(&mut script, start.tick);
    for tick in start.tick + 1..=source.ticks() {
        let begin = Instant::now();
        feed(&mut member, source.ops(&mut script, tick))?;
        let lap = lap(&mut member, worker)?;
        tell(if tick > start.silent { Word::Tick(lap) } else { Word::Again { tick } });
        if tick.is_multiple_of(plan.every) {
            keeper.keep(&member)?;
        }
        for fault in keeper.faults() {
            tell(Word::Said { text: fault.to_string() });
        }
        std::thread::sleep(plan.pace.saturating_sub(begin.elapsed()));
    }
    Ok(())
}

fn lap(member: &mut Member, worker: &mut Worker) -> Result<Lap, Failure> {
    let report = member.tick(worker, |_| ())?;
    if let Some(handle) = report.refused.first() {
        return Err(ClusterFailure::Refused { handle: *handle, tick: report.tick }.into());
    }
    let whole = member.fingerprint().zip(member.pair_count());
    Ok(Lap {
        tick: report.tick,
        pairs: report.pairs as u64,
        whole: whole.map(|(fingerprint, pairs)| (pairs as u64, fingerprint)),
        owned: report.owned as u64,
        ghosts: report.ghosts as u64,
        load: report.load,
        bytes: report.bytes.iter().sum::<usize>() as u64,
        time: report.total,
    })
}
