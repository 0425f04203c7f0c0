//! `collide convert`: a file of shapes in another format.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use crate::args::{ConvertArgs, FileFormat};
use crate::failure::Failure;
use crate::input::{self, Wanted};
use crate::output::{counted, say};
use crate::shapes::{Entry, Sink};

/// Reads all, then writes all.
pub(crate) fn run(args: &ConvertArgs) -> Result<(), Failure> {
    let format = FileFormat::of(&args.out).ok_or_else(|| Failure::Ending { file: args.out.display().to_string() })?;
    let recording = input::read_recording(&args.file, Wanted::All, args.skip_invalid)?;
    if let Some(message) = &recording.left_out {
        say(message);
    }
    File::create(&args.out)
        .and_then(|out| write(&recording, format, BufWriter::with_capacity(1 << 16, out)))
        .map_err(|error| Failure::Write { file: args.out.display().to_string(), error })?;
    let rows: usize = recording.ticks.iter().map(|frame| frame.rows.len()).sum();
    let ticks = counted(recording.ticks.len() as u64, "tick");
    say(&format!("{}: {ticks}, {}", args.out.display(), counted(rows as u64, "row")));
    Ok(())
}

/// Writes all ticks of a recording.
pub(crate) fn write(recording: &input::Recording, format: FileFormat, out: impl Write + Send) -> io::Result<()> {
    let ticked = recording.ticks.len() > 1 || recording.ticks.iter().any(|frame| frame.tick > 0);
    let mut sink = Sink::new(format, out, ticked)?;
    for frame in &recording.ticks {
        let rows = frame.rows.iter();
        let entries = rows.map(|&(number, shape)| Entry { number, id: recording.ids.get(number), shape });
        sink.tick(frame.tick, entries)?;
    }
    sink.finish()
}
