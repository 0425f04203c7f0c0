//! `collide convert`: a file of shapes in another format.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::input::{self, Ticks};
use crate::messages::{counted, print_message};
use crate::options::{FileFormat, InvalidOptions};
use crate::output::write_recording;

/// Write a file of shapes in another format, which the ending of OUT says: csv, jsonl or ctrace
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ConvertArgs {
    /// CSV, JSON lines if it ends in .jsonl or .ndjson, or a trace; `-` is CSV or a trace on standard input
    file: PathBuf,

    /// Where to write; what is there is replaced
    out: PathBuf,

    #[command(flatten)]
    invalid: InvalidOptions,
}

const HELP: &str = "\
Numbers are written so that the same ones are read. A trace counts ticks from 1, and has no ids. Read from a trace, an \
entity is named by its slot, and by its handle (as 3v1) where others have had that slot before; of its entities only the \
shapes are written. A trace has what each tick found, so none may have more than 25 million pairs.

Examples:
  collide convert units.csv units.ctrace
  collide convert match.ctrace match.jsonl

Exit codes: 0 done, 1 the output could not be written, 2 the input or the arguments are not valid; then nothing is written.";

/// Reads the whole file, then writes the other one.
pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let extension = || Failure::Extension { file: args.out.display().to_string() };
    let format = FileFormat::from_extension(&args.out).ok_or_else(extension)?;
    let recording = input::read_recording(&args.file, Ticks::All, args.invalid.skip_invalid)?;
    recording.left_out.iter().for_each(print_message);
    File::create(&args.out)
        .and_then(|out| write_recording(&recording, format, BufWriter::with_capacity(1 << 16, out)))
        .map_err(Failure::writing(&args.out))?;
    let rows: usize = recording.ticks.iter().map(|frame| frame.rows.len()).sum();
    let ticks = counted(recording.ticks.len() as u64, "tick");
    print_message(&format!("{}: {ticks}, {}", args.out.display(), counted(rows as u64, "row")));
    Ok(())
}
