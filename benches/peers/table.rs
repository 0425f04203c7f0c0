//! Ratios that are robust against a noisy machine: contenders take turns, a few ticks each, round after round.

use std::thread;

use collide_bench::{Figure, compiler, is_test, median, processor, record};
use collide_scenes::SceneKind;

use crate::contender::contenders;
use crate::course::{Course, check};
use crate::five_kinds::Kind;

const LOCK: &str = include_str!("../../Cargo.lock");
/// The peers of this bench and of `queries`.
const PEERS: [&str; 10] = [
    "boxdd-sys",
    "broccoli",
    "bvh",
    "geo-index",
    "kiddo",
    "packed_spatial_index",
    "parry2d",
    "rapier2d",
    "rstar",
    "static_aabb2d_index",
];

/// Ticks whose pairs are compared before the measurement.
const CHECKED: usize = 2;

/// Entities times ticks in the turn of one contender: about ten milliseconds for a fast one.
const TURN: usize = 300_000;

/// A world and its number of entities.
pub type Row = (Kind, usize);

/// All worlds of 100,000 entities, except those that must be small; the first also smaller and larger.
pub fn defaults() -> Vec<Row> {
    let worlds = Kind::all().filter(|kind| *kind != Kind::Scene(SceneKind::Pile));
    let mut rows: Vec<Row> = worlds.map(|kind| (kind, 100_000)).collect();
    rows.extend([1_000, 10_000, 1_000_000].map(|count| (Kind::Scene(SceneKind::Uniform), count)));
    rows
}

/// Reads `towns/100000,uniform/1000`.
pub fn parse(rows: &str) -> Option<Vec<Row>> {
    let row = |row: &str| {
        let (kind, count) = row.trim().split_once('/')?;
        Some((kind.parse().ok()?, count.parse().ok().filter(|count| *count > 0)?))
    };
    rows.split(',').map(row).collect()
}

/// Prints the machine, then a table for each row, and records the figures.
pub fn print(rows: &[Row], rounds: usize) {
    println!("{}, {}, one thread, {rounds} rounds", processor(), compiler());
    println!("{}", PEERS.map(|name| format!("{name} {}", version(name))).join(", "));
    record(&Figure::Setup {
        processor: processor(),
        processors: thread::available_parallelism().map_or(1, usize::from),
        compiler: compiler(),
        rounds,
        peers: PEERS.map(|name| (name.to_owned(), version(name).to_owned())).into(),
    });
    for &(kind, count) in rows {
        print_row(kind, count, rounds);
    }
}

fn print_row(kind: Kind, count: usize, rounds: usize) {
    let scene = kind.generate(count);
    let entries = contenders(kind);
    check(&entries, &*scene, CHECKED);
    let mut courses: Vec<_> =
        entries.iter().map(|entry| Course::new(*entry, &*scene).map(|course| (course, Vec::new()))).collect();
    let ticks = if is_test() { 2 } else { (TURN / count).max(1) };
    for _ in 0..rounds {
        for (course, times) in courses.iter_mut().flatten() {
            times.push(course.time(ticks));
        }
    }
    let nanoseconds: Vec<_> = courses
        .into_iter()
        .map(|course| course.map(|(_, times)| median(times).as_nanos() as f64 / (ticks * count) as f64))
        .collect();
    let of = |name: &str| {
        let index = entries.iter().position(|entry| entry.name == name).expect("always contends");
        nanoseconds[index].unwrap_or(f64::NAN)
    };
    let (ours, broccoli) = (of("ours"), of("broccoli"));

    println!("\n### {kind}, {count} entities\n");
    println!("| contender | ns per entity and tick | time / ours | time / broccoli |");
    println!("|---|---:|---:|---:|");
    for (entry, nanoseconds) in entries.iter().zip(nanoseconds) {
        let name = entry.name;
        record(&Figure::Peers {
            scene: kind.to_string(),
            entities: count,
            contender: name.to_owned(),
            nanoseconds: nanoseconds.ok(),
        });
        match nanoseconds {
            Ok(time) => println!("| {name} | {time:.1} | {:.2} | {:.2} |", time / ours, time / broccoli),
            Err(tick) => println!("| {name} | left out: {:.1} s per tick | – | – |", tick.as_secs_f64()),
        }
    }
}

/// The version of a peer, from the lock file.
fn version(name: &str) -> &'static str {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let (_, rest) = LOCK.split_once(&entry).expect("every peer is locked");
    rest.split('"').next().unwrap_or_default()
}
