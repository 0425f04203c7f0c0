//! Under a limit of memory a command is done, or says that there is not enough memory. It never ends by a signal.
#![cfg(target_os = "linux")]

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Output;

use common::Files;

/// The number of shapes of a file.
const COUNT: u32 = 200_000;

/// The limits, in kilobytes: from little more than the program itself takes to enough for most work.
const LIMITS: [u32; 6] = [50_000, 60_000, 80_000, 120_000, 200_000, 400_000];

/// Shapes in a row, and a pile with many pairs.
fn files() -> Files {
    let [mut row, mut pile] = ["id,x,y,radius\n", "id,x,y,radius\n"].map(str::to_owned);
    for shape in 0..COUNT {
        writeln!(row, "{shape},{shape},0,0.25").unwrap();
    }
    for shape in 0..4_000 {
        writeln!(pile, "{shape},{},0,8000", shape % 64).unwrap();
    }
    Files::new(&[("row.csv", row.as_bytes()), ("pile.csv", pile.as_bytes())])
}

/// Runs the program with a limit of the shell, such as `-v` of memory.
fn run(files: &Files, limit: &str, command: &str) -> Output {
    // Standard output is not read: a pile has millions of pairs.
    let script = format!("ulimit -c 0; ulimit {limit}; exec \"$0\" {command} >rows");
    let mut shell = std::process::Command::new("sh");
    shell.current_dir(files.path()).args(["-c", &script]).arg(common::program()).output().unwrap()
}

/// The exit code, 0 or 2 with a message, which may follow a note.
fn code(output: &Output, case: &str) -> i32 {
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap_or_else(|| panic!("{case}: {}: {said}", output.status));
    match code {
        0 => {}
        2 => assert!(said.lines().last().is_some_and(|line| line.starts_with("error: ")), "{case}: {said}"),
        _ => panic!("{case}: {code}: {said}"),
    }
    code
}

#[test]
fn little_memory_is_an_error() {
    let (files, mut seen) = (files(), BTreeSet::new());
    for command in [
        "info row.csv",
        "pairs row.csv --count",
        "pairs row.csv --count --threads 64",
        "pairs pile.csv",
        "events row.csv",
        "gen uniform -n 200k",
        "convert row.csv row.ctrace",
    ] {
        for limit in LIMITS {
            seen.insert(code(&run(&files, &format!("-v {limit}"), command), &format!("{command}, {limit}")));
        }
    }
    assert!(seen.into_iter().eq([0, 2]));
}

#[test]
fn the_message_is_that_of_an_error() {
    let output = run(&files(), "-v 100000", "pairs pile.csv --threads 1");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: not enough memory\n");
    assert_eq!(output.status.code(), Some(2));
}

/// A worker without memory ends with a message. The host starts it again a few times, then ends too.
#[cfg(feature = "cluster")]
#[test]
fn processes_of_a_cluster_end_without_a_signal() {
    let files = files();
    for limit in LIMITS {
        let output = run(&files, &format!("-v {limit}"), "cluster local -n 2 --ticks 5");
        let (code, said) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        assert!(code.is_some_and(|code| code <= 2) && !said.contains("SIG"), "{limit}: {}: {said}", output.status);
    }
}

#[cfg(feature = "serve")]
#[test]
fn a_server_of_pages_ends_without_a_signal() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    for limit in &LIMITS[..4] {
        let script = format!("ulimit -c 0; ulimit -v {limit}; exec \"$0\" serve --listen 127.0.0.1:0");
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", &script]).arg(common::program()).stdout(Stdio::null()).stderr(Stdio::null());
        let (mut server, start) = (shell.spawn().unwrap(), Instant::now());
        // It serves, or it has ended.
        while server.try_wait().unwrap().is_none() && start.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let ended = server.try_wait().unwrap();
        server.kill().unwrap();
        server.wait().unwrap();
        assert!(ended.is_none_or(|status| status.code() == Some(2)), "{limit}: {ended:?}");
    }
}
