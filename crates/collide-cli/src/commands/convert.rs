//! `collide convert`: a file of shapes in another format.

use std::io::BufWriter;
use std::iter;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::input::{self, RowOptions, Ticks};
use crate::messages::{counted, print_message};
use crate::options::FileFormat;
use crate::output::{write_file, write_recording};
use crate::progress::Progress;

/// Convert a file of shapes to another format, chosen by the extension of OUT: csv, jsonl or ctrace
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ConvertArgs {
    /// CSV, JSON lines (.jsonl or .ndjson) or a trace; `-` is standard input
    file: PathBuf,

    /// The file to write; an existing file is replaced when the new one is complete, but never FILE itself
    out: PathBuf,

    #[command(flatten)]
    rows: RowOptions,
}

const HELP: &str = "\
Numbers are written with enough digits to read back the same values. The column points is only written for files with \
capsules or polygons. JSON lines have points as pairs, [[0,-1],[0,1]]. A polygon with two corners is written with three \
points, the last one twice, because two are a capsule. A trace counts ticks from 1, and has no ids: the \
id of an entity is its slot, or its handle (such as 3v1) if another entity had the slot before. Of a trace, only the \
shapes are converted. A trace stores the results of each tick, so a tick may have at most 25 million pairs.

Examples:
  collide convert units.csv units.ctrace
  collide convert match.ctrace match.jsonl

Exit codes: 0 done, 1 the output could not be written, 2 the input or the arguments are not \
valid (nothing is written).";

/// Reads the whole file, then writes the other one.
pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let extension = || Failure::Extension { file: args.out.display().to_string() };
    let format = FileFormat::from_extension(&args.out).ok_or_else(extension)?;
    Failure::check_not_input(&args.out, iter::once(args.file.as_path()))?;
    let recording = input::read_recording(&args.file, Ticks::All, args.rows)?;
    recording.note.iter().for_each(print_message);
    let progress = Progress::start(format!("writing {}", args.out.display()), None);
    write_file(&args.out, |out| write_recording(&recording, format, BufWriter::with_capacity(1 << 16, out)))
        .map_err(Failure::writing(&args.out))?;
    drop(progress);
    let rows: usize = recording.ticks.iter().map(|frame| frame.rows.len()).sum();
    let ticks = counted(recording.ticks.len() as u64, "tick");
    print_message(&format!("{}: {ticks}, {}", args.out.display(), counted(rows as u64, "row")));
    Ok(())
}
