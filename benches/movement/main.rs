//! Move and slide, compared with the character controller of `rapier2d`: `cargo bench --bench movement`.
//!
//! 10,000 circles move among 100,000 static shapes for some ticks, on one thread, by a tenth of a unit each. They do
//! not block each other. In the crowd the shapes are circles, packed so that movers touch several of them. In the
//! corridors they are tiles in rows, and the movers press against the walls at angles up to 45 degrees. In the open
//! nothing is in the way. In the part `convex` the same movers slide among rects, and among polygons and capsules of
//! the same areas in the same places. Then a crowd moves apart, doors turn, and walks and lines of sight run beside what
//! their layers exclude. All contenders have their index ready and take turns; `COLLIDE_BENCH_ROUNDS` sets their number.
//! Arguments select parts: `crowd`, `corridors`, `open`, `convex`, `separation`, `doors`, `excluded`. Prints nanoseconds
//! for a move, the median of the turns, the ratio to the first row, the mean way of a mover, and how many movers ended
//! inside of a static shape.

mod convex;
mod crowds;
mod doors;
mod excluded;
mod ours;
#[path = "../posed.rs"]
mod posed;
mod rapier;
mod scenes;

use collide_bench::{is_test, median, numbers, rounds};
use collide2d::Vec2;
use rapier::Rapier;
use scenes::{Contender, Scene, inside, world_of};

/// A contender on a scene.
struct Row<'a> {
    name: String,
    scene: &'a Scene,
    contender: Box<dyn Contender>,
}

/// Runs all rows in turns, and prints them. Returns the ends of the movers of each row.
fn measure(rows: &mut [Row<'_>], ticks: usize, turns: usize) -> Vec<Vec<Vec2>> {
    let mut times = vec![Vec::new(); rows.len()];
    let mut ends = vec![Vec::new(); rows.len()];
    for _ in 0..turns {
        for ((row, times), ends) in rows.iter_mut().zip(&mut times).zip(&mut ends) {
            let (time, places) = row.contender.run(&row.scene.movers, ticks);
            times.push(time);
            *ends = places;
        }
    }
    let mut first = None;
    for ((Row { name, scene, .. }, times), ends) in rows.iter().zip(times).zip(&ends) {
        let time = median(times).as_nanos() as f64 / (scene.movers.len() * ticks) as f64;
        let ways = scene.movers.iter().zip(ends).map(|((start, _), end)| f64::from(start.distance(*end)));
        let way = ways.sum::<f64>() / scene.movers.len() as f64;
        let inside = inside(&world_of(scene), &scene.movers, ends);
        let ratio = time / *first.get_or_insert(time);
        println!("  {name:36} {time:8.1} ns  {ratio:6.2}  mean way {way:.3}  inside {inside}");
    }
    ends
}

/// All contenders on one scene.
fn all_on(scene: &Scene, ticks: usize, turns: usize) {
    let mut contenders: Vec<Box<dyn Contender>> = ours::all(scene).into_iter().collect();
    contenders.push(Box::new(Rapier::new(scene)));
    let row = |contender: Box<dyn Contender>| Row { name: contender.name().to_owned(), scene, contender };
    let mut rows: Vec<Row<'_>> = contenders.into_iter().map(row).collect();
    println!("{}: {} movers, {} static shapes", scene.name, scene.movers.len(), scene.walls.len());
    let ends = measure(&mut rows, ticks, turns);
    assert_eq!(ends[0], ends[1], "one answer, whatever the call");
    assert_eq!(ends[0], ends[2], "one answer, whatever the call");
    assert_eq!(inside(&world_of(scene), &scene.movers, &ends[0]), 0, "no slide ends inside");
}

/// A slide in a batch, and the peer, each on both scenes in turn.
fn beside(scenes: &[Scene; 2], ticks: usize, turns: usize) {
    let mut rows = Vec::new();
    for scene in scenes {
        let [_, slide, _] = ours::all(scene);
        rows.push(Row { name: format!("slide among {}", scene.name), scene, contender: slide });
    }
    for scene in scenes {
        let contender = Box::new(Rapier::new(scene));
        rows.push(Row { name: format!("rapier2d among {}", scene.name), scene, contender });
    }
    println!("convex: {} movers, {} static shapes", scenes[0].movers.len(), scenes[0].walls.len());
    let ends = measure(&mut rows, ticks, turns);
    for (scene, ends) in scenes.iter().zip(&ends) {
        assert_eq!(inside(&world_of(scene), &scene.movers, ends), 0, "no slide ends inside");
    }
}

fn main() {
    let (walls, movers, ticks, turns) = if is_test() { (2_000, 100, 4, 1) } else { (100_000, 10_000, 30, rounds(5)) };
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|chosen| chosen == name);
    let scenes = scenes::all(walls, movers, &mut numbers());
    for scene in scenes.iter().filter(|scene| is_chosen(scene.name)) {
        all_on(scene, ticks, turns);
    }
    if is_chosen("convex") {
        beside(&convex::pair(walls, movers, &mut numbers()), ticks, turns);
    }
    let [crowd, _, open] = scenes;
    if is_chosen("separation") {
        crowds::measure(&open, turns);
    }
    if is_chosen("doors") {
        doors::measure(&crowd, turns);
    }
    if is_chosen("excluded") {
        excluded::measure(turns, &mut numbers());
    }
}
