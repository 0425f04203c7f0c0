//! The matches that every binding must reproduce: checks the results of Rust for the files in `tests/golden`, and writes
//! the files on request.

use std::fmt::Write as _;
use std::fs;

use collide2d::{Circle, EventKind, Handle, Sector, Settings, Shape, Strategy, Threads, Trace, Vec2, World};

use crate::shared_files::{Files, words};

const COUNT: usize = 150;
const TICKS: usize = 40;
const SEED: u64 = 14;

struct Row {
    id: usize,
    shape: Shape,
}

/// The rows of each tick.
fn frames(files: Files, text: &str) -> Vec<Vec<Row>> {
    let mut frames: Vec<Vec<Row>> = Vec::new();
    for line in text.lines().skip(1) {
        let words = &mut line.split(',');
        let [tick, id]: [usize; 2] = [(); 2].map(|()| words.next().unwrap().parse().unwrap());
        frames.resize_with(tick.max(frames.len()), Vec::new);
        frames[tick - 1].push(Row { id, shape: files.shape(words) });
    }
    frames
}

/// Plays the match as the README beside the files describes, and calls `see` after each step.
fn play(frames: &[Vec<Row>], settings: Settings, mut see: impl FnMut(&mut World, &[Option<Handle>])) {
    let mut world = World::new(settings);
    world.start_recording();
    let mut handles: Vec<Option<Handle>> = vec![None; COUNT];
    let mut before: &[Row] = &[];
    for rows in frames {
        for gone in before.iter().filter(|old| rows.iter().all(|row| row.id != old.id)) {
            world.remove(handles[gone.id].take().unwrap()).unwrap();
        }
        for row in rows {
            match handles[row.id] {
                Some(handle) => world.set(handle, row.shape).unwrap(),
                None => handles[row.id] = Some(world.insert(row.shape).unwrap()),
            }
        }
        world.step();
        see(&mut world, &handles);
        before = rows;
    }
}

fn settings(strategy: Strategy, threads: Threads) -> Settings {
    Settings { events: true, strategy, threads, ..Settings::default() }
}

/// The contents of `ticks.csv` for a match.
fn ticks(frames: &[Vec<Row>], settings: Settings) -> String {
    let mut text = String::from("tick,pairs,began,ended,fingerprint\n");
    play(frames, settings, |world, _| {
        let count = |kind| world.events().iter().filter(|event| event.kind == kind).count();
        let (began, ended) = (count(EventKind::Began), count(EventKind::Ended));
        let (tick, pairs, fingerprint) = (world.tick(), world.pairs().len(), world.fingerprint());
        writeln!(text, "{tick},{pairs},{began},{ended},{fingerprint:016x}").unwrap();
    });
    text
}

/// The shapes that are asked for: around points all over the match, or of every kind.
fn asked(files: Files) -> Vec<Shape> {
    let circle = |number: i16| {
        let at = Vec2::new(f32::from(number % 5 - 2) * 2.5, f32::from(number / 5 - 2) * 2.5);
        Circle::new(at, f32::from(number % 4)).unwrap().into()
    };
    match files {
        Files::Rounds => (0..20).map(circle).collect(),
        Files::Kinds => files.scene(COUNT, SEED + 1).rows().take(20).map(|(shape, _)| *shape).collect(),
    }
}

/// The ids of hits as text.
fn ids(hits: &[Handle], handles: &[Option<Handle>]) -> String {
    words(hits.iter().map(|hit| handles.iter().position(|handle| *handle == Some(*hit)).unwrap()))
}

/// The contents of `questions.csv`: every tenth tick.
fn questions(files: Files, frames: &[Vec<Row>], settings: Settings) -> String {
    let mut text = format!("tick,{},hits\n", files.asked_columns());
    let asked = asked(files);
    play(frames, settings, |world, handles| {
        for shape in asked.iter().filter(|_| world.tick() % 10 == 0) {
            let hits = ids(&world.queries().overlap(*shape), handles);
            writeln!(text, "{},{},{hits}", world.tick(), files.asked_text(shape)).unwrap();
        }
    });
    text
}

