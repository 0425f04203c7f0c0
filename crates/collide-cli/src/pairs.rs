use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use collide2d::{Batch, Report, Touching};

use crate::args::PairsArgs;
use crate::failure::Failure;
use crate::input::{self, Table, Wanted};
use crate::output::{Output, counted, ms, rule, say};
use crate::progress::Progress;

/// Reads, finds, writes; says on standard error what it did.
pub(crate) fn run(args: &PairsArgs) -> Result<(), Failure> {
    let stdin = Path::new("-");
    if args.file == stdin && args.against.as_deref() == Some(stdin) {
        return Err(Failure::Usage("FILE and --against: only one of them can be standard input"));
    }
    let settings = args.work.settings()?;
    let start = Instant::now();
    let (a, a_left_out) = read(&args.file, args)?;
    let (b, b_left_out) = args.against.as_ref().map(|path| read(path, args)).transpose()?.unzip();
    let reading = start.elapsed();

    let mut batch = Batch::new(settings);
    let mut pairs = Vec::new();
    let report = find(&mut batch, args.count, &a, b.as_ref(), &mut pairs)?;

    for message in [a_left_out, b_left_out.flatten()].iter().flatten() {
        say(message);
    }
    say(&summary(&report, args.work.touching, reading));
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
    let mut recording = input::read_recording(path, Wanted::at(args.tick), args.skip_invalid)?;
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
    format!(
        "{}, {} ({}); strategy {}: {}; read in {:.1} ms, pairs in {:.1} ms",
        counted(report.shape_count as u64, "shape"),
        counted(report.pair_count, "pair"),
        rule(touching),
        report.strategy,
        report.reason,
        ms(reading),
        ms(report.times.total()),
    )
}
