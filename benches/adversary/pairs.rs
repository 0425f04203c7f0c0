//! Whole ticks.

use std::time::Instant;

use collide2d::report::{Reason, Report};
use collide2d::{
    Budget, Circle, Entity, Handle, Layers, OrientedRect, PairOrder, Rect, Rotor, Settings, Shape, Strategy, Threads,
    Vec2, World,
};

use crate::common::{AGAIN, median_of, row, row_of};
use collide_bench::spread;

/// Circles of radius 0.5 in a square, about half a pair for each, in units of this length.
fn even(count: usize, unit: f32) -> Vec<Entity> {
    let side = (count as f32 * 3.2).sqrt();
    (0..count).map(|index| Circle::new(spread(index) * side * unit, 0.5 * unit).expect("finite").into()).collect()
}

/// Circles whose sizes differ by up to 2^(2k), each within 100 of its own sizes from the origin.
fn nested(count: usize, k: f64) -> Vec<Entity> {
    let circle = |index: usize| {
        let size = 2_f64.powf(((index as f64 * 0.618_033_988_749_895).fract() * 2.0 - 1.0) * k);
        let at = (spread(index) - 0.5).as_dvec2() * 200.0 * size;
        Circle::new(at.as_vec2(), size as f32).expect("finite").into()
    };
    (0..count).map(circle).collect()
}

/// The times of the first tick and of a later one, in milliseconds, and the last report.
fn ticks(entities: &[Entity], strategy: Strategy) -> ([f64; 2], Report) {
    let settings = Settings { threads: Threads::Serial, strategy, order: PairOrder::AsFound, ..Settings::default() };
    let mut world = World::new(settings);
    world.extend(entities.iter().copied());
    let mut tick = || {
        let start = Instant::now();
        let report = *world.step();
        (start.elapsed().as_secs_f64() * 1e3, report)
    };
    let first = tick().0;
    (0..8).for_each(|_| _ = tick());
    let mut later: Vec<_> = (0..AGAIN).map(|_| tick()).collect();
    later.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    ([first, later[AGAIN / 2].0], later[AGAIN / 2].1)
}

/// Whole ticks on scenes of unusual sizes and places: `Auto`, and how much longer it takes than the best strategy.
pub fn scenes(count: usize) {
    let rod = |length: f32, at: Vec2| {
        OrientedRect::new(at, [length, 1.0], Rotor::from_degrees(45.0).expect("finite")).expect("finite").into()
    };
    let and = |others: &[Entity]| [&even(count, 1.0)[..], others].concat();
    let mut all: Vec<(String, Vec<Entity>)> =
        [3, 5, 8, 10, 20, 40, 100].map(|k| (format!("sizes from 2^-{k} to 2^{k}"), nested(count, f64::from(k)))).into();
    all.extend([1.0, 1e-20, 1e-41, 1e30].map(|unit| (format!("even, unit {unit:e}"), even(count, unit))));
    let circle = |at, radius| Circle::new(at, radius).expect("finite").into();
    all.push(("even, and a circle at 3e38".into(), and(&[circle(Vec2::splat(3e38), 1.0)])));
    all.push(("even, and a circle of radius 1e30".into(), and(&[circle(Vec2::ZERO, 1e30)])));
    all.push(("even, and a rod of 1e30".into(), and(&[rod(1e30, Vec2::ZERO)])));
    all.push(("even, and a rod of 1000".into(), and(&[rod(1e3, Vec2::splat(200.0))])));
    let rods: Vec<_> = (0..10).map(|index| rod(1e30, Vec2::new(index as f32 * 40.0, 0.0))).collect();
    all.push(("even, and ten rods of 1e30".into(), and(&rods)));
    println!("| {count} circles | strategy | first tick, ms | later tick, ms | times the best: first | later |");
    println!("|---|---|---:|---:|---:|---:|");
    for (name, entities) in all {
        let ([first, later], report) = ticks(&entities, Strategy::Auto);
        let mut best = [f64::MAX; 2];
        for strategy in [Strategy::HierarchicalGrid, Strategy::SweepAndPrune, Strategy::RTree] {
            // Some would take minutes.
            let hopeless = matches!(report.reason, Reason::LeastTime(all) if all.levels > 4_000.0);
            if !(hopeless && strategy == Strategy::HierarchicalGrid) {
                let (times, _) = ticks(&entities, strategy);
                best = [best[0].min(times[0]), best[1].min(times[1])];
            }
        }
        let [of_first, of_later] = [first / best[0], later / best[1]];
        println!("| {name} | {} | {first:.2} | {later:.2} | {of_first:.1} | {of_later:.1} |", report.strategy);
    }
}

