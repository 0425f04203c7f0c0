//! Bullets, contacts and crowds.

use collide2d::{
    Budget, Circle, Entity, Handle, Layers, Mode, Moving, Query, Rect, SeparateOptions, Separation, Settings, Shape,
    SweepHits, SweptPairs, Threads, Vec2, World,
};

use crate::common::row;
use crate::moves::capsule;
use collide_bench::spread;

fn serial() -> World {
    World::new(Settings { threads: Threads::Serial, ..Settings::default() })
}

fn circle(at: Vec2, radius: f32) -> Circle {
    Circle::new(at, radius).expect("finite")
}

fn motion(index: usize, length: f32) -> Vec2 {
    Vec2::from_angle(index as f32 * 2.4) * length
}

fn swept(name: &str, world: &World, moving: &[(Handle, Vec2)]) {
    let mut pairs = SweptPairs::default();
    row(name, moving.len(), || world.swept_pairs_into(moving, Budget::UNLIMITED, &mut pairs).expect("all are alive"));
}

/// Bullets in all directions, that fly far beyond the place where they are.
pub fn crossing(count: usize) {
    let (mut world, side) = (serial(), (count as f32).sqrt() * 4.0);
    let bullet = |index| (world.insert(circle(spread(index) * side, 0.1)).expect("there is room"), motion(index, 1e3));
    let moving: Vec<_> = (0..count).map(bullet).collect();
    world.step();
    swept(&format!("swept pairs, {count} bullets that cross, motion 1000"), &world, &moving);
}

/// Bullets that exclude each other, among walls, beside the sweeps of the same bullets.
pub fn excluding(bullet_count: usize, wall_count: usize) {
    let layers = Layers { category: 2, mask: 1, group: 0 };
    for length in [200.0, 2_000.0, 5_000.0] {
        let mut world = serial();
        let walls = (0..wall_count).map(|index| (spread(index) - 0.5) * 400.0);
        world.extend(walls.map(|at| Entity::fixed(Rect::new(at, at + 1.0).expect("finite"))));
        let (mut moving, mut queries) = (Vec::new(), Vec::new());
        for index in 0..bullet_count {
            let (shape, motion) = (circle((spread(index + 77) - 0.5) * 120.0, 0.05), motion(index, length));
            let handle = world.insert(Entity::new(shape).with_layers(layers)).expect("there is room");
            moving.push((handle, motion));
            queries.push(Query::new(Moving::new(shape, motion).expect("finite")).on(layers).except(handle));
        }
        world.step();
        let name = format!("{bullet_count} bullets that exclude each other, {wall_count} walls, motion {length}");
        swept(&format!("swept pairs, {name}"), &world, &moving);
        let mut hits = SweepHits::default();
        for mode in [Mode::First(1), Mode::All] {
            row(&format!("sweep, {mode:?}, {name}"), bullet_count, || {
                world.queries().sweep_batch_into(&queries, mode, &mut hits).expect("no limit is set");
            });
        }
    }
}

/// The contacts of circles on one point, for each pair.
pub fn contacts(count: usize) {
    let mut world = serial();
    world.extend((0..count).map(|_| circle(Vec2::ZERO, 0.5)));
    world.step();
    let mut contacts = Vec::new();
    row(&format!("contacts, {count} on one point"), world.pairs().len(), || world.contacts_into(&mut contacts));
}

/// Crowds that move apart.
pub fn crowds(count: usize) {
    let side = (count as f32).sqrt();
    let even = |index: usize, radius: f32| circle((spread(index) - 0.5) * side * 2.0, radius).into();
    let crowds: [(&str, &dyn Fn(usize) -> Shape); 8] = [
        ("spread", &|index| even(index, 0.5)),
        ("spread, two overlaps each", &|index| circle(spread(index) * side * 1.25, 0.5).into()),
        ("on one point", &|_| circle(Vec2::ZERO, 0.5).into()),
        ("at a corner", &|index| circle(spread(index).round() * 1e-3 - 5e-4, 0.5).into()),
        ("on a line of 30", &|index| circle(Vec2::new(spread(index).x * 30.0, 0.0), 0.5).into()),
        ("a tenth large", &|index| even(index, if index.is_multiple_of(10) { side } else { 0.5 })),
        ("capsules spread", &|index| capsule(spread(index) * side * 1.25, index)),
        ("capsules on one point", &|index| capsule(Vec2::ZERO, index)),
    ];
    for (name, shape) in crowds {
        let mut start = serial();
        let movers: Vec<_> = (0..count).map(|index| start.insert(shape(index)).expect("there is room")).collect();
        start.step();
        let (mut world, mut separation) = (start.clone(), Separation::default());
        row(&format!("separate, {count} {name}"), count, || {
            world.clone_from(&start);
            world.separate_into(&movers, &SeparateOptions::default(), &mut separation).expect("all are alive");
        });
    }
}
