//! Move and slide, compared with the character controller of `rapier2d`: `cargo bench --bench movement`.
//!
//! 10,000 circles move among 100,000 static shapes for some ticks, on one thread, by a tenth of a unit each. They do
//! not block each other. In the crowd the shapes are circles, packed so that movers touch several of them. In the
//! corridors they are tiles in rows, and the movers press against the walls at angles up to 45 degrees. In the open
//! nothing is in the way. Then a crowd moves apart, and doors turn. All contenders have their index ready and take
//! turns; `COLLIDE_BENCH_ROUNDS` sets their number. Arguments select parts: `crowd`, `corridors`, `open`, `separation`,
//! `doors`. Prints nanoseconds for a move, the median of the turns, the ratio
//! to the first row, the mean way of a mover, and how many movers ended inside of a static shape.

mod crowds;
mod doors;
mod ours;
mod rapier;
mod scenes;

use collide_bench::{is_test, median, numbers, rounds};
use rapier::Rapier;
use scenes::{Contender, Scene, inside, world_of};

fn measure(scene: &Scene, ticks: usize, turns: usize) {
    let mut contenders: Vec<Box<dyn Contender>> = ours::all(scene).into_iter().collect();
    contenders.push(Box::new(Rapier::new(scene)));
    let mut times = vec![Vec::new(); contenders.len()];
    let mut ends = vec![Vec::new(); contenders.len()];
    for _ in 0..turns {
        for ((contender, times), ends) in contenders.iter_mut().zip(&mut times).zip(&mut ends) {
            let (time, places) = contender.run(&scene.movers, ticks);
            times.push(time);
            *ends = places;
        }
    }
    assert_eq!(ends[0], ends[1], "one answer, whatever the call");
    assert_eq!(ends[0], ends[2], "one answer, whatever the call");
    let walls = world_of(scene);
    println!("{}: {} movers, {} static shapes", scene.name, scene.movers.len(), scene.walls.len());
    let moves = (scene.movers.len() * ticks) as f64;
    let nanoseconds: Vec<f64> = times.into_iter().map(|times| median(times).as_nanos() as f64 / moves).collect();
    for ((contender, time), ends) in contenders.iter().zip(&nanoseconds).zip(&ends) {
        let ways = scene.movers.iter().zip(ends).map(|((start, _), end)| f64::from(start.distance(*end)));
        let (way, inside) = (ways.sum::<f64>() / scene.movers.len() as f64, inside(&walls, &scene.movers, ends));
        let ratio = time / nanoseconds[0];
        println!("  {:32} {time:8.1} ns  {ratio:6.2}  mean way {way:.3}  inside {inside}", contender.name());
    }
    assert_eq!(inside(&walls, &scene.movers, &ends[0]), 0, "no slide ends inside");
}

fn main() {
    let (walls, movers, ticks, turns) = if is_test() { (2_000, 100, 4, 1) } else { (100_000, 10_000, 30, rounds(5)) };
    let names: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let is_chosen = |name: &str| names.is_empty() || names.iter().any(|chosen| chosen == name);
    let scenes = scenes::all(walls, movers, &mut numbers());
    for scene in scenes.iter().filter(|scene| is_chosen(scene.name)) {
        measure(scene, ticks, turns);
    }
    let [crowd, _, open] = scenes;
    if is_chosen("separation") {
        crowds::measure(&open, turns);
    }
    if is_chosen("doors") {
        doors::measure(&crowd, turns);
    }
}
