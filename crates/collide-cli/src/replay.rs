//! `collide replay`: a recorded world gone through again.

use std::io::{BufReader, Write, stdout};
use std::time::{Duration, Instant};

use collide2d::{Replayed, Settings, Trace, TraceTick, World};

use crate::args::ReplayArgs;
use crate::failure::Failure;
use crate::input::{InputError, Source};
use crate::output::{counted, ms};

/// Replays up to the first difference or the end of the whole ticks.
pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let settings = Settings { level: args.level.level().ok_or(Failure::Level)?, ..args.means.settings()? };
    let source = Source::open(&args.file)?;
    let file = args.file.display().to_string();
    let mut sum = Sum::default();
    let outcome = replay(source, &file, World::new(settings), &mut sum);
    let told = if sum.ticks > 0 || outcome.is_ok() {
        writeln!(stdout(), "{file}: {}", sum.in_words()).map_err(Failure::Output)
    } else {
        Ok(())
    };
    // That nobody reads on does not make it any other.
    outcome.and(told)
}

fn replay(source: Source, file: &str, mut world: World, sum: &mut Sum) -> Result<(), Failure> {
    for tick in Trace::new(BufReader::new(source)) {
        let tick = tick.map_err(|error| InputError::Trace { file: file.to_owned(), error })?;
        let start = Instant::now();
        let replayed =
            world.replay(&tick).map_err(|divergence| Failure::Divergence { file: file.to_owned(), divergence })?;
        sum.add(&tick, replayed, start.elapsed());
    }
    Ok(())
}

#[derive(Default)]
struct Sum {
    ticks: u64,
    pairs: u64,
    replayed: Replayed,
    /// Of the last tick.
    fingerprint: u64,
    time: Duration,
}

impl Sum {
    fn add(&mut self, tick: &TraceTick, replayed: Replayed, time: Duration) {
        self.ticks += 1;
        self.pairs += tick.pair_count();
        self.fingerprint = tick.fingerprint();
        self.replayed.answered += replayed.answered;
        self.replayed.skipped += replayed.skipped;
        self.time += time;
    }

    fn in_words(&self) -> String {
        let Self { ticks, pairs, replayed: Replayed { answered, skipped, .. }, fingerprint, time } = self;
        let mut text = format!("{} as recorded, {}", counted(*ticks, "tick"), counted(*pairs, "pair"));
        if answered + skipped > 0 {
            text += &format!(", {answered} of {} batches of questions answered alike", answered + skipped);
        }
        if *skipped > 0 {
            text += &format!(", {skipped} not asked, about ticks before the recording");
        }
        if *ticks == 0 {
            return text;
        }
        let each = ms(*time) / *ticks as f64;
        text + &format!("; last fingerprint {fingerprint:016x}; {each:.3} ms a tick")
    }
}
