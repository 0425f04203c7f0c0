//! Rectangles that turn about a pivot: `turn`.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use crate::bodies::{capsule, polygon};
use collide2d::{DVec2, Entity, OrientedRect, Query, Rotor, Settings, Shape, Turn, Turning, Vec2, World, contact};
use proptest::prelude::*;

use super::random::{overlaps, times};
use super::{circle, oriented, rect, v, world};

fn door(x: f32, y: f32, half: Vec2) -> OrientedRect {
    OrientedRect::new(v(x, y), half, Rotor::IDENTITY).unwrap()
}

fn turn(world: &World, rect: OrientedRect, pivot: Vec2, angle: f32) -> Turn {
    world.queries().turn(Turning::new(rect, pivot, angle).unwrap())
}

/// The rectangle turned by an angle, rounded.
fn turned(rect: &OrientedRect, pivot: Vec2, angle: f64) -> Option<OrientedRect> {
    let turn = DVec2::from_angle(angle);
    let pivot = pivot.as_dvec2();
    let center = pivot + (rect.center().as_dvec2() - pivot).rotate(turn);
    let axis = DVec2::new(rect.rotor().cos().into(), rect.rotor().sin().into()).rotate(turn);
    let rotor = Rotor::from_raw(axis.x as f32, axis.y as f32).ok()?;
    OrientedRect::new(center.as_vec2(), rect.half_extents(), rotor).ok()
}

fn unit() -> BoxedStrategy<f32> {
    prop_oneof![6 => -1_f32..1.0, 1 => Just(0.0), 1 => Just(0.5)].boxed()
}

type Case = (usize, Vec<(u8, [f32; 5])>, [f32; 5], u8, [f32; 2], f32);

fn case() -> impl Strategy<Value = Case> {
    let shape = || proptest::array::uniform5(unit());
    let blockers = proptest::collection::vec((0..6_u8, shape()), 0..12);
    let angle = prop_oneof![2 => -TAU..TAU, 1 => -0.1_f32..0.1, 1 => Just(PI), 1 => Just(-FRAC_PI_2)];
    (0..4_usize, blockers, shape(), 0..5_u8, proptest::array::uniform2(unit()), angle)
}

fn shape(kind: u8, scale: f32, [x, y, width, height, turn]: [f32; 5]) -> Shape {
    let [x, y] = [x, y].map(|at| at * scale);
    let [width, height] = [width, height].map(|size| size.abs() * scale * 0.3);
    match kind {
        0 => circle(x, y, width * 0.3),
        1 => rect(x, y, width, height),
        2 => oriented(x, y, v(width, height) * 0.5, turn * 180.0),
        4 => capsule(v(x, y), v(width, height) * 0.3, turn * 180.0),
        5 => polygon(v(x, y), v(width, height) * 0.5, turn * 180.0),
        _ => oriented(x, y, v(width, 0.0), turn * 180.0),
    }
}

