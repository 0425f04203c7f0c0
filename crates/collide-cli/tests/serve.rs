//! `collide serve` as a command.
#![cfg(feature = "serve")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_collide");

/// A running server, and the address that it prints.
struct Serving(Child, String);

impl Serving {
    fn start(args: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        let mut child = command.arg("serve").args(args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self(child, line.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap().to_owned())
    }

    /// The response to a request to a host.
    fn page(&self, host: &str) -> String {
        let mut stream = TcpStream::connect(&self.1).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut page = String::new();
        stream.read_to_string(&mut page).unwrap();
        page
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn it_says_where_it_serves() {
    for listen in ["127.0.0.1:0", "0.0.0.0:0", "0"] {
        let serving = Serving::start(&["--listen", listen]);
        assert!(serving.1.starts_with("127.0.0.1:"), "{}", serving.1);
        let page = serving.page(&serving.1);
        assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>collide</title>"), "{page}");
    }
}

#[test]
fn only_names_that_are_given_are_answered() {
    let serving = Serving::start(&["--listen", "0.0.0.0:0", "--host", "viewer.lan", "--host", "b.example"]);
    for host in ["viewer.lan", "b.example:7070", "192.168.1.5"] {
        assert!(serving.page(host).starts_with("HTTP/1.1 200"), "{host}");
    }
    let page = serving.page("evil.example");
    assert!(page.starts_with("HTTP/1.1 403") && page.contains("`collide serve --host evil.example`"), "{page}");
    let refused = ["serve", "--listen", "127.0.0.1:0", "--host", "http://viewer.lan"];
    let ran = Command::new(PROGRAM).args(refused).output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert_eq!(said, "error: host: must be a name without a port, is `http://viewer.lan`\n");
}

#[test]
fn the_help_names_each_view() {
    let ran = Command::new(PROGRAM).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(ran.stdout).unwrap();
    assert!(help.starts_with("Serve a page for the browser: a duel against bots, "), "{help}");
    for view in ["Duel", "Playground", "Arena"] {
        assert!(help.contains(&format!("\n  {view} ")), "{view}: {help}");
    }
}

#[test]
fn a_taken_address_is_said() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ran = Command::new(PROGRAM).args(["serve", "--listen", &address]).output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(said.starts_with(&format!("error: {address}: cannot listen: ")), "{said}");
    assert!(said.ends_with("; --listen 0 chooses a free port\n"), "{said}");
}
