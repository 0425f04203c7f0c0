//! `collide cluster` with real processes, some of which are killed, stopped, or lose their saved parts.
#![cfg(all(feature = "cluster", unix))]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

mod common;
use common::{Files, examples, program};

const SCENE: [&str; 9] = ["--scene", "mixed", "--entities", "600", "--seed", "5", "--fingerprints", "--patience", "2s"];

/// A host while it runs.
struct Host {
    child: Child,
    out: BufReader<ChildStdout>,
    said: Receiver<String>,
    /// All its messages on standard error up to now.
    heard: Vec<String>,
}

impl Host {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(program());
        command.current_dir(folder).arg("cluster").args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (tell, said) = channel();
        let errors = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || errors.lines().map_while(Result::ok).for_each(|line| _ = tell.send(line)));
        Self { child, out, said, heard: vec![] }
    }

    /// The lines up to that of a tick.
    fn until(&mut self, tick: u64, lines: &mut Vec<String>) {
        let mut line = String::new();
        while self.out.read_line(&mut line).unwrap() > 0 {
            lines.push(line.trim().to_owned());
            if line.starts_with(&format!("{tick},")) {
                return;
            }
            line.clear();
        }
        panic!("no tick {tick}: {:?}", self.said.try_iter().collect::<Vec<_>>());
    }

    /// The id of the current process of a worker.
    fn process(&mut self, worker: usize) -> String {
        self.heard.extend(self.said.try_iter());
        let start = format!("worker {worker}: process ");
        let line = self.heard.iter().rev().find_map(|line| line.strip_prefix(&start)).unwrap();
        line.split(',').next().unwrap().to_owned()
    }

    /// Waits for the end. Returns the exit code and all messages; adds the remaining lines to `lines`.
    fn end(mut self, lines: &mut Vec<String>) -> (i32, String) {
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        lines.extend(rest.lines().map(str::to_owned));
        let code = self.child.wait().unwrap().code().unwrap();
        self.heard.extend(self.said.iter());
        (code, self.heard.join("\n"))
    }
}

fn signal(name: &str, process: &str) {
    assert!(Command::new("kill").args([name, process]).status().unwrap().success());
}

/// The lines of a single world.
fn alone(folder: &Path, ticks: &str) -> Vec<String> {
    let arguments = [&["local", "--ticks", ticks, "--check"], SCENE.as_slice()].concat();
    let mut lines = vec![];
    let (code, said) = Host::start(folder, &arguments).end(&mut lines);
    assert!(code == 0 && said.ends_with("all as in a single world"), "{said}");
    lines
}

#[test]
fn kills_at_any_tick_do_not_show() {
    let files = Files::new(&[]);
    let expected = alone(files.path(), "70");
    let mut dice = 20_261_121_u64;
    let mut below = |count: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % count
    };
    for count in [2, 3, 4] {
        let number = count.to_string();
        let arguments = ["local", "-n", &number, "--ticks", "70", "--every", "7", "--pace", "3ms"];
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
    let arguments = ["local", "-n", "3", "--ticks", "40", "--every", "10", "--pace", "3ms"];
    let mut host = Host::start(files.path(), &[&arguments, &SCENE[..7], &["--patience", "500ms"]].concat());
    let mut lines = vec![];
    host.until(15, &mut lines);
    signal("-STOP", &host.process(1).clone());
    let (code, said) = host.end(&mut lines);
    assert!(code == 0 && said.contains("not over after") && said.contains("1 restart;"), "{said}");
    assert_eq!(lines, alone(files.path(), "40"));
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
        let arguments = ["run", "--hosts", "hosts.txt", "--index", index, "--folder", folder, "--ticks", "50"];
        let more = ["--every", "10", "--pace", "5ms", "--wait", "20s"];
        Host::start(files.path(), &[arguments.as_slice(), &more, &SCENE].concat())
    };
    let (mut first, mut second) = (start("0", "a"), start("1", "b"));
    let mut lines = vec![];
    first.until(27, &mut lines);
    // The whole host is lost, with its saved parts; its process notices that the pipe to the host is closed.
    second.child.kill().unwrap();
    second.child.wait().unwrap();
    let mut nothing = vec![];
    let (code, said) = start("1", "c").end(&mut nothing);
    assert!(code == 0 && said.contains("from tick 20 on"), "{said}");
    let (code, said) = first.end(&mut lines);
    assert!(code == 0 && said.contains("1 restart"), "{said}");
    assert_eq!((lines, nothing.len()), (alone(files.path(), "50"), 0), "{said}");
}

#[test]
fn what_cannot_be_is_said() {
    let files = Files::new(&[("bad.txt", b"127.0.0.1:7000\n\nhere\n"), ("hosts.txt", b"127.0.0.1:7000\n-\n")]);
    let run = |hosts: &str, index: &str| {
        files.run(&["cluster", "run", "--hosts", hosts, "--index", index, "--folder", "parts"], b"")
    };
    let ran = run("bad.txt", "0");
    assert_eq!((ran.code, ran.err.as_str()), (2, "bad.txt: line 3: `here` is no host:port\n"));
    let ran = run("hosts.txt", "1");
    assert_eq!((ran.code, ran.err.as_str()), (2, "--index: hosts.txt has no host at 1, counted from 0\n"));
    assert_eq!(run("none.txt", "0").code, 2);
    assert_eq!(files.run(&["cluster", "local", "-n", "2", "none.csv"], b"").code, 2);
    // A cluster stops when it has restarted too often.
    let arguments = ["local", "-n", "2", "--ticks", "500", "--pace", "5ms", "--restarts", "0"];
    let mut host = Host::start(files.path(), &[&arguments, SCENE.as_slice()].concat());
    host.until(3, &mut vec![]);
    signal("-KILL", &host.process(0).clone());
    let (code, said) = host.end(&mut vec![]);
    assert!(code == 1 && said.contains("lost more than 0 times within 60s"), "{said}");
}

#[test]
fn the_examples_are_those_of_a_single_world() {
    let files = Files::new(&[]);
    let lines = examples(&files, "cluster local").into_iter().map(|out| out.lines().count());
    assert_eq!(lines.collect::<Vec<_>>(), [31, 0, 11]);
}
