//! `collide serve`: the page in the browser.

use std::fs::File;
use std::io::{Cursor, Write, stdout};
use std::path::Path;

use collide_viewer::{Recording, Server};

use crate::args::{FileFormat, ServeArgs};
use crate::failure::Failure;
use crate::input::{self, InputError, Wanted};
use crate::output::{counted, say};
use crate::{convert, progress::Progress};

/// Serves until the process is ended.
pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let mut server = Server::bind(args.listen)?;
    if let Some(file) = &args.file {
        server = server.showing(recording(file, args.skip_invalid)?);
    }
    let address = server.address();
    if !address.ip().is_loopback() {
        say(&"anyone who reaches this address may use the page");
    }
    writeln!(stdout(), "http://{address}/")?;
    Ok(server.run()?)
}

/// What a file has recorded: a trace as it is, all else as the trace of a world that goes through it.
fn recording(path: &Path, skip_invalid: bool) -> Result<Recording, Failure> {
    let file = path.display().to_string();
    let recording = if input::is_trace(path)? {
        let trace = File::open(path).map_err(|error| InputError::File { file: file.clone(), action: "open", error })?;
        let _progress = Progress::start(format!("reading {file}"), None);
        Recording::read(trace)
    } else {
        let shapes = input::read_recording(path, Wanted::All, skip_invalid)?;
        shapes.left_out.iter().for_each(say);
        let mut trace = Vec::new();
        let written = convert::write(&shapes, FileFormat::Ctrace, &mut trace);
        written.map_err(|error| Failure::Write { file: file.clone(), error })?;
        Recording::read(Cursor::new(trace))
    };
    let recording = recording.map_err(|error| Failure::Recording { file: file.clone(), error })?;
    if let Some(error) = recording.left_out() {
        say(&format!("{file}: {error}; shown are the {} before", counted(recording.tick_count(), "tick")));
    }
    Ok(recording)
}