/// Entities of which no two are a pair, in one place: the budget of candidates ends the step.
pub fn piles(count: usize) {
    let apart = Layers { category: 1, mask: 2, ..Layers::default() };
    let point = Circle::new(Vec2::splat(10.0), 0.5).expect("finite");
    let rotor = Rotor::from_degrees(45.0).expect("finite");
    let rod = |index: usize| {
        let center = Vec2::new(-1.0, 1.0) * (index as f32 * 0.01);
        OrientedRect::new(center, [1000.0, 0.001], rotor).expect("finite")
    };
    let pile: [(&str, &dyn Fn(usize) -> Entity); 4] = [
        ("all are pairs", &|_| point.into()),
        ("layers that exclude each other", &|_| Entity::new(point).with_layers(apart)),
        ("sensors", &|_| Entity::new(point).as_sensor()),
        ("parallel thin rods", &|index| rod(index).into()),
    ];
    for (name, entity) in pile {
        for strategy in [Strategy::Auto, Strategy::SweepAndPrune, Strategy::RTree] {
            let settings = Settings { threads: Threads::Serial, strategy, ..Settings::default() };
            let mut world = World::new(settings);
            world.extend((0..count).map(entity));
            let budget = Budget { max_results: 1_000_000, ..Budget::of_work(1_000_000) };
            let end = if world.step_within(budget).is_err() { ", until over budget" } else { "" };
            row(&format!("pile of {count}, {name}, {strategy}{end}"), 1, || _ = world.step_within(budget));
        }
    }
}

fn circles(count: usize) -> Vec<Circle> {
    let side = (count as f32 * 1.7).sqrt();
    (0..count).map(|index| Circle::new((spread(index) - 0.5) * side, 0.5).expect("finite")).collect()
}

/// A large circle that appears for one tick: an explosion. The slowest of the ticks after it.
pub fn flash(count: usize, radius: f32) {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend(circles(count));
    (0..5).for_each(|_| _ = world.step());
    let flash = Circle::new(Vec2::ZERO, radius).expect("finite");
    median_of(&format!("a circle of radius {radius} for one tick among {count}, slowest tick"), || {
        let handle = world.insert(flash).expect("there is room");
        let first = tick(&mut world);
        world.remove(handle).expect("alive");
        (0..20).map(|_| tick(&mut world)).fold(first, f64::max)
    });
}

/// The time of a tick in microseconds.
fn tick(world: &mut World) -> f64 {
    let start = Instant::now();
    world.step();
    start.elapsed().as_secs_f64() * 1e6
}

/// A wall: upright ones and level ones share very many cells, and no two are a pair.
fn wall(index: usize) -> Rect {
    let at = index as f32;
    let [min, max] = if index.is_multiple_of(2) {
        [Vec2::new(at, -1e5), Vec2::new(at + 0.5, -0.25)]
    } else {
        [Vec2::new(-1e5, at + 0.75), Vec2::new(-0.25, at + 1.2)]
    };
    Rect::new(min, max).expect("finite")
}

/// One tick with walls that cross, and the ticks after it with circles.
pub fn walls(count: usize) {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let circles = circles(count);
    let handles: Vec<_> = circles.iter().map(|circle| world.insert(*circle).expect("there is room")).collect();
    let walls: Vec<(Handle, Shape)> =
        (0..).map(wall).zip(&handles).map(|(wall, handle)| (*handle, wall.into())).collect();
    let circles: Vec<(Handle, Shape)> =
        handles.iter().zip(circles).map(|(handle, circle)| (*handle, circle.into())).collect();
    median_of(&format!("{count} walls that cross for one tick, then circles, mean of 64 ticks"), || {
        world.set_batch(&walls).expect("alive");
        world.step();
        world.set_batch(&circles).expect("alive");
        (0..64).map(|_| tick(&mut world)).sum::<f64>() / 64.0
    });
}

/// Ticks of such walls.
pub fn bars(count: usize) {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend((0..count).map(wall));
    row_of(&format!("tick, {count} bars that cross apart"), 1, 3, || _ = world.step());
}
