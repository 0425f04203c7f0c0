//! Inputs that players, maps and strangers can choose: `cargo bench --bench adversary`, beside the same work on
//! ordinary inputs.
//!
//! Each row is the median of some repetitions with warm buffers, on one thread.

use std::time::Instant;

use collide_bench::is_test;
use collide2d::report::{Reason, Report};
use collide2d::{
    Budget, CellSize, Circle, Entity, Layers, Nearest, OrientedRect, PairOrder, Places, Query, Ray, Rotor, Settings,
    Shape, Strategy, Threads, Vec2, World,
};

/// The repetitions of which the median is printed.
const AGAIN: usize = 7;

/// Prints the median time of `count` items of work, in microseconds an item.
fn row(name: &str, count: usize, mut work: impl FnMut()) {
    let mut time = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6 / count as f64
    };
    let first = time();
    let mut times: Vec<f64> = (0..AGAIN).map(|_| time()).collect();
    times.sort_unstable_by(f64::total_cmp);
    println!("| {name} | {:.2} | {first:.2} |", times[AGAIN / 2]);
}

/// A point of a low-discrepancy sequence in the unit square.
fn spread(index: usize) -> Vec2 {
    let part = |step: f64| (index as f64 * step).fract() as f32;
    Vec2::new(part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2))
}

/// A square of this side, full of circles, and more circles at other places.
fn crowd(count: usize, side: f32, others: impl IntoIterator<Item = Vec2>) -> World {
    let circle = |at| Circle::new(at, 0.5).expect("finite");
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend((0..count).map(|index| circle(spread(index) * side)));
    world.extend(others.into_iter().map(circle));
    // Twice, so that cells are fitted as they are in a server that runs.
    for _ in 0..3 {
        world.refresh();
    }
    world
}

/// Places far from the crowd in all directions.
fn outliers(count: usize, scale: f32) -> impl Iterator<Item = Vec2> {
    (0..count).map(move |index| (spread(index + 77) - 0.5) * scale)
}

const QUERIES: usize = 20;

fn nearest(name: &str, world: &World, at: impl Fn(usize) -> Vec2) {
    let query = |index| Query::from(Nearest::to(Shape::from(Circle::new(at(index), 0.0).expect("finite"))));
    let queries: Vec<_> = (0..QUERIES).map(query).collect();
    row(&format!("nearest, {name}"), QUERIES, || {
        for query in &queries {
            std::hint::black_box(world.queries().nearest(*query));
        }
    });
}

fn rays(name: &str, world: &World, side: f32, max_t: f32) {
    let ray = |index: usize| {
        let angle = index as f32 * 0.7;
        Ray::new(spread(index) * side, [angle.cos(), angle.sin()], max_t).expect("finite")
    };
    let rays: Vec<_> = (0..QUERIES).map(ray).collect();
    row(&format!("ray, {name}"), QUERIES, || {
        for ray in &rays {
            std::hint::black_box(world.queries().ray(*ray));
        }
    });
}

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
fn scenes(count: usize) {
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
fn piles(count: usize) {
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
            let budget = Budget { max_pairs: 1_000_000, max_candidates: 1_000_000 };
            let end = if world.step_within(budget).is_err() { ", until over budget" } else { "" };
            row(&format!("pile of {count}, {name}, {strategy}{end}"), 1, || _ = world.step_within(budget));
        }
    }
}

/// Points, refreshed once, with cells that the engine chooses and with cells of the mean distance; even and in two
/// towns.
fn points(count: usize) {
    let side = (count as f32).sqrt();
    let even = |index| spread(index) * side;
    let towns = |index: usize| spread(index) * side * 0.05 + if index.is_multiple_of(2) { 0.0 } else { side };
    type Place<'a> = &'a dyn Fn(usize) -> Vec2;
    for (name, at, distance) in [("even points", &even as Place<'_>, 1.0), ("two towns", &towns, 0.07)] {
        for cell in [None, Some(distance)] {
            let strategy = if cell.is_some() { Strategy::UniformGrid } else { Strategy::Auto };
            let cell = cell.map(|side| CellSize::new(side).expect("positive"));
            let settings = Settings { threads: Threads::Serial, strategy, cell, ..Settings::default() };
            let mut world = World::new(settings);
            world.extend((0..count).map(|index| Circle::new(at(index), 0.0).expect("finite")));
            world.refresh();
            let cells = if cell.is_some() { "cells of the mean distance" } else { "automatic cells" };
            nearest(&format!("{name}, {cells}"), &world, |index| at(index * 7) + 0.3 * distance);
        }
    }
}

/// Free places for circles that all appear at one place: on one point, and within a disc.
fn waves(count: usize) {
    for (name, radius) in [("on one point", 0.0), ("in a disc of radius 3", 3.0)] {
        let at = |index: usize| spread(index).x.sqrt() * radius * Vec2::from_angle(spread(index).y * 6.3);
        let shapes: Vec<Shape> = (0..count).map(|index| Circle::new(at(index), 0.5).expect("finite").into()).collect();
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let handles: Vec<_> = shapes.iter().map(|shape| world.insert(*shape).expect("there is room")).collect();
        world.refresh();
        let queries: Vec<Query<Shape>> =
            shapes.iter().zip(handles).map(|(shape, handle)| Query::new(*shape).except(handle)).collect();
        let mut places = Places::default();
        row(&format!("free, a wave of {count} {name}"), count, || {
            world.queries().free_batch_into(&queries, 5.0, &mut places);
        });
    }
}

fn main() {
    scenes(if is_test() { 300 } else { 50_000 });
    println!("| input | us | first |\n|---|---:|---:|");
    piles(if is_test() { 2_000 } else { 40_000 });
    points(if is_test() { 500 } else { 100_000 });
    waves(if is_test() { 30 } else { 300 });
    waves(if is_test() { 40 } else { 1_000 });
    let count = if is_test() { 500 } else { 50_000 };
    let side = 402.0 * (count as f32 / 50_000.0).sqrt();
    for (name, others) in [
        ("", vec![]),
        (" and one at 1e4", vec![Vec2::new(1e4, 0.0)]),
        (" and one at 3e38", vec![Vec2::splat(3e38)]),
        (" and 1% anywhere", outliers(count / 100, 1e6).collect()),
    ] {
        let world = crowd(count, side, others);
        nearest(&format!("inside a crowd{name}"), &world, |index| spread(index + 9) * side);
        for out in [5.0, 50.0, 200.0, 1000.0, 1e4, 1e6] {
            nearest(&format!("{out} outside of it{name}"), &world, |index| Vec2::new(-out, spread(index).y * side));
        }
        rays(&format!("in a crowd{name}, without limit"), &world, side, f32::INFINITY);
        rays(&format!("in a crowd{name}, up to 1000"), &world, side, 1000.0);
    }
    let lattice = |index| Vec2::new((index % 223) as f32, (index / 223) as f32);
    let world: World = (0..count).map(|index| Circle::new(lattice(index), 0.4).expect("finite")).collect();
    nearest(
        "lattice",
        &{
            let mut world = world;
            world.refresh();
            world.refresh();
            world
        },
        |index| spread(index) * 400.0,
    );
    let ring = |index: usize| Vec2::from_angle(index as f32 * std::f32::consts::TAU / count as f32) * side;
    let mut world: World = (0..count).map(|index| Circle::new(ring(index), 0.01).expect("finite")).collect();
    world.refresh();
    nearest("center of a ring", &world, |_| Vec2::ZERO);
}
