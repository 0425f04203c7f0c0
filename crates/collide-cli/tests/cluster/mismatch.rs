//! Hosts whose options differ, and hosts with the same index.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use crate::common::Files;
use crate::host::{Host, SCENE};

/// Much shorter than the hosts wait for each other, and longer than a slow machine takes to start them.
const AT_ONCE: Duration = Duration::from_secs(15);

/// A folder with a list of two hosts on free ports, and two recordings.
fn files() -> Files {
    let addresses = ["127.0.0.1", "127.0.0.2"];
    let listeners = addresses.map(|address| TcpListener::bind((address, 0)).unwrap());
    let hosts = listeners.each_ref().map(|listener| listener.local_addr().unwrap().to_string()).join("\n");
    let rows = |x: u8| format!("tick,id,x,y,radius\n1,a,0,0,1\n2,a,{x},0,1\n");
    Files::new(&[("hosts.txt", hosts.as_bytes()), ("1.csv", rows(1).as_bytes()), ("2.csv", rows(2).as_bytes())])
}

fn start(files: &Files, index: &str, folder: &str, more: &[&str]) -> Host {
    let arguments = ["run", "--hosts", "hosts.txt", "--index", index, "--folder", folder, "--wait", "60s"];
    Host::start(files.path(), &[&arguments, more].concat())
}

/// Each option that must be the same, as one host has it and as the other one has it.
const DIFFERENT: [(&str, &[&str], &[&str]); 11] = [
    ("--entities", &["--entities", "300"], &["--entities", "301"]),
    ("--scene", &["--scene", "mixed"], &["--scene", "towns"]),
    ("--seed", &["--seed", "5"], &["--seed", "6"]),
    ("--touching", &["--touching", "open"], &[]),
    ("--tile", &["--tile", "3"], &["--tile", "-3"]),
    ("--every", &["--every", "50"], &["--every", "51"]),
    ("--shared", &["--shared"], &[]),
    ("--fingerprints", &[], &["--fingerprints"]),
    ("FILE", &["1.csv"], &["2.csv"]),
    ("FILE", &["1.csv"], &["--entities", "300"]),
    ("--seed", &["--seed", "7", "--every", "10"], &["--seed", "8", "--every", "20"]),
];

#[test]
fn hosts_with_different_options_end_at_once_and_name_the_option() {
    for (option, first, second) in DIFFERENT {
        let files = files();
        let begin = Instant::now();
        let hosts = [start(&files, "0", "a", first), start(&files, "1", "b", second)];
        for (host, other) in hosts.into_iter().zip(["127.0.0.2:", "127.0.0.1:"]) {
            let (code, said) = host.end(&mut vec![]);
            let last = said.lines().last().unwrap_or_default();
            let text = format!(": {option} must be the same on all hosts: ");
            assert!(code == 1 && last.contains("ERROR") && last.contains(&text) && last.contains(other), "{said}");
        }
        assert!(begin.elapsed() < AT_ONCE, "{option}: {:?}", begin.elapsed());
    }
}

#[test]
fn both_values_of_an_option_are_named() {
    let files = files();
    let hosts = [("0", "a", "300"), ("1", "b", "301")]
        .map(|(index, folder, count)| start(&files, index, folder, &["--entities", count]));
    let [first, second] = hosts.map(|host| host.end(&mut vec![]).1);
    assert!(first.ends_with(": 301 there, 300 here") && second.ends_with(": 300 there, 301 here"), "{first}\n{second}");
}

/// The paces, the folders and the limits may differ.
#[test]
fn options_of_one_host_may_differ() {
    let files = files();
    let more = |own: &[&'static str]| [&SCENE[..7], &["--ticks", "30"], own].concat();
    let first = start(&files, "0", "a", &more(&["--patience", "20s", "--pace", "1ms", "--out", "ticks.csv"]));
    let second = start(&files, "1", "b", &more(&["--patience", "30s", "--restarts", "3", "--status", "status"]));
    for host in [first, second] {
        let (code, said) = host.end(&mut vec![]);
        assert_eq!(code, 0, "{said}");
    }
}

#[test]
fn a_second_host_with_an_index_is_refused_at_once() {
    let files = files();
    let more = [&SCENE[..], &["--ticks", "30"]].concat();
    let mut first = start(&files, "0", "a", &more);
    first.message("waiting for 127.0.0.2:");
    for own in [vec![], vec!["--every", "7"]] {
        let begin = Instant::now();
        let (code, said) = start(&files, "0", "b", &[&more[..], &own].concat()).end(&mut vec![]);
        let last = said.lines().last().unwrap_or_default();
        assert!(code == 1 && last.contains("ERROR") && last.contains("another process has the same place"), "{said}");
        assert!(last.contains("--index"), "{said}");
        assert!(begin.elapsed() < AT_ONCE, "{:?}", begin.elapsed());
    }
    first.message(" has the place of 127.0.0.1:");
    // The first one is as before.
    let (code, said) = start(&files, "1", "c", &more).end(&mut vec![]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = first.end(&mut vec![]);
    assert!(code == 0 && said.contains("WARN") && said.contains("--index"), "{said}");
}

/// The hosts of a cluster that runs do not listen. A second host with an index is known by its folder.
#[test]
fn a_second_host_with_a_folder_is_refused_at_once() {
    let files = files();
    let more = [&SCENE[..], &["--ticks", "150", "--pace", "10ms"]].concat();
    let (mut first, second) = (start(&files, "0", "parts", &more), start(&files, "1", "parts", &more));
    let mut lines = vec![];
    first.until(10, &mut lines);
    let begin = Instant::now();
    let (code, said) = start(&files, "0", "parts", &more).end(&mut vec![]);
    assert!(
        code == 1 && said.contains("--index: a host with the index 0 runs already with the folder parts"),
        "{said}"
    );
    assert!(begin.elapsed() < AT_ONCE, "{:?}", begin.elapsed());
    // A host that was killed has no lock.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    let (code, said) = start(&files, "0", "parts", &more).end(&mut vec![]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = second.end(&mut vec![]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn an_index_of_another_machine_is_named() {
    // TEST-NET-1: no machine has such an address.
    let files = Files::new(&[("hosts.txt", b"192.0.2.1:7000\n192.0.2.2:7000\n")]);
    let (code, said) = start(&files, "0", "a", &SCENE).end(&mut vec![]);
    assert!(code == 1 && said.contains("192.0.2.1:7000: cannot listen: ") && said.contains("--index"), "{said}");
}
