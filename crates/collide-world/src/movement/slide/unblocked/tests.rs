//! The short way of a slide, against the loop of moves.

use std::f32::consts::TAU;

use collide_core::{Aabb, Moving, Shape, Vec2};

use super::super::reach::View;
use super::super::slider::Slider;
use super::super::surroundings::Surroundings;
use super::super::tests::shape;
use super::super::{Slide, SlideOptions, Slides};
use super::Unblocked;
use crate::base::numbers;
use crate::{Entity, Filter, Layers, Query, Settings, Threads, World};

fn motion(next: &mut dyn FnMut() -> f32) -> Vec2 {
    let axis = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y, Vec2::ONE][(next() * 5.0) as usize];
    let length = [0.0, 1e-7, 0.01, 0.3, 1.0, 4.0, 60.0, 1e7, 3e38][(next() * 9.0) as usize];
    if next() < 0.3 { axis * length } else { Vec2::from_angle(next() * TAU) * (length * next()) }
}

/// A slide without the short way.
fn by_loop(world: &World, query: &Query<Moving>) -> Slide {
    let (queries, options, mut around) = (world.queries(), SlideOptions::default(), Surroundings::default());
    let (start, motion) = (query.what.shape(), query.what.motion());
    let filter = Filter { sensors: false, ..query.filter };
    let view = View { scope: &queries.scope, movers: None, filter, options: &options };
    around.begin(&view, (&start, start.aabb()), motion, None);
    Slider::new(view, query.what.shape(), query.what.motion(), &mut around).run()
}

/// Each slide of a batch is what the loop of moves gives without the short way.
#[test]
fn slides_of_a_batch_are_those_of_the_loop() {
    let (mut whole, mut short) = (0, 0);
    for scene in 0..60 {
        let mut next = numbers(scene);
        let scale = [1.0, 1.0, 1e3, 1e-3, 1e30, 1e-40][scene as usize % 6];
        // On a lattice too, where motions are exact.
        let lattice = if scene % 2 == 0 { 0.25 } else { 0.0 };
        let mut at = |side: f32| {
            let at = (Vec2::new(next(), next()) - 0.5) * side;
            (if lattice > 0.0 { (at / lattice).round() * lattice } else { at }) * scale
        };
        let places: Vec<Vec2> = (0..600).map(|_| at([40.0, 120.0, 400.0][scene as usize % 3])).collect();
        let mut body = |kind: usize, at: Vec2| {
            let size = if lattice > 0.0 { 0.5 } else { next() };
            shape(kind, at, size * scale, next() * 180.0)
        };
        let of = |category| Layers { category, ..Layers::ALL };
        let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
        let mut queries = Vec::new();
        for (number, place) in places.into_iter().enumerate() {
            let handle = world.insert(Entity::new(body(number, place)).with_layers(of(1 << (number % 3)))).unwrap();
            if number % 2 == 0 {
                let layers = Layers { mask: 1 << (number % 4), ..Layers::ALL };
                let shape = world.shape(handle).unwrap();
                let Ok(moving) = Moving::new(shape, motion(&mut numbers(number as u32)) * scale) else { continue };
                let query = Query::new(moving).except(handle);
                queries.push(if scene % 5 == 0 { query } else { query.on(layers) });
            }
        }
        world.refresh();
        let mut out = Slides::default();
        world.queries().slide_batch_into(&queries, &SlideOptions::default(), &mut out).unwrap();
        for (query, slide) in queries.iter().zip(out.iter()) {
            let start = query.what.shape();
            assert_eq!(slide, by_loop(&world, query), "{scene}: {query:?}");
            whole += usize::from(slide.hits().is_empty());
            let unblocked = Unblocked::new(&start, &start.aabb(), query.what.motion());
            short += usize::from(unblocked.is_some_and(|unblocked| {
                let [low, high] = unblocked.corners;
                let area = Aabb::new(low, high).unwrap();
                let end = Slide::unblocked(start, unblocked.end).shape.aabb();
                area.contains(&start.aabb()) && area.contains(&end)
            }));
        }
    }
    assert!(whole > 5_000 && short > 5_000, "{whole} and {short}");
}

/// Its end is that of a move in an empty world, wherever it is known.
#[test]
fn most_ends_are_known_at_once() {
    let (world, mut known) = (World::default(), 0);
    let mut next = numbers(5);
    for number in 0..20_000 {
        let at = (Vec2::new(next(), next()) - 0.5) * 500.0;
        let from: Shape = shape([0, 2, 3, 4][number % 4], at, next() + 0.1, next() * 180.0);
        let moving = Moving::new(from, Vec2::from_angle(next() * TAU) * (next() + 0.01)).unwrap();
        if let Some(unblocked) = Unblocked::new(&from, &from.aabb(), moving.motion()) {
            known += 1;
            assert_eq!(Slide::unblocked(from, unblocked.end), by_loop(&world, &moving.into()));
        }
    }
    assert!(known > 19_000, "{known}");
}
