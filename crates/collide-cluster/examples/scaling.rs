//! What a tick takes in one world, and in a cluster of so many workers: threads of this process, or processes over loopback.
//!
//! ```sh
//! cargo run --release -p collide-cluster --example scaling -- uniform 100000 2 processes
//! ```

use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

use collide_cluster::{Member, Roster, STAGE_NAMES, Settings, TickReport};
use collide_scenes::{Scene, SceneKind};
use collide_world::{Handle, Threads, World};
use timely::{CommunicationConfig, Config, WorkerConfig};

const TICKS: usize = 60;
const DT: f32 = 1.0 / 30.0;

fn settings() -> Settings {
    let world =
        collide_world::Settings { events: true, threads: Threads::Serial, ..collide_world::Settings::default() };
    Settings { world, ..Settings::default() }
}

fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Moves by handle, as a front end does, and steps.
fn alone(mut scene: Scene) -> Duration {
    let mut world = World::new(settings().world);
    let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).expect("there is room")).collect();
    let mut times = Vec::new();
    for _ in 0..TICKS {
        scene.advance(DT);
        let start = Instant::now();
        let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
        world.update_batch(&updates).expect("all are there");
        world.step();
        times.push(start.elapsed());
    }
    middle(times)
}

/// The same in a cluster: each worker goes through the scene and feeds what it owns.
fn work(worker: &mut timely::worker::Worker, mut scene: Scene) -> (Vec<Duration>, Vec<TickReport>) {
    let mut member = Member::new(worker, settings()).expect("a map of tiles");
    let mut roster = Roster::default();
    let handles: Vec<Handle> = scene.shapes().iter().map(|_| roster.insert().expect("a slot")).collect();
    for (handle, shape) in handles.iter().zip(scene.shapes()) {
        if member.worker_at(shape.center()) == member.index() {
            member.insert(*handle, shape).expect("a slot");
        }
    }
    let (mut times, mut reports) = (Vec::new(), Vec::new());
    for _ in 0..TICKS + 4 {
        scene.advance(DT);
        let start = Instant::now();
        for (handle, shape) in handles.iter().zip(scene.shapes()) {
            if member.owns(*handle) {
                member.update(*handle, shape).expect("a slot");
            }
        }
        let report = member.tick(worker, |_| ()).expect("a tick");
        times.push(start.elapsed());
        reports.push(report);
    }
    (times.split_off(4), reports.split_off(4))
}

fn show((times, reports): (Vec<Duration>, Vec<TickReport>), index: usize) {
    let last = reports.last().expect("a tick");
    let mean = |of: &dyn Fn(&TickReport) -> usize| reports.iter().map(of).sum::<usize>() / reports.len();
    let bytes = mean(&|report| report.bytes.iter().sum());
    let (owned, ghosts) = (last.owned, last.ghosts);
    print!("worker {index}: {:.2?} a tick, {owned} owned, {ghosts} ghosts, {bytes} bytes, work", middle(times));
    for (number, name) in STAGE_NAMES.iter().enumerate() {
        print!(" {name} {:.2?}", middle(reports.iter().map(|report| report.work[number]).collect()));
    }
    println!();
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, count, workers, how, rest @ ..] = arguments.as_slice() else {
        return Err("scene, count, workers, threads or processes".to_owned());
    };
    let kind: SceneKind = kind.parse().map_err(|_| "no such scene".to_owned())?;
    let [count, workers] = [count, workers].map(|number| number.parse::<usize>().unwrap_or(1));
    let scene = kind.generate(count, 1);
    let config = match (how.as_str(), rest) {
        ("threads", _) => Config::process(workers),
        (_, [process, addresses]) => Config {
            communication: CommunicationConfig::Cluster {
                threads: 1,
                process: process.parse().unwrap_or(0),
                addresses: addresses.split(',').map(str::to_owned).collect(),
                report: false,
                zerocopy: false,
            },
            worker: WorkerConfig::default(),
        },
        _ => return start(&arguments, workers, scene),
    };
    if how == "threads" {
        println!("one world: {:.2?} a tick", alone(scene.clone()));
    }
    let guards = timely::execute(config, move |worker| (work(worker, scene.clone()), worker.index()))?;
    for worker in guards.join() {
        let (work, index) = worker?;
        show(work, index);
    }
    Ok(())
}

/// Starts the processes.
fn start(arguments: &[String], workers: usize, scene: Scene) -> Result<(), String> {
    println!("one world: {:.2?} a tick", alone(scene));
    let listeners: Vec<_> = (0..workers).filter_map(|_| TcpListener::bind("127.0.0.1:0").ok()).collect();
    let addresses: Vec<_> =
        listeners.iter().filter_map(|listener| listener.local_addr().ok()).map(|address| address.to_string()).collect();
    drop(listeners);
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let run = |process: usize| {
        let mut command = Command::new(&program);
        command.args(arguments).arg(process.to_string()).arg(addresses.join(",")).spawn()
    };
    let processes: Vec<_> = (0..workers).map(run).collect();
    for process in processes {
        process.and_then(|mut process| process.wait()).map_err(|error| error.to_string())?;
    }
    Ok(())
}