/// The guarantee: the end by exact arithmetic, and the way by many places on it.
#[test]
fn turns_end_outside_of_everything_and_pass_nothing() {
    let config = ProptestConfig { cases: 2_000 * times(), failure_persistence: None, ..ProptestConfig::default() };
    let check = |(scale, blockers, mover, kind, at, angle): Case| {
        let scale = [10.0, 1000.0, 1e30, 1e-38][scale];
        let blockers: Vec<Shape> = blockers.into_iter().map(|(kind, numbers)| shape(kind, scale, numbers)).collect();
        let (world, handles) = world(blockers.iter().copied());
        let Shape::OrientedRect(start) = shape(2, scale, mover) else { unreachable!() };
        let pivot = match kind {
            0 => start.center(),
            1 => start.corners()[0],
            2 => (start.corners()[1] + start.corners()[2]) * 0.5,
            _ => Vec2::from(at) * scale,
        };
        let Turn { rect: end, left, hit } = turn(&world, start, pivot, angle);
        let at_start = blockers.iter().position(|blocker| overlaps(&start.into(), blocker));
        if let Some(index) = at_start {
            prop_assert_eq!((end, left, hit), (start, angle, Some(handles[index])));
            return Ok(());
        }
        let inside = blockers.iter().find(|blocker| overlaps(&end.into(), blocker));
        prop_assert!(inside.is_none(), "{:?} about {} by {} ends at {:?} in {:?}", start, pivot, angle, end, inside);
        prop_assert_eq!(hit.is_none(), left == 0.0);
        prop_assert!(left.abs() <= angle.abs() && left * angle >= 0.0);
        let way = f64::from(angle) - f64::from(left);
        let farthest = [pivot, start.center()].map(|at| at.abs().max_element()).into_iter().fold(0.0, f32::max);
        let unit = (farthest + scale) * 4.0 * f32::EPSILON;
        if let Some(ideal) = turned(&start, pivot, way) {
            let off = ideal.center().as_dvec2().distance(end.center().as_dvec2());
            prop_assert!(off <= f64::from(unit) * 2.0, "{:?} and {:?}", ideal, end);
        }
        for place in (0..=256).filter_map(|step| turned(&start, pivot, way * f64::from(step) / 256.0)) {
            for blocker in &blockers {
                let depth = contact(place, *blocker).map_or(0.0, |contact| contact.depth);
                prop_assert!(depth <= unit * 4.0, "{:?} about {} by {} gets into {:?}", start, pivot, angle, blocker);
            }
        }
        // What blocks it is there: a little farther on, the two overlap, by more than the rounding of positions.
        if let (Some(hit), true) = (hit, scale < 1e6) {
            let blocker = world.shape(hit).unwrap();
            let corners = start.corners().map(|corner| corner.as_dvec2().distance(pivot.as_dvec2()));
            let radius = corners.into_iter().fold(0.0, f64::max);
            let on = (f64::from(unit) * 64.0 / radius).sqrt().max(0.01).min(f64::from(left.abs()));
            let overlaps_at = |step: i32| {
                let near =
                    turned(&start, pivot, way + on * f64::from(step) / 40.0 * f64::from(angle.signum())).unwrap();
                let grown = near.half_extents() + unit * 64.0;
                overlaps(&OrientedRect::new(near.center(), grown, near.rotor()).unwrap().into(), &blocker)
            };
            prop_assert!((0..=40).any(overlaps_at), "{:?} about {} by {}: {} left", start, pivot, angle, left);
        }
        Ok(())
    };
    proptest::test_runner::TestRunner::new(config).run(&case(), check).unwrap_or_else(|failure| panic!("{failure}"));
}

/// A rect without width that turns about its own middle crosses at once what has the same middle and leads along it, but
/// neither a point there nor what ends there.
#[test]
fn lines_do_not_turn_through_a_line_of_the_same_middle() {
    for (half, angle) in [(v(2.0, 0.0), 0.0), (v(0.0, 2.0), 90.0)] {
        let line = door(0.5, -0.25, half);
        let middle = line.center();
        let turn_by = |blocker: Shape, angle: f32| turn(&world([blocker]).0, line, middle, angle);
        for length in [0.5, 2.0, 9.0] {
            let [as_rect, as_capsule] =
                [oriented(0.5, -0.25, v(length, 0.0), angle), capsule(middle, v(length, 0.0), angle)];
            for (blocker, angle) in
                [as_rect, as_capsule].into_iter().flat_map(|blocker| [(blocker, PI), (blocker, -0.1)])
            {
                let blocked = turn_by(blocker, angle);
                // It turns by a position at most.
                assert!(blocked.hit.is_some() && (blocked.left - angle).abs() < 1e-5, "{blocker:?}: {blocked:?}");
            }
        }
        let end = middle + half.normalize() * 1.5;
        let [point, ends_here] = [circle(0.5, -0.25, 0.0), collide2d::Capsule::new(middle, end, 0.0).unwrap().into()];
        for blocker in [point, ends_here] {
            assert_eq!((turn_by(blocker, 3.0).left, turn_by(blocker, -3.0).left), (0.0, 0.0), "{blocker:?}");
        }
    }
}

