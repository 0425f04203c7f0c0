//! The walk that every binding must reproduce: movement, checked for Rust against the files `walk*.csv` in
//! `tests/golden`, and written there on request.

use std::fmt::Write as _;
use std::fs;

use collide2d::{
    Circle, Entity, Handle, MoveOptions, Movers, Moves, Moving, Places, Query, SeparateOptions, Separation, Settings,
    Shape, SlideOptions, Slides, Strategy, Threads, Turning, Vec2, World,
};

use crate::shared_files::{Files, words};

const COUNT: usize = 120;
const TICKS: u64 = 20;
const SEED: u64 = 22;

/// After this number of ticks all movers turn back.
const LEG: u64 = 5;

/// The distance within which free places are searched for.
const FAR: f32 = 3.0;

struct Row {
    shape: Shape,
    motion: Vec2,
}

/// The shape of each row, and its motion.
fn rows(files: Files, text: &str) -> Vec<Row> {
    let row = |line: &str| {
        let words = &mut line.split(',').skip(1);
        let shape = files.shape(words);
        let [x, y] = [(); 2].map(|()| words.next().unwrap().parse().unwrap());
        Row { shape, motion: Vec2::new(x, y) }
    };
    text.lines().skip(1).map(row).collect()
}

/// Shapes of every kind of the files; a third of them rests.
fn invented(files: Files) -> String {
    let mut text = String::new();
    for (id, (shape, velocity)) in files.scene(COUNT, SEED).rows().enumerate() {
        let motion = if id % 3 == 0 { Vec2::ZERO } else { velocity * 0.25 };
        writeln!(text, "{id},{},{},{}", files.text(shape, id as f32 * 0.5), motion.x, motion.y).unwrap();
    }
    text
}

/// The five files, from the inputs in the first.
fn walk(files: Files, inputs: &str, settings: Settings) -> [String; 5] {
    let rows = rows(files, inputs);
    let mut world = World::new(settings);
    let entity = |row: &Row| match row.motion {
        Vec2::ZERO => Entity::fixed(row.shape),
        _ => Entity::new(row.shape),
    };
    let handles: Vec<Handle> = rows.iter().map(|row| world.insert(entity(row)).unwrap()).collect();
    world.step();
    let mut ticks = String::from("tick,pairs,hits,fingerprint\n");
    let mut moves = Moves::default();
    for tick in 0..TICKS {
        let sign = if (tick / LEG).is_multiple_of(2) { 1.0 } else { -1.0 };
        let moving = handles.iter().zip(&rows).filter(|(_, row)| row.motion != Vec2::ZERO);
        let moving: Vec<_> = moving.map(|(handle, row)| (*handle, row.motion * sign)).collect();
        let movers = if tick % 2 == 0 { Movers::InOrder } else { Movers::Ignore };
        world.move_batch_into(&moving, &MoveOptions { movers, ..MoveOptions::default() }, &mut moves).unwrap();
        let hits: usize = moves.slides().map(|slide| slide.hits().len()).sum();
        world.step();
        writeln!(ticks, "{},{},{hits},{:016x}", world.tick(), world.pairs().len(), world.fingerprint()).unwrap();
    }
    let mut ends = format!("id,{},motion_x,motion_y,end_x,end_y\n", files.columns());
    let inputs_count = files.columns().split(',').count() + 3;
    for (line, handle) in inputs.lines().skip(1).zip(&handles) {
        let inputs = line.split(',').take(inputs_count).collect::<Vec<_>>().join(",");
        let [x, y, ..] = world.shape(*handle).unwrap().to_numbers();
        writeln!(ends, "{inputs},{x},{y}").unwrap();
    }
    let places = places(files, &world, &handles);
    let turns = turns(&world, &handles, &rows);
    let moving = handles.iter().zip(&rows).filter(|(_, row)| row.motion != Vec2::ZERO);
    let moving: Vec<Handle> = moving.map(|(handle, _)| *handle).collect();
    world.separate_into(&moving, &SeparateOptions::default(), &mut Separation::default()).unwrap();
    world.step();
    let crowd = format!("{},{},{:016x}", world.tick(), world.pairs().len(), world.fingerprint());
    [ends, ticks, places, turns, format!("tick,pairs,fingerprint\n{crowd}\n")]
}

