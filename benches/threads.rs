//! One world, and a whole server, on 1, 2, 4, ... threads: `cargo bench --bench threads`.
//!
//! Median milliseconds of a call, and how many times as fast it is as on one thread. The first row is plain arithmetic:
//! the gain that the machine can give. The last row is many small worlds, each on a thread of its own.

use std::hint::black_box;
use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use collide_bench::whole_server::{Contender, Ours, Part};
use collide_bench::{DT, Game, Server, arithmetic, is_test, median, numbers, processor};
use collide_scenes::SceneKind;
use collide2d::{
    Circle, Hits, Interest, Mode, Nearest, NearestHits, Observer, PairOrder, Query, Ray, RayHits, Settings, Shape,
    Threads, Vec2,
};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The sizes of what is measured.
struct Sizes {
    worlds: &'static [usize],
    queries: usize,
    observers: usize,
    servers: &'static [[usize; 2]],
    rooms: u64,
    calls: usize,
}

const FULL: Sizes = Sizes {
    worlds: &[100_000, 1_000_000],
    queries: 50_000,
    observers: 5_000,
    servers: &[[10_000, 100], [100_000, 1_000]],
    rooms: 1_000,
    calls: 15,
};

const SHORT: Sizes = Sizes { worlds: &[300], queries: 50, observers: 5, servers: &[[100, 4]], rooms: 5, calls: 1 };

/// The median time of a call, on each number of threads.
#[derive(Default)]
struct Table(Vec<(String, Vec<Duration>)>);

impl Table {
    fn add(&mut self, name: String, times: Vec<Duration>) {
        let time = median(times);
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, row)) => row.push(time),
            None => self.0.push((name, vec![time])),
        }
    }

    fn print(&self, threads: &[usize]) {
        let heads: String = threads.iter().map(|count| format!(" {count} |")).collect();
        println!("| call |{heads}\n|---|{}", "---:|".repeat(threads.len()));
        for (name, row) in &self.0 {
            let cell =
                |time: &Duration| format!(" {:.3} ({:.1}) |", time.as_secs_f64() * 1e3, row[0].div_duration_f64(*time));
            println!("| {name} |{}", row.iter().map(cell).collect::<String>());
        }
    }
}

