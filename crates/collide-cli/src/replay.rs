//! `collide replay`: a recorded world gone through again.

use std::fs::File;
use std::io::{BufReader, Write, stdout};
use std::time::{Duration, Instant};

use collide::{Replayed, Settings, Trace, World};

use crate::args::ReplayArgs;
use crate::failure::Failure;
use crate::input::InputError;
use crate::output::counted;
use crate::progress::Progress;

/// Replays up to the first difference or the end of the whole ticks.
pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let file = args.file.display().to_string();
    let cannot = |action| {
        let file = file.clone();
        move |error| InputError::File { file, action, error }
    };
    let source = File::open(&args.file).map_err(cannot("open"))?;
    let size = source.metadata().map_err(cannot("read"))?.len();
    let progress = Progress::start(format!("replaying {file}"), Some(size));
    let settings = Settings { level: args.level.level().ok_or(Failure::Level)?, ..args.means.settings()? };
    let mut sum = Sum::default();
    let mut world = World::new(settings);
    let mut outcome = Ok(());
    for tick in Trace::new(progress.reading(BufReader::new(source))) {
        let went =
            tick.map_err(|error| Failure::from(InputError::Trace { file: file.clone(), error })).and_then(|tick| {
                let start = Instant::now();
                let replayed =
                    world.replay(&tick).map_err(|divergence| Failure::Divergence { file: file.clone(), divergence })?;
                sum.add(replayed, tick.pair_count(), start.elapsed());
                Ok(())
            });
        if went.is_err() {
            outcome = went;
            break;
        }
    }
    drop(progress);
    if sum.ticks > 0 || outcome.is_ok() {
        writeln!(stdout(), "{file}: {}", sum.in_words(world.fingerprint()))?;
    }
    outcome
}

#[derive(Default)]
struct Sum {
    ticks: u64,
    pairs: u64,
    replayed: Replayed,
    time: Duration,
}

impl Sum {
    fn add(&mut self, replayed: Replayed, pairs: u64, time: Duration) {
        self.ticks += 1;
        self.pairs += pairs;
        self.replayed.answered += replayed.answered;
        self.replayed.skipped += replayed.skipped;
        self.time += time;
    }

    fn in_words(&self, fingerprint: u64) -> String {
        let Self { ticks, pairs, replayed: Replayed { answered, skipped, .. }, time } = self;
        let mut text = format!("{} as recorded, {}", counted(*ticks, "tick"), counted(*pairs, "pair"));
        if answered + skipped > 0 {
            text += &format!(", {answered} of {} batches of questions answered alike", answered + skipped);
        }
        if *skipped > 0 {
            text += &format!(", {skipped} not asked: about ticks before the recording");
        }
        let each = time.as_secs_f64() * 1e3 / (*ticks).max(1) as f64;
        text + &format!("; last fingerprint {fingerprint:016x}; {each:.3} ms a tick")
    }
}
