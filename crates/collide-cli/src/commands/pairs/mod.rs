//! `collide pairs`: every overlapping pair of a file of shapes.

mod rows;
mod summary;

use std::hint::black_box;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;

use collide2d::error::BatchError;
use collide2d::report::Report;
use collide2d::{Batch, contact};

use crate::failure::Failure;
use crate::input::{self, RowOptions, Table, Ticks};
use crate::messages::print_message;
use crate::options::{BudgetOptions, Format, OverlapOptions};
use crate::output::RowWriter;
use crate::progress::Progress;
use crate::shortage::reserve;
use rows::{COLUMNS, CONTACT_COLUMNS, PairRow};
use summary::{busiest, found, timing};

/// Print every overlapping pair of a file of shapes
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct PairsArgs {
    /// CSV, JSON lines (.jsonl or .ndjson) or a trace; `-` is standard input
    file: PathBuf,

    /// Print the pairs of a shape in FILE and a shape in FILE2 instead of the pairs within FILE
    #[arg(long, value_name = "FILE2")]
    against: Option<PathBuf>,

    /// The tick to read, if a file has several; a file without ticks has the same shapes at every tick
    #[arg(long, value_name = "N")]
    tick: Option<u64>,

    #[command(flatten)]
    overlap: OverlapOptions,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,

    /// Print the number of pairs and nothing else; takes no memory for the pairs and has no limit
    #[arg(long, conflicts_with = "max_pairs")]
    count: bool,

    /// Also print the contact of each pair: the normal from a to b, the depth, and one or two points
    #[arg(long, conflicts_with = "count")]
    contacts: bool,

    #[command(flatten)]
    budget: BudgetOptions,

    #[command(flatten)]
    rows: RowOptions,
}

/// An upper bound of the memory of the search in bytes per shape, without pairs: polygons take about 280.
const SEARCH_MEMORY: usize = 320;

const HELP: &str = "\
Columns are found by name, in any order, in CSV in small or capital letters. Others are ignored; messages list them, \
and the usual other names of a column, such as vertices. Cells that a row does not use stay empty:
  id                          any text, unique in its file, printed back as given; without the column, \
the number of the row, from 0
  x,y,radius                  a circle
  min_x,min_y,max_x,max_y     a rectangle
  x,y,width,height            a rectangle centered at x,y, rotated by
      angle                     degrees counter-clockwise (y up), or
      cos,sin                   a direction
  x,y,radius,points           a capsule if there are two points, else a polygon, their convex hull
      x,y                       the position, 0,0 if empty
      points                    offsets from the position in one cell, \"0 -1 0 1\", at most 8 corners; in JSON lines \
such a text, [0,-1,0,1] or [[0,-1],[0,1]]
      radius                    by which it is grown, 0 if empty
  tick                        a whole number, for recordings: the rows of a tick are consecutive, ticks ascend, and an \
id occurs once in each tick
Numbers are rounded to the nearest 32-bit float; the result is exact for the rounded numbers. A row is at most 1 MiB \
long, an id at most 4096 bytes. A trace, as `collide convert` and recording worlds write it, has ticks from 1, and \
slots or handles as ids; its layers and sensors are ignored.

Pairs are printed in the order of the input, a before b. A summary goes to standard error, after the pairs: how many \
there are, which shape is in most of them, and what the search did.

Examples:
  collide pairs units.csv
  collide pairs bullets.csv --against players.csv --contacts --format jsonl
  zcat units.csv.gz | collide pairs - --touching open --count

Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid, there are more pairs than --max-pairs or there is not enough memory \
(nothing is written to standard output).";

/// Reads the shapes, finds the pairs and writes them. The summary goes to standard error.
pub(crate) fn run(args: &PairsArgs) -> Result<(), Failure> {
    let stdin = Path::new("-");
    if args.file == stdin && args.against.as_deref() == Some(stdin) {
        return Err(Failure::Usage("FILE and --against: only one of them can be standard input"));
    }
    let settings = args.overlap.settings()?;
    let start = Instant::now();
    let (a, mut notes) = read(&args.file, args)?;
    let (b, b_notes) = args.against.as_ref().map(|path| read(path, args)).transpose()?.unzip();
    notes.extend(b_notes.into_iter().flatten());
    let reading = start.elapsed();

    check_memory(args, a.shapes.len() + b.as_ref().map_or(0, |b| b.shapes.len()))?;
    let mut batch = Batch::new(settings);
    let batch = batch.within(if args.count { u64::MAX } else { args.budget.max_pairs });
    let mut pairs = Vec::new();
    let report = find(batch, args.count, &a, b.as_ref(), &mut pairs).map_err(|error| match error {
        BatchError::OverBudget(over) => Failure::OverBudget { file: args.file.display().to_string(), over },
        other => other.into(),
    })?;

    let written = if args.count {
        writeln!(stdout(), "{}", report.pair_count)
    } else {
        write(args, &a, b.as_ref().unwrap_or(&a), &pairs)
    };
    // After the pairs: on a terminal they would move it out of sight.
    notes.push(found(&report, &a, b.as_ref(), args.overlap.touching));
    notes.extend(busiest(&a, b.as_ref(), &pairs));
    notes.push(timing(&report, reading));
    notes.iter().for_each(print_message);
    Ok(written?)
}

/// The shapes of the chosen tick, and messages about what was not read and a tick that has no effect.
fn read(path: &Path, args: &PairsArgs) -> Result<(Table, Vec<String>), Failure> {
    let mut recording = input::read_recording(path, Ticks::around(args.tick), args.rows)?;
    let ignored = recording.ignored_tick(args.tick.map(|tick| format!("--tick {tick}")));
    let notes: Vec<String> = recording.note.take().into_iter().chain(ignored).collect();
    Ok((recording.table(args.tick)?, notes))
}

/// The search reserves its memory infallibly: without enough of it the program would end, and not name the file.
fn check_memory(args: &PairsArgs, shape_count: usize) -> Result<(), Failure> {
    let mut memory: Vec<u8> = Vec::new();
    let reserved = reserve(|| memory.try_reserve_exact(shape_count.saturating_mul(SEARCH_MEMORY)));
    // Without this, the compiler may leave out the reservation.
    black_box(&memory);
    reserved.map_err(|_| Failure::Memory { file: args.file.display().to_string(), shape_count })
}

fn find(
    batch: &mut Batch,
    count: bool,
    a: &Table,
    b: Option<&Table>,
    pairs: &mut Vec<(u32, u32)>,
) -> Result<Report, BatchError> {
    let _progress = Progress::start("finding pairs".to_owned(), None);
    match (b, count) {
        (None, true) => batch.count_pairs(&a.shapes),
        (None, false) => batch.pairs_into(&a.shapes, pairs),
        (Some(b), true) => batch.count_pairs_between(&a.shapes, &b.shapes),
        (Some(b), false) => batch.pairs_between_into(&a.shapes, &b.shapes, pairs),
    }
}

fn write(args: &PairsArgs, a: &Table, b: &Table, pairs: &[(u32, u32)]) -> io::Result<()> {
    let mut rows = RowWriter::new(args.format, if args.contacts { &CONTACT_COLUMNS } else { &COLUMNS })?;
    let progress = Progress::writing("writing pairs".to_owned(), pairs.len() as u64);
    for &(i, j) in pairs {
        progress.advance(1);
        // Each pair overlaps, so it has a contact.
        let contact = if args.contacts { contact(a.shapes[i as usize], b.shapes[j as usize]) } else { None };
        rows.write(&PairRow { a: a.id(i), b: b.id(j), contact: contact.map(Into::into) })?;
    }
    rows.flush()
}
