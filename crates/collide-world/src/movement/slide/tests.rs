//! What blocks a move, against a search of everything; and the work of slides in crowds and along many edges.

use std::f32::consts::{PI, TAU};

use collide_core::swept::{Obstacle, Rounding, SweptShape, place};
use collide_core::{Capsule, Circle, DVec2, Moving, OrientedRect, Polygon, Rect, Rotor, Shape, Vec2};

use super::placed::PlacedMovers;
use super::reach::View;
use super::surroundings::Surroundings;
use super::{SlideColumns, SlideOptions};
use crate::base::{Meter, numbers};
use crate::store::Set;
use crate::{Entity, Filter, Handle, MoveOptions, Query, Settings, Threads, World};

fn circle(at: Vec2, radius: f32) -> Shape {
    Circle::new(at, radius).unwrap().into()
}

fn rod(at: Vec2, half: [f32; 2], degrees: f32) -> Shape {
    OrientedRect::new(at, half, Rotor::from_degrees(degrees).unwrap()).unwrap().into()
}

pub(super) fn shape(kind: usize, at: Vec2, size: f32, degrees: f32) -> Shape {
    match kind % 5 {
        0 => circle(at, size),
        1 => Rect::new(at, at + size).unwrap().into(),
        2 => rod(at, [size, size * 0.3], degrees),
        3 => Capsule::new(at, at + Vec2::from_angle(degrees) * size, size * 0.2).unwrap().into(),
        _ => Polygon::new(&[0.0, 1.0, 3.0, 4.0].map(|angle| at + Vec2::from_angle(angle) * size), 0.1).unwrap().into(),
    }
}

fn world(shapes: impl IntoIterator<Item = Shape>) -> World {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    world.extend(shapes.into_iter().map(Entity::fixed));
    world.refresh();
    world
}

/// The first of all shapes that blocks a move, by a search of all. The slot of a shape is its index.
fn first_of_all(
    shapes: &[Shape],
    swept: &SweptShape,
    options: &SlideOptions<'_>,
    passed: &mut Vec<u32>,
) -> Option<(u32, Obstacle)> {
    loop {
        let obstacles = (0..).zip(shapes).filter_map(|(slot, shape)| Some((slot, swept.obstacle(*shape)?)));
        let blocking = obstacles.filter(|(slot, obstacle)| {
            let leaves = obstacle.overlaps && obstacle.normal.dot(swept.motion()) <= 0.0;
            !(passed.contains(slot) || options.leave_overlapped && leaves)
        });
        let (slot, obstacle) = blocking.min_by(|a, b| (a.1.time, a.0).partial_cmp(&(b.1.time, b.0)).unwrap())?;
        let handle = Handle { slot, generation: 0 };
        if options.pass.is_none_or(|pass| !pass(handle, obstacle.normal.as_vec2() + 0.0)) {
            return Some((slot, obstacle));
        }
        passed.push(slot);
    }
}

/// Moves of all lengths, from where the last one ended or from elsewhere.
#[test]
fn a_search_of_everything_finds_the_same_first_blocker() {
    let pass = |handle: Handle, normal: Vec2| handle.slot.is_multiple_of(3) && normal.x > 0.0;
    let mut counts = [0; 2];
    for scene in 0..120 {
        let mut next = numbers(scene);
        let side = [8.0, 30.0, 200.0][scene as usize % 3];
        let at = |next: &mut dyn FnMut() -> f32| Vec2::new(next(), next()) * side;
        let shapes: Vec<Shape> =
            (0..200).map(|kind| shape(kind, at(&mut next), next() * next() * 3.0, next() * 180.0)).collect();
        let world = world(shapes.iter().copied());
        let options = SlideOptions {
            leave_overlapped: scene % 4 != 3,
            pass: (scene % 2 == 1).then_some(&pass as _),
            ..SlideOptions::default()
        };
        let queries = world.queries();
        let view = View { scope: &queries.scope, movers: None, filter: Filter::default(), options: &options };
        let mut around = Surroundings::default();
        for mover in 0..8 {
            let size = [0.0, 0.05, 0.5, 2.0][mover % 4];
            let mut from = shape(mover * 3, at(&mut next), size, next() * 180.0);
            around.begin(&view, (&from, from.aabb()), Vec2::from_angle(next() * TAU) * next() * 20.0, None);
            let mut passed = Vec::new();
            for step in 0..20 {
                let length = [1e-6, 0.01, 1.0, 5.0, 60.0, 1e30][(next() * 6.0) as usize];
                let motion = Vec2::from_angle(next() * TAU).as_dvec2() * length;
                let Some(to) = place(from, motion, [Rounding::Nearest; 2]) else { continue };
                let swept = SweptShape::between(from, to).unwrap();
                if step % 2 == 0 {
                    let found = around.first(&view, &swept).map(|block| (block.slot, block.obstacle));
                    assert_eq!(found, first_of_all(&shapes, &swept, &options, &mut passed), "{swept:?}");
                    counts[usize::from(found.is_some())] += 1;
                } else {
                    let blind = SlideOptions { pass: None, ..options };
                    let expected = first_of_all(&shapes, &swept, &blind, &mut passed.clone());
                    assert_eq!(around.blocks(&view, &swept), expected.is_some(), "{swept:?}");
                }
                if step % 3 > 0 && length < 10.0 {
                    from = to;
                }
            }
        }
    }
    assert!(counts[0] > 1_000 && counts[1] > 1_000, "{counts:?}");
}