/// The times of some calls, after two to warm up. `call` returns the measured part.
fn times(calls: usize, mut call: impl FnMut() -> Duration) -> Vec<Duration> {
    (0..calls + 2).map(|_| call()).skip(2).collect()
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Ticks and queries of one world of circles.
fn world(table: &mut Table, count: usize, sizes: &Sizes, threads: &Threads) {
    let scene = SceneKind::Uniform.generate(count, 1);
    let settings = Settings { threads: threads.clone(), order: PairOrder::AsFound, ..Settings::default() };
    let mut game = Game::new(&scene, settings);
    table.add(format!("tick of {count}: columns, as found"), times(sizes.calls, || game.tick()));
    drop(game);

    let settings = Settings { threads: threads.clone(), events: true, ..Settings::default() };
    let mut server = Server::new(&scene, settings);
    let tick = |server: &mut Server| {
        server.advance();
        server.list_centers();
        timed(|| {
            server.set_listed_centers();
            server.world.step();
        })
    };
    let name = format!("tick of {count}: centers by handle, in order, events");
    table.add(name, times(sizes.calls, || tick(&mut server)));
    if count != sizes.worlds[0] {
        return;
    }
    queries(table, sizes, &server, scene.extent().max());

    let mut interest = Interest::new();
    for (handle, _) in server.world.iter().take(sizes.observers) {
        interest.insert(Observer::new(handle, 10.0, 11.0)).expect("sound radii");
    }
    let views = times(sizes.calls, || {
        tick(&mut server);
        timed(|| _ = interest.update(&server.world))
    });
    table.add(format!("{} views of about 200", sizes.observers), views);
}

fn queries(table: &mut Table, sizes: &Sizes, server: &Server, high: Vec2) {
    let mut next = numbers();
    let mut place = || Vec2::new(next() * 2.0 - 1.0, next() * 2.0 - 1.0) * high;
    let queries = server.world.queries();
    let discs: Vec<Query<Shape>> =
        (0..sizes.queries).map(|_| Circle::new(place(), 2.0).expect("finite").into()).collect();
    let mut hits = Hits::default();
    let overlaps = || timed(|| queries.overlap_batch_into(&discs, Mode::All, &mut hits).expect("no limit"));
    table.add(format!("{} overlaps", sizes.queries), times(sizes.calls, overlaps));

    let ray = |from: Vec2, to: Vec2| Ray::new(from, (to - from).normalize_or(Vec2::X), 100.0).expect("finite");
    let rays: Vec<Query<Ray>> = (0..sizes.queries).map(|_| Query::new(ray(place(), place()))).collect();
    let mut hits = RayHits::default();
    let closest = || timed(|| queries.ray_batch_into(&rays, Mode::First(1), &mut hits).expect("no limit"));
    table.add(format!("{} closest rays", sizes.queries), times(sizes.calls, closest));

    let near = |at| Query::new(Nearest { count: 8, ..Nearest::to(Circle::new(at, 0.0).expect("finite")) });
    let near: Vec<Query<Nearest>> = (0..sizes.queries).map(|_| near(place())).collect();
    let mut hits = NearestHits::default();
    let nearest = || timed(|| queries.nearest_batch_into(&near, &mut hits).expect("no limit"));
    table.add(format!("{} times 8 nearest", sizes.queries), times(sizes.calls, nearest));
}

/// The stages of a whole server, and its tick.
fn server(table: &mut Table, [bots, players]: [usize; 2], sizes: &Sizes, threads: &Threads) {
    let mut game = Ours::new(bots, players, None, threads.clone());
    let mut stages = vec![vec![]; Part::ALL.len() + 1];
    for tick in 0..sizes.calls * 4 {
        game.begin(tick as u64 + 1);
        let parts = Part::ALL.map(|part| timed(|| _ = game.run(part)));
        let whole = parts.iter().sum();
        if tick >= sizes.calls {
            stages.iter_mut().zip(parts.into_iter().chain([whole])).for_each(|(times, time)| times.push(time));
        }
    }
    let names = Part::ALL.map(Part::name).into_iter().chain(["whole tick"]);
    for (name, times) in names.zip(stages) {
        table.add(format!("server, {bots} bots and {players} players: {name}"), times);
    }
}

/// Many rooms, each on one thread of the pool.
fn rooms(table: &mut Table, sizes: &Sizes, pool: &ThreadPool) {
    let settings = Settings { threads: Threads::Serial, events: true, ..Settings::default() };
    let room = |seed| Game::new(&SceneKind::Uniform.generate(100, seed), settings.clone());
    let mut rooms: Vec<Game> = (0..sizes.rooms).map(room).collect();
    let tick = |game: &mut Game| {
        game.advance(DT);
        game.world.step();
    };
    let all = times(sizes.calls, || timed(|| pool.install(|| rooms.par_iter_mut().for_each(tick))));
    table.add(format!("{} rooms of 100, a thread each", sizes.rooms), all);
}

fn main() {
    let sizes = if is_test() { SHORT } else { FULL };
    let processors = available_parallelism().map_or(1, NonZero::get);
    let counts: Vec<usize> = (0..=processors.ilog2()).map(|power| 1 << power).collect();
    println!("{}; {processors} processors\n", processor());
    let mut table = Table::default();
    for &count in &counts {
        let threads =
            if count == 1 { Threads::Serial } else { Threads::new(count).expect("the system starts threads") };
        let pool = ThreadPoolBuilder::new().num_threads(count).build().expect("the system starts threads");
        let sums = || timed(|| _ = black_box(pool.install(|| (0..256).into_par_iter().map(arithmetic).sum::<f64>())));
        table.add("arithmetic".to_owned(), times(sizes.calls, sums));
        sizes.worlds.iter().for_each(|world_size| world(&mut table, *world_size, &sizes, &threads));
        sizes.servers.iter().for_each(|actors| server(&mut table, *actors, &sizes, &threads));
        rooms(&mut table, &sizes, &pool);
    }
    table.print(&counts);
}
