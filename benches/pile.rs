//! A pile-up in a world with a budget: `cargo bench --bench pile`.
//!
//! All circles are in one place, and a step has a budget of pairs. Milliseconds until it gives up: the first time, with
//! cold buffers, and the median of further times. Megabytes are the memory of the world afterwards, without the working
//! memory of the sweep and the R-tree.

use std::time::Instant;

use collide_bench::is_test;
use collide2d::{Circle, Settings, Strategy, Threads, Vec2, World};

/// The number of further steps.
const AGAIN: usize = 5;

fn give_up(world: &mut World, budget: u64) -> f64 {
    let start = Instant::now();
    let outcome = world.step_within(budget).map(|report| report.pair_count);
    let time = start.elapsed().as_secs_f64() * 1e3;
    let over = outcome.expect_err("there are more pairs than the budget");
    assert!(over.found > budget);
    time
}

/// Prints the row of this pile.
fn row(count: usize, budget: u64, threads: usize, strategy: Strategy) {
    let settings = Settings { strategy, threads: Threads::new(threads).expect("a few"), ..Settings::default() };
    let mut world = World::new(settings);
    let circle = Circle::new(Vec2::new(10.0, 10.0), 0.5).expect("a circle");
    (0..count).for_each(|_| _ = world.insert(circle).expect("there is room"));
    let first = give_up(&mut world, budget);
    let mut again: Vec<f64> = (0..AGAIN).map(|_| give_up(&mut world, budget)).collect();
    again.sort_unstable_by(f64::total_cmp);
    let memory = world.memory() as f64 / 1e6;
    println!("| {count} | {budget} | {threads} | {strategy} | {first:.1} | {:.1} | {memory:.0} |", again[AGAIN / 2]);
}

fn main() {
    let (count, budgets): (_, &[u64]) = if is_test() { (300, &[1_000]) } else { (100_000, &[1_000_000, 10_000_000]) };
    println!("| entities | budget | threads | strategy | ms, first | ms, again | MB |");
    println!("|---:|---:|---:|---|---:|---:|---:|");
    for &budget in budgets {
        for threads in [1, 2] {
            for strategy in [Strategy::HierarchicalGrid, Strategy::SweepAndPrune, Strategy::RTree] {
                row(count, budget, threads, strategy);
            }
        }
    }
}
