use collide_core::{Circle, OrientedRect, Rotor, Shape, Vec2};

use super::passes::Passes;
use super::path::{MAX_STEP, Path};
use super::{Doorway, Turn};
use crate::base::Meter;
use crate::{Query, Settings, Turning, World};

fn circle(at: Vec2, radius: f32) -> Shape {
    Circle::new(at, radius).unwrap().into()
}

fn turning(center: Vec2, half: [f32; 2], angle: f32) -> Turning {
    Turning::new(OrientedRect::new(center, half, Rotor::IDENTITY).unwrap(), Vec2::ZERO, angle).unwrap()
}

/// A turn with fresh buffers, and its work.
fn turn(blockers: &[Shape], turning: Turning) -> (Turn, u64) {
    let mut world = World::new(Settings::default());
    blockers.iter().for_each(|blocker| _ = world.insert(*blocker).unwrap());
    world.step();
    let mut doorway = Doorway::default();
    let turn = world.queries().turn_in(&Query::new(turning), &mut doorway);
    assert_eq!(turn, world.queries().turn(turning));
    (turn, doorway.meter.done())
}

/// Ten times as many circles on an arc, a little outside of the farthest corner, or inside of the nearest side, are at
/// most fifteen times the work, and do not block.
#[test]
fn work_grows_with_the_number_of_blockers() {
    let outer = turning(Vec2::new(5.0, 0.0), [5.0, 0.0001], 3.1);
    let inner = turning(Vec2::new(0.0, 5.0), [5.0, 0.001], 3.1);
    for (name, turning, distance, from) in [
        ("outer", outer, 10.010_001, 0.01),
        ("barely in reach", outer, 10.009_999, 0.01),
        ("inner", inner, 4.988_998, 1.58),
    ] {
        let work = |count: usize| {
            let at = |index: usize| Vec2::from_angle(from + index as f32 / count as f32 * 3.0) * distance;
            let blockers: Vec<Shape> = (0..count).map(|index| circle(at(index), 0.01)).collect();
            let (turn, work) = turn(&blockers, turning);
            assert_eq!((turn.left, turn.hit), (0.0, None), "{name}, {count}");
            work
        };
        let [few, many] = [300, 3_000].map(work);
        assert!(many <= few * 15, "{name}: {few} and {many}");
    }
}

/// The reference: all blockers in each step.
fn open_together(path: &Path, blockers: &[(u32, Shape)], total: f64, unit: f64) -> (f64, Option<usize>) {
    let (mut angle, mut step) = (0.0, MAX_STEP);
    while angle < total {
        let next = if step < total - angle { angle + step } else { total };
        let in_the_way = |(_, shape): &(u32, Shape)| !path.is_beside([angle, next], shape, unit * 0.5).0;
        if let Some(index) = blockers.iter().position(in_the_way) {
            step = (next - angle) * 0.5;
            if step * path.radius <= unit * 0.25 {
                return (angle, Some(index));
            }
        } else {
            (angle, step) = (next, (step * 2.0).min(MAX_STEP));
        }
    }
    (total, None)
}

/// One by one they stop it where all together do, within the last step.
#[test]
fn blockers_one_by_one_are_those_together() {
    let mut number = 0.0_f32;
    let mut next = || {
        number += 1.0;
        (number * 0.754_877_7).fract()
    };
    for _ in 0..300 {
        let at = |angle: f32, distance: f32| Vec2::from_angle(angle) * distance;
        let blockers: Vec<(u32, Shape)> =
            (0..8).map(|slot| (slot, circle(at(0.3 + next() * 5.5, 0.5 + next() * 1.6), 0.1 * next()))).collect();
        let path = Path::new(&turning(Vec2::new(1.0, 0.0), [1.0, 0.05], 6.0 * (next() - 0.5)));
        let (total, unit) = (f64::from(next()) * 3.0, 1e-6);
        let (angle, blocker) = Passes::default().open(&path, &blockers, total, unit, &mut Meter::default());
        let (expected, first) = open_together(&path, &blockers, total, unit);
        assert!((angle - expected).abs() * path.radius <= unit * 0.5, "{angle} instead of {expected}");
        assert_eq!(blocker.is_some(), first.is_some());
    }
}

/// A limit of work ends it early.
#[test]
fn a_limit_ends_a_turn() {
    let at = |index: u32| Vec2::from_angle(1.58 + index as f32 * 1e-3) * 4.988_998;
    let blockers: Vec<(u32, Shape)> = (0..3_000).map(|index| (index, circle(at(index), 0.01))).collect();
    let path = Path::new(&turning(Vec2::new(0.0, 5.0), [5.0, 0.001], 3.1));
    let mut meter = Meter::new(1_000_000);
    _ = Passes::default().open(&path, &blockers, 3.1, 1e-6, &mut meter);
    // A test is counted after it is done.
    assert!(meter.is_over() && meter.done() < 1_005_000, "{}", meter.done());
}