/// The sectors that are asked for, and their columns: around points all over the match, from 10 to 353 degrees wide.
fn sectors(files: Files) -> Vec<(Sector, String)> {
    let scene = files.scene(COUNT, SEED + 2);
    let sector = |(number, (shape, way)): (u8, (&Shape, Vec2))| {
        let ([x, y, ..], number) = (shape.to_numbers(), f32::from(number));
        let (opening, outer) = (10.0 + 7.0 * number, 1.0 + number % 5.0);
        let inner = outer * 0.25 * (number % 3.0);
        let sector = Sector::facing(Vec2::new(x, y), way, opening, outer).unwrap().with_inner(inner).unwrap();
        (sector, format!("{x},{y},{},{},{opening},{outer},{inner}", way.x, way.y))
    };
    (0..50).zip(scene.rows()).map(sector).collect()
}

/// The contents of `sectors.csv`: every tenth tick.
fn sector_hits(files: Files, frames: &[Vec<Row>], settings: Settings) -> String {
    let mut text = String::from("tick,x,y,direction_x,direction_y,opening,outer,inner,hits\n");
    let sectors = sectors(files);
    play(frames, settings, |world, handles| {
        for (sector, columns) in sectors.iter().filter(|_| world.tick() % 10 == 0) {
            let hits = ids(&world.queries().sector(*sector), handles);
            writeln!(text, "{},{columns},{hits}", world.tick()).unwrap();
        }
    });
    text
}

fn trace(frames: &[Vec<Row>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    play(frames, settings(Strategy::Auto, Threads::Serial), |world, _| {
        world.write_recorded(&mut bytes).unwrap();
    });
    bytes
}

/// Shapes that move, rotate, appear and disappear.
fn invented(files: Files) -> String {
    let mut scene = files.scene(COUNT, SEED);
    let mut text = format!("tick,id,{}\n", files.columns());
    for tick in 1..=TICKS {
        scene.advance(1.0 / 10.0);
        for (id, (shape, _)) in scene.rows().enumerate() {
            if id % 3 == 0 && (tick + 7 * id) % 23 < 4 {
                continue;
            }
            writeln!(text, "{tick},{id},{}", files.text(shape, id as f32 + tick as f32 * 0.1)).unwrap();
        }
    }
    text
}

#[test]
fn the_matches_are_as_they_were() {
    for files in Files::ALL {
        let write = std::env::var_os("COLLIDE_WRITE_GOLDEN").is_some();
        if write {
            fs::write(files.path("match.csv"), invented(files)).unwrap();
        }
        let text = fs::read_to_string(files.path("match.csv")).unwrap();
        assert_eq!(text, invented(files), "the file and its generator");
        let frames = frames(files, &text);
        let by_brute_force = settings(Strategy::BruteForce, Threads::Serial);
        if write {
            fs::write(files.path("ticks.csv"), ticks(&frames, by_brute_force.clone())).unwrap();
            fs::write(files.path("questions.csv"), questions(files, &frames, by_brute_force.clone())).unwrap();
            fs::write(files.path("sectors.csv"), sector_hits(files, &frames, by_brute_force)).unwrap();
            fs::write(files.path("match.ctrace"), trace(&frames)).unwrap();
        }
        let names = ["ticks.csv", "questions.csv", "sectors.csv"];
        let expected = names.map(|name| fs::read_to_string(files.path(name)).unwrap());
        for strategy in Strategy::ALL {
            for threads in [Threads::Serial, Threads::new(2).unwrap()] {
                let settings = settings(strategy, threads);
                assert_eq!(ticks(&frames, settings.clone()), expected[0], "{files:?}, {strategy}");
                assert_eq!(questions(files, &frames, settings.clone()), expected[1], "{files:?}, {strategy}");
                assert_eq!(sector_hits(files, &frames, settings), expected[2], "{files:?}, {strategy}");
            }
        }
    }
}

/// A trace that is written now equals `match.ctrace` byte for byte. A change of the trace format or of the snapshot at
/// its start rewrites that file.
#[test]
fn the_recordings_of_the_matches_are_replayed() {
    for files in Files::ALL {
        let bytes = fs::read(files.path("match.ctrace")).unwrap();
        let frames = frames(files, &fs::read_to_string(files.path("match.csv")).unwrap());
        assert_eq!(trace(&frames), bytes);
        let expected = fs::read_to_string(files.path("ticks.csv")).unwrap();
        let mut fingerprints = expected.lines().skip(1).map(|line| line.rsplit(',').next().unwrap());
        let mut world = World::new(Settings::default());
        for tick in Trace::new(bytes.as_slice()) {
            tick.unwrap().replay(&mut world).unwrap();
            assert_eq!(Some(format!("{:016x}", world.fingerprint()).as_str()), fingerprints.next());
        }
        assert_eq!(fingerprints.next(), None);
    }
}
