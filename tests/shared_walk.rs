//! The walk that every binding must reproduce: movement, checked for Rust against the files `walk*.csv` in
//! `tests/golden`, and written there on request.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use collide_scenes::SceneKind;
use collide2d::{
    Circle, Entity, Handle, MoveOptions, Movers, Moves, Moving, OrientedRect, Places, Query, Rect, Rotor,
    SeparateOptions, Separation, Settings, Shape, SlideOptions, Slides, Strategy, Threads, Turning, Vec2, World,
};

const COUNT: usize = 120;
const TICKS: u64 = 20;
const SEED: u64 = 22;

/// After this number of ticks all movers turn back.
const LEG: u64 = 5;

/// The distance within which free places are sought.
const FAR: f32 = 3.0;

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

struct Row {
    shape: Shape,
    motion: Vec2,
}

/// The first seven numbers of each row, and its motion.
fn rows(text: &str) -> Vec<Row> {
    let row = |line: &str| {
        let words: Vec<&str> = line.split(',').collect();
        let number = |place: usize| words[place].parse::<f32>().unwrap();
        let (at, size) = (Vec2::new(number(2), number(3)), Vec2::new(number(4), number(5)));
        let shape = match words[1] {
            "0" => Circle::new(at, size.x).unwrap().into(),
            "1" => Rect::new(at, size).unwrap().into(),
            _ => OrientedRect::new(at, size, Rotor::from_angle(number(6)).unwrap()).unwrap().into(),
        };
        Row { shape, motion: Vec2::new(number(7), number(8)) }
    };
    text.lines().skip(1).map(row).collect()
}

/// Shapes of every kind; a third of them rests.
fn invented() -> String {
    let scene = SceneKind::Mixed.generate(COUNT, SEED);
    let mut text = String::new();
    for (id, (shape, velocity)) in scene.shapes().iter().zip(scene.velocities()).enumerate() {
        let (kind, [x, y, a, b, ..]) = (shape.kind() as u8, shape.to_numbers());
        let angle = if shape.kind().has_rotation() { id as f32 * 0.5 } else { 0.0 };
        let motion = if id % 3 == 0 { Vec2::ZERO } else { *velocity * 0.25 };
        writeln!(text, "{id},{kind},{x},{y},{a},{b},{angle},{},{}", motion.x, motion.y).unwrap();
    }
    text
}

/// The five files, from the inputs in the first.
fn walk(inputs: &str, settings: Settings) -> [String; 5] {
    let rows = rows(inputs);
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
        let hits: usize = moves.slides().iter().map(|slide| slide.hits().len()).sum();
        world.step();
        writeln!(ticks, "{},{},{hits},{:016x}", world.tick(), world.pairs().len(), world.fingerprint()).unwrap();
    }
    let mut ends = String::from("id,kind,x,y,a,b,angle,motion_x,motion_y,end_x,end_y\n");
    for (line, handle) in inputs.lines().skip(1).zip(&handles) {
        let inputs = line.splitn(10, ',').take(9).collect::<Vec<_>>().join(",");
        let [x, y, ..] = world.shape(*handle).unwrap().to_numbers();
        writeln!(ends, "{inputs},{x},{y}").unwrap();
    }
    let places = places(&world, &handles);
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

/// Slides and free places of circles that are not entities.
fn places(world: &World, handles: &[Handle]) -> String {
    let circles = (0..25_i16).map(|number| {
        let at = Vec2::new(f32::from(number % 5 - 2) * 2.5, f32::from(number / 5 - 2) * 2.5);
        let motion = Vec2::new(f32::from(number % 7 - 3), f32::from(number % 3 - 1) * 1.5);
        (Circle::new(at, f32::from(number % 4) * 0.25).unwrap(), motion)
    });
    let circles: Vec<(Circle, Vec2)> = circles.collect();
    let moving: Vec<_> = circles.iter().map(|(circle, by)| Query::new(Moving::new(*circle, *by).unwrap())).collect();
    let shapes: Vec<Query<Shape>> = circles.iter().map(|(circle, _)| Query::from(*circle)).collect();
    let (mut slides, mut free) = (Slides::default(), Places::default());
    world.queries().slide_batch_into(&moving, &SlideOptions::default(), &mut slides);
    world.queries().free_batch_into(&shapes, FAR, &mut free);
    let mut text = String::from("x,y,radius,motion_x,motion_y,slide_x,slide_y,hits,free_x,free_y\n");
    for (((circle, by), slide), place) in circles.iter().zip(slides.list()).zip(free.list()) {
        let (from, to) = (circle.center(), slide.shape.center());
        let id = |handle| handles.iter().position(|other| *other == handle).unwrap().to_string();
        let hits = slide.hits().iter().map(|hit| id(hit.handle)).collect::<Vec<_>>().join(" ");
        let place = place.map_or(",".to_owned(), |place| format!("{},{}", place.center().x, place.center().y));
        let radius = circle.radius();
        writeln!(text, "{},{},{radius},{},{},{},{},{hits},{place}", from.x, from.y, by.x, by.y, to.x, to.y).unwrap();
    }
    text
}

#[test]
fn the_walk_is_as_it_was() {
    let names = ["walk.csv", "walk_ticks.csv", "walk_places.csv", "walk_turns.csv", "walk_crowd.csv"];
    let settings = |strategy, threads| Settings { strategy, threads, ..Settings::default() };
    if std::env::var_os("COLLIDE_WRITE_GOLDEN").is_some() {
        let inputs = format!("\n{}", invented());
        let written = walk(&inputs, settings(Strategy::BruteForce, Threads::Serial));
        names.iter().zip(written).for_each(|(name, text)| fs::write(golden(name), text).unwrap());
    }
    let expected = names.map(|name| fs::read_to_string(golden(name)).unwrap());
    for strategy in Strategy::ALL {
        for threads in [Threads::Serial, Threads::new(2).unwrap()] {
            assert_eq!(walk(&expected[0], settings(strategy, threads)), expected, "{strategy}");
        }
    }
}