/// The oriented rects turn about the places where they started, by a radian and back in turns.
fn turns(world: &World, handles: &[Handle], rows: &[Row]) -> String {
    let mut text = String::from("id,angle,x,y,left,hit\n");
    for (id, (handle, row)) in handles.iter().zip(rows).enumerate() {
        let Some(Shape::OrientedRect(rect)) = world.shape(*handle) else { continue };
        let angle = if id % 2 == 0 { 1.0 } else { -1.0 };
        let turning = Turning::new(rect, row.shape.center(), angle).unwrap();
        let turn = world.queries().turn(Query::new(turning).except(*handle));
        let hit = turn.hit.and_then(|hit| handles.iter().position(|other| *other == hit));
        let (at, hit) = (turn.rect.center(), hit.map(|id| id.to_string()).unwrap_or_default());
        writeln!(text, "{id},{angle},{},{},{},{hit}", at.x, at.y, turn.left).unwrap();
    }
    text
}

/// Shapes that are not entities, with motions: circles, or every kind.
fn asked(files: Files) -> Vec<(Shape, Vec2)> {
    let circle = |number: i16| {
        let at = Vec2::new(f32::from(number % 5 - 2) * 2.5, f32::from(number / 5 - 2) * 2.5);
        let motion = Vec2::new(f32::from(number % 7 - 3), f32::from(number % 3 - 1) * 1.5);
        (Circle::new(at, f32::from(number % 4) * 0.25).unwrap().into(), motion)
    };
    match files {
        Files::Rounds => (0..25).map(circle).collect(),
        Files::Kinds => {
            let scene = files.scene(COUNT, SEED + 1);
            scene.rows().take(25).map(|(shape, velocity)| (*shape, velocity * 0.5)).collect()
        }
    }
}

/// Slides and free places of shapes that are not entities.
fn places(files: Files, world: &World, handles: &[Handle]) -> String {
    let asked = asked(files);
    let moving: Vec<_> = asked.iter().map(|(shape, by)| Query::new(Moving::new(*shape, *by).unwrap())).collect();
    let shapes: Vec<Query<Shape>> = asked.iter().map(|(shape, _)| Query::from(*shape)).collect();
    let (mut slides, mut free) = (Slides::default(), Places::default());
    world.queries().slide_batch_into(&moving, &SlideOptions::default(), &mut slides).unwrap();
    world.queries().free_batch_into(&shapes, FAR, &mut free).unwrap();
    let mut text = format!("{},motion_x,motion_y,slide_x,slide_y,hits,free_x,free_y\n", files.asked_columns());
    for (((shape, by), slide), place) in asked.iter().zip(slides.iter()).zip(free.list()) {
        let [x, y, ..] = slide.shape.to_numbers();
        let id = |handle| handles.iter().position(|other| *other == handle).unwrap();
        let hits = words(slide.hits().iter().map(|hit| id(hit.handle)));
        let place = place.map_or(",".to_owned(), |place| {
            let [x, y, ..] = place.to_numbers();
            format!("{x},{y}")
        });
        writeln!(text, "{},{},{},{x},{y},{hits},{place}", files.asked_text(shape), by.x, by.y).unwrap();
    }
    text
}

#[test]
fn the_walks_are_as_they_were() {
    let names = ["walk.csv", "walk_ticks.csv", "walk_places.csv", "walk_turns.csv", "walk_crowd.csv"];
    let settings = |strategy, threads| Settings { strategy, threads, ..Settings::default() };
    for files in Files::ALL {
        if std::env::var_os("COLLIDE_WRITE_GOLDEN").is_some() {
            let inputs = format!("\n{}", invented(files));
            let written = walk(files, &inputs, settings(Strategy::BruteForce, Threads::Serial));
            names.iter().zip(written).for_each(|(name, text)| fs::write(files.path(name), text).unwrap());
        }
        let expected = names.map(|name| fs::read_to_string(files.path(name)).unwrap());
        for strategy in Strategy::ALL {
            for threads in [Threads::Serial, Threads::new(2).unwrap()] {
                assert_eq!(walk(files, &expected[0], settings(strategy, threads)), expected, "{files:?}, {strategy}");
            }
        }
    }
}
