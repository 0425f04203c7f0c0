//! The walk of `tests/golden` in the root: movement by components gives the same results as every binding.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use collide_bevy::prelude::*;
use collide2d::{Circle, Movers, Rect, SlideOptions, Strategy, Turning, Vec2};

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name);
    let text = fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

fn number(row: &[String], place: usize) -> f32 {
    row[place].parse().unwrap()
}

fn shape(row: &[String]) -> Shape {
    let (at, size) = (Vec2::new(number(row, 2), number(row, 3)), Vec2::new(number(row, 4), number(row, 5)));
    match row[1].as_str() {
        "0" => Circle::new(at, size.x).unwrap().into(),
        "1" => Rect::new(at, size).unwrap().into(),
        _ => OrientedRect::new(at, size, Rotor::from_angle(number(row, 6)).unwrap()).unwrap().into(),
    }
}

fn count(mut hits: MessageReader<'_, '_, MoveHit>) -> usize {
    hits.read().count()
}

fn walk(settings: Settings) {
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update).with_settings(settings));
    let inputs = rows("walk.csv");
    let spawn = |(id, row): (u64, &Vec<String>)| {
        let by = [number(row, 7), number(row, 8)];
        let mut entity = app.world_mut().spawn((Collider(shape(row)), StableId(id)));
        if by == [0.0; 2] {
            entity.insert(Mobility::Static)
        } else {
            entity.insert(Motion::default())
        };
        (entity.id(), by)
    };
    let entities: Vec<(Entity, [f32; 2])> = (0..).zip(&inputs).map(spawn).collect();
    app.update();
    for (tick, row) in rows("walk_ticks.csv").iter().enumerate() {
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
        assert_eq!([x, y], [number(row, 9), number(row, 10)]);
    }
    let all: Vec<Entity> = entities.iter().map(|(entity, _)| *entity).collect();
    app.world_mut().run_system_cached_with(places, all.clone()).unwrap();
    app.world_mut().run_system_cached_with(turns, all).unwrap();
    let movers = entities.iter().filter(|(_, by)| *by != [0.0; 2]).map(|(entity, _)| *entity);
    movers.for_each(|entity| _ = app.world_mut().entity_mut(entity).insert(Crowd));
    app.update();
    let world = app.world().resource::<Collisions>().world();
    let now = format!("{},{},{:016x}", world.tick(), world.pairs().len(), world.fingerprint());
    assert_eq!(now, rows("walk_crowd.csv")[0].join(","));
}

fn turns(In(entities): In<Vec<Entity>>, spatial: SpatialQuery<'_>, colliders: Query<'_, '_, &Collider>) {
    let starts = rows("walk.csv");
    for row in rows("walk_turns.csv") {
        let id: usize = row[0].parse().unwrap();
        let Shape::OrientedRect(rect) = colliders.get(entities[id]).unwrap().0 else { panic!("{id} is no door") };
        let pivot = Vec2::new(number(&starts[id], 2), number(&starts[id], 3));
        let turning = Turning::new(rect, pivot, number(&row, 1)).unwrap();
        let (end, left, hit) = spatial.now().turn(EntityQuery::new(turning).except(entities[id]));
        let hit = hit.and_then(|hit| entities.iter().position(|other| *other == hit));
        let (at, hit) = (end.center(), hit.map(|id| id.to_string()).unwrap_or_default());
        assert_eq!(format!("{},{},{left},{hit}", at.x, at.y), row[2..].join(","));
    }
}

fn places(In(entities): In<Vec<Entity>>, spatial: SpatialQuery<'_>) {
    for row in rows("walk_places.csv") {
        let circle = Circle::new([number(&row, 0), number(&row, 1)], number(&row, 2)).unwrap();
        let moving = Moving::new(circle, [number(&row, 3), number(&row, 4)]).unwrap();
        let slide = spatial.now().slide(moving, &SlideOptions::default());
        let mut text = String::new();
        write!(text, "{},{},", slide.shape.center().x, slide.shape.center().y).unwrap();
        let ids = slide.hits.iter().map(|hit| entities.iter().position(|other| *other == hit.entity).unwrap());
        text.push_str(&ids.map(|id| id.to_string()).collect::<Vec<_>>().join(" "));
        let place = spatial.now().free(circle, 3.0).map(|place| place.center());
        let place = place.map_or(",".to_owned(), |place| format!("{},{}", place.x, place.y));
        assert_eq!(format!("{text},{place}"), row[5..].join(","));
    }
}

#[test]
fn the_walk_has_the_fingerprints_that_it_has_everywhere() {
    for strategy in Strategy::ALL {
        for threads in [Threads::Serial, Threads::new(2).unwrap()] {
            walk(Settings { strategy, threads, ..Settings::default() });
        }
    }
}
