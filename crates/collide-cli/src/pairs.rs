use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use collide::{Batch, Report, Settings, Threads, Touching};

use crate::args::PairsArgs;
use crate::failure::Failure;
use crate::input::{self, Table};
use crate::output::{Output, counted, say};
use crate::progress::Progress;

/// Reads, finds, writes; says on standard error what it did.
pub(crate) fn run(args: &PairsArgs) -> Result<(), Failure> {
    let stdin = Path::new("-");
    if args.file == stdin && args.against.as_deref() == Some(stdin) {
        return Err(Failure::Usage("FILE and --against: only one of them can be standard input"));
    }
    let threads = threads(args.threads)?;
    let start = Instant::now();
    let (a, a_left_out) = read(&args.file, args)?;
    let (b, b_left_out) = args.against.as_ref().map(|path| read(path, args)).transpose()?.unzip();
    let reading = start.elapsed();

    let mut batch =
        Batch::new(Settings { strategy: args.strategy, touching: args.touching, threads, ..Settings::default() });
    let mut pairs = Vec::new();
    let report = find(&mut batch, args.count, &a, b.as_ref(), &mut pairs)?;

    for message in [a_left_out, b_left_out.flatten()].iter().flatten() {
        say(message);
    }
    say(&summary(&report, args.touching, reading));
    if args.count {
        writeln!(stdout(), "{}", report.pair_count)?;
    } else {
        let b = b.as_ref().unwrap_or(&a);
        Output { a: &a, b, pairs: &pairs, contacts: args.contacts }.write(args.format)?;
    }
    Ok(())
}

/// The shapes of the tick asked for, and what was said about the rows left out.
fn read(path: &Path, args: &PairsArgs) -> Result<(Table, Option<String>), Failure> {
    let mut recording = input::read_recording(path, args.skip_invalid)?;
    let left_out = recording.left_out.take();
    Ok((recording.table(args.tick)?, left_out))
}

fn find(
    batch: &mut Batch,
    count: bool,
    a: &Table,
    b: Option<&Table>,
    pairs: &mut Vec<(u32, u32)>,
) -> Result<Report, Failure> {
    let _progress = Progress::start("finding pairs".to_owned(), None);
    let report = match (b, count) {
        (None, true) => batch.count_pairs(&a.shapes),
        (None, false) => batch.pairs_into(&a.shapes, pairs),
        (Some(b), true) => batch.count_pairs_between(&a.shapes, &b.shapes),
        (Some(b), false) => batch.pairs_between_into(&a.shapes, &b.shapes, pairs),
    };
    Ok(report?)
}

fn summary(report: &Report, touching: Touching, reading: Duration) -> String {
    let rule = match touching {
        Touching::Closed => "closed, touching counts",
        Touching::Open => "open, touching does not count",
    };
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    format!(
        "{}, {} ({rule}); strategy {}: {}; read in {:.1} ms, pairs in {:.1} ms",
        counted(report.shape_count as u64, "shape"),
        counted(report.pair_count, "pair"),
        report.strategy,
        report.reason,
        ms(reading),
        ms(report.times.total()),
    )
}

/// So many threads, or one for each processor.
pub(crate) fn threads(count: Option<usize>) -> Result<Threads, Failure> {
    Ok(Threads::new(count.unwrap_or_else(default_threads))?)
}

/// One for each processor. A pool of our own reports it when the system refuses to start threads; rayon's panics.
fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(1024))
}
