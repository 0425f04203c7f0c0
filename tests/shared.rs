//! The match that every binding must reproduce: checks the results of Rust for the files in `tests/golden`, and writes
//! the files on request.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use collide_scenes::SceneKind;
use collide2d::{
    Circle, EventKind, Handle, OrientedRect, Recorder, Rect, Rotor, Settings, Shape, Strategy, Threads, Trace, Vec2,
    World,
};

const COUNT: usize = 150;
const TICKS: usize = 40;
const SEED: u64 = 14;

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

struct Row {
    id: usize,
    shape: Shape,
}

/// The rows of each tick.
fn frames(text: &str) -> Vec<Vec<Row>> {
    let mut frames: Vec<Vec<Row>> = Vec::new();
    for line in text.lines().skip(1) {
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
        frames[tick - 1].push(Row { id: words[1].parse().unwrap(), shape });
    }
    frames
}

/// Plays the match as the README beside the files describes, and calls `see` after each step.
fn play(frames: &[Vec<Row>], settings: Settings, mut see: impl FnMut(&World, &mut Recorder, &[Option<Handle>])) {
    let mut world = World::new(settings);
    let mut recorder = Recorder::new(&world);
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
        recorder.step(&mut world);
        see(&world, &mut recorder, &handles);
        before = rows;
    }
}

fn settings(strategy: Strategy, threads: Threads) -> Settings {
    Settings { events: true, strategy, threads, ..Settings::default() }
}

/// The contents of `ticks.csv` for a match.
fn ticks(frames: &[Vec<Row>], settings: Settings) -> String {
    let mut text = String::from("tick,pairs,began,ended,fingerprint\n");
    play(frames, settings, |world, _, _| {
        let count = |kind| world.events().iter().filter(|event| event.kind == kind).count();
        let (began, ended) = (count(EventKind::Began), count(EventKind::Ended));
        let (tick, pairs, fingerprint) = (world.tick(), world.pairs().len(), world.fingerprint());
        writeln!(text, "{tick},{pairs},{began},{ended},{fingerprint:016x}").unwrap();
    });
    text
}

/// The contents of `questions.csv`: every tenth tick, around points all over the match.
fn questions(frames: &[Vec<Row>], settings: Settings) -> String {
    let mut text = String::from("tick,x,y,radius,hits\n");
    play(frames, settings, |world, _, handles| {
        for number in (0..20_i16).filter(|_| world.tick() % 10 == 0) {
            let (x, y, radius) =
                (f32::from(number % 5 - 2) * 2.5, f32::from(number / 5 - 2) * 2.5, f32::from(number % 4));
            let hits = world.queries().overlap(Circle::new(Vec2::new(x, y), radius).unwrap());
            let id = |hit: &Handle| handles.iter().position(|handle| *handle == Some(*hit)).unwrap().to_string();
            let hits = hits.iter().map(id).collect::<Vec<_>>().join(" ");
            writeln!(text, "{},{x},{y},{radius},{hits}", world.tick()).unwrap();
        }
    });
    text
}

fn trace(frames: &[Vec<Row>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    play(frames, settings(Strategy::Auto, Threads::Serial), |_, recorder, _| {
        recorder.write(&mut bytes).unwrap();
    });
    bytes
}

/// Mixed shapes that move, rotate, appear and disappear.
fn invented() -> String {
    let mut scene = SceneKind::Mixed.generate(COUNT, SEED);
    let mut text = String::from("tick,id,kind,x,y,a,b,angle\n");
    for tick in 1..=TICKS {
        scene.advance(1.0 / 10.0);
        for (id, shape) in scene.shapes().iter().enumerate() {
            if id % 3 == 0 && (tick + 7 * id) % 23 < 4 {
                continue;
            }
            let (kind, [x, y, a, b, ..]) = (shape.kind() as u8, shape.to_numbers());
            let angle = if shape.kind().has_rotation() { id as f32 + tick as f32 * 0.1 } else { 0.0 };
            writeln!(text, "{tick},{id},{kind},{x},{y},{a},{b},{angle}").unwrap();
        }
    }
    text
}

#[test]
fn the_match_is_as_it_was() {
    let write = std::env::var_os("COLLIDE_WRITE_GOLDEN").is_some();
    if write {
        fs::write(golden("match.csv"), invented()).unwrap();
    }
    let text = fs::read_to_string(golden("match.csv")).unwrap();
    assert_eq!(text, invented(), "the file and its generator");
    let frames = frames(&text);
    let by_brute_force = settings(Strategy::BruteForce, Threads::Serial);
    if write {
        fs::write(golden("ticks.csv"), ticks(&frames, by_brute_force.clone())).unwrap();
        fs::write(golden("questions.csv"), questions(&frames, by_brute_force)).unwrap();
        fs::write(golden("match.ctrace"), trace(&frames)).unwrap();
    }
    let expected = ["ticks.csv", "questions.csv"].map(|name| fs::read_to_string(golden(name)).unwrap());
    for strategy in Strategy::ALL {
        for threads in [Threads::Serial, Threads::new(2).unwrap()] {
            let settings = settings(strategy, threads);
            assert_eq!(ticks(&frames, settings.clone()), expected[0], "{strategy}");
            assert_eq!(questions(&frames, settings), expected[1], "{strategy}");
        }
    }
}

/// A trace that is written now equals `match.ctrace` byte for byte. A new version of the trace format rewrites that
/// file; `tests/fixtures` keeps traces of every older version, which must stay readable.
#[test]
fn the_recording_of_the_match_is_replayed() {
    let bytes = fs::read(golden("match.ctrace")).unwrap();
    let frames = frames(&fs::read_to_string(golden("match.csv")).unwrap());
    assert_eq!(trace(&frames), bytes);
    let expected = fs::read_to_string(golden("ticks.csv")).unwrap();
    let mut fingerprints = expected.lines().skip(1).map(|line| line.rsplit(',').next().unwrap());
    let mut world = World::new(Settings::default());
    for tick in Trace::new(bytes.as_slice()) {
        tick.unwrap().replay(&mut world).unwrap();
        assert_eq!(Some(format!("{:016x}", world.fingerprint()).as_str()), fingerprints.next());
    }
    assert_eq!(fingerprints.next(), None);
}
