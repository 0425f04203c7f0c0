//! `collide serve`: the page in the browser.

use std::fs::File;
use std::io::{Cursor, Write, stdout};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use collide_viewer::{Recording, Server};

use crate::failure::Failure;
use crate::input::{self, InputError, Ticks};
use crate::messages::{counted, print_message};
use crate::options::FileFormat;
use crate::output::write_recording;
use crate::progress::Progress;

/// See it in the browser: two shapes to play with, and an arena of many, or what a file has recorded
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ServeArgs {
    /// A recording to show instead of the arena: a trace, or CSV or JSON lines, best with a column `tick`
    file: Option<PathBuf>,

    /// Where to listen; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,

    /// Leave out rows that are no valid shape, and say how many, instead of stopping at the first
    #[arg(long, requires = "file")]
    skip_invalid: bool,
}

const HELP: &str = "\
Prints the address to open, and serves until it is interrupted. Whoever reaches an address other than a loopback one may \
use the page too: nobody is asked for a password.

A recording is played, paused, stepped through and gone back in; its ticks count from the number of the first. A trace is read again as it \
is shown, so the file must stay. Where its end is missing, what is whole is shown.

Examples:
  collide serve
  collide serve --listen 127.0.0.1:0
  collide serve match.ctrace

Exit codes: 1 the server broke off, 2 the address or the file cannot be had, or the arguments are not valid.";

/// Serves until the process is ended.
pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let mut server = Server::bind(args.listen)?;
    if let Some(file) = &args.file {
        server = server.showing(recording(file, args.skip_invalid)?);
    }
    let address = server.address();
    if !address.ip().is_loopback() {
        print_message(&"anyone who reaches this address may use the page");
    }
    writeln!(stdout(), "http://{address}/")?;
    Ok(server.run()?)
}

/// The recording of a file. A trace is read as it is; other files are converted to one in memory.
fn recording(path: &Path, skip_invalid: bool) -> Result<Recording, Failure> {
    let file = path.display().to_string();
    let recording = if input::is_trace(path)? {
        let trace = File::open(path).map_err(InputError::file(path, "open"))?;
        let _progress = Progress::start(format!("reading {file}"), None);
        Recording::read(trace)
    } else {
        let shapes = input::read_recording(path, Ticks::All, skip_invalid)?;
        shapes.left_out.iter().for_each(print_message);
        let mut trace = Vec::new();
        write_recording(&shapes, FileFormat::Ctrace, &mut trace).map_err(Failure::writing(path))?;
        Recording::read(Cursor::new(trace))
    };
    let recording = recording.map_err(|error| Failure::Recording { file: file.clone(), error })?;
    if let Some(error) = recording.left_out() {
        let ticks = counted(recording.tick_count(), "tick");
        print_message(&format!("{file}: {error}; shown are the {ticks} before"));
    }
    Ok(recording)
}
