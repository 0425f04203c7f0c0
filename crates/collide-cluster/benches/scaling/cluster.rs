//! A scene in one world, and in the workers of a cluster.

use std::time::Instant;

use collide_cluster::{HandleAllocator, Member, STAGE_NAMES, Settings, TickReport};
use collide_core::Shape;
use collide_scenes::Scene;
use collide_world::{Handle, Threads, World};
use timely::worker::Worker;

const STAGES: usize = STAGE_NAMES.len();
const DT: f32 = 1.0 / 30.0;

/// The number of ticks until buffers have grown and shares are even, and the number of measured ticks.
const WARM_UP: usize = 20;
const TICKS: usize = 60;

pub fn settings() -> Settings {
    let world =
        collide_world::Settings { events: true, threads: Threads::Serial, ..collide_world::Settings::default() };
    Settings { world, ..Settings::default() }
}

pub fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The prefix of the line with the cost in the output of a process.
const SAID: &str = "cost: ";

/// The cost of a tick of a worker, in milliseconds. CPU times are means, because their resolution is too low for a
/// single tick. Wall-clock times are medians.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// The CPU time of the worker's thread.
    pub work: f64,
    /// The CPU time of all other threads of the process, which send and receive. Only for a process with one worker.
    pub others: f64,
    pub clock: f64,
    pub ghosts: f64,
    pub bytes: f64,
    /// Wall-clock times.
    pub stages: [f64; STAGES],
}

impl Cost {
    /// Prints the cost for the process that has started this one.
    pub fn say(&self) {
        let numbers = [self.work, self.others, self.clock, self.ghosts, self.bytes];
        let all: Vec<String> = numbers.iter().chain(&self.stages).map(f64::to_string).collect();
        println!("{SAID}{}", all.join(" "));
    }

    pub fn read(said: &str) -> Self {
        let line = said.lines().find_map(|line| line.strip_prefix(SAID)).expect("the line with the cost");
        let mut numbers = line.split_whitespace().map(|number| number.parse().expect("a number"));
        let mut next = || numbers.next().expect("all numbers of the cost");
        let [work, others, clock, ghosts, bytes] = std::array::from_fn(|_| next());
        Self { work, others, clock, ghosts, bytes, stages: std::array::from_fn(|_| next()) }
    }
}

/// CPU times in milliseconds: of this thread, and of all others. Wall-clock times if the system does not report them.
pub struct Processor(Instant);

impl Processor {
    pub fn new() -> Self {
        Self(Instant::now())
    }

    fn of(path: &str) -> Option<f64> {
        let text = std::fs::read_to_string(path).ok()?;
        Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
    }

    pub fn own(&self) -> f64 {
        // Yielding makes the system update the time; otherwise it is the time of the last update.
        std::thread::yield_now();
        Self::of("/proc/thread-self/schedstat").unwrap_or_else(|| self.0.elapsed().as_secs_f64() * 1e3)
    }

    pub fn all(&self) -> f64 {
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        tasks.filter_map(|task| Self::of(task.path().join("schedstat").to_str()?)).sum()
    }
}

/// The milliseconds of a tick in one world: updates of all shapes by handle, and the step.
pub fn alone(mut scene: Scene) -> f64 {
    let mut world = World::new(settings().world);
    let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).expect("there is room")).collect();
    let processor = Processor::new();
    let mut spent = 0.0;
    for number in 0..WARM_UP + TICKS {
        scene.advance(DT);
        let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
        let start = processor.own();
        world.set_batch(&updates).expect("all are there");
        world.step();
        spent += if number < WARM_UP { 0.0 } else { processor.own() - start };
    }
    spent / TICKS as f64
}

/// Inserts the worker's part of a scene. All workers run the same scene.
pub fn fill(member: &mut Member, scene: &Scene) -> Vec<Handle> {
    let mut allocator = HandleAllocator::default();
    let handles: Vec<Handle> = scene.shapes().iter().map(|_| allocator.insert().expect("a slot")).collect();
    for (handle, shape) in handles.iter().zip(scene.shapes()) {
        if member.worker_at(shape.center()) == member.index() {
            member.insert(*handle, shape).expect("a slot");
        }
    }
    handles
}

/// The same ticks in a cluster: each worker feeds the entities that it owns.
pub fn work(worker: &mut Worker, mut scene: Scene) -> Cost {
    let mut member = Member::new(worker, settings()).expect("a map of tiles");
    let handles = fill(&mut member, &scene);
    let processor = Processor::new();
    let (mut clocks, mut reports) = (Vec::new(), Vec::<TickReport>::new());
    let (mut before, mut spent) = (0.0, 0.0);
    for number in 0..WARM_UP + TICKS {
        scene.advance(DT);
        let shapes = handles.iter().copied().zip(scene.shapes().iter().copied());
        let own: Vec<(Handle, Shape)> = shapes.filter(|(handle, _)| member.owns(*handle)).collect();
        if number == WARM_UP {
            before = processor.all() - processor.own();
        }
        let (start, time) = (processor.own(), Instant::now());
        own.iter().for_each(|(handle, shape)| member.set(*handle, *shape).expect("a slot"));
        let report = member.tick(worker, |_| ()).expect("a tick");
        spent += if number < WARM_UP { 0.0 } else { processor.own() - start };
        clocks.push(time.elapsed().as_secs_f64() * 1e3);
        reports.push(report);
    }
    let others = (processor.all() - processor.own() - before).max(0.0) / TICKS as f64;
    let reports = reports.split_off(WARM_UP);
    let of = |of: &dyn Fn(&TickReport) -> f64| middle(reports.iter().map(of).collect());
    Cost {
        work: spent / TICKS as f64,
        others,
        clock: middle(clocks.split_off(WARM_UP)),
        ghosts: of(&|report| report.ghosts as f64),
        bytes: of(&|report| report.bytes.iter().sum::<usize>() as f64),
        stages: std::array::from_fn(|stage| of(&|report| report.work[stage].as_secs_f64() * 1e3)),
    }
}
