//! Many rooms in one process: `cargo bench --bench rooms`.
//!
//! 1,000 worlds of 100 circles, each the uniform scene with a seed of its own: memory of a world, and nanoseconds for
//! an entity and tick, with moving. All variants take turns, as does one world with as many entities in all, for
//! comparison. `COLLIDE_BENCH_ROUNDS` sets the number of turns.
//!
//! - `serial`: one world after the other on one thread.
//! - `pool of N`: the worlds spread over a rayon pool of the machine's threads, each world with `Threads::Serial`.
//! - `one world`: a single world on one thread.

use std::time::{Duration, Instant};

use collide_bench::{Course, DT, Game, is_test, median, rounds};
use collide_scenes::{Scene, SceneKind};
use collide2d::{PairOrder, Settings, Threads, World};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Ticks until buffers have grown to their size, and the list of recent times is full.
const WARM_UP: usize = 200;

/// The number of entities of a room.
const ROOM: usize = 100;

/// Ticks of all rooms in one turn.
const TICKS: u64 = 3;

fn settings(order: PairOrder, events: bool) -> Settings {
    Settings { threads: Threads::Serial, order, events, ..Settings::default() }
}

/// Worlds, and the pool that steps them, if there is one.
struct Rooms<'a> {
    games: Vec<Game>,
    pool: Option<&'a ThreadPool>,
}

impl Rooms<'_> {
    /// Moves and steps every room once.
    fn tick(&mut self) -> Duration {
        fn room(game: &mut Game) {
            game.advance(DT);
            game.world.step();
        }
        let start = Instant::now();
        match self.pool {
            Some(pool) => pool.install(|| self.games.par_iter_mut().for_each(room)),
            None => self.games.iter_mut().for_each(room),
        }
        start.elapsed()
    }
}

/// Prints the bytes of one world: the value itself, and what it has allocated.
fn memory(name: &str, settings: &Settings, count: usize) {
    let scene = SceneKind::Uniform.generate(count.max(1), 1);
    let mut warm = None;
    // Counts the allocations of this thread, the only one.
    let held = allocation_counter::measure(|| {
        if count == 0 {
            warm = Some(World::new(settings.clone()));
            return;
        }
        let mut game = Game::new(&scene, settings.clone());
        for _ in 0..WARM_UP {
            game.tick();
        }
        warm = Some(game.world);
    });
    let own = size_of_val(&warm.expect("made above")) as u64;
    println!("| {name} | {count} | {own} | {} | {} |", held.bytes_current, own + held.bytes_current as u64);
}

/// Prints the nanoseconds for an entity and tick.
fn time(name: &str, settings: &Settings, scenes: &[Scene], pool: &ThreadPool, rounds: usize) {
    let whole = SceneKind::Uniform.generate(scenes.len() * ROOM, 1);
    let rooms =
        |pool| move || Rooms { games: scenes.iter().map(|scene| Game::new(scene, settings.clone())).collect(), pool };
    let one = || Rooms { games: vec![Game::new(&whole, settings.clone())], pool: None };
    let mut courses = [
        Course::new(rooms(None), Rooms::tick),
        Course::new(rooms(Some(pool)), Rooms::tick),
        Course::new(one, Rooms::tick),
    ];
    let mut times = [vec![], vec![], vec![]];
    for _ in 0..rounds {
        for (course, times) in courses.iter_mut().zip(&mut times) {
            // The others have used the caches.
            course.time(1);
            times.push(course.time(TICKS));
        }
    }
    let entities = (TICKS as usize * whole.len()) as f64;
    let [serial, pooled, one] = times.map(|times| median(times).as_nanos() as f64 / entities);
    println!("| {name} | {serial:.1} | {pooled:.1} | {:.2} | {one:.1} |", serial / pooled);
}

fn main() {
    let (rooms, rounds) = if is_test() { (10, 1) } else { (1_000, rounds(25)) };
    let variants = [
        ("as found", settings(PairOrder::AsFound, false)),
        ("by slot", settings(PairOrder::BySlot, false)),
        ("by slot, events", settings(PairOrder::BySlot, true)),
    ];
    println!("bytes of a world\n");
    println!("| pairs | entities | value | allocated | sum |");
    println!("|---|---:|---:|---:|---:|");
    for (name, settings) in &variants {
        for count in [0, 10, ROOM] {
            memory(name, settings, count);
        }
    }
    let pool = ThreadPoolBuilder::new().build().expect("the system starts threads");
    println!("\nns for an entity and tick, {rooms} rooms of {ROOM} entities, {rounds} rounds\n");
    println!(
        "| pairs | rooms, one thread | rooms, {} threads | gain | one world, one thread |",
        pool.current_num_threads()
    );
    println!("|---|---:|---:|---:|---:|");
    let scenes: Vec<Scene> = (0..rooms).map(|seed| SceneKind::Uniform.generate(ROOM, seed)).collect();
    for (name, settings) in &variants {
        time(name, settings, &scenes, &pool, rounds);
    }
}
