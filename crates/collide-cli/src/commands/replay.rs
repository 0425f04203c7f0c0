//! `collide replay`: replays a recorded world.

use std::io::{BufReader, Write, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use collide2d::columns::Simd;
use collide2d::{Replayed, Settings, Trace, TraceTick, World};

use crate::failure::Failure;
use crate::input::{self, InputError, Source};
use crate::messages::{counted, ms};
use crate::options::{EngineOptions, by_name};

/// Replay a recorded world, and stop at the first tick that differs from the recording
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ReplayArgs {
    /// A trace, as `World::write_recorded` and `collide convert` write it; `-` is standard input
    file: PathBuf,

    #[command(flatten)]
    engine: EngineOptions,

    /// SIMD level to use; must not change any result [default: the best of this processor]
    #[arg(long, value_name = "LEVEL", value_parser = by_name::<Simd>(Simd::ALL.map(Simd::name)))]
    simd: Option<Simd>,
}

const HELP: &str = "\
Applies the recorded changes to a world, runs the recorded queries, and compares the results of each step. Prints the \
number of ticks that match the recording, and their time. If a file is cut off or damaged, its complete ticks are \
replayed before the error.

Examples:
  collide replay match.ctrace
  collide replay match.ctrace --strategy brute --threads 1 --simd portable

Exit codes: 0 all is as recorded, 1 the output could not be written, 2 the input or the arguments are not valid, \
3 something is not as recorded.";

/// Replays up to the first difference or the end of the whole ticks.
pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let simd = args.simd.unwrap_or_else(Simd::best);
    if !simd.is_available() {
        return Err(Failure::Usage("--simd: this processor does not have it"));
    }
    let settings = Settings { simd, ..args.engine.settings()? };
    let source = input::open_trace(&args.file)?;
    let file = args.file.display().to_string();
    let mut sum = Sum::default();
    let outcome = replay(source, &file, World::new(settings), &mut sum);
    let printed = if sum.ticks > 0 || outcome.is_ok() {
        writeln!(stdout(), "{file}: {}", sum.summary()).map_err(Failure::Output)
    } else {
        Ok(())
    };
    // A difference is reported even if the summary cannot be printed.
    outcome.and(printed)
}

fn replay(source: Source, file: &str, mut world: World, sum: &mut Sum) -> Result<(), Failure> {
    for tick in Trace::new(BufReader::new(source)) {
        let tick = tick.map_err(|error| InputError::Trace { file: file.to_owned(), error })?;
        let start = Instant::now();
        let replayed =
            tick.replay(&mut world).map_err(|divergence| Failure::Divergence { file: file.to_owned(), divergence })?;
        sum.add(&tick, replayed, start.elapsed());
    }
    Ok(())
}

/// Totals over the replayed ticks.
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

    fn summary(&self) -> String {
        let Self { ticks, pairs, replayed: Replayed { answered, skipped, .. }, fingerprint, time } = self;
        let mut text = format!("{} as recorded, {}", counted(*ticks, "tick"), counted(*pairs, "pair"));
        if answered + skipped > 0 {
            text += &format!(", {answered} of {} query batches as recorded", answered + skipped);
        }
        if *skipped > 0 {
            text += &format!(", {skipped} skipped: about ticks before the recording");
        }
        if *ticks == 0 {
            return text;
        }
        let each = ms(*time) / *ticks as f64;
        text + &format!("; last fingerprint {fingerprint:016x}; {each:.3} ms a tick")
    }
}
