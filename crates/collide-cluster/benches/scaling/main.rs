//! The time of a tick in a cluster, compared with one world: `cargo bench -p collide-cluster`.
//!
//! Workers are threads of one process, or processes over loopback. Times are CPU times, so that other load of the
//! machine has little effect, and a machine with fewer processors than workers can estimate the best case: `ceiling` is
//! the tick time of one world divided by that of the slowest worker. `clock` is the wall-clock time of the tick on this
//! machine.
//!
//! A single row: `cargo bench -p collide-cluster --bench scaling -- uniform 100000 2 processes`.

mod cluster;
mod saving;

use std::net::TcpListener;
use std::process::{Command, Stdio};

use cluster::{Cost, alone, work};
use collide_cluster::STAGE_NAMES;
use collide_scenes::{Scene, SceneKind};
use timely::{CommunicationConfig, Config, WorkerConfig};

/// How workers are run.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Threads,
    Processes,
}

fn is_test() -> bool {
    !std::env::args().any(|argument| argument == "--bench")
}

/// Measures all workers with a scene.
fn measure(kind: SceneKind, count: usize, workers: usize, how: How) -> Vec<Cost> {
    if how == How::Processes {
        return start(kind, count, workers);
    }
    run(Config::process(workers), kind.generate(count, 1))
}

/// The costs of the workers of this process.
fn run(config: Config, scene: Scene) -> Vec<Cost> {
    let guards = timely::execute(config, move |worker| work(worker, scene.clone())).expect("workers");
    guards.join().into_iter().map(|cost| cost.expect("no fault")).collect()
}

/// Starts a process for each worker, and reads their costs.
fn start(kind: SceneKind, count: usize, workers: usize) -> Vec<Cost> {
    let listeners: Vec<_> = (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let addresses: Vec<_> =
        listeners.iter().map(|listener| listener.local_addr().expect("a port").to_string()).collect();
    drop(listeners);
    let program = std::env::current_exe().expect("this program");
    let process = |index: usize| {
        let arguments = [kind.name(), &count.to_string(), "process", &index.to_string(), &addresses.join(",")];
        Command::new(&program).args(arguments).stdout(Stdio::piped()).spawn().expect("a process")
    };
    let processes: Vec<_> = (0..workers).map(process).collect();
    let said = processes.into_iter().map(|process| process.wait_with_output().expect("its output").stdout);
    said.map(|said| Cost::read(&String::from_utf8_lossy(&said))).collect()
}

/// The work of one of the processes.
fn join(scene: Scene, index: usize, addresses: &str) {
    let communication = CommunicationConfig::Cluster {
        threads: 1,
        process: index,
        addresses: addresses.split(',').map(str::to_owned).collect(),
        report: false,
        zerocopy: false,
    };
    run(Config { communication, worker: WorkerConfig::default() }, scene).iter().for_each(Cost::say);
}

fn row(kind: SceneKind, count: usize, workers: usize, how: How) {
    let before = alone(kind.generate(count, 1));
    let costs = measure(kind, count, workers, how);
    let after = alone(kind.generate(count, 1));
    let one = (before + after) / 2.0;
    let max = |of: &dyn Fn(&Cost) -> f64| costs.iter().map(of).fold(0.0, f64::max);
    let mean = |of: &dyn Fn(&Cost) -> f64| costs.iter().map(of).sum::<f64>() / costs.len() as f64;
    let name = if how == How::Threads { "threads" } else { "processes" };
    let slowest = max(&|cost| cost.work);
    print!(
        "| {kind} | {count} | {workers} | {name} | {one:.2} | {slowest:.2} | {:.2} | {:.2} |",
        slowest / one,
        one / slowest
    );
    print!(" {:.2} | {:.1} |", mean(&|cost| cost.others), max(&|cost| cost.clock));
    print!(" {:.0} | {:.0} |", mean(&|cost| cost.ghosts), mean(&|cost| cost.bytes));
    for number in 0..STAGE_NAMES.len() - 1 {
        print!(" {:.2} |", max(&|cost| cost.stages[number]));
    }
    println!();
}

fn head() {
    print!(
        "| scene | entities | workers | as | one world, ms | slowest worker, ms | of one world | ceiling | others' time, ms |"
    );
    print!(" clock, ms | ghosts | bytes |");
    STAGE_NAMES[..STAGE_NAMES.len() - 1].iter().for_each(|name| print!(" {name} |"));
    println!("\n|---|---:|---:|---|{}", "---:|".repeat(13));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let kind = |name: &str| name.parse::<SceneKind>().expect("a scene");
    let number = |text: &str| text.parse::<usize>().expect("a number");
    match arguments[..] {
        [name, count, "process", index, addresses] => {
            return join(kind(name).generate(number(count), 1), number(index), addresses);
        }
        [name, count, workers, how] => {
            head();
            let how = if how == "processes" { How::Processes } else { How::Threads };
            return row(kind(name), number(count), number(workers), how);
        }
        _ => {}
    }
    let (count, max) = if is_test() { (300, 2) } else { (100_000, 4) };
    println!("Strong scaling: the same world for all.\n");
    head();
    for workers in 1..=max {
        row(SceneKind::Uniform, count, workers, How::Threads);
        row(SceneKind::Uniform, count, workers, How::Processes);
        row(SceneKind::Mixed, count, workers, How::Processes);
    }
    println!("\nWeak scaling: the same number of entities for each worker.\n");
    head();
    for workers in 1..=max {
        row(SceneKind::Uniform, count / 2 * workers, workers, How::Processes);
    }
    println!("\nAn empty tick: the cost of synchronisation.\n");
    head();
    for workers in 1..=max {
        row(SceneKind::Uniform, 0, workers, How::Processes);
    }
    for workers in [max, 4 * max, 16 * max].into_iter().take(if is_test() { 1 } else { 3 }) {
        row(SceneKind::Uniform, 0, workers, How::Threads);
    }
    println!("\nSaving a part, and restoring it.\n");
    saving::rows(count);
}