/// The work of a slide.
fn units(world: &World, shape: Shape, motion: Vec2) -> u64 {
    let mut around = Surroundings::default();
    let query = Query::new(Moving::new(shape, motion).unwrap());
    let _ = world.queries().slide_in(&query, None, &SlideOptions::default(), &mut around);
    around.meter.done()
}

/// The work of movers that slide in order, and of a sum of their motions.
fn units_in_order(movers: impl Iterator<Item = (Shape, Vec2)>) -> u64 {
    let movers: Vec<(Shape, Vec2)> = movers.collect();
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let handles: Vec<Handle> = movers.iter().map(|(shape, _)| world.insert(*shape).unwrap()).collect();
    let query = |(handle, (shape, motion)): (&Handle, &(Shape, Vec2))| {
        Query::new(Moving::new(*shape, *motion).unwrap()).except(*handle)
    };
    let queries: Vec<Query<Moving>> = handles.iter().zip(&movers).map(query).collect();
    let (none, mut placed, mut slides) = (Set::default(), PlacedMovers::default(), SlideColumns::default());
    let filters = (|number: usize| handles[number].slot, &world.store.filters);
    let mut meter = Meter::of_this_thread(u64::MAX);
    placed.place(&queries, MoveOptions::default().crowd, filters, &Threads::Serial, &mut meter);
    let mut others = world.queries();
    others.scope = others.scope.only([&none, &none]);
    others.slide_in_order_into(&queries, &SlideOptions::default(), &mut placed, &mut slides).unwrap();
    assert_eq!(slides.len(), movers.len());
    meter.done() + slides.work()
}

/// Checks the work of a small and of a ten times larger scene.
fn check(name: &str, [small, large]: [u64; 2], times: u64) {
    assert!(small > 0 && large <= small * times, "{name}: {small} and {large} units");
}

/// Chords of an arc, and a saw: many edges, of which each step touches some.
#[test]
fn many_edges_cost_what_is_near() {
    let arc = |count: usize| {
        world((0..count).map(|index| {
            let angle = index as f32 / count as f32 * PI - PI / 2.0;
            rod(Vec2::from_angle(angle) * 5.0, [0.1, 0.01], angle.to_degrees() + 90.0)
        }))
    };
    let saw =
        |count: usize| world((0..count).map(|index| rod(Vec2::new(index as f32 * 0.01, -0.5), [0.01, 0.02], 45.0)));
    let ball = circle(Vec2::new(0.0, 0.6), 0.5);
    for motion in [Vec2::new(90.0, -30.0), Vec2::new(9e29, -3e29)] {
        check("arc", [1_000, 10_000].map(|count| units(&arc(count), ball, motion)), 15);
        check("saw", [1_000, 10_000].map(|count| units(&saw(count), ball, motion)), 2);
    }
}

/// A motion costs what is along it, up to what blocks it.
#[test]
fn long_motions_cost_what_is_on_the_way() {
    let field = |count: usize| {
        let mut next = numbers(5);
        let side = (count as f32).sqrt() * 2.0;
        let mut at = move || (Vec2::new(next(), next()) - 0.5) * side;
        world((0..count).map(|_| circle(at(), 0.3)))
    };
    let fields = [10_000, 100_000].map(field);
    let mut next = numbers(8);
    for _ in 0..40 {
        let (at, way) = (Vec2::new(next(), next()) * 9.0, Vec2::from_angle(next() * TAU));
        let short = units(&fields[1], circle(at, 0.4), way * 3.0);
        for length in [1e2, 1e3, 1e30] {
            let long = units(&fields[1], circle(at, 0.4), way * length);
            assert!(long < 40_000, "{long} units by {length}, and {short} by 3");
        }
    }
}

