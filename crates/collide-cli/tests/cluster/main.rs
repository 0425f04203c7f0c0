//! `collide cluster` with real processes, some of which are killed, stopped, or lose their saved parts.
#![cfg(all(feature = "cluster", unix))]

#[path = "../common/mod.rs"]
mod common;
mod host;
mod links;
mod mismatch;
mod proxy;
mod status;
mod stops;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{Files, examples};
use host::{Host, LONG, SCENE, alone, signal};

#[test]
fn kills_at_any_tick_do_not_show() {
    let files = Files::new(&[]);
    let expected = alone(files.path(), "120");
    let mut dice = 20_261_121_u64;
    let mut below = |count: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % count
    };
    for count in [2, 3, 4] {
        let number = count.to_string();
        let arguments = ["local", "-n", &number, "--ticks", "120", "--every", "7", "--pace", "3ms"];
        let mut host = Host::start(files.path(), &[&arguments, SCENE.as_slice()].concat());
        let mut lines = vec![];
        for after in [0, 35] {
            host.until(after + 1 + below(30), &mut lines);
            signal("-KILL", &host.process(below(count) as usize).clone());
        }
        let (code, said) = host.end(&mut lines);
        assert!(code == 0 && said.contains("SIGKILL") && said.contains("2 restarts"), "{said}");
        assert_eq!(lines, expected, "{said}");
    }
}

#[test]
fn one_that_stalls_is_noticed() {
    let files = Files::new(&[]);
    let arguments = ["local", "-n", "3", "--ticks", "150", "--every", "10", "--pace", "5ms"];
    let mut host = Host::start(files.path(), &[&arguments, SCENE.as_slice()].concat());
    let mut lines = vec![];
    host.until(15, &mut lines);
    signal("-STOP", &host.process(1).clone());
    let (code, said) = host.end(&mut lines);
    // A worker that waits says so and exits. The host may hear of the closed socket first.
    let is_noticed = said.contains("not over after") || said.contains("lost a peer");
    assert!(code == 0 && is_noticed && said.contains("1 restart;"), "{said}");
    assert_eq!(lines, alone(files.path(), "150"));
}

#[test]
fn what_is_damaged_or_gone_is_done_without() {
    let files = Files::new(&[]);
    let expected = alone(files.path(), "60").join("\n") + "\n";
    let run = |ticks: &str| {
        let arguments =
            ["local", "-n", "3", "--ticks", ticks, "--every", "10", "--folder", "parts", "--out", "ticks.csv"];
        let mut lines = vec![];
        let (code, said) = Host::start(files.path(), &[&arguments, SCENE.as_slice()].concat()).end(&mut lines);
        assert_eq!((code, lines.len()), (0, 0), "{said}");
        said
    };
    run("35");
    // A host has lost its disk, and its neighbour has copies of its parts.
    fs::remove_dir_all(files.path().join("parts/worker-1")).unwrap();
    let said = run("45");
    assert!(said.contains("from tick 30 on; complete everywhere up to tick 35"), "{said}");
    // The newest parts of one host are damaged: its own and the copy.
    let is_newest = |file: &Path| file.to_str().unwrap().ends_with("-000000000040-001.part");
    for folder in ["parts/worker-1", "parts/worker-2"] {
        let folder = fs::read_dir(files.path().join(folder)).unwrap();
        let file = folder.map(|entry| entry.unwrap().path()).find(|file| is_newest(file)).unwrap();
        let mut bytes = fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&file, bytes).unwrap();
    }
    let said = run("60");
    assert!(said.contains("-000000000040-001.part: saved part: checksum must be"), "{said}");
    assert!(said.contains("from tick 30 on; complete everywhere up to tick 45"), "{said}");
    // Over three runs, each tick is written once.
    assert_eq!(fs::read_to_string(files.path().join("ticks.csv")).unwrap(), expected);
}

