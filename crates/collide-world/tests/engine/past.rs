//! Queries about the past, at ticks and between two ticks.

use crate::bodies::{capsule, polygon};
use crate::unsorted::check;
use collide2d::{
    Circle, Entity, Handle, History, Hits, Mobility, Mode, Moving, Nearest, OrientedRect, Query, Ray, Rect, Rotor,
    Segment, Settings, Shape, Strategy, Threads, Touching, Vec2, World, overlaps,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy as Any, any, prop_assert_eq, proptest};
use proptest::sample::select;

const FARTHEST: f32 = 3.0;

fn shape() -> impl Any<Value = Shape> {
    shape_up_to(8)
}

/// Shapes with extents below this number of quarters from their center.
fn shape_up_to(limit: u8) -> impl Any<Value = Shape> {
    let number = || (-40_i8..40).prop_map(|n| f32::from(n) * 0.25);
    let size = move || (0..limit).prop_map(|n| f32::from(n) * 0.25);
    (number(), number(), size(), size(), 0..5_u8, 0..360_u16).prop_map(|(x, y, a, b, kind, degrees)| {
        let center = Vec2::new(x, y);
        match kind {
            0 => Circle::new(center, a).unwrap().into(),
            1 => Rect::new(center - Vec2::new(a, b), center + Vec2::new(a, b)).unwrap().into(),
            3 => capsule(center, Vec2::new(a, b), degrees.into()),
            4 => polygon(center, Vec2::new(a, b), degrees.into()),
            _ => {
                OrientedRect::new(center, Vec2::new(a, b), Rotor::from_degrees(degrees.into()).unwrap()).unwrap().into()
            }
        }
    })
}

