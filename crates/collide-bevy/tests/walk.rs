//! The walks of `tests/golden` in the root: movement by components gives the same results as every binding.

use std::fs;
use std::path::Path;

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use collide_bevy::prelude::*;
use collide2d::{Circle, Movers, Rect, ShapeKind, SlideOptions, Strategy, Turning, Vec2};

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name);
    let text = fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn number(row: &[String], place: usize) -> f32 {
    row[place].parse().unwrap()
}

/// The two sets of files: circles and rectangles, and every kind of shape.
#[derive(Clone, Copy, PartialEq)]
enum Files {
    Rounds,
    Kinds,
}

impl Files {
    fn rows(self, name: &str) -> Vec<Vec<String>> {
        rows(&if self == Self::Kinds { format!("kinds_{name}") } else { name.to_owned() })
    }

    /// The shape of an entity from the columns after the id, and the next column.
    fn entity(self, row: &[String]) -> (Shape, usize) {
        if self == Self::Kinds {
            return (numbers(&row[1..]), 3);
        }
        let (at, size) = (Vec2::new(number(row, 2), number(row, 3)), Vec2::new(number(row, 4), number(row, 5)));
        let shape = match row[1].as_str() {
            "0" => Circle::new(at, size.x).unwrap().into(),
            "1" => Rect::new(at, size).unwrap().into(),
            _ => OrientedRect::new(at, size, Rotor::from_angle(number(row, 6)).unwrap()).unwrap().into(),
        };
        (shape, 7)
    }

    /// The shape of a query from the first columns, and the next column.
    fn asked(self, row: &[String]) -> (Shape, usize) {
        if self == Self::Kinds {
            return (numbers(row), 2);
        }
        (Circle::new([number(row, 0), number(row, 1)], number(row, 2)).unwrap().into(), 3)
    }
}

/// A shape from its kind and its numbers.
fn numbers(words: &[String]) -> Shape {
    let kind = ShapeKind::try_from(words[0].parse::<u8>().unwrap()).unwrap();
    let numbers: Vec<f32> = words[1].split(' ').map(|word| word.parse().unwrap()).collect();
    Shape::from_numbers(kind, numbers).unwrap()
}

fn count(mut hits: MessageReader<'_, '_, MoveHit>) -> usize {
    hits.read().count()
}

fn walk(files: Files, settings: Settings) {
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update).with_settings(settings));
    let inputs = files.rows("walk.csv");
    let spawn = |(id, row): (u64, &Vec<String>)| {
        let (shape, next) = files.entity(row);
        let by = [number(row, next), number(row, next + 1)];
        let mut entity = app.world_mut().spawn((Collider(shape), StableId(id)));
        if by == [0.0; 2] {
            entity.insert(Mobility::Static)
        } else {
            entity.insert(Motion::default())
        };
        (entity.id(), by)
    };
    let entities: Vec<(Entity, [f32; 2])> = (0..).zip(&inputs).map(spawn).collect();
    app.update();
    for (tick, row) in files.rows("walk_ticks.csv").iter().enumerate() {
        let sign = if tick / 5 % 2 == 0 { 1.0 } else { -1.0 };
        for (entity, by) in &entities {
            if let Some(mut motion) = app.world_mut().get_mut::<Motion>(*entity) {
                motion.0 = by.map(|by| by * sign);
            }
        }
        let movers = if tick % 2 == 0 { Movers::InOrder } else { Movers::Ignore };
        app.world_mut().resource_mut::<MoveRules>().movers = movers;
        app.update();
        let hits = app.world_mut().run_system_cached(count).unwrap();
        let world = app.world().resource::<Collisions>().world();
        let now = format!("{},{},{},{:016x}", world.tick(), world.pairs().len(), hits, world.fingerprint());
        assert_eq!(now, row.join(","));
    }
    for ((entity, _), row) in entities.iter().zip(&inputs) {
        let [x, y, ..] = app.world().get::<Collider>(*entity).unwrap().to_numbers();
        assert_eq!([x, y], [number(row, row.len() - 2), number(row, row.len() - 1)]);
    }
    let all: Vec<Entity> = entities.iter().map(|(entity, _)| *entity).collect();
    app.world_mut().run_system_cached_with(places, (files, all.clone())).unwrap();
    app.world_mut().run_system_cached_with(turns, (files, all)).unwrap();
    let movers = entities.iter().filter(|(_, by)| *by != [0.0; 2]).map(|(entity, _)| *entity);
    movers.for_each(|entity| _ = app.world_mut().entity_mut(entity).insert(Crowd));
    app.update();
    let world = app.world().resource::<Collisions>().world();
    let now = format!("{},{},{:016x}", world.tick(), world.pairs().len(), world.fingerprint());
    assert_eq!(now, files.rows("walk_crowd.csv")[0].join(","));
}

fn turns(
    In((files, entities)): In<(Files, Vec<Entity>)>,
    spatial: SpatialQuery<'_>,
    colliders: Query<'_, '_, &Collider>,
) {
    let starts = files.rows("walk.csv");
    for row in files.rows("walk_turns.csv") {
        let id: usize = row[0].parse().unwrap();
        let Shape::OrientedRect(rect) = colliders.get(entities[id]).unwrap().0 else { panic!("{id} is no door") };
        let pivot = files.entity(&starts[id]).0.center();
        let turning = Turning::new(rect, pivot, number(&row, 1)).unwrap();
        let (end, left, hit) = spatial.now().turn(EntityQuery::new(turning).except(entities[id]));
        let hit = hit.and_then(|hit| entities.iter().position(|other| *other == hit));
        let (at, hit) = (end.center(), hit.map(|id| id.to_string()).unwrap_or_default());
        assert_eq!(format!("{},{},{left},{hit}", at.x, at.y), row[2..].join(","));
    }
}

fn places(In((files, entities)): In<(Files, Vec<Entity>)>, spatial: SpatialQuery<'_>) {
    for row in files.rows("walk_places.csv") {
        let (shape, next) = files.asked(&row);
        let moving = Moving::new(shape, [number(&row, next), number(&row, next + 1)]).unwrap();
        let slide = spatial.now().slide(moving, &SlideOptions::default());
        let [x, y, ..] = slide.shape.to_numbers();
        let mut text = format!("{x},{y},");
        let ids = slide.hits.iter().map(|hit| entities.iter().position(|other| *other == hit.entity).unwrap());
        text.push_str(&ids.map(|id| id.to_string()).collect::<Vec<_>>().join(" "));
        let place = spatial.now().free(shape, 3.0).map(|place| place.to_numbers());
        let place = place.map_or(",".to_owned(), |[x, y, ..]| format!("{x},{y}"));
        assert_eq!(format!("{text},{place}"), row[next + 2..].join(","));
    }
}

#[test]
fn the_walks_have_the_fingerprints_that_they_have_everywhere() {
    for files in [Files::Rounds, Files::Kinds] {
        for strategy in Strategy::ALL {
            for threads in [Threads::Serial, Threads::new(2).unwrap()] {
                walk(files, Settings { strategy, threads, ..Settings::default() });
            }
        }
    }
}
