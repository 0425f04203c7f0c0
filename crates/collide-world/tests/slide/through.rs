//! Projectiles through remembered ticks, while the targets move.

use collide2d::{Handle, History, Moving, Query, Settings, Shape, Vec2, World, sweep};
use proptest::prelude::*;

use super::{circle, oriented, rect, v};

const TICKS: u16 = 6;

fn world_of(shapes: impl IntoIterator<Item = Shape>, teleport_distance: f32) -> (World, Vec<Handle>) {
    let history = History { ticks: usize::from(TICKS) + 1, teleport_distance };
    let mut world = World::new(Settings { history, ..Settings::default() });
    let handles = shapes.into_iter().map(|shape| world.insert(shape).unwrap()).collect();
    world.step();
    (world, handles)
}

fn number() -> impl Strategy<Value = f32> {
    (-40_i8..40).prop_map(|number| f32::from(number) * 0.25)
}

fn shape() -> impl Strategy<Value = Shape> {
    (0_u8..3, number(), number(), 1_u8..5, 1_u8..5).prop_map(|(kind, x, y, a, b)| {
        let [a, b] = [a, b].map(|size| f32::from(size) * 0.25);
        match kind {
            0 => circle(x, y, a),
            1 => rect(x, y, a, b),
            _ => oriented(x, y, v(a, b), 30.0),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Targets with a constant motion are hit as in one sweep of all ticks.
    #[test]
    fn constant_motions_are_one_sweep(
        targets in proptest::collection::vec((shape(), number(), number()), 1..20),
        rocket in shape(),
        motion in prop_oneof![1 => Just((0.0, 0.0)), 4 => (number(), number())],
        (first, count) in (0..TICKS).prop_flat_map(|first| (Just(first), 1..=TICKS - first)),
    ) {
        let (mut world, handles) = world_of(targets.iter().map(|(shape, ..)| *shape), 100.0);
        // Off the lattice, so that it grazes nothing.
        let rocket = rocket.translated(v(0.0137, 0.0071)).unwrap();
        let motion_of = |index: usize| v(targets[index].1, targets[index].2) * 0.5;
        for _ in 0..TICKS {
            for (index, handle) in handles.iter().enumerate() {
                world.translate(*handle, motion_of(index)).unwrap();
            }
            world.step();
        }
        let from = f64::from(first) + 1.0;
        let flight = Moving::new(rocket, v(motion.0, motion.1) * f32::from(count)).unwrap();
        let hit = world.sweep_through(flight, from, from + f64::from(count)).unwrap();
        let at_start = world.at(from).unwrap();
        let expected = handles.iter().enumerate().filter_map(|(index, handle)| {
            let way = motion_of(index) * f32::from(count);
            let target = Moving::new(at_start.shape(*handle).unwrap(), way).unwrap();
            Some((*handle, f64::from(sweep(flight, target)?.time) * f64::from(count)))
        });
        let expected: Vec<_> = expected.collect();
        let Some(hit) = hit else {
            prop_assert!(expected.is_empty(), "{:?}", expected);
            return Ok(());
        };
        let time = |handle| expected.iter().find(|(other, _)| *other == handle).map(|(_, time)| from + time);
        let earliest = expected.iter().map(|(_, time)| from + time).fold(f64::INFINITY, f64::min);
        prop_assert!((hit.tick - earliest).abs() < 5e-3, "{:?} and {}", hit, earliest);
        prop_assert!(time(hit.handle).is_some_and(|time| (time - hit.tick).abs() < 5e-3), "{:?}", hit);
    }
}

/// A rocket that rests is hit by a rect that moves away from it.
#[test]
fn what_overlaps_at_the_start_and_moves_away_is_hit() {
    let (mut world, handles) = world_of([rect(1.75, 1.75, 0.5, 0.25)], 100.0);
    for _ in 0..TICKS {
        world.translate(handles[0], v(-2.75, -3.875)).unwrap();
        world.step();
    }
    let rocket = oriented(-2.25, -5.75, v(1.0, 0.5), 30.0).translated(v(0.0137, 0.0071)).unwrap();
    assert!(world.at(3.0).unwrap().overlap(rocket) == handles);
    for to in [3.0, 3.5, 4.0] {
        let hit = world.sweep_through(Moving::new(rocket, Vec2::ZERO).unwrap(), 3.0, to).unwrap().unwrap();
        assert_eq!((hit.handle, hit.tick, hit.impact.time), (handles[0], 3.0, 0.0), "{to}");
    }
}

/// A long shape that flies across its length is hit at each of its ends, also by what moves far in a tick.
#[test]
fn the_ends_of_a_long_shape_are_hit() {
    let (mut world, handles) = world_of([rect(-9.5, -0.5, 0.5, 1.0)], 100.0);
    world.translate(handles[0], v(0.0, -20.0)).unwrap();
    world.step();
    for motion in [Vec2::ZERO, v(3.0, 3.0), v(3.0, -3.0), v(0.0, 2.0), v(-2.0, 0.0)] {
        for middle in [0.0, -18.5] {
            let beam = Moving::new(rect(middle - 10.0, -0.25, 20.0, 0.5), motion).unwrap();
            let hit = world.sweep_through(beam, 1.0, 2.0).unwrap().unwrap();
            assert_eq!((hit.handle, hit.tick), (handles[0], 1.0), "{motion}, {middle}");
        }
        let beam = rect(-10.0, -10.25, 20.0, 0.5);
        assert_eq!(world.at(1.5).unwrap().sweep(Moving::new(beam, motion).unwrap()).map(|hit| hit.0), Some(handles[0]));
    }
}

#[test]
fn what_teleports_or_vanishes_stands_still() {
    let (mut world, handles) = world_of([circle(4.0, 0.0, 0.5), circle(20.0, 0.0, 0.5)], 1.0);
    world.set(handles[0], circle(4.0, 9.0, 0.5)).unwrap();
    world.remove(handles[1]).unwrap();
    world.step();
    let rocket = |x: f32| Moving::new(circle(x, 0.0, 0.5), Vec2::new(8.0, 0.0)).unwrap();
    let hit = world.sweep_through(rocket(0.0), 1.0, 2.0).unwrap().unwrap();
    assert_eq!((hit.handle, hit.tick, hit.impact.time), (handles[0], 1.375, 0.375));
    let hit = world.sweep_through(rocket(16.0), 1.0, 2.0).unwrap().unwrap();
    assert_eq!((hit.handle, hit.tick), (handles[1], 1.375));
    assert_eq!(world.sweep_through(Query::new(rocket(16.0)).except(handles[1]), 1.0, 2.0).unwrap(), None);
    // At an instant everything stands still.
    let hit = world.sweep_through(rocket(0.0), 1.0, 1.0).unwrap().unwrap();
    assert_eq!((hit.handle, hit.tick), (handles[0], 1.0));
    assert_eq!(world.sweep_through(rocket(0.0), 2.0, 1.0).unwrap(), None);
}

#[test]
fn ticks_that_are_not_remembered_are_errors() {
    let (world, _) = world_of([circle(4.0, 0.0, 0.5)], 1.0);
    let rocket = Moving::from(circle(0.0, 0.0, 0.5));
    for (from, to) in [(0.0, 1.0), (1.0, 2.0), (f64::NAN, 1.0), (1.0, f64::NAN)] {
        let error = world.sweep_through(rocket, from, to).unwrap_err().to_string();
        assert!(error.starts_with("time: must be a tick from 1 to 1"), "{error}");
    }
}
