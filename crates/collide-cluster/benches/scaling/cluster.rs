//! A scene in one world, and in the workers of a cluster.

use std::time::Instant;

use collide_cluster::{HandleAllocator, Member, STAGE_NAMES, Settings, TickReport};
use collide_core::Shape;
use collide_scenes::Scene;
use collide_world::{Handle, Threads, World};
use timely::worker::Worker;

const STAGES: usize = STAGE_NAMES.len();
const DT: f32 = 1.0 / 30.0;

/// Ticks until buffers have grown and shares are even, and those that are measured.
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

/// How a process says what it took, among what else is said.
const SAID: &str = "cost: ";

/// What a worker takes for a tick, in milliseconds: the mean by the processor's time, which has no resolution for a
/// single tick, and the median by the clock.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Time of the processor for the worker's thread.
    pub work: f64,
    /// And for all other threads of the process, which send and receive; of a process with one worker.
    pub others: f64,
    pub clock: f64,
    pub ghosts: f64,
    pub bytes: f64,
    /// By the clock.
    pub stages: [f64; STAGES],
}

impl Cost {
    /// Says it to who has started the process.
    pub fn say(&self) {
        let numbers = [self.work, self.others, self.clock, self.ghosts, self.bytes];
        let all: Vec<String> = numbers.iter().chain(&self.stages).map(f64::to_string).collect();
        println!("{SAID}{}", all.join(" "));
    }

    pub fn read(said: &str) -> Self {
        let line = said.lines().find_map(|line| line.strip_prefix(SAID)).expect("what the process took");
        let mut numbers = line.split_whitespace().map(|number| number.parse().expect("a number"));
        let mut next = || numbers.next().expect("as many as are said");
        let [work, others, clock, ghosts, bytes] = std::array::from_fn(|_| next());
        Self { work, others, clock, ghosts, bytes, stages: std::array::from_fn(|_| next()) }
    }
}

/// Milliseconds that the processor was at work: for this thread, and for all others. Without support of the system, those
/// of the clock.
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
        // Whoever gives way has the time brought up to date; else it would be that of the system's last look.
        std::thread::yield_now();
        Self::of("/proc/thread-self/schedstat").unwrap_or_else(|| self.0.elapsed().as_secs_f64() * 1e3)
    }

    pub fn all(&self) -> f64 {
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        tasks.filter_map(|task| Self::of(task.path().join("schedstat").to_str()?)).sum()
    }
}

/// Milliseconds of a tick in one world: new shapes by handle, and the step.
pub fn alone(mut scene: Scene) -> f64 {
    let mut world = World::new(settings().world);
    let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).expect("there is room")).collect();
    let processor = Processor::new();
    let mut spent = 0.0;
    for number in 0..WARM_UP + TICKS {
        scene.advance(DT);
        let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
        let start = processor.own();
        world.set_shape_batch(&updates).expect("all are there");
        world.step();
        spent += if number < WARM_UP { 0.0 } else { processor.own() - start };
    }
    spent / TICKS as f64
}

/// What the worker has of a scene at its beginning: all go through the same one.
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

/// The same ticks in a cluster: each worker feeds what it owns.
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
        own.iter().for_each(|(handle, shape)| member.set_shape(*handle, *shape).expect("a slot"));
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
