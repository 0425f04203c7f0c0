//! The work of swept pairs, and of flights through remembered ticks.

use collide_core::{Circle, Rect};

use super::*;
use crate::{Entity, History, Layers, Settings, Threads, World};

/// A point of a low-discrepancy sequence in the unit square.
fn spread(index: usize) -> Vec2 {
    let part = |step: f64| (index as f64 * step).fract() as f32;
    Vec2::new(part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2))
}

/// The units of work and the pairs of these movers among some walls.
fn work(movers: impl Iterator<Item = (Entity, Vec2)>, walls: usize) -> (u64, usize) {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let moving: Vec<_> = movers.map(|(entity, motion)| (world.insert(entity).unwrap(), motion)).collect();
    let wall = |at: Vec2| Entity::fixed(Rect::new(at, at + 0.5).unwrap());
    world.extend((0..walls).map(|index| wall(spread(index) * (walls as f32).sqrt() * 4.0)));
    world.step();
    let mut swept = SweptPairs::default();
    world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
    (swept.meter.done(), swept.list.len())
}

fn circle(at: Vec2) -> Entity {
    Circle::new(at, 0.1).unwrap().into()
}

fn motion(index: usize, length: f32) -> Vec2 {
    Vec2::from_angle(index as f32 * 2.4) * length
}

#[test]
fn work_follows_the_results() {
    let side = |count: usize| (count as f32).sqrt() * 4.0;
    let crossing = |count: usize, index| (circle(spread(index) * side(count)), motion(index, side(count)));
    let excluding = |count: usize, index| {
        let (bullet, motion) = crossing(count, index);
        (bullet.with_layers(Layers { category: 2, mask: 1, group: 0 }), motion)
    };
    let pack = |count: usize, index| (circle(spread(index) * side(count)), Vec2::new(20.0, 15.0));
    type Scene<'a> = &'a dyn Fn(usize, usize) -> (Entity, Vec2);
    let scenes: [(&str, Scene<'_>, bool); 3] =
        [("crossing", &crossing, false), ("excluding", &excluding, true), ("pack", &pack, false)];
    for (name, scene, walls) in scenes {
        let [(few, few_pairs), (many, many_pairs)] =
            [300, 3_000].map(|count| work((0..count).map(|index| scene(count, index)), if walls { count } else { 0 }));
        let growth = (many_pairs as f64 / few_pairs.max(1) as f64).max(10.0);
        println!("{name}: {few} units for {few_pairs} pairs, {many} for {many_pairs}");
        assert!((many as f64) < few as f64 * growth * 1.5, "{name}: {few} and {few_pairs}, {many} and {many_pairs}");
    }
}

/// A pile of movers that all exclude each other costs what each costs alone.
#[test]
fn movers_that_exclude_each_other_are_left_out() {
    let bullet =
        |index| (circle(Vec2::ZERO).with_layers(Layers { category: 2, mask: 1, group: 0 }), motion(index, 100.0));
    let [few, many] = [300, 3_000].map(|count| work((0..count).map(bullet), 0).0);
    assert!(many < few * 11, "{few} and {many}");
}

/// The result is not used after the limit, so the search stops soon.
#[test]
fn work_stops_at_the_limit() {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let bullet = |index| (world.insert(circle(Vec2::ZERO)).unwrap(), motion(index, 1e3));
    let moving: Vec<_> = (0..2_000).map(bullet).collect();
    let mut swept = SweptPairs::default();
    swept.take(&moving, (&world.store, u64::MAX)).unwrap();
    for limit in [1, 100_000, 1_000_000] {
        swept.meter = Meter::new(limit);
        swept.find_resting(world.now());
        swept.find_crossing(world.now());
        assert!(swept.meter.done() < limit + 700_000, "{} of {limit}", swept.meter.done());
    }
}

/// The units of work of a shape that flies past some walkers, at a distance of more than their steps.
fn flight_work(walkers: u16, motion: f32) -> u64 {
    let history = History { ticks: 8, teleport_distance: 1.0 };
    let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
    let side = (f32::from(walkers)).sqrt().ceil() as u16;
    let at = |index: u16| Vec2::new(f32::from(index % side), f32::from(index / side) + 4.0) * 2.0;
    world.extend((0..walkers).map(|index| Circle::new(at(index), 0.5).unwrap()));
    for _ in 0..8 {
        world.update_each(|entity| _ = entity.translate(Vec2::new(0.1, 0.0)));
        world.step();
    }
    let rocket = Moving::new(Circle::new(Vec2::ZERO, 0.5).unwrap(), Vec2::new(motion, 0.0)).unwrap();
    let flight =
        Flight { past: &world.ticker.past, settings: &world.settings, query: rocket.into(), from: 1.0, to: 8.0 };
    let mut meter = Meter::default();
    assert_eq!(flight.first(&mut meter), None);
    meter.done()
}

#[test]
fn work_follows_the_entities_near_the_path() {
    let [few, many] = [1_000, 10_000].map(|count| flight_work(count, 50.0));
    assert!(many < few * 2, "{few} and {many}");
    let [few, many] = [1_000, 10_000].map(|count| flight_work(count, 1e30));
    assert!(many < few * 15 && many < 7 * 10_000 * 60, "{few} and {many}");
}
