//! Piles: `cargo bench --bench pile`.
//!
//! First, a world with a budget: all circles are in one place, and a step has a budget of pairs. Milliseconds until it gives
//! up: the first time, with cold buffers, and the median of further times. Megabytes are the memory of the world afterwards.
//!
//! Second, worlds with a crowd limit, whose steps do not fail: nanoseconds an entity, all of which move at each step, the
//! median of some steps. Without the limit only where that takes less than a second.

use std::time::{Duration, Instant};

use collide_bench::{is_test, median, spread};
use collide2d::{Circle, CrowdLimit, Handle, Rect, Settings, Shape, Strategy, Threads, Vec2, World};

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

type Place<'a> = &'a dyn Fn(usize) -> Shape;

/// Nanoseconds of a step for each entity, pairs and surplus.
fn steps(place: Place<'_>, count: usize, crowd: Option<CrowdLimit>, events: bool) -> (f64, u64, usize) {
    let mut world = World::new(Settings { threads: Threads::Serial, crowd, events, ..Settings::default() });
    let handles: Vec<Handle> = (0..count).map(|index| world.insert(place(index)).expect("room")).collect();
    let mut last = *world.step();
    let times: Vec<Duration> = (0..AGAIN)
        .map(|tick| {
            let off = Vec2::new([0.01, -0.01][tick % 2], 0.0);
            let moved = handles.iter().map(|handle| (*handle, world.shape(*handle).expect("there").center() + off));
            let moved: Vec<_> = moved.collect();
            world.set_batch(&moved).expect("there");
            let start = Instant::now();
            last = *world.step();
            start.elapsed()
        })
        .collect();
    (median(times).as_nanos() as f64 / count as f64, last.pair_count, last.surplus_count)
}

fn with_limit(count: usize) {
    let side = (count as f32).sqrt() * 1.5;
    let circle = |at: Vec2, radius: f32| Shape::from(Circle::new(at, radius).expect("a circle"));
    let even = |index: usize| circle(spread(index) * side, 0.5);
    let point = |_: usize| circle(Vec2::ONE, 0.5);
    let half = |index: usize| if index.is_multiple_of(2) { point(index) } else { even(index) };
    let auras = |index: usize| circle(spread(index) * side, if index.is_multiple_of(100) { side } else { 0.5 });
    let nested = |index: usize| {
        let size = (100.0 * (spread(index).x - 1.0)).exp2();
        circle(spread(index) * size, size * 0.5)
    };
    let bars = |index: usize| {
        let at = index as f32 * 0.01;
        Rect::new([0.0, at], [100.0, at + 0.005]).expect("a bar").into()
    };
    let crossing = |index: usize| {
        let at = index as f32 * 0.01;
        let bar = [[0.0, at], [100.0, at + 0.005]];
        let [min, max] = if index.is_multiple_of(2) { bar } else { bar.map(|[x, y]| [y, x]) };
        Rect::new(min, max).expect("a bar").into()
    };
    let scenes: [(&str, Place<'_>, bool); 7] = [
        ("even", &even, true),
        ("one point", &point, false),
        ("half on one point", &half, false),
        ("1 % as large as the world", &auras, count <= 10_000),
        ("nested, 2^-100 to 1", &nested, false),
        ("bars side by side", &bars, true),
        ("bars that cross", &crossing, false),
    ];
    for (name, place, also_without) in scenes {
        for events in [false, true] {
            let (time, pairs, surplus) = steps(place, count, Some(CrowdLimit::new(32)), events);
            let without =
                if also_without { format!("{:.0}", steps(place, count, None, events).0) } else { String::from("-") };
            let pairs = pairs as f64 / count as f64;
            println!("| {name} | {count} | {events} | {without} | {time:.0} | {pairs:.1} | {surplus} |");
        }
    }
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
    println!("\n| scene | entities | events | ns without limit | ns with | pairs an entity | surplus |");
    println!("|---|---:|---|---:|---:|---:|---:|");
    let counts: &[usize] = if is_test() { &[300] } else { &[10_000, 100_000] };
    counts.iter().for_each(|count| with_limit(*count));
}