/// The same if the rect is thinner than a position, and touches the line from one side.
#[test]
fn thin_rects_do_not_turn_through_a_line_along_them() {
    for thickness in [1e-30, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-3] {
        let blade = door(0.0, 0.0, v(2.0, thickness));
        let (world, handles) = world([oriented(0.0, thickness, v(9.0, 0.0), 0.0)]);
        for pivot in [Vec2::ZERO, v(0.5, 0.0), v(0.0, thickness), v(-1.0, -thickness)] {
            for angle in [PI, -PI, 3.0, -0.1] {
                let blocked = turn(&world, blade, pivot, angle);
                assert!((blocked.left - angle).abs() < 1e-5, "{thickness} about {pivot} by {angle}: {blocked:?}");
                assert_eq!(blocked.hit, Some(handles[0]));
            }
        }
    }
}

#[test]
fn doors_open_up_to_what_is_in_the_way() {
    // The blade touches the ball where the distance of its middle line from the center is both radii.
    let (world, handles) = world([circle(1.0, 1.5, 0.5)]);
    let blade = door(1.0, 0.0, v(1.0, 0.125));
    let turn = turn(&world, blade, Vec2::ZERO, FRAC_PI_2);
    let ideal = 1.5_f64.atan2(1.0) - (0.625 / (1.0_f64 + 1.5 * 1.5).sqrt()).asin();
    let way = f64::from(FRAC_PI_2) - f64::from(turn.left);
    assert!((way - ideal).abs() < 1e-6, "{way} instead of {ideal}");
    assert_eq!(turn.hit, Some(handles[0]));
    let away = super::doors::turn(&world, blade, Vec2::ZERO, -PI);
    assert_eq!((away.left, away.hit), (0.0, None));
}

/// A door whose corner is the hinge: it opens, and closes onto a stop, again and again.
#[test]
fn doors_at_hinges_open_and_close() {
    let frame = |clearance: f32| {
        let walls = [rect(-1.0 - clearance, -4.0, 1.0, 8.0), rect(2.0, -4.0, 1.0, 8.0), rect(1.0, 0.25, 1.0, 1.0)];
        world(walls)
    };
    // Without clearance the corner at the other end needs more room than the door is long.
    let (world, handles) = frame(0.0);
    let closed = door(1.0, 0.125, v(1.0, 0.125));
    let blocked = turn(&world, closed, Vec2::ZERO, -1.25);
    assert_eq!((blocked.rect, blocked.left, blocked.hit), (closed, -1.25, Some(handles[1])));
    // With a blade that is shorter by the depth of its corner.
    let closed = door(0.984_375, 0.125, v(0.984_375, 0.125));
    let open = turn(&world, closed, Vec2::ZERO, -1.25);
    assert_eq!((open.left, open.hit), (0.0, None));
    let (world, handles) = frame(1e-3);
    let mut rect = closed;
    for cycle in 0..50 {
        let open = turn(&world, rect, Vec2::ZERO, -1.25);
        assert_eq!((open.left, open.hit), (0.0, None), "cycle {cycle}: {open:?}");
        let shut = turn(&world, open.rect, Vec2::ZERO, 2.0);
        assert_eq!(shut.hit, Some(handles[2]), "cycle {cycle}: {shut:?}");
        assert!((shut.left - 0.75).abs() < 1e-4, "cycle {cycle}: {shut:?}");
        assert!(shut.rect.center().distance(closed.center()) < 1e-4, "cycle {cycle}: {shut:?}");
        rect = shut.rect;
    }
}

#[test]
fn thin_walls_are_not_passed() {
    for degrees in [10.0_f32, 90.0, 179.0, 300.0] {
        let at = Vec2::from_angle(degrees.to_radians());
        let (world, handles) = world([oriented(at.x * 1.5, at.y * 1.5, v(0.25, 0.0), degrees)]);
        let turn = turn(&world, door(1.0, 0.0, v(1.0, 0.01)), Vec2::ZERO, TAU);
        assert_eq!(turn.hit, Some(handles[0]));
        let way = (TAU - turn.left).to_degrees();
        assert!(way < degrees && way > degrees - 1.0, "{way} of {degrees} degrees");
    }
}

