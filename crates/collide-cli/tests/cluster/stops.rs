//! Signals that ask a cluster to stop.

use std::fs;
use std::net::TcpListener;
use std::process::Command;

use crate::common::Files;
use crate::host::{Host, SCENE, alone, signal};

/// The tick after which a host says that it has stopped.
fn stopped(said: &str) -> u64 {
    let rest = said.split_once("stopped after tick ").unwrap_or_else(|| panic!("{said}")).1;
    assert!(rest.contains("; it is saved"), "{said}");
    rest.split(';').next().unwrap().parse().unwrap()
}

fn is_alive(process: &str) -> bool {
    Command::new("kill").args(["-0", process]).output().unwrap().status.success()
}

#[test]
fn a_stopped_cluster_continues_where_it_was() {
    let files = Files::new(&[]);
    let start = |count: &str, pace: &str| {
        let arguments = ["local", "-n", count, "--ticks", "300", "--folder", count, "--every", "1000", "--pace", pace];
        Host::start(files.path(), &[&arguments, SCENE.as_slice()].concat())
    };
    let expected = alone(files.path(), "300");
    for (count, name) in [("3", "-TERM"), ("2", "-INT"), ("1", "-TERM")] {
        let mut host = start(count, "10ms");
        let mut lines = vec![];
        host.until(20, &mut lines);
        let processes: Vec<_> = (0..count.parse().unwrap()).filter(|_| count != "1").map(|n| host.process(n)).collect();
        // A terminal and systemd send the signal to the workers, too.
        processes.iter().for_each(|process| signal(name, process));
        signal(name, &host.child.id().to_string());
        let (code, said) = host.end(&mut lines);
        let tick = stopped(&said);
        assert!(code == 0 && (20..300).contains(&tick), "{said}");
        assert_eq!(lines, expected[..=tick as usize], "{said}");
        assert!(!processes.iter().any(|process| is_alive(process)), "{said}");
        let (code, said) = start(count, "0s").end(&mut lines);
        assert_eq!(code, 0, "{said}");
        lines.retain(|line| !line.starts_with("tick"));
        assert_eq!(lines, expected[1..], "{said}");
    }
}

#[test]
fn a_temporary_folder_is_removed() {
    let files = Files::new(&[]);
    let folder = files.path().join("tmp");
    fs::create_dir(&folder).unwrap();
    let leftovers = || fs::read_dir(&folder).unwrap().count();
    for count in ["3", "1"] {
        let arguments = ["local", "-n", count, "--ticks", "100000", "--every", "5", "--pace", "3ms"];
        let arguments = [&arguments, SCENE.as_slice()].concat();
        let mut host = Host::start_with(files.path(), &arguments, &[("TMPDIR", folder.to_str().unwrap())]);
        host.until(12, &mut vec![]);
        assert_eq!(leftovers(), 1);
        signal("-TERM", &host.child.id().to_string());
        let (code, said) = host.end(&mut vec![]);
        assert_eq!((code, leftovers()), (0, 0), "{said}");
    }
}

#[test]
fn the_other_hosts_wait_for_one_that_has_stopped() {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let hosts = listeners.each_ref().map(|listener| listener.local_addr().unwrap().to_string()).join("\n");
    drop(listeners);
    let files = Files::new(&[("hosts.txt", hosts.as_bytes())]);
    let start = |index: &str| {
        let arguments = ["run", "--hosts", "hosts.txt", "--index", index, "--folder", index, "--ticks", "200"];
        let more = ["--every", "1000", "--pace", "10ms", "--wait", "60s", "--restarts", "0"];
        Host::start(files.path(), &[arguments.as_slice(), &more, &SCENE].concat())
    };
    let (mut first, second) = (start("0"), start("1"));
    let mut lines = vec![];
    first.until(15, &mut lines);
    signal("-TERM", &second.child.id().to_string());
    let (code, said) = second.end(&mut vec![]);
    let tick = stopped(&said);
    assert_eq!(code, 0, "{said}");
    first.message(&format!("another host has stopped; tick {tick} is saved"));
    let (code, said) = start("1").end(&mut vec![]);
    assert!(code == 0 && said.contains(&format!("from tick {tick} on")), "{said}");
    let (code, said) = first.end(&mut lines);
    assert!(code == 0 && said.contains("0 restarts"), "{said}");
    assert_eq!(lines, alone(files.path(), "200"));
}

#[test]
fn a_host_that_waits_for_others_stops_at_once() {
    let hosts = b"127.0.0.1:9\n127.0.0.1:1\n";
    let files = Files::new(&[("hosts.txt", hosts)]);
    let arguments = ["run", "--hosts", "hosts.txt", "--index", "1", "--folder", "parts", "--listen", "127.0.0.1:0"];
    let mut host = Host::start(files.path(), &[arguments.as_slice(), &["--status", "status"], &SCENE].concat());
    host.message("waiting for 127.0.0.1:9");
    let process = host.process(1);
    signal("-TERM", &host.child.id().to_string());
    let (code, said) = host.end(&mut vec![]);
    assert!(code == 0 && said.ends_with("stopped before the first tick"), "{said}");
    assert!(!is_alive(&process));
    assert!(fs::read_to_string(files.path().join("status")).unwrap().contains("\ncollide_cluster_running 0\n"));
}