/// A crowd costs what is near, and a pile no more than three times a crowd in which each mover overlaps two others.
#[test]
fn ordered_moves_cost_what_is_near() {
    let crowd = |count: usize, place: &dyn Fn(f32, f32) -> Vec2, length: f32| {
        let mut next = numbers(3);
        units_in_order((0..count).map(move |_| {
            let at = place(next(), next());
            (circle(at, 0.5), Vec2::new(next() - 0.5, next() - 0.5) * length)
        }))
    };
    let dense = crowd(10_000, &|x, y| Vec2::new(x, y) * 125.0, 0.4);
    type Place<'a> = (&'a str, &'a dyn Fn(f32, f32) -> Vec2);
    let places: [Place<'_>; 6] = [
        ("one point", &|_, _| Vec2::ZERO),
        ("a corner of four squares", &|x, y| Vec2::new(x.round(), y.round()) * 1e-3 - 5e-4),
        ("a disc", &|angle, distance| Vec2::from_angle(angle * TAU) * distance.sqrt() * 3.0),
        ("a larger disc", &|angle, distance| Vec2::from_angle(angle * TAU) * distance.sqrt() * 30.0),
        ("a line", &|x, _| Vec2::new(x * 30.0, 0.0)),
        ("a long line", &|x, _| Vec2::new(x * 600.0, 0.0)),
    ];
    for (name, place) in places {
        check(name, [dense, crowd(10_000, place, 0.4)], 4);
    }
    // The larger they are, the wider they are spread.
    let sizes = (0..10_000).map(|index| {
        let size = 2_f32.powi(index % 60 - 30);
        (circle(Vec2::splat(index as f32 / 10_000.0) * size, size), Vec2::splat(size * 0.1))
    });
    check("nested sizes", [dense, units_in_order(sizes)], 3);
    let capsules = |side: f32| {
        let mut next = numbers(4);
        units_in_order((0..10_000).map(move |_| {
            let (at, way) = (Vec2::new(next(), next()) * side, Vec2::from_angle(next() * TAU) * 0.4);
            (Capsule::new(at - way, at + way, 0.2).unwrap().into(), Vec2::new(next() - 0.5, next() - 0.5) * 0.4)
        }))
    };
    check("capsules", [125.0, 0.0].map(capsules), 3);
    let spread = |count: usize, length| {
        let side = (count as f32).sqrt() * 2.0;
        crowd(count, &|x, y| Vec2::new(x, y) * side, length)
    };
    check("a spread crowd", [1_000, 10_000].map(|count| spread(count, 0.4)), 15);
    check("long motions", [1_000, 10_000].map(|count| spread(count, 1e6)), 40);
}

/// Also where there are too few movers for a pile.
#[test]
fn the_work_to_place_movers_is_in_proportion_to_their_number() {
    let world = World::default();
    let work = |count: u32| {
        let moving = |x: u32| Moving::new(circle(Vec2::new(x as f32, 0.0), 0.25), Vec2::X).unwrap();
        let movers: Vec<Query<Moving>> = (0..count).map(|x| Query::new(moving(x))).collect();
        let (mut placed, mut meter) = (PlacedMovers::default(), Meter::new(u64::MAX));
        let filters = (|number: usize| number as u32, &world.store.filters);
        placed.place(&movers, None, filters, &Threads::Serial, &mut meter);
        meter.done()
    };
    assert_eq!(work(1_000), work(10) * 100);
}

/// A limit ends a slide soon.
#[test]
fn a_limit_of_work_ends_a_slide() {
    let mut next = numbers(3);
    let pile = world((0..20_000).map(|kind| shape(kind, Vec2::new(next(), next()), next() * 3.0, next() * 180.0)));
    for limit in [0, 1_000, 100_000] {
        let mut around = Surroundings::default();
        around.meter = Meter::new(limit);
        let query = Query::new(Moving::new(circle(Vec2::ONE, 2.0), Vec2::new(50.0, 9.0)).unwrap());
        let _ = pile.queries().slide_in(&query, None, &SlideOptions::default(), &mut around);
        assert!(around.meter.is_over() && around.meter.done() < limit + 20_000, "{}", around.meter.done());
    }
    let mut around = Surroundings::default();
    let far = Query::new(Moving::new(circle(Vec2::ONE * 90.0, 2.0), Vec2::new(50.0, 9.0)).unwrap());
    let slide = pile.queries().slide_in(&far, None, &SlideOptions::default(), &mut around);
    assert_eq!((slide.left.as_dvec2(), around.meter.done() < 10_000), (DVec2::ZERO, true));
}
