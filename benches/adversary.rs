//! Inputs that players, maps and strangers can choose: `cargo bench --bench adversary`, beside the same work on ordinary inputs.
//!
//! Each row is the median of some repetitions with warm buffers, on one thread.

use std::time::Instant;

use collide_bench::is_test;
use collide2d::{
    Budget, Circle, Entity, Layers, Nearest, OrientedRect, Query, Ray, Rotor, Settings, Shape, Strategy, Threads, Vec2,
    World,
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
            let over = || _ = world.step_within(budget).expect_err("more than the budget");
            row(&format!("pile of {count}, {name}, {strategy}, until over budget"), 1, over);
        }
    }
}

fn main() {
    piles(if is_test() { 2_000 } else { 40_000 });
    let count = if is_test() { 500 } else { 50_000 };
    let side = 402.0 * (count as f32 / 50_000.0).sqrt();
    println!("| input | us | first |\n|---|---:|---:|");
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
