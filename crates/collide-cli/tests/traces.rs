//! `collide convert`, `collide replay`, and recorded worlds as files of shapes.

use std::fs;
use std::process::Command;

use collide_scenes::SceneKind;
use collide2d::{Circle, Event, Mode, Query, Settings, Shape, Vec2, World};

mod common;
use common::{Files, program};

/// Runs the command in the folder of some files.
fn run(files: &Files, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(program()).current_dir(files.path()).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn done(files: &Files, arguments: &[&str]) -> String {
    let (code, out, error) = run(files, arguments);
    assert_eq!(code, 0, "{arguments:?}: {error}");
    out
}

/// Some ticks of a world with questions, where entities come and go.
fn trace() -> Vec<u8> {
    let mut scene = SceneKind::Mixed.generate(40, 3);
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let mut handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    world.start_recording();
    let mut bytes = Vec::new();
    for tick in 0..4_usize {
        scene.advance(0.2);
        handles.iter().zip(scene.shapes()).for_each(|(handle, shape)| world.set(*handle, *shape).unwrap());
        world.remove(handles[tick]).unwrap();
        handles[tick] = world.insert(scene.shapes()[tick]).unwrap();
        let asked: [Query<Shape>; 1] = [Circle::new(Vec2::ZERO, 3.0).unwrap().into()];
        world.queries().overlap_batch_into(&asked, Mode::All, &mut collide2d::Hits::default()).unwrap();
        world.step();
        let _: &[Event] = world.events();
        world.write_recorded(&mut bytes).unwrap();
    }
    bytes
}

#[test]
fn shapes_survive_every_format() {
    let files = Files::new(&[(
        "units.csv",
        b"tick,id,x,y,radius,min_x,min_y,max_x,max_y,width,height,cos,sin\n\
        3,a,0.1,-0,1e-45,,,,,,,,\n3,b,,,,-1,-2,3.5,4,,,,\n7,b,5,6,,,,,,2,4,0.6,0.8\n7,7,1,1,1,,,,,,,,\n",
    )]);
    done(&files, &["convert", "units.csv", "units.jsonl"]);
    done(&files, &["convert", "units.jsonl", "again.csv"]);
    let read = |name: &str| fs::read_to_string(files.path().join(name)).unwrap();
    assert_eq!(
        read("again.csv").replace(",0.000000000000000000000000000000000000000000001,", ",1e-45,"),
        read("units.csv")
    );
    assert!(read("units.jsonl").contains("{\"tick\":7,\"id\":\"b\",\"x\":5.0,"), "{}", read("units.jsonl"));

    // A trace counts its own ticks, and has slots as ids.
    done(&files, &["convert", "units.csv", "units.ctrace"]);
    done(&files, &["convert", "units.ctrace", "slots.csv"]);
    let slots = read("slots.csv");
    let rows: Vec<_> = slots.lines().skip(1).map(|row| row.split(',').take(4).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(rows, ["1,0,0.1,-0", "1,1,,", "2,1,5,6", "2,2,1,1"]);
    let (code, _, error) = run(&files, &["convert", "units.csv", "units.txt"]);
    assert_eq!(code, 2);
    assert!(error.starts_with("error: units.txt: must end in .csv, .jsonl, .ndjson or .ctrace"), "{error}");
    let (code, _, error) = run(&files, &["convert", "units.csv", "none/units.csv"]);
    assert!(code == 1 && error.starts_with("error: none/units.csv: cannot write: "), "{error}");
}

/// The pairs are the same in each format.
#[test]
fn a_generated_trace_holds_the_scene() {
    let files = Files::new(&[]);
    for format in ["csv", "ctrace"] {
        let output = Command::new(program())
            .args(["gen", "mixed", "-n", "200", "--ticks", "3", "--format", format])
            .output()
            .unwrap();
        fs::write(files.path().join(format!("scene.{format}")), output.stdout).unwrap();
    }
    for tick in 0..3 {
        let (csv, trace) = (tick.to_string(), (tick + 1).to_string());
        let pairs = done(&files, &["pairs", "scene.csv", "--tick", &csv]);
        assert!(pairs.lines().count() > 50);
        assert_eq!(done(&files, &["pairs", "scene.ctrace", "--tick", &trace]), pairs);
    }
    assert!(done(&files, &["info", "scene.ctrace"]).contains("3 ticks, 1 to 3"));
    let out = done(&files, &["replay", "scene.ctrace"]);
    assert!(out.starts_with("scene.ctrace: 3 ticks as recorded, "), "{out}");
}

#[test]
fn a_trace_replays_with_any_settings() {
    let files = Files::new(&[("match.ctrace", &trace())]);
    let mut printed = Vec::new();
    for strategy in ["auto", "brute", "grid", "levels", "sweep", "rtree"] {
        for threads in ["1", "2"] {
            let out = done(
                &files,
                &["replay", "match.ctrace", "--strategy", strategy, "--threads", threads, "--simd", "portable"],
            );
            assert!(out.starts_with("match.ctrace: 4 ticks as recorded, "), "{out}");
            assert!(out.contains("4 of 4 query batches as recorded"), "{out}");
            printed.push(out.rsplit_once(';').unwrap().0.to_owned());
        }
    }
    assert!(printed.iter().all(|out| *out == printed[0]));
    // An entity in a reused slot is named by its handle.
    let rows = done(&files, &["pairs", "match.ctrace", "--tick", "4"]);
    assert!(done(&files, &["info", "match.ctrace"]).contains("4 ticks, 1 to 4") && rows.starts_with("a,b\n"));
    done(&files, &["convert", "match.ctrace", "match.csv"]);
    let rows = fs::read_to_string(files.path().join("match.csv")).unwrap();
    assert!(rows.contains("\n4,0v1,") && rows.contains("\n1,3,") && !rows.contains("\n4,3,"), "{rows}");
}

#[test]
fn whole_ticks_of_a_trace_that_was_cut_off_are_used() {
    let whole = trace();
    let mut damaged = whole.clone();
    let at = damaged.len() - 9;
    damaged[at] ^= 1;
    let cut = &whole[..whole.len() - 1];
    let files = Files::new(&[("cut.ctrace", cut), ("damaged.ctrace", &damaged), ("short.ctrace", &whole[..50])]);
    for (name, what) in
        [("cut.ctrace", "cut off after tick 3, byte "), ("damaged.ctrace", "damaged after tick 3, byte ")]
    {
        let (code, out, error) = run(&files, &["replay", name]);
        assert!(code == 2 && out.starts_with(&format!("{name}: 3 ticks as recorded")), "{out}");
        assert!(error.contains(&format!("{name}: trace: {what}")), "{error}");
        let (code, out, error) = run(&files, &["pairs", name, "--tick", "3"]);
        assert!(code == 2 && out.is_empty() && error.contains("--skip-invalid reads those"), "{error}");
        let (code, out, error) = run(&files, &["pairs", name, "--tick", "3", "--skip-invalid"]);
        assert!(code == 0 && out.starts_with("a,b\n"), "{error}");
        assert!(error.contains(&format!("{name}: left out all after tick 3: trace: {what}")), "{error}");
    }
    let (code, out, error) = run(&files, &["replay", "short.ctrace"]);
    assert!(code == 2 && out.is_empty(), "{out}");
    assert!(error.contains("short.ctrace: trace: cut off after the start, byte 12"), "{error}");
    let (code, _, error) = run(&files, &["pairs", "short.ctrace", "--skip-invalid"]);
    assert!(code == 2 && error.contains("cut off after the start"), "{error}");
    let (code, _, error) = run(&files, &["replay", "none.ctrace"]);
    assert!(code == 2 && error.starts_with("error: none.ctrace: cannot open: "), "{error}");
}

/// The ticks of a trace after the header of another trace are a divergence.
#[test]
fn a_difference_has_its_own_exit_code() {
    // A shape of the recorded world that does not match its fingerprints: changed, and the checksums recomputed.
    let mut world = World::default();
    let a = world.insert(Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap();
    world.insert(Circle::new(Vec2::new(2.0, 0.0), 1.0).unwrap()).unwrap();
    world.start_recording();
    world.step();
    let first = world.fingerprint();
    world.set(a, Circle::new(Vec2::new(1.0, 0.0), 1.0).unwrap()).unwrap();
    world.step();
    let mut bytes = Vec::new();
    world.write_recorded(&mut bytes).unwrap();
    common::forge(&mut bytes, &1.0_f32.to_le_bytes(), &(-9.0_f32).to_le_bytes());
    let files = Files::new(&[("forged.ctrace", &bytes)]);
    let (code, out, error) = run(&files, &["replay", "forged.ctrace"]);
    assert_eq!(code, 3, "{error}");
    assert!(out.starts_with("forged.ctrace: 1 tick as recorded, 1 pair"), "{out}");
    // The fingerprint is that of the last tick that matches the recording.
    assert!(out.contains(&format!("; last fingerprint {first:016x}; ")), "{out}");
    assert!(
        error.starts_with("error: forged.ctrace: not as recorded: tick 2: pairs: must be 1 with fingerprint "),
        "{error}"
    );
    // The exit code of the difference takes precedence over that of the failed output.
    #[cfg(target_os = "linux")]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(program());
        let output = command.current_dir(files.path()).args(["replay", "forged.ctrace"]).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(3));
    }
}

#[test]
fn a_trace_is_replayed_from_standard_input() {
    let files = Files::new(&[("none.ctrace", b"ctrace\0\0\x01\0\0\0"), ("empty.ctrace", b"")]);
    let ran = files.run(&["replay", "-"], &trace());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("-: 4 ticks as recorded, "), "{}", ran.out);
    assert_eq!(done(&files, &["replay", "none.ctrace"]), "none.ctrace: 0 ticks as recorded, 0 pairs\n");
    // A file of another format is named as such: one of text, one that is short, and one with control characters.
    let others =
        Files::new(&[("units.csv", b"id,x,y,radius\n"), ("short", b"a"), ("binary.ctrace", b"\x1b[31m\0\0\0\x07\0")]);
    for name in ["units.csv", "short", "binary.ctrace"] {
        let (code, out, error) = run(&others, &["replay", name]);
        let expected = format!("error: {name}: is not a trace; `collide convert` writes one\n");
        assert_eq!((code, out.as_str(), error), (2, "", expected));
    }
    let (code, _, error) = run(&files, &["replay", "empty.ctrace"]);
    assert_eq!((code, error.as_str()), (2, "error: empty.ctrace: trace: cut off after the start, byte 0\n"));
    let (code, _, error) = run(&files, &["replay", "."]);
    assert!(code == 2 && error.starts_with("error: .: cannot open: "), "{error}");
}
