//! The metrics of `--status`, and warnings about saves.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::Files;
use crate::host::{Host, LONG, SCENE, alone, signal};

/// The metrics of a host: by name and labels, without the common prefix.
#[derive(Debug)]
pub struct Metrics(BTreeMap<String, f64>);

impl Metrics {
    /// Parses the text format of Prometheus: each metric has a description and a kind, and lines `name{labels} value`.
    pub fn parse(text: &str) -> Self {
        let (mut values, mut described) = (BTreeMap::new(), None);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(help) = line.strip_prefix("# HELP collide_cluster_") {
                let (name, help) = help.split_once(' ').unwrap();
                let kind = lines.next().unwrap().strip_prefix(&format!("# TYPE collide_cluster_{name} ")).unwrap();
                assert!(!help.is_empty() && ["gauge", "counter"].contains(&kind), "{line}");
                described = Some(name);
                continue;
            }
            let (name, value) = line.strip_prefix("collide_cluster_").unwrap().rsplit_once(' ').unwrap();
            assert_eq!(name.split('{').next(), described, "{line}");
            assert!(values.insert(name.to_owned(), value.parse().unwrap()).is_none(), "{line}");
        }
        assert!(text.ends_with('\n'));
        Self(values)
    }

    pub fn read(file: &Path) -> Self {
        Self::parse(&fs::read_to_string(file).unwrap())
    }

    pub fn of(&self, name: &str) -> f64 {
        *self.0.get(name).unwrap_or_else(|| panic!("no {name}: {self:?}"))
    }

    /// Asks until the metrics are as expected.
    pub fn wait_for(address: &str, expected: impl Fn(&Self) -> bool) -> Self {
        let begin = Instant::now();
        loop {
            let answer = ask(address, "GET /metrics HTTP/1.1");
            if let Some((head, body)) = answer.split_once("\r\n\r\n") {
                assert!(head.starts_with("HTTP/1.1 200 OK") && head.contains("text/plain; version=0.0.4"), "{head}");
                assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
                let metrics = Self::parse(body);
                if expected(&metrics) {
                    return metrics;
                }
            }
            assert!(begin.elapsed() < LONG, "{answer}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The answer to a request; empty if the connection is closed.
fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let mut answer = String::new();
    let _ = stream.write_all(format!("{request}\r\nHost: {address}\r\n\r\n").as_bytes());
    let _ = stream.read_to_string(&mut answer);
    answer
}

/// A connection that has sent a part of a request, and stays open on this side.
fn half_request(address: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    // Fails if the connection was closed for a further one.
    let _ = stream.write_all(b"GET /metr");
    stream
}

#[test]
fn a_file_has_the_metrics_and_lines_have_a_time() {
    let files = Files::new(&[]);
    let arguments = ["local", "-n", "2", "--ticks", "35", "--every", "10", "--status", "status.prom"];
    let mut lines = vec![];
    let (code, said) = Host::start(files.path(), &[&arguments, SCENE.as_slice()].concat()).end(&mut lines);
    assert_eq!((code, lines), (0, alone(files.path(), "35")), "{said}");
    let metrics = Metrics::read(&files.path().join("status.prom"));
    let expected = [
        ("running", 0.0),
        ("workers", 2.0),
        ("tick", 35.0),
        ("ticks_total", 35.0),
        ("restarts_total", 0.0),
        ("lag_seconds{worker=\"1\"}", 0.0),
        ("lag_ticks{worker=\"1\"}", 0.0),
        ("saved_tick{worker=\"0\"}", 30.0),
        ("saved_tick{worker=\"1\"}", 30.0),
        ("saves_failed_total{worker=\"1\"}", 0.0),
    ];
    for (name, value) in expected {
        assert_eq!(metrics.of(name), value, "{name}");
    }
    assert!((1.0..2.0).contains(&metrics.of("skew")) && metrics.of("ticks_per_second") > 0.0, "{metrics:?}");
    // Such as `2026-11-22T15:00:00.123456Z  INFO worker 0: process 1, round 1`. No other file is left.
    for line in said.lines() {
        let (time, rest) = line.split_once(' ').unwrap();
        assert!(time.len() == 27 && time.ends_with('Z') && time.starts_with("20"), "{line}");
        assert!(["INFO ", "WARN ", "ERROR "].iter().any(|level| rest.trim_start().starts_with(level)), "{line}");
    }
    assert_eq!(fs::read_dir(files.path()).unwrap().count(), 1);
}

#[test]
fn monitors_are_answered_by_http() {
    let files = Files::new(&[]);
    let arguments = ["local", "-n", "2", "--ticks", "100000", "--every", "5", "--pace", "5ms"];
    let arguments = [&arguments, SCENE.as_slice(), &["--status", "127.0.0.1:0"]].concat();
    let mut host = Host::start(files.path(), &arguments);
    let address = host.message("status: http://").trim_end_matches("/metrics").to_owned();
    // Monitors that have sent a part of a request keep no other one from its answer.
    let half: Vec<_> = (0..300).map(|_| half_request(&address)).collect();
    assert!(ask(&address, "GET /metrics HTTP/1.1").starts_with("HTTP/1.1 200 "));
    let metrics = Metrics::wait_for(&address, |metrics| metrics.of("saved_tick{worker=\"1\"}") >= 10.0);
    assert!(metrics.of("running") == 1.0 && metrics.of("tick") >= 10.0, "{metrics:?}");
    drop(half);
    Metrics::wait_for(&address, |_| true);
    assert!(ask(&address, "GET /other HTTP/1.1").starts_with("HTTP/1.1 404 "));
    assert!(ask(&address, "POST /metrics HTTP/1.1").starts_with("HTTP/1.1 405 "));
    assert!(ask(&address, "HEAD /metrics HTTP/1.1").ends_with("Connection: close\r\n\r\n"));
    assert_eq!(ask(&address, &format!("GET /{} HTTP/1.1", "a".repeat(1 << 16))), "");
    let process = host.process(1);
    signal("-KILL", &process);
    Metrics::wait_for(&address, |metrics| metrics.of("restarts_total") == 1.0 && metrics.of("running") == 1.0);
    signal("-TERM", &host.child.id().to_string());
    assert_eq!(host.end(&mut vec![]).0, 0);
    // A port that is taken is said at once.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let ran = files.run(&["cluster", "local", "--ticks", "1", "--status", &address], b"");
    assert!(ran.code == 2 && ran.err.contains(&format!("--status: {address}: cannot listen: ")), "{}", ran.err);
}

/// A device may have no end, so nothing of it is read.
#[test]
fn lines_are_written_to_regular_files_only() {
    let files = Files::new(&[]);
    let ran = std::process::Command::new("mkfifo").arg(files.path().join("pipe")).status().unwrap();
    assert!(ran.success());
    // Not every system has all of these devices.
    for out in ["/dev/full", "/dev/zero", "pipe"].into_iter().filter(|out| files.path().join(out).exists()) {
        let ran = files.run(&[&["cluster", "local", "--ticks", "1", "--out", out], SCENE.as_slice()].concat(), b"");
        let expected = format!("{out}: cannot write: must be a regular file\n");
        assert!(ran.code == 1 && ran.out.is_empty() && ran.err.ends_with(&expected), "{out}: {}", ran.err);
    }
}

#[test]
fn failed_saves_are_counted_and_said() {
    let files = Files::new(&[]);
    let start = |folder: &str, ticks: &str, more: &[&str]| {
        let arguments = ["local", "-n", "2", "--ticks", ticks, "--every", "10", "--folder", folder];
        Host::start(files.path(), &[&arguments, SCENE.as_slice(), more].concat())
    };
    assert_eq!(start("probe", "10", &[]).end(&mut vec![]).0, 0);
    let name = fs::read_dir(files.path().join("probe/worker-0")).unwrap().next().unwrap().unwrap().file_name();
    let run = name.to_str().unwrap().split('-').next().unwrap().to_owned();
    // Folders take the names of all parts but the last.
    for folder in ["parts/worker-0", "parts/worker-1"] {
        for (tick, worker) in (10..120).step_by(10).flat_map(|tick| [(tick, 0), (tick, 1)]) {
            fs::create_dir_all(files.path().join(format!("{folder}/{run}-{tick:012}-{worker:03}.part"))).unwrap();
        }
    }
    let mut host = start("parts", "120", &["--pace", "10ms", "--status", "status.prom"]);
    let mut lines = vec![];
    host.until(35, &mut lines);
    host.message("tick 30 is not saved (3 failed saves in a row; there is no restart point): ");
    let process = host.process(1);
    signal("-KILL", &process);
    let (code, said) = host.end(&mut lines);
    assert_eq!((code, lines), (0, alone(files.path(), "120")), "{said}");
    assert!(said.contains("WARN no restart point exists: all ticks are computed again"), "{said}");
    assert!(said.contains("must be a regular file; earlier parts are used"), "{said}");
    let metrics = Metrics::read(&files.path().join("status.prom"));
    assert!(metrics.of("saves_failed_total{worker=\"0\"}") >= 6.0, "{metrics:?}");
    assert_eq!((metrics.of("saved_tick{worker=\"0\"}"), metrics.of("saves_failed_in_row{worker=\"0\"}")), (120.0, 0.0));
}