/// Two hosts, by two addresses of this machine.
#[test]
fn a_host_that_is_replaced() {
    let addresses = ["127.0.0.1", "127.0.0.2"];
    let listeners = addresses.map(|address| TcpListener::bind((address, 0)).unwrap());
    let hosts = listeners.each_ref().map(|listener| listener.local_addr().unwrap().to_string()).join(" # one\n");
    drop(listeners);
    let files = Files::new(&[("hosts.txt", hosts.as_bytes())]);
    let start = |index: &str, folder: &str| {
        let arguments = ["run", "--hosts", "hosts.txt", "--index", index, "--folder", folder, "--ticks", "400"];
        let more = ["--every", "10", "--pace", "5ms", "--wait", "20s"];
        Host::start(files.path(), &[arguments.as_slice(), &more, &SCENE].concat())
    };
    let (mut first, mut second) = (start("0", "a"), start("1", "b"));
    let mut lines = vec![];
    first.until(27, &mut lines);
    // Saves wait for the disk. A copy of tick 20 means that the first host has all parts of tick 10.
    let is_copied = |file: std::io::Result<fs::DirEntry>| {
        let name = file.unwrap().file_name().into_string().unwrap();
        name.ends_with("-001.part") && !name.contains("-000000000010-")
    };
    let begin = Instant::now();
    while !fs::read_dir(files.path().join("a")).unwrap().any(is_copied) {
        assert!(begin.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(5));
    }
    // The whole host is lost, with its saved parts; its process notices that the pipe to the host is closed.
    second.child.kill().unwrap();
    second.child.wait().unwrap();
    let mut nothing = vec![];
    let (code, said) = start("1", "c").end(&mut nothing);
    let from = said.split_once("from tick ").map(|(_, rest)| rest.split(' ').next().unwrap());
    assert!(code == 0 && from.is_some_and(|tick| tick.parse::<u64>().unwrap() >= 10), "{said}");
    let (code, said) = first.end(&mut lines);
    assert!(code == 0 && said.contains("1 restart"), "{said}");
    assert_eq!((lines, nothing.len()), (alone(files.path(), "400"), 0), "{said}");
}

#[test]
fn what_cannot_be_is_said() {
    let files = Files::new(&[("bad.txt", b"127.0.0.1:7000\n\nhere\n"), ("hosts.txt", b"127.0.0.1:7000\n-\n")]);
    let run = |hosts: &str, index: &str| {
        files.run(&["cluster", "run", "--hosts", hosts, "--index", index, "--folder", "parts"], b"")
    };
    let ran = run("bad.txt", "0");
    assert_eq!((ran.code, ran.err.as_str()), (2, "error: bad.txt: line 3: `here` is no host:port\n"));
    let ran = run("hosts.txt", "1");
    assert_eq!((ran.code, ran.err.as_str()), (2, "error: --index: hosts.txt has no host at 1, counted from 0\n"));
    assert_eq!(run("none.txt", "0").code, 2);
    assert_eq!(files.run(&["cluster", "local", "-n", "2", "none.csv"], b"").code, 2);
    // A cluster stops when it has restarted too often.
    let arguments = ["local", "-n", "2", "--ticks", "500", "--pace", "5ms", "--restarts", "0"];
    let mut host = Host::start(files.path(), &[&arguments, SCENE.as_slice()].concat());
    host.until(3, &mut vec![]);
    signal("-KILL", &host.process(0).clone());
    let (code, said) = host.end(&mut vec![]);
    let last = said.lines().last().unwrap();
    assert!(code == 1 && last.contains("Z ERROR ") && last.contains("lost more than 0 times within 60s"), "{said}");
}

#[test]
fn the_examples_are_those_of_a_single_world() {
    let files = Files::new(&[]);
    let lines = examples(&files, "cluster local").into_iter().map(|out| out.lines().count());
    assert_eq!(lines.collect::<Vec<_>>(), [31, 0, 11]);
}