/// A turnstile turns all around in a ring of posts with a clearance of a millionth.
#[test]
fn a_narrow_ring_lets_a_turnstile_turn() {
    let half = v(2.0, 0.125);
    let ring = (0..36).map(|index| {
        let at = Vec2::from_angle((index as f32).to_radians() * 10.0) * (half.length() + 0.1 + 2e-6);
        circle(at.x, at.y, 0.1)
    });
    let (world, _) = world(ring);
    let turn = turn(&world, door(0.0, 0.0, half), Vec2::ZERO, TAU);
    assert_eq!((turn.left, turn.hit), (0.0, None));
    // As far as a sector without a blade allows.
    let post = circle(0.0, 1.0, 0.5);
    let (world, handles) = super::world([post]);
    let turn = super::doors::turn(&world, door(0.0, 0.0, half), Vec2::ZERO, -TAU);
    assert_eq!(turn.hit, Some(handles[0]));
    assert!(turn.left < -TAU + 0.95 && turn.left > -TAU + 0.6, "{turn:?}");
}

#[test]
fn filters_and_sensors_decide_what_blocks() {
    let mut world = World::new(Settings::default());
    let blade = door(1.0, 0.0, v(1.0, 0.125));
    let handle = world.insert(blade).unwrap();
    let post = world.insert(circle(0.0, 1.5, 0.5)).unwrap();
    world.insert(Entity::new(circle(1.0, 1.0, 0.5)).as_sensor()).unwrap();
    let turning = Turning::new(blade, Vec2::ZERO, FRAC_PI_2).unwrap();
    assert_eq!((turning.rect(), turning.pivot(), turning.angle()), (blade, Vec2::ZERO, FRAC_PI_2));
    let queries = world.queries();
    assert_eq!(queries.turn(turning).hit, Some(handle), "itself");
    assert_eq!(queries.turn(Query::new(turning).except(handle)).hit, Some(post));
    assert_eq!(queries.except(&[handle, post]).turn(turning).hit, None);
    assert_eq!(Turning::new(blade, v(0.0, f32::INFINITY), 1.0).unwrap_err().field(), "pivot.y");
    assert_eq!(Turning::new(blade, Vec2::ZERO, f32::MAX).unwrap().angle(), TAU, "a full turn");
}

#[test]
fn extreme_numbers_are_no_exception() {
    let (world, _) = world([circle(0.0, 0.0, 1.0), circle(3e38, 3e38, 1e37), circle(1e-40, 0.0, 1e-41)]);
    for (rect, pivot) in [
        (door(0.0, 0.0, Vec2::ZERO), Vec2::ZERO),
        (door(2.0, 0.0, Vec2::ZERO), v(2.0, 0.0)),
        (door(3e38, 0.0, v(3e38, 1.0)), v(-3e38, 3e38)),
        (door(1e-40, 1e-40, v(1e-41, 0.0)), v(1e30, 0.0)),
        (door(5.0, 5.0, v(1.0, 0.5)), Vec2::MAX),
    ] {
        for angle in [0.0, 1.0, -TAU, f32::MIN_POSITIVE] {
            let turn = turn(&world, rect, pivot, angle);
            assert!(turn.left.is_finite() && turn.rect.center().is_finite());
        }
    }
}

/// Its bound is everywhere, and next to the door its position is rounded by more than the door's size.
#[test]
fn a_huge_rod_that_passes_far_away_does_not_block() {
    let rod = OrientedRect::new(v(14.75, -12.5), v(0.0, 5e29), Rotor::from_raw(0.838_670_55, 0.544_639_05).unwrap());
    let wing = OrientedRect::new(v(-6.75, 0.0), v(0.71875, 0.390625), Rotor::from_raw(-0.416, 0.909).unwrap()).unwrap();
    let (world, handles) = world([rod.unwrap().into()]);
    let turned = turn(&world, wing, v(-12.0, -13.75), -3.0);
    assert_eq!((turned.left, turned.hit), (0.0, None));
    // One that the door reaches does.
    let turned = turn(&world, wing, v(14.75, -12.5), -3.0);
    assert_eq!(turned.hit, Some(handles[0]));
}
