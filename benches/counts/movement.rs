//! Slides, free places, turns, and batches that move entities.

use collide_scenes::SceneKind;
use collide2d::{
    Budget, Circle, Entity, Handle, MoveOptions, Movers, Moves, Moving, OrientedRect, Places, Query, Rect, Rotor,
    SeparateOptions, Separation, Shape, SlideOptions, Slides, SweptPairs, Turning, Turns, Vec2, World,
};

use collide_bench::spread;

use crate::counter::Counter;
use crate::scene::{QUERIES, STEP, direction, scene, serial, stepped};

/// The side of the square of bodies and walls.
const SIDE: f32 = 200.0;

/// The walls: rects of 1 x 1 to 1 x 8, and every fifth one oriented.
fn walls() -> impl Iterator<Item = Shape> {
    (0..800).map(|index| {
        let (at, half) = (spread(index) * SIDE, Vec2::new(0.5, 0.5 + (index % 8) as f32 * 0.5));
        let rotor = Rotor::from_angle(index as f32).expect("finite");
        match index % 5 {
            0 => OrientedRect::new(at, half, rotor).expect("finite").into(),
            _ => Rect::new(at - half, at + half).expect("finite").into(),
        }
    })
}

/// Bodies among walls; some overlap each other, none a wall.
fn world(count: usize) -> (World, Vec<Handle>) {
    let mut world = World::new(serial());
    for wall in walls() {
        world.insert(Entity::fixed(wall)).expect("room");
    }
    world.step();
    let body = |index| Shape::from(Circle::new(spread(index * 7 + 3) * SIDE, 0.375).expect("finite"));
    let places: Vec<Shape> = (0..count).filter_map(|index| world.queries().free(body(index), 20.0)).collect();
    let handles = places.iter().map(|place| world.insert(*place).expect("room")).collect();
    world.step();
    world.step();
    (world, handles)
}

pub fn rows(counter: &Counter) {
    if counter.needs("movement:") {
        queries(counter);
        moves(counter);
        swept(counter);
    }
}

fn queries(counter: &Counter) {
    let (world, handles) = world(1_500);
    let shapes: Vec<(Handle, Shape)> =
        handles.iter().take(QUERIES).map(|body| (*body, world.shape(*body).expect("it is there"))).collect();
    let steps = |length: f32| -> Vec<Query<Moving>> {
        let moving = |(index, (body, shape)): (usize, &(Handle, Shape))| {
            Query::new(Moving::new(*shape, direction(index) * length).expect("finite")).except(*body)
        };
        shapes.iter().enumerate().map(moving).collect()
    };
    let (mut slides, ok) = (Slides::default(), "no budget");
    for (name, length) in [("slide", STEP), ("slide, far", 5.0)] {
        let steps = steps(length);
        let mut run = || world.queries().slide_batch_into(&steps, &SlideOptions::default(), &mut slides).expect(ok);
        run();
        counter.count(&format!("movement: {name}"), steps.len(), run);
    }
    let alone = steps(STEP);
    counter.count("movement: slide, one by one", alone.len(), || {
        alone.iter().for_each(|step| drop(world.queries().slide(*step, &SlideOptions::default())));
    });
    let spots: Vec<Query<Shape>> = (0..QUERIES)
        .map(|index| Shape::from(Circle::new(spread(index * 5 + 1) * SIDE, 0.5).expect("finite")).into())
        .collect();
    let mut places = Places::default();
    let mut run = || world.queries().free_batch_into(&spots, 5.0, &mut places).expect(ok);
    run();
    counter.count("movement: free", spots.len(), run);
    let turn = |index: usize| {
        let rect = OrientedRect::new(spread(index * 3 + 2) * SIDE, [1.0, 0.4], Rotor::IDENTITY).expect("finite");
        Query::new(Turning::new(rect, rect.center(), 0.3).expect("finite"))
    };
    let turning: Vec<Query<Turning>> = (0..QUERIES).map(turn).collect();
    let mut turns = Turns::default();
    let mut run = || world.queries().turn_batch_into(&turning, &mut turns).expect(ok);
    run();
    counter.count("movement: turn", turning.len(), run);
}

fn moves(counter: &Counter) {
    for (name, count) in [("open", 1_500), ("crowd", 12_000)] {
        if !counter.needs(&format!("movement: {name}:")) {
            continue;
        }
        let (world, handles) = world(count);
        let steps: Vec<(Handle, Vec2)> =
            handles.iter().enumerate().map(|(index, body)| (*body, direction(index) * STEP)).collect();
        for (way, movers) in [("movers ignored", Movers::Ignore), ("in order", Movers::InOrder)] {
            let (mut world, mut moves) = (world.clone(), Moves::default());
            let options = MoveOptions { movers, ..MoveOptions::default() };
            world.move_batch_into(&steps, &options, &mut moves).expect("all are there");
            world.step();
            counter.count(&format!("movement: {name}: move, {way}"), steps.len(), || {
                world.move_batch_into(&steps, &options, &mut moves).expect("all are there");
            });
        }
        let (mut world, mut separation) = (world.clone(), Separation::default());
        let options = SeparateOptions::default();
        counter.count(&format!("movement: {name}: separate"), handles.len(), || {
            world.separate_into(&handles, &options, &mut separation).expect("all are there");
        });
    }
}

fn swept(counter: &Counter) {
    let (world, handles) = stepped(&scene(SceneKind::Uniform), serial());
    let rockets: Vec<(Handle, Vec2)> =
        handles.iter().step_by(20).enumerate().map(|(index, body)| (*body, direction(index) * 5.0)).collect();
    let mut pairs = SweptPairs::default();
    let mut run = || world.swept_pairs_into(&rockets, Budget::UNLIMITED, &mut pairs).expect("all are there");
    run();
    counter.count("movement: swept pairs", rockets.len(), run);
}
