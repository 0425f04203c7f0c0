//! The golden match of `tests/golden` in the root: the plugin must give the same results as every binding.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use collide_bevy::prelude::*;
use collide2d::{Circle, History, Rect, Strategy, Vec2};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(golden(name)).unwrap()
}

/// The rows of each tick: ids and shapes.
fn frames() -> Vec<Vec<(u64, Shape)>> {
    let mut frames: Vec<Vec<(u64, Shape)>> = Vec::new();
    for line in text("match.csv").lines().skip(1) {
        let words: Vec<&str> = line.split(',').collect();
        let number = |place: usize| words[place].parse::<f32>().unwrap();
        let (at, size) = (Vec2::new(number(3), number(4)), Vec2::new(number(5), number(6)));
        let shape = match words[2] {
            "0" => Circle::new(at, size.x).unwrap().into(),
            "1" => Rect::new(at, size).unwrap().into(),
            _ => OrientedRect::new(at, size, Rotor::from_angle(number(7)).unwrap()).unwrap().into(),
        };
        let tick: usize = words[0].parse().unwrap();
        frames.resize_with(tick.max(frames.len()), Vec::new);
        frames[tick - 1].push((words[1].parse().unwrap(), shape));
    }
    frames
}

fn app(strategy: Strategy, threads: Threads) -> App {
    let history = History { ticks: 4, teleport_distance: 20.0 };
    let settings = Settings { events: true, strategy, threads, history, ..Settings::default() };
    let mut app = App::new();
    app.add_plugins(CollidePlugin::new(Update).with_settings(settings));
    app
}

/// Plays the match, and calls `see` with the app after each tick. Spawns and despawns entities in reverse order,
/// because only the order of their ids may matter.
fn play(app: &mut App, mut see: impl FnMut(&mut App, usize)) {
    let mut entities: BTreeMap<u64, Entity> = BTreeMap::new();
    for (number, rows) in frames().iter().enumerate() {
        let world = app.world_mut();
        let there: BTreeMap<u64, Shape> = rows.iter().copied().collect();
        let gone: Vec<u64> = entities.keys().rev().copied().filter(|id| !there.contains_key(id)).collect();
        for id in gone {
            world.despawn(entities.remove(&id).unwrap());
        }
        for (&id, &shape) in there.iter().rev() {
            match entities.get(&id) {
                Some(&entity) => world.get_mut::<Collider>(entity).unwrap().0 = shape,
                None => _ = entities.insert(id, world.spawn((Collider(shape), StableId(id))).id()),
            }
        }
        app.update();
        see(app, number + 1);
    }
}

fn count<M: Message>(messages: MessageReader<'_, '_, M>) -> usize {
    messages.len()
}

fn tick_row(app: &mut App, began: &mut usize, ended: &mut usize) -> String {
    // A one-time system reads the messages of this update and of the previous one.
    let counted = [
        app.world_mut().run_system_once(count::<CollisionStarted>).unwrap(),
        app.world_mut().run_system_once(count::<CollisionEnded>).unwrap(),
    ];
    let now = [counted[0] - *began, counted[1] - *ended];
    [*began, *ended] = now;
    let world = app.world().resource::<Collisions>().world();
    let (tick, pairs, fingerprint) = (world.tick(), world.pairs().len(), world.fingerprint());
    format!("{tick},{pairs},{},{},{fingerprint:016x}\n", now[0], now[1])
}

#[derive(Resource, Default)]
struct Answers(String);

/// Writes the rows of `questions.csv` for the tick that is `back` ticks before the current one.
fn ask(
    back: In<u64>,
    spatial: SpatialQuery<'_>,
    ids: Query<'_, '_, &StableId>,
    mut hits: Local<'_, OverlapHits>,
    mut answers: ResMut<'_, Answers>,
) {
    let tick = spatial.tick() - *back;
    let places = (0..20_i16).map(|number| {
        let (column, row) = (f32::from(number % 5 - 2), f32::from(number / 5 - 2));
        Circle::new(Vec2::new(column * 2.5, row * 2.5), f32::from(number % 4)).unwrap()
    });
    let asked: Vec<EntityQuery<Shape>> = places.clone().map(EntityQuery::from).collect();
    spatial.at(tick as f64).unwrap().overlap_batch_into(&asked, Mode::All, &mut hits).unwrap();
    for (number, place) in places.enumerate() {
        let Vec2 { x, y } = place.center();
        let found = hits.of(number).iter().map(|entity| ids.get(*entity).unwrap().0.to_string());
        let found = found.collect::<Vec<_>>().join(" ");
        writeln!(answers.0, "{tick},{x},{y},{},{found}", place.radius()).unwrap();
        if *back == 0 {
            assert_eq!(spatial.now().overlap(place), hits.of(number));
        }
    }
}

#[test]
fn the_match_has_the_fingerprints_that_it_has_everywhere() {
    for strategy in Strategy::ALL {
        for threads in [Threads::Serial, Threads::new(2).unwrap()] {
            let mut app = app(strategy, threads);
            app.init_resource::<Answers>();
            let mut ticks = String::from("tick,pairs,began,ended,fingerprint\n");
            let (mut began, mut ended) = (0, 0);
            play(&mut app, |app, tick| {
                ticks.push_str(&tick_row(app, &mut began, &mut ended));
                if tick % 10 == 0 {
                    app.world_mut().run_system_cached_with(ask, 0).unwrap();
                }
            });
            assert_eq!(ticks, text("ticks.csv"), "{strategy}");
            let answers = format!("tick,x,y,radius,hits\n{}", app.world().resource::<Answers>().0);
            assert_eq!(answers, text("questions.csv"), "{strategy}");
            app.world().resource::<Collisions>().world().validate().unwrap();
        }
    }
}

/// The queries of a tick give the same answers two ticks later, as no entity is despawned in between.
#[test]
fn the_past_is_asked_by_entity() {
    let mut app = app(Strategy::Auto, Threads::Serial);
    app.init_resource::<Answers>();
    play(&mut app, |app, tick| {
        if tick % 10 == 0 {
            app.world_mut().run_system_cached_with(ask, 0).unwrap();
        }
        if tick == 10 {
            app.update();
            app.update();
            app.world_mut().run_system_cached_with(ask, 2).unwrap();
        }
    });
    let answers = &app.world().resource::<Answers>().0;
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines[..20], lines[20..40]);
}

#[test]
fn a_recording_of_the_match_is_replayed_without_bevy() {
    let mut app = app(Strategy::Auto, Threads::Serial);
    app.world_mut().resource_mut::<Collisions>().start_recording();
    let mut recorded = Vec::new();
    play(&mut app, |app, _| {
        app.world_mut().resource_mut::<Collisions>().write_recorded(&mut recorded).unwrap();
    });
    for bytes in [recorded, fs::read(golden("match.ctrace")).unwrap()] {
        let mut world = collide2d::World::new(Settings::default());
        let mut fingerprints = Vec::new();
        for tick in collide2d::Trace::new(bytes.as_slice()) {
            tick.unwrap().replay(&mut world).unwrap();
            fingerprints.push(format!("{:016x}", world.fingerprint()));
        }
        let expected = text("ticks.csv");
        let expected: Vec<&str> = expected.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();
        assert_eq!(fingerprints, expected);
    }
}
