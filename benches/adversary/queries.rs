//! Single queries.

use collide2d::{CellSize, Circle, Nearest, Query, Ray, Settings, Shape, Strategy, Threads, Vec2, World};

use crate::common::row;
use collide_bench::spread;

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

/// Rays that pass a crowd, and hit nothing.
fn past(name: &str, world: &World, side: f32) {
    let ray = |index: usize| {
        let angle = 1.2 + index as f32 * 0.003;
        Ray::new([-2.0, spread(index).y * side], [angle.cos(), angle.sin()], f32::INFINITY).expect("finite")
    };
    let rays: Vec<_> = (0..QUERIES).map(ray).filter(|ray| world.queries().ray(*ray).is_none()).collect();
    row(&format!("ray, {name}"), rays.len().max(1), || {
        for ray in &rays {
            std::hint::black_box(world.queries().ray(*ray));
        }
    });
}

/// Points, refreshed once, with cells that the engine chooses and with cells of the mean distance; even and in two
/// towns.
pub fn points(count: usize) {
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

/// Queries in a crowd and far from it.
pub fn crowds(count: usize) {
    let side = 402.0 * (count as f32 / 50_000.0).sqrt();
    for (name, others) in [
        ("", vec![]),
        (" and one at 1e4", vec![Vec2::new(1e4, 0.0)]),
        (" and 200 far away", (0..200).map(|index| Vec2::new(1e4, index as f32 * 100.0)).collect()),
        (" and one at 3e38", vec![Vec2::splat(3e38)]),
        (" and 1% anywhere", outliers(count / 100, 1e6).collect()),
    ] {
        let world = crowd(count, side, others);
        nearest(&format!("inside a crowd{name}"), &world, |index| spread(index + 9) * side);
        for out in [5.0, 50.0, 200.0, 1000.0, 1e4, 1e6, 1e9] {
            nearest(&format!("{out} outside of it{name}"), &world, |index| Vec2::new(-out, spread(index).y * side));
        }
        rays(&format!("in a crowd{name}, without limit"), &world, side, f32::INFINITY);
        rays(&format!("in a crowd{name}, up to 1000"), &world, side, 1000.0);
        past(&format!("past a crowd{name}, without limit"), &world, side);
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
