//! The golden matches of `tests/golden` in the root: the plugin must give the same results as every binding.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use collide_bevy::prelude::*;
use collide2d::{Circle, History, Rect, ShapeKind, Strategy, Vec2};

/// The two sets of files: circles and rectangles, and every kind of shape.
const FILES: [&str; 2] = ["", "kinds_"];

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name)
}

fn text(files: &str, name: &str) -> String {
    fs::read_to_string(golden(&format!("{files}{name}"))).unwrap()
}

/// A shape from its columns: kind and numbers, or kind, x, y, a, b and angle.
fn shape(words: &[&str]) -> Shape {
    let number = |word: &str| word.parse::<f32>().unwrap();
    if let [kind, numbers, ..] = words
        && numbers.contains(' ')
    {
        let kind = ShapeKind::try_from(kind.parse::<u8>().unwrap()).unwrap();
        return Shape::from_numbers(kind, numbers.split(' ').map(number).collect::<Vec<_>>()).unwrap();
    }
    let number = |place: usize| number(words[place]);
    let (at, size) = (Vec2::new(number(1), number(2)), Vec2::new(number(3), number(4)));
    match words[0] {
        "0" => Circle::new(at, size.x).unwrap().into(),
        "1" => Rect::new(at, size).unwrap().into(),
        _ => OrientedRect::new(at, size, Rotor::from_angle(number(5)).unwrap()).unwrap().into(),
    }
}

/// The rows of each tick: ids and shapes.
fn frames(files: &str) -> Vec<Vec<(u64, Shape)>> {
    let mut frames: Vec<Vec<(u64, Shape)>> = Vec::new();
    for line in text(files, "match.csv").lines().skip(1) {
        let words: Vec<&str> = line.split(',').collect();
        let tick: usize = words[0].parse().unwrap();
        frames.resize_with(tick.max(frames.len()), Vec::new);
        frames[tick - 1].push((words[1].parse().unwrap(), shape(&words[2..])));
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

/// Plays a match, and calls `see` with the app after each tick. Spawns and despawns entities in reverse order,
/// because only the order of their ids may matter.
fn play(files: &str, app: &mut App, mut see: impl FnMut(&mut App, usize)) {
    let mut entities: BTreeMap<u64, Entity> = BTreeMap::new();
    for (number, rows) in frames(files).iter().enumerate() {
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

/// The shapes that are asked for, and their columns.
#[derive(Resource)]
struct Asked(Vec<(String, Shape)>);

impl Asked {
    /// The queries of the first tick of `questions.csv`; they are the same at each tick.
    fn of(files: &str) -> Self {
        let row = |line: &str| {
            let words: Vec<&str> = line.split(',').skip(1).collect();
            let columns = &words[..words.len() - 1];
            let circle = |words: &[&str]| shape(&["0", words[0], words[1], words[2], "0", "0"]);
            let shape = if files.is_empty() { circle(columns) } else { shape(columns) };
            (columns.join(","), shape)
        };
        Self(text(files, "questions.csv").lines().skip(1).take(20).map(row).collect())
    }
}

#[derive(Resource, Default)]
struct Answers(String);

/// Writes the rows of `questions.csv` for the tick that is `back` ticks before the current one.
fn ask(
    back: In<u64>,
    spatial: SpatialQuery<'_>,
    ids: Query<'_, '_, &StableId>,
    asked: Res<'_, Asked>,
    mut hits: Local<'_, OverlapHits>,
    mut answers: ResMut<'_, Answers>,
) {
    let tick = spatial.tick() - *back;
    let queries: Vec<EntityQuery<Shape>> = asked.0.iter().map(|(_, shape)| EntityQuery::from(*shape)).collect();
    spatial.at(tick as f64).unwrap().overlap_batch_into(&queries, Mode::All, &mut hits).unwrap();
    for (number, (columns, shape)) in asked.0.iter().enumerate() {
        let found = hits.of(number).iter().map(|entity| ids.get(*entity).unwrap().0.to_string());
        let found = found.collect::<Vec<_>>().join(" ");
        writeln!(answers.0, "{tick},{columns},{found}").unwrap();
        if *back == 0 {
            assert_eq!(spatial.now().overlap(*shape), hits.of(number));
        }
    }
}

#[test]
fn the_matches_have_the_fingerprints_that_they_have_everywhere() {
    for files in FILES {
        for strategy in Strategy::ALL {
            for threads in [Threads::Serial, Threads::new(2).unwrap()] {
                the_match_is_the_same(files, app(strategy, threads));
            }
        }
    }
}

fn the_match_is_the_same(files: &str, mut app: App) {
    app.init_resource::<Answers>().insert_resource(Asked::of(files));
    let mut ticks = String::from("tick,pairs,began,ended,fingerprint\n");
    let (mut began, mut ended) = (0, 0);
    play(files, &mut app, |app, tick| {
        ticks.push_str(&tick_row(app, &mut began, &mut ended));
        if tick % 10 == 0 {
            app.world_mut().run_system_cached_with(ask, 0).unwrap();
        }
    });
    assert_eq!(ticks, text(files, "ticks.csv"));
    let expected = text(files, "questions.csv");
    let (_, expected) = expected.split_once('\n').unwrap();
    assert_eq!(app.world().resource::<Answers>().0, expected);
    app.world().resource::<Collisions>().world().validate().unwrap();
}

/// The queries of a tick give the same answers two ticks later, as no entity is despawned in between.
#[test]
fn the_past_is_asked_by_entity() {
    let mut app = app(Strategy::Auto, Threads::Serial);
    app.init_resource::<Answers>().insert_resource(Asked::of("kinds_"));
    play("kinds_", &mut app, |app, tick| {
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
fn recordings_of_the_matches_are_replayed_without_bevy() {
    for files in FILES {
        let mut app = app(Strategy::Auto, Threads::Serial);
        app.world_mut().resource_mut::<Collisions>().start_recording();
        let mut recorded = Vec::new();
        play(files, &mut app, |app, _| {
            app.world_mut().resource_mut::<Collisions>().write_recorded(&mut recorded).unwrap();
        });
        for bytes in [recorded, fs::read(golden(&format!("{files}match.ctrace"))).unwrap()] {
            let mut world = collide2d::World::new(Settings::default());
            let mut fingerprints = Vec::new();
            for tick in collide2d::Trace::new(bytes.as_slice()) {
                tick.unwrap().replay(&mut world).unwrap();
                fingerprints.push(format!("{:016x}", world.fingerprint()));
            }
            let expected = text(files, "ticks.csv");
            let expected: Vec<&str> = expected.lines().skip(1).map(|line| line.rsplit(',').next().unwrap()).collect();
            assert_eq!(fingerprints, expected);
        }
    }
}
