//! The cost by number of entities and threads: `cargo bench --bench scaling`.
//!
//! Whole ticks of the uniform scene, from a thousand entities to a million, and to ten million if `COLLIDE_BENCH_HUGE`
//! is set. The possible gain of two threads depends on the machine, whose two processors may share one core: plain
//! arithmetic is timed in the same turns, and efficiency is our gain over that of the arithmetic. All take turns, so
//! noise affects all equally. `COLLIDE_BENCH_ROUNDS` sets the number of turns.

use std::env;
use std::hint::black_box;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use collide_bench::{Course, Figure, Game, Server, is_test, median, record, rounds};
use collide_scenes::SceneKind;
use collide2d::{PairOrder, Settings, Threads};
use rayon::prelude::*;

/// Entities times ticks in one turn.
const TURN: usize = 300_000;

/// The number of pieces of arithmetic.
const PIECES: u32 = 64;

/// The time of the plain arithmetic on these threads.
fn arithmetic(threads: &Threads) -> Duration {
    let start = Instant::now();
    let sum: f64 = match threads {
        Threads::Pool(pool) => pool.install(|| (0..PIECES).into_par_iter().map(collide_bench::arithmetic).sum()),
        _ => (0..PIECES).map(collide_bench::arithmetic).sum(),
    };
    black_box(sum);
    start.elapsed()
}

/// Prints and records the row for `count` entities.
fn row(count: usize, rounds: usize) {
    let scene = SceneKind::Uniform.generate(count, 1);
    let threads = [1, 2].map(|count| Threads::new(count).expect("the system starts threads"));
    let settings =
        |threads: &Threads| Settings { threads: threads.clone(), order: PairOrder::AsFound, ..Settings::default() };
    let mut courses =
        threads.each_ref().map(|threads| Course::new(|| Game::new(&scene, settings(threads)), Game::tick));
    let ticks = (TURN / count).max(1) as u64;
    let (mut ours, mut plain) = ([vec![], vec![]], [vec![], vec![]]);
    for _ in 0..rounds {
        for (index, threads) in threads.iter().enumerate() {
            // The others have used the caches, and threads are asleep.
            courses[index].time(1);
            ours[index].push(courses[index].time(ticks));
            arithmetic(threads);
            plain[index].push(arithmetic(threads));
        }
    }
    let ours = ours.map(|times| median(times).as_nanos() as f64 / (ticks * count as u64) as f64);
    let plain = plain.map(|times| median(times).as_nanos() as f64);
    let gains = [ours[0] / ours[1], plain[0] / plain[1]];
    let efficiency = gains[0] / gains[1];
    println!("| {count} | {:.1} | {:.1} | {:.2} | {:.2} | {efficiency:.2} |", ours[0], ours[1], gains[0], gains[1]);
    for (threads, (nanoseconds, plain_time)) in (1..).zip(ours.into_iter().zip(plain)) {
        record(&Figure::Scaling { entities: count, threads, nanoseconds, arithmetic: plain[0] / plain_time });
    }
}

/// A world, the work of a server on one thread before each tick, and the measured work of the tick.
struct Side {
    prepare: Box<dyn FnMut() + Send>,
    tick: Box<dyn FnMut() + Send>,
}

impl Side {
    fn of_game(count: usize, settings: Settings) -> Self {
        let mut game = Game::new(&SceneKind::Uniform.generate(count, 1), settings);
        Self { prepare: Box::new(|| {}), tick: Box::new(move || _ = game.tick()) }
    }

    /// Centers are set by handle, from a list that the server has written.
    fn of_server(count: usize, settings: Settings) -> Self {
        let server = Arc::new(Mutex::new(Server::new(&SceneKind::Uniform.generate(count, 1), settings)));
        let ahead = Arc::clone(&server);
        fn lock(server: &Mutex<Server>) -> MutexGuard<'_, Server> {
            server.lock().unwrap_or_else(PoisonError::into_inner)
        }
        Self {
            prepare: Box::new(move || {
                let mut server = lock(&ahead);
                server.advance();
                server.list_centers();
            }),
            tick: Box::new(move || {
                let mut server = lock(&server);
                server.set_listed_centers();
                server.world.step();
            }),
        }
    }
}

/// Prints how near two threads in one world come to two worlds of half its size on a thread each.
fn side_by_side(name: &str, count: usize, rounds: usize, make: impl Fn(usize, Threads) -> Side) {
    let pool = Threads::new(2).expect("the system starts threads");
    let Threads::Pool(threads) = &pool else { panic!("two threads are a pool") };
    let (mut one, mut halves) = (make(count, pool.clone()), [0; 2].map(|_| make(count / 2, Threads::Serial)));
    let ticks = (TURN / count).max(2);
    let (mut times, mut ratios) = ([vec![], vec![]], vec![]);
    for round in 0..=rounds {
        let (mut together, mut apart) = (Duration::ZERO, Duration::ZERO);
        for tick in 0..=ticks {
            (one.prepare)();
            let start = Instant::now();
            (one.tick)();
            together += if tick > 0 { start.elapsed() } else { Duration::ZERO };
        }
        for tick in 0..=ticks {
            halves.iter_mut().for_each(|half| (half.prepare)());
            let start = Instant::now();
            threads.install(|| halves.par_iter_mut().with_max_len(1).for_each(|half| (half.tick)()));
            apart += if tick > 0 { start.elapsed() } else { Duration::ZERO };
        }
        if round > 0 {
            times[0].push(together);
            times[1].push(apart);
            ratios.push(apart.div_duration_f64(together));
        }
    }
    ratios.sort_unstable_by(f64::total_cmp);
    let part = ratios[ratios.len() / 2];
    let [together, apart] = times.map(|times| median(times).as_nanos() as f64 / (ticks * count) as f64);
    println!("| {name} | {count} | {together:.1} | {apart:.1} | {part:.2} |");
}

fn main() {
    // Fewer than 2,000 entities use one thread.
    let (mut counts, rounds) =
        if is_test() { (vec![300, 3_000], 1) } else { (vec![1_000, 10_000, 100_000, 1_000_000], rounds(15)) };
    if !is_test() && env::var_os("COLLIDE_BENCH_HUGE").is_some() {
        counts.push(10_000_000);
    }
    println!("ns per entity and tick\n");
    println!("| entities | 1 thread | 2 threads | gain | gain of arithmetic | efficiency |");
    println!("|---:|---:|---:|---:|---:|---:|");
    counts.into_iter().for_each(|count| row(count, rounds));

    println!("\nOne world on two threads, and two worlds of half the size on a thread each: ns per entity and tick\n");
    println!("| tick | entities | one world | two worlds | part of their speed |\n|---|---:|---:|---:|---:|");
    for count in if is_test() { vec![3_000] } else { vec![100_000, 1_000_000] } {
        let settings = |threads, order| Settings { threads, order, ..Settings::default() };
        let game = |order| move |count, threads| Side::of_game(count, settings(threads, order));
        side_by_side("columns in place, as found", count, rounds, game(PairOrder::AsFound));
        side_by_side("columns in place, in order", count, rounds, game(PairOrder::BySlot));
        side_by_side("centers by handle, in order, events", count, rounds, |count, threads| {
            Side::of_server(count, Settings { events: true, ..settings(threads, PairOrder::BySlot) })
        });
    }
}
