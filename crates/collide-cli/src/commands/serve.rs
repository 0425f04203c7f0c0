//! `collide serve`: the page in the browser.

use std::env::consts;
use std::fs::File;
use std::io::{self, Cursor, Write, stdout};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use collide_viewer::{Recording, Server};
use thiserror::Error;

use crate::failure::Failure;
use crate::input::{self, InputError, RowOptions, Ticks};
use crate::messages::{counted, print_message};
use crate::options::FileFormat;
use crate::output::write_recording;
use crate::progress::Progress;

/// Serve a page for the browser: a duel against bots, lessons with two shapes, an arena of many, or a recording
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ServeArgs {
    /// A recording to show instead of the duel and the arena: a trace, or CSV or JSON lines, ideally with a column `tick`
    file: Option<PathBuf>,

    /// The address to listen on, or a port of this machine alone, such as 8080; port 0 chooses a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7070", value_parser = parse_address)]
    listen: SocketAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// A further host name of this server, which requests may use; can be given several times
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    #[command(flatten)]
    rows: RowOptions,
}

/// The error for text that is not an address.
#[derive(Clone, Copy, Debug, Error)]
#[error("must be a port such as 8080, or an IP address and a port such as 127.0.0.1:8080 or [::1]:8080")]
struct InvalidAddress;

/// Parses an address; a port alone is one of this machine.
fn parse_address(text: &str) -> Result<SocketAddr, InvalidAddress> {
    let port = text.strip_prefix(':').or_else(|| text.strip_prefix("localhost:")).unwrap_or(text);
    match port.parse::<u16>() {
        Ok(port) => Ok((Ipv4Addr::LOCALHOST, port).into()),
        Err(_) => text.parse().map_err(|_| InvalidAddress),
    }
}

const HELP: &str = "\
The page has three views:
  Duel        a game against 40 bots among walls, doors and crates, at a ping of your choice: where the server saw the \
target of a shot, what a client sees, how it slides, what each stage costs, and a crowd of attackers
  Playground  seven lessons: shapes to drag, each step of an answer, and where a common mistake is wrong
  Arena       up to 100,000 entities, every strategy, single steps, rewind, rays and other queries; each tab has its \
own arena of up to 20,000, or joins the shared one
A recording replaces the duel and the arena: it can be played, paused, stepped and rewound; its ticks are numbered from \
the number of its first tick. A trace is read while it is shown, so the file must stay in place. If its end is missing, \
the complete ticks are shown.

Prints the address to open, and serves until it is interrupted. There is no authentication: anyone who can reach the \
address can use the page. A loopback address can be reached from this machine only.

Requests must name the server by an IP address, by localhost if it listens on this machine, or by a name given with \
--host: another web site whose name leads to this machine gets 403. The numbers of connections and of messages are \
limited; a line on standard error says when all connections are in use. One address of another machine can have a \
quarter of the connections, and 2 tabs with an arena of their own; further tabs join the shared arena.

Examples:
  collide serve --open
  collide serve --listen 8080
  collide serve --listen 0.0.0.0:7070 --host viewer.lan
  collide serve match.ctrace

Exit codes: 1 the server failed, 2 the address or the file cannot be opened, or the arguments are not valid.";

/// An address that leads to the server from this machine: an unspecified address is none in every browser.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Serves until the process is ended.
pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let mut server = Server::bind(args.listen)?.with_notices(print_message);
    for host in &args.hosts {
        server = server.with_host(host)?;
    }
    if let Some(file) = &args.file {
        server = server.showing(recording(file, args.rows)?);
    }
    let address = server.address();
    if !address.ip().is_loopback() {
        print_message(&"there is no authentication: anyone who can reach this address can use the page");
    }
    let page = format!("http://{}/", reachable(address));
    writeln!(stdout(), "{page}")?;
    print_message(&"open this address in a browser; Ctrl-C ends the server");
    if args.open
        && let Err(error) = open(&page)
    {
        print_message(&format!("--open: cannot start a browser: {error}"));
    }
    Ok(server.run()?)
}

/// Opens a page in the default browser.
fn open(page: &str) -> io::Result<()> {
    let (program, arguments): (&str, &[&str]) = match consts::OS {
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut browser = command.spawn()?;
    // Collects the exit status, so that no finished process stays.
    std::thread::spawn(move || browser.wait());
    Ok(())
}

/// The recording of a file. A trace is read as it is; other files are converted to one in memory.
fn recording(path: &Path, rows: RowOptions) -> Result<Recording, Failure> {
    let file = path.display().to_string();
    let recording = if input::is_trace(path)? {
        let trace = File::open(path).map_err(InputError::file(path, "open"))?;
        let _progress = Progress::start(format!("reading {file}"), None);
        Recording::read(trace)
    } else {
        let shapes = input::read_recording(path, Ticks::All, rows)?;
        shapes.note.iter().for_each(print_message);
        let mut trace = Vec::new();
        write_recording(&shapes, FileFormat::Ctrace, &mut trace).map_err(Failure::writing(path))?;
        Recording::read(Cursor::new(trace))
    };
    let recording = recording.map_err(|error| Failure::Recording { file: file.clone(), error })?;
    if let Some(error) = recording.left_out() {
        let ticks = counted(recording.tick_count(), "tick");
        print_message(&format!("{file}: {error}; the {ticks} before it are shown"));
    }
    Ok(recording)
}

#[cfg(test)]
mod tests {
    use super::parse_address;

    #[test]
    fn a_port_alone_is_one_of_this_machine() {
        for (text, address) in [
            ("8080", "127.0.0.1:8080"),
            (":0", "127.0.0.1:0"),
            ("localhost:7070", "127.0.0.1:7070"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("[::1]:8080", "[::1]:8080"),
        ] {
            assert_eq!(parse_address(text).unwrap().to_string(), address);
        }
        for text in ["", "foo", "70000", "127.0.0.1", "example.com:80", "-1"] {
            assert!(parse_address(text).unwrap_err().to_string().contains("such as 8080"), "{text}");
        }
    }
}
