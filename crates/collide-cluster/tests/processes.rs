//! Two real processes over loopback: this test starts itself again.

mod common;

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use common::{Dice, Feeding, Tick, alone, run_worker, settings};
use timely::{CommunicationConfig, Config, WorkerConfig};

const WHO: &str = "COLLIDE_CLUSTER_TEST_PROCESS";
const WHERE: &str = "COLLIDE_CLUSTER_TEST_ADDRESSES";

fn script() -> Vec<Tick> {
    Dice(23).script(20, 60, 20.0)
}

/// The work of a process: nothing, unless it was started by the test below.
#[test]
fn process() {
    let (Ok(process), Ok(addresses)) = (std::env::var(WHO), std::env::var(WHERE)) else { return };
    let communication = CommunicationConfig::Cluster {
        threads: 2,
        process: process.parse().unwrap(),
        addresses: addresses.split(',').map(str::to_owned).collect(),
        report: false,
        zerocopy: false,
    };
    let config = Config { communication, worker: WorkerConfig::default() };
    let run = |worker: &mut timely::worker::Worker| run_worker(worker, &settings(), &script(), Feeding::Anyone);
    let workers = timely::execute(config, run).unwrap().join();
    for (brought, _) in workers.into_iter().flat_map(Result::unwrap) {
        if let Some(fingerprint) = brought.fingerprint {
            println!("fingerprint {fingerprint:016x}");
        }
    }
}

fn start(process: usize, addresses: &str) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "process", "--nocapture"]).env(WHO, process.to_string()).env(WHERE, addresses);
    command.stdout(Stdio::piped()).spawn().unwrap()
}

#[test]
fn two_processes_make_one_world() {
    // All are bound at the same time, so that they differ, and then freed.
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    let addresses = listeners.each_ref().map(|listener| listener.local_addr().unwrap().to_string()).join(",");
    drop(listeners);
    let processes = [0, 1].map(|process| start(process, &addresses));
    let [first, second] = processes.map(|process| process.wait_with_output().unwrap());
    assert!(first.status.success() && second.status.success());
    let text = String::from_utf8(first.stdout).unwrap();
    let found = text.lines().filter_map(|line| line.split("fingerprint ").nth(1));
    let expected = alone(&settings(), &script()).into_iter().filter_map(|tick| tick.fingerprint);
    let expected: Vec<_> = expected.map(|fingerprint| format!("{fingerprint:016x}")).collect();
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