/// The interpolated coordinate of a circle. The engine computes it in `f64` too.
fn lerp(a: f32, b: f32, part: f64) -> f32 {
    (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as f32
}

fn expected(from: &Shape, to: Option<&Shape>, part: f64) -> Shape {
    let near = |a: Vec2, b: Vec2| a.distance(b) <= FARTHEST;
    let between = |a: Vec2, b: Vec2| Vec2::new(lerp(a.x, b.x, part), lerp(a.y, b.y, part));
    match (from, to) {
        (Shape::Circle(a), Some(Shape::Circle(b)))
            if near(a.center(), b.center()) && (a.radius() - b.radius()).abs() <= FARTHEST =>
        {
            let center = Vec2::new(lerp(a.center().x, b.center().x, part), lerp(a.center().y, b.center().y, part));
            Circle::new(center, lerp(a.radius(), b.radius(), part)).unwrap().into()
        }
        (Shape::Rect(a), Some(Shape::Rect(b))) if near(a.min(), b.min()) && near(a.max(), b.max()) => {
            let corner = |a: Vec2, b: Vec2| Vec2::new(lerp(a.x, b.x, part), lerp(a.y, b.y, part));
            Rect::new(corner(a.min(), b.min()), corner(a.max(), b.max())).unwrap().into()
        }
        (Shape::Capsule(a), Some(Shape::Capsule(b)))
            if near(a.position(), b.position()) && a.radius() == b.radius() =>
        {
            a.at(between(a.position(), b.position())).unwrap().into()
        }
        (Shape::Polygon(a), Some(Shape::Polygon(b)))
            if near(a.position(), b.position())
                && a.offsets().len() == b.offsets().len()
                && a.radius() == b.radius() =>
        {
            a.at(between(a.position(), b.position())).unwrap().into()
        }
        _ => *from,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Compares with brute force. Rotating boxes are compared only at both ends of their motion.
    #[test]
    fn between_two_ticks(
        first in vec((shape(), any::<bool>()), 1..40),
        second in vec(shape(), 40),
        asked in vec(shape(), 1..6),
        part in select(vec![0.0, 0.25, 0.5, 0.999, 1.0]),
        strategy in select(Strategy::ALL.to_vec()),
        touching in select(vec![Touching::Closed, Touching::Open]),
        gone in 0..40_usize,
        many in any::<bool>(),
    ) {
        let history = History { ticks: 2, teleport_distance: FARTHEST };
        let mut world = World::new(Settings { history, strategy, touching, threads: Threads::Serial, ..Settings::default() });
        let mobility = |moves: bool| if moves { Mobility::Dynamic } else { Mobility::Static };
        let handles: Vec<Handle> = first
            .iter()
            .map(|(shape, moves)| world.insert(Entity { mobility: mobility(*moves), ..Entity::new(shape) }).unwrap())
            .collect();
        world.step();
        for (index, handle) in handles.iter().enumerate() {
            if index != gone {
                world.set(*handle, second[index]).unwrap();
            }
        }
        if let Some(handle) = handles.get(gone) {
            world.remove(*handle).unwrap();
            // A new entity in the slot does not exist yet.
            world.insert(Circle::new(Vec2::ZERO, 5.0).unwrap()).unwrap();
        }
        world.step();
        // A few queries are answered one at a time, many by a join.
        let times = if many { 17 } else { 1 };
        let queries: Vec<_> = asked.iter().map(Query::from).cycle().take(asked.len() * times).collect();
        let mut hits = Hits::default();
        world.at(1.0 + part).unwrap().overlap_batch_into(&queries, Mode::All, &mut hits).unwrap();
        for (number, query) in asked.iter().enumerate() {
            let turned = |index: usize| matches!(first[index].0, Shape::OrientedRect(_));
            let shape = |index: usize| {
                let to = (index != gone).then(|| &second[index]);
                if part == 1.0 { second[index] } else { expected(&first[index].0, to, part) }
            };
            let hit = |index: usize| touching.accepts(collide2d::relation(*query, shape(index)));
            let compared = |index: usize| (!turned(index) || part == 0.0 || part == 1.0) && !(part == 1.0 && index == gone);
            let model: Vec<_> = (0..handles.len()).filter(|i| compared(*i) && hit(*i)).map(|i| handles[i]).collect();
            let found: Vec<_> = hits.of(number).iter().copied()
                .filter(|handle| handles.iter().position(|h| h == handle).is_some_and(compared))
                .collect();
            prop_assert_eq!(found, model, "query {}", number);
            let past = world.at(1.0 + part).unwrap();
            for (index, handle) in handles.iter().enumerate() {
                prop_assert_eq!(world.queries().shape(*handle), world.shape(*handle));
                if compared(index) {
                    prop_assert_eq!(past.shape(*handle), Some(shape(index)));
                } else if part == 1.0 {
                    prop_assert_eq!(past.shape(*handle), None);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Also of long shapes, and among entities that move far.
    #[test]
    fn questions_between_two_ticks_are_those_of_a_loop(
        moves in vec((shape_up_to(12), -40_i8..40, -40_i8..40), 1..30),
        asked in shape_up_to(80),
        (x, y) in select(vec![(0.0, 0.0), (2.0, 0.0), (-1.5, 1.5), (3.0, -7.0), (0.01, 20.0)]),
        part in select(vec![0.25, 0.5, 0.999]),
        teleport_distance in select(vec![FARTHEST, f32::INFINITY]),
    ) {
        let history = History { ticks: 2, teleport_distance };
        let mut world = World::new(Settings { history, threads: Threads::Serial, ..Settings::default() });
        let handles: Vec<Handle> = moves.iter().map(|(from, ..)| world.insert(*from).unwrap()).collect();
        world.step();
        for (handle, (_, right, up)) in handles.iter().zip(&moves) {
            world.translate(*handle, Vec2::new(f32::from(*right), f32::from(*up)) * 0.25).unwrap();
        }
        world.step();
        let past = world.at(1.0 + part).unwrap();
        let model = handles.iter().map(|handle| (*handle, Entity::new(past.shape(*handle).unwrap()))).collect();
        check(&past, &model, asked, Vec2::new(x, y))?;
    }
}

/// A door that swings open is hit at its interpolated angle, and not through the wall that it leaves.
#[test]
fn a_door_is_found_half_open() {
    let door = |degrees: f32| {
        let rotor = Rotor::from_degrees(degrees).unwrap();
        OrientedRect::new(Vec2::ZERO, Vec2::new(10.0, 0.1), rotor).unwrap()
    };
    let mut world =
        World::new(Settings { history: History { ticks: 4, teleport_distance: 0.5 }, ..Settings::default() });
    let handle = world.insert(door(0.0)).unwrap();
    world.step();
    world.set(handle, door(90.0)).unwrap();
    world.step();
    let point = Circle::new(Vec2::new(6.0, 6.0), 0.01).unwrap();
    assert!(overlaps(door(45.0), point));
    assert_eq!(world.at(1.5).unwrap().overlap(point), [handle]);
    for time in [1.0, 1.25, 1.75, 2.0] {
        assert!(world.at(time).unwrap().overlap(point).is_empty(), "{time}");
    }
}

#[test]
fn the_history_has_a_limit() {
    let mut world =
        World::new(Settings { history: History { ticks: 3, teleport_distance: 1.0 }, ..Settings::default() });
    assert_eq!(
        world.at(0.0).unwrap_err().to_string(),
        "time: no tick is remembered, is 0; the history setting is off, or no step has run since the start or a restore"
    );
    let wall = world.insert(Entity::fixed(Circle::new(Vec2::ZERO, 1.0).unwrap())).unwrap();
    let point = Circle::new(Vec2::ZERO, 0.0).unwrap();
    for _ in 0..10 {
        world.step();
    }
    world.remove(wall).unwrap();
    world.step();
    assert!(world.at(11.0).unwrap().overlap(point).is_empty());
    assert_eq!(world.at(10.0).unwrap().overlap(point), [wall]);
    assert_eq!(world.at(10.5).unwrap().overlap(point), [wall]);
    for time in [8.999, 11.001, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = world.at(time).unwrap_err().to_string();
        assert_eq!(error, format!("time: must be a tick from 9 to 11, is {time}"));
    }
    world.set_settings(Settings::default());
    world.step();
    assert!(world.at(11.0).is_err());
}

/// A door that swings open is hit at its interpolated angle.
#[test]
fn a_shot_hits_a_door_half_open() {
    let door = |degrees: f32| {
        OrientedRect::new(Vec2::ZERO, Vec2::new(10.0, 0.1), Rotor::from_degrees(degrees).unwrap()).unwrap()
    };
    let mut world =
        World::new(Settings { history: History { ticks: 4, teleport_distance: 0.5 }, ..Settings::default() });
    let handle = world.insert(door(0.0)).unwrap();
    world.step();
    world.set(handle, door(90.0)).unwrap();
    world.step();
    let shot = Ray::new(Vec2::new(7.0, 3.0), Vec2::Y, 10.0).unwrap();
    let sight = Segment::new(Vec2::new(7.0, 3.0), Vec2::new(7.0, 9.0)).unwrap();
    for (time, open) in [(1.0, false), (1.5, true), (2.0, false)] {
        let then = world.at(time).unwrap();
        assert_eq!(then.ray(shot).is_some(), open, "{time}");
        assert_eq!(then.segment(sight).is_some(), open, "{time}");
        assert_eq!(then.blocked(sight), open, "{time}");
    }
    let near = world.at(1.5).unwrap().nearest(Nearest::to(Circle::new(Vec2::splat(7.0), 0.0).unwrap())).unwrap();
    assert_eq!(near, (handle, 0.0));
}

/// Settings accept any number: no query panics, and a batch gives the same answers as single queries.
#[test]
fn every_teleport_distance_is_valid() {
    let circle = |x| Circle::new(Vec2::new(x, 0.0), 0.5).unwrap();
    let rect = |x: f32| Rect::new(Vec2::new(x, 4.0), Vec2::new(x + 1.0, 5.0)).unwrap();
    for (teleport_distance, moves) in [
        (f32::NAN, false),
        (-5.0, false),
        (f32::NEG_INFINITY, false),
        (0.0, false),
        (f32::INFINITY, true),
        (f32::MAX, true),
    ] {
        let history = History { ticks: 2, teleport_distance };
        let mut world = World::new(Settings { history, ..Settings::default() });
        let (runner, wall) = (world.insert(circle(0.0)).unwrap(), world.insert(rect(0.0)).unwrap());
        world.step();
        world.set(runner, circle(3.0)).unwrap();
        world.set(wall, rect(3.0)).unwrap();
        world.step();
        let queries = world.at(1.5).unwrap();
        let there = |shape: Shape, who| {
            assert_eq!(queries.overlap(shape), if moves { vec![who] } else { vec![] }, "{teleport_distance}");
            let mut hits = Hits::default();
            queries.overlap_batch_into(&[shape.into(); 40], Mode::All, &mut hits).unwrap();
            assert!(hits.iter().all(|found| found == queries.overlap(shape)), "{teleport_distance}");
            assert_eq!(queries.nearest(Nearest::to(shape)).map(|(who, far)| (who, far == 0.0)), Some((who, moves)));
        };
        there(circle(1.5).into(), runner);
        there(rect(1.75).into(), wall);
        let ray = Ray::new(Vec2::new(1.5, -9.0), Vec2::Y, 100.0).unwrap();
        assert_eq!(queries.ray(ray).map(|(who, _)| who), moves.then_some(runner), "{teleport_distance}");
    }
}

/// In the past too, a sweep may pass what it slides along.
#[test]
fn a_player_slid_along_a_wall() {
    let history = History { ticks: 4, teleport_distance: 9.0 };
    let mut world = World::new(Settings { history, ..Settings::default() });
    let wall = |x: f32| Shape::from(Rect::new(Vec2::new(x, -9.0), Vec2::new(x + 1.0, 9.0)).unwrap());
    let moving_wall = world.insert(wall(2.0)).unwrap();
    world.step();
    world.set(moving_wall, wall(4.0)).unwrap();
    world.step();
    let run = Moving::new(Circle::new(Vec2::new(2.0, 0.0), 1.0).unwrap(), Vec2::new(0.0, 5.0)).unwrap();
    let then = world.at(1.5).unwrap(); // the wall is at 3
    assert_eq!(then.sweep(run).map(|(hit, impact)| (hit, impact.time)), Some((moving_wall, 0.0)));
    assert_eq!(then.entering().sweep(run), None);
    assert_eq!(world.at(2.0).unwrap().sweep(run), None);
}

/// An oriented rect with a raw rotor moves between two ticks, as others do: a shot that is compensated for lag hits it.
#[test]
fn a_raw_rotor_does_not_stop_a_motion() {
    let half = Vec2::new(0.1, 0.1); // five times as large with a rotor of length five
    let body = |x: f32, half: Vec2, (cos, sin): (f32, f32)| {
        OrientedRect::new(Vec2::new(x, 0.0), half, Rotor::from_raw(cos, sin).unwrap()).unwrap()
    };
    let shape_between = |from: OrientedRect, to: OrientedRect| {
        let history = History { ticks: 4, teleport_distance: 3.0 };
        let mut world = World::new(Settings { history, ..Settings::default() });
        let runner = world.insert(from).unwrap();
        world.step();
        world.set(runner, to).unwrap();
        world.step();
        let then = world.at(1.5).unwrap();
        let Some(Shape::OrientedRect(shape)) = then.shape(runner) else { panic!("it exists") };
        let point = Circle::new(shape.center(), 0.0).unwrap();
        assert_eq!(then.overlap(point), [runner]);
        let shot = Moving::new(Circle::new(Vec2::new(1.0, 4.0), 0.1).unwrap(), Vec2::new(0.0, -8.0)).unwrap();
        let hit = world.sweep_through(shot, 1.0, 2.0).unwrap().map(|hit| hit.handle);
        assert_eq!(hit, (shape.center().x == 1.0).then_some(runner), "a shot that is at the height 0 at tick 1.5");
        shape
    };
    for raw in [(3.0, 4.0), (0.5, 0.0), (0.001, -0.001), (-30.0, 40.0)] {
        let between = shape_between(body(0.0, half, raw), body(2.0, half, raw));
        assert_eq!(between, body(1.0, half, raw));
    }
    let raw = (3.0, 4.0);
    // The size changes with it, as that of a circle does.
    let between = shape_between(body(0.0, half, raw), body(2.0, half * 2.0, raw));
    assert_eq!((between.center().x, between.half_extents()), (1.0, half * 1.5));
    // Teleports stand still: by the center, and by the size in world units.
    assert_eq!(shape_between(body(-2.0, half, raw), body(2.0, half, raw)), body(-2.0, half, raw));
    assert_eq!(shape_between(body(0.0, half, raw), body(2.0, half * 8.0, raw)), body(0.0, half, raw));
    // So does one whose rotor changes, if one of the two scales.
    assert_eq!(shape_between(body(0.0, half, raw), body(2.0, half, (4.0, 3.0))), body(0.0, half, raw));
    assert_eq!(shape_between(body(0.0, half, (0.6, 0.8)), body(2.0, half, raw)), body(0.0, half, (0.6, 0.8)));
}
