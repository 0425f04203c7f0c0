//! Slides and ordered moves.

use std::f32::consts::PI;

use collide2d::{
    Capsule, Circle, Entity, Handle, MoveOptions, Movers, Moves, Moving, OrientedRect, Rotor, Settings, Shape,
    SlideOptions, Threads, Vec2, World,
};

use crate::common::{AGAIN, row, row_of};
use collide_bench::spread;

fn world(shapes: impl IntoIterator<Item = Shape>, is_fixed: bool) -> (World, Vec<Handle>) {
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let entity = |shape| if is_fixed { Entity::fixed(shape) } else { Entity::new(shape) };
    let handles = shapes.into_iter().map(|shape| world.insert(entity(shape)).expect("there is room")).collect();
    world.refresh();
    (world, handles)
}

fn circle(at: Vec2, radius: f32) -> Shape {
    Circle::new(at, radius).expect("finite").into()
}

fn rod(at: Vec2, half: [f32; 2], degrees: f32) -> Shape {
    OrientedRect::new(at, half, Rotor::from_degrees(degrees).expect("finite")).expect("finite").into()
}

pub fn capsule(at: Vec2, index: usize) -> Shape {
    let way = Vec2::from_angle(index as f32) * 0.4;
    Capsule::new(at - way, at + way, 0.2).expect("finite").into()
}

/// Prints the mean time of a slide by this length in some directions.
fn slides(name: &str, world: &World, at: Vec2, length: f32) {
    let motions: Vec<Moving> = (0..20)
        .map(|index| {
            let way = Vec2::from_angle(spread(index).x - 0.5) * length;
            Moving::new(circle(at, 0.5), way).expect("finite")
        })
        .collect();
    row(&format!("slide by {length:e}, {name}"), motions.len(), || {
        for moving in &motions {
            std::hint::black_box(world.queries().slide(*moving, &SlideOptions::default()));
        }
    });
}

/// Many edges: chords of an arc, and a saw.
pub fn edges(count: usize) {
    let arc = (0..count).map(|index| {
        let angle = index as f32 / count as f32 * PI - PI / 2.0;
        rod(Vec2::from_angle(angle) * 5.0, [0.1, 0.01], angle.to_degrees() + 90.0)
    });
    let saw = (0..count).map(|index| rod(Vec2::new(index as f32 * 0.01, -0.5), [0.01, 0.02], 45.0));
    for (name, (world, _)) in [("chords of an arc", world(arc, true)), ("teeth of a saw", world(saw, true))] {
        for length in [1e2, 1e30] {
            slides(&format!("{count} {name}"), &world, Vec2::new(0.0, 0.6), length);
        }
        let moving = Moving::new(circle(Vec2::new(0.0, 0.6), 0.5), Vec2::new(99.0, 9.0)).expect("finite");
        let options = SlideOptions { max_bounces: usize::MAX, ..SlideOptions::default() };
        row(&format!("slide by 1e2, without a limit of bounces, {count} {name}"), 1, || {
            std::hint::black_box(world.queries().slide(moving, &options));
        });
    }
}

/// Long motions over a field of this many static circles: from within, where one blocks soon, and along its edge.
pub fn fields(count: usize) {
    let side = (count as f32).sqrt() * 2.0;
    let (world, _) = world((0..count).map(|index| circle(spread(index) * side, 0.3)), true);
    for length in [1e2, 1e3, 1e30] {
        slides(&format!("from within {count} statics"), &world, Vec2::splat(side * 0.25), length);
        slides(&format!("beside {count} statics"), &world, Vec2::new(side * 0.25, side + 1.0), length);
    }
}

/// Movers in order: on one point, in a disc, spread, and spread with motions that lead past all others.
pub fn crowds(count: usize) {
    let side = (count as f32).sqrt() * 2.0;
    let point = |_: Vec2| Vec2::ZERO;
    let disc = |at: Vec2| Vec2::from_angle(at.x * 2.0 * PI) * at.y.sqrt() * 3.0;
    let even = |at: Vec2| at * side;
    type Place<'a> = &'a dyn Fn(Vec2) -> Vec2;
    let corner = |at: Vec2| at.round() * 1e-3 - 5e-4;
    let line = |at: Vec2| Vec2::new(at.x * 30.0, 0.0);
    let scenes: [(&str, Place<'_>, f32); 7] = [
        ("on one point", &point, 0.2),
        ("in a disc of radius 3", &disc, 0.2),
        ("at a corner", &corner, 0.2),
        ("on a line of 30", &line, 0.2),
        ("spread, two overlaps each", &|at| even(at) * 0.62, 0.2),
        ("spread", &even, 0.2),
        ("spread, by 1e6", &even, 1e6),
    ];
    for (name, place, length) in scenes {
        let shapes = (0..count).map(|index| circle(place(spread(index)), 0.5));
        ordered(name, shapes, length, AGAIN);
    }
}

/// Capsules in order: spread, with one or two overlaps each, and on one point.
pub fn capsules(count: usize) {
    let side = (count as f32).sqrt() * 1.25;
    for (name, side) in [("capsules spread", side), ("capsules on one point", 0.0)] {
        ordered(name, (0..count).map(|index| capsule(spread(index) * side, index)), 0.2, AGAIN);
    }
}

fn ordered(name: &str, shapes: impl ExactSizeIterator<Item = Shape>, length: f32, again: usize) {
    let count = shapes.len();
    let (mut world, handles) = world(shapes, false);
    let starts: Vec<(Handle, Shape)> =
        handles.iter().map(|handle| (*handle, world.shape(*handle).expect("alive"))).collect();
    let motion = |index: usize| (spread(index + 9) - 0.5) * 2.0 * length;
    let moving: Vec<(Handle, Vec2)> = (0..).map(motion).zip(handles).map(|(motion, handle)| (handle, motion)).collect();
    let options = MoveOptions { movers: Movers::InOrder, ..MoveOptions::default() };
    let mut moves = Moves::default();
    row_of(&format!("{count} ordered movers {name}, each"), count, again, || {
        world.set_batch(&starts).expect("alive");
        world.move_batch_into(&moving, &options, &mut moves).expect("alive");
    });
}
