//! `collide query`: rows, ticks and times, budgets, and input that is not valid.

use std::process::{Command, Stdio};

use collide_scenes::SceneKind;
use collide2d::{Circle, Handle, History, Settings, Vec2, World};

mod common;
use common::{Files, Ran, program};

const UNITS: &str = "\
id,x,y,radius,width,height
a,0,0,1,,
\"b,2\",5,0,1,,
wall,10,0,,1,20
";

fn query(units: &str, shots: &str, options: &[&str]) -> Ran {
    let files = Files::new(&[("units.csv", units.as_bytes()), ("shots.csv", shots.as_bytes())]);
    files.run(&[&["query", "units.csv", "shots.csv"], options].concat(), b"")
}

const SHOTS: &str = "\
id,x,y,radius,dx,dy,max,to_x,to_y,move_x,move_y,min_x,min_y,max_x,max_y
point,1,0,,,,,,,,,,,,
disc,3,0,2,,,,,,,,,,,
box,,,,,,,,,,,0,0,4,4
ray,-5,0,,2,0,,,,,,,,,
short,-5,0,,1,0,3,,,,,,,,
sight,0,5,,,,,16,5,,,,,,
free,0,5,,,,,9,5,,,,,,
inside,10,0,,,,,10,0,,,,,,
bullet,-4,0,1,,,,,,10,0,,,,
";

#[test]
fn rows_of_every_kind() {
    let ran = query(UNITS, SHOTS, &[]);
    let expected = "\
query,kind,entity,distance,entry,exit,time,normal_x,normal_y,x1,y1,x2,y2
point,overlap,a,,,,,,,,,,
disc,overlap,a,,,,,,,,,,
disc,overlap,\"b,2\",,,,,,,,,,
box,overlap,a,,,,,,,,,,
box,overlap,\"b,2\",,,,,,,,,,
ray,hit,a,,2,3,,-1,0,-1,0,,
ray,hit,\"b,2\",,4.5,5.5,,-1,0,4,0,,
ray,hit,wall,,7.25,7.75,,-1,0,9.5,0,,
sight,blocked,wall,,0.59375,0.65625,,-1,0,9.5,5,,
free,clear,,,,,,,,,,,
inside,blocked,wall,,0,0,,,,10,0,,
bullet,impact,a,,,,0.19999999,1,0,-1,0,,
bullet,impact,\"b,2\",,,,0.7,1,0,4,0,,
";
    assert_eq!((ran.code, ran.out.as_str()), (0, expected), "{}", ran.err);
    assert!(ran.err.starts_with("9 queries of 3 shapes, 12 hits (closed, touching counts); read in "), "{}", ran.err);

    // Pairs that only touch: the point, the disc and the first shape, the box and the second.
    let open = query(UNITS, SHOTS, &["--touching", "open", "--mode", "first"]);
    let expected = "\
query,kind,entity,distance,entry,exit,time,normal_x,normal_y,x1,y1,x2,y2
disc,overlap,\"b,2\",,,,,,,,,,
box,overlap,a,,,,,,,,,,
ray,hit,a,,2,3,,-1,0,-1,0,,
sight,blocked,wall,,0.59375,0.65625,,-1,0,9.5,5,,
free,clear,,,,,,,,,,,
inside,blocked,wall,,0,0,,,,10,0,,
bullet,impact,a,,,,0.19999999,1,0,-1,0,,
";
    assert_eq!((open.code, open.out.as_str()), (0, expected), "{}", open.err);
}

#[test]
fn rows_as_json() {
    let units = "{\"id\":7,\"x\":0,\"y\":0,\"radius\":1}\n";
    let shots = "\
{\"id\":\"p\",\"x\":1,\"y\":0}
{\"id\":1,\"x\":-5,\"y\":0,\"dx\":1,\"dy\":0}
{\"id\":2,\"x\":-5,\"y\":0,\"to_x\":5,\"to_y\":5}
{\"id\":3,\"x\":-5,\"y\":0,\"to_x\":5,\"to_y\":0}
{\"id\":4,\"x\":-3,\"y\":0,\"move_x\":4,\"move_y\":0}
";
    let files = Files::new(&[("units.jsonl", units.as_bytes()), ("shots.ndjson", shots.as_bytes())]);
    let run = |options: &[&str]| {
        let arguments = [&["query", "units.jsonl", "shots.ndjson", "--format", "jsonl"], options].concat();
        files.run(&arguments, b"").out
    };
    let expected = "\
{\"query\":\"p\",\"kind\":\"overlap\",\"entity\":7}
{\"query\":1,\"kind\":\"hit\",\"entity\":7,\"entry\":4.0,\"exit\":6.0,\"normal\":[-1.0,0.0],\"points\":[[-1.0,0.0]]}
{\"query\":2,\"kind\":\"clear\"}
{\"query\":3,\"kind\":\"blocked\",\"entity\":7,\"entry\":0.4,\"exit\":0.6,\"normal\":[-1.0,0.0],\"points\":[[-1.0,0.0]]}
{\"query\":4,\"kind\":\"impact\",\"entity\":7,\"time\":0.5,\"normal\":[1.0,0.0],\"points\":[[-1.0,0.0]]}
";
    assert_eq!(run(&[]), expected);
    assert!(
        run(&["--within", "0"]).starts_with("{\"query\":\"p\",\"kind\":\"nearest\",\"entity\":7,\"distance\":0.0}\n")
    );
    let counts = run(&["--mode", "count"]);
    assert!(counts.starts_with("{\"query\":\"p\",\"kind\":\"overlap\",\"count\":1}\n"), "{counts}");
}

/// The rows of points, by direct queries of the engine.
fn points_of(world: &World, time: f64, handles: &[Handle], points: &[Vec2]) -> String {
    let queries = world.at(time).unwrap();
    let mut text = String::new();
    for (query, at) in points.iter().enumerate() {
        for who in queries.overlap(Circle::new(*at, 0.5).unwrap()) {
            let id = handles.iter().position(|handle| *handle == who).unwrap();
            text += &format!("{query},overlap,{id},,,,,,,,,,\n");
        }
    }
    text
}

#[test]
fn between_two_ticks_as_the_engine_remembers_them() {
    let files = Files::new(&[]);
    let units = files.run(&["gen", "mixed", "-n", "300", "--ticks", "4", "--seed", "9"], b"").out;
    let scene = SceneKind::Mixed.generate(300, 9);
    let points: Vec<Vec2> = scene.shapes().iter().map(|shape| shape.center() + Vec2::new(0.7, 0.2)).collect();
    let rows = points.iter().enumerate().map(|(id, at)| format!("{id},{},{},0.5\n", at.x, at.y));
    let shots = "id,x,y,radius\n".to_owned() + &rows.collect::<String>();
    // A limit for slow shapes, and a limit without effect, which is the default.
    for (teleport_distance, option) in [(0.2, Some("0.2")), (1e6, None)] {
        let history = History { ticks: 4, teleport_distance };
        let mut world = World::new(Settings { history, ..Settings::default() });
        let mut scene = scene.clone();
        let handles: Vec<Handle> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
        world.step();
        for _ in 0..3 {
            scene.advance(1.0 / 30.0);
            handles.iter().zip(scene.shapes()).for_each(|(handle, shape)| world.set(*handle, *shape).unwrap());
            world.step();
        }
        for time in ["0", "0.5", "1.25", "2", "2.875", "3"] {
            let expected = points_of(&world, time.parse::<f64>().unwrap() + 1.0, &handles, &points);
            let mut options = vec!["--at", time];
            options.extend(option.iter().flat_map(|far| ["--teleport-distance", far]));
            let ran = query(&units, &shots, &options);
            let (_, rows) = ran.out.split_once('\n').unwrap();
            assert!(ran.code == 0 && rows == expected, "{options:?}: {}", ran.err);
            assert!(ran.err.contains(&format!("300 shapes at tick {time}, ")), "{}", ran.err);
        }
    }
}

#[test]
fn times_are_those_of_the_file() {
    // Ticks 2 and 6. The crate has exact corners at the first tick only; `gone` is removed and `new` added at the
    // second.
    let units = "\
tick,id,x,y,radius,width,height
2,ball,0,0,1,,
2,crate,-2,10,,2,2
2,gone,50,0,1,,
6,new,70,0,1,,
6,crate,0.1,10,,2,2
6,ball,8,0,1,,
";
    let ask = |x: f32, y: f32, at: &str, more: &[&str]| {
        let shots = format!("id,x,y\np,{x},{y}\n");
        let ran = query(units, &shots, &[&["--at", at, "--format", "jsonl"], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let rows = ran.out.lines().map(|row| row.split('"').nth(11).unwrap().to_owned());
        rows.collect::<Vec<_>>().join(" ")
    };
    for (x, at) in
        [(0.0, "2"), (2.0, "3"), (3.0, "3.5"), (7.5, "5.75"), (8.0, "6"), (8.0, "6.0"), (8.0, "5.99999999999999999999")]
    {
        assert_eq!(ask(x, 0.0, at, &[]), "ball", "{x} at {at}");
    }
    assert_eq!(ask(0.0, 0.0, "5", &[]), "");
    assert_eq!(ask(0.0, 10.0, "2", &[]), "");
    assert_eq!(ask(0.0, 10.0, "4", &[]), "crate");
    assert_eq!([ask(50.0, 0.0, "5.5", &[]), ask(50.0, 0.0, "6", &[])], ["gone", ""]);
    assert_eq!([ask(70.0, 0.0, "5.5", &[]), ask(70.0, 0.0, "6", &[])], ["", "new"]);
    // A longer move is a teleport: the shape stays until the next tick.
    assert_eq!(ask(0.0, 0.0, "5", &["--teleport-distance", "7.9"]), "ball");
    // A file without ticks has the same shapes at every tick.
    assert_eq!(query(UNITS, "id,x,y\np,0,0\n", &["--at", "31.5"]).out.lines().count(), 2);
}

#[test]
fn times_that_are_not_known() {
    let units = "tick,id,x,y,radius\n2,a,0,0,1\n6,a,8,0,1\n";
    let ask = |options: &[&str]| {
        let ran = query(units, "id,x,y\np,0,0\n", options);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        ran.err
    };
    assert_eq!(ask(&[]), "error: units.csv: has 2 ticks, 2, 6; choose one with --at TICK\n");
    for time in ["1", "1.5", "6.5", "7", "18446744073709551615"] {
        let message = format!("error: units.csv: has no shapes at tick {time}; it has 2 ticks, 2, 6\n");
        assert_eq!(ask(&["--at", time]), message);
    }
    for wrong in ["x", "", "-1", "1.", ".5", "1e3", "NaN", "18446744073709551616", "1.2.3"] {
        let message = ask(&[&format!("--at={wrong}")]);
        assert!(
            message.contains("must be a tick such as 12, or a time after one such as 12.5") || wrong.is_empty(),
            "{message}"
        );
    }
}

#[test]
fn many_questions_with_many_hits_are_asked_part_by_part() {
    // More queries than a batch has, and more hits than its limit.
    let mut units = "id,x,y,radius\n".to_owned();
    (0..1_200).for_each(|id| units += &format!("{id},0,0,1\n"));
    let mut shots = "id,x,y,dx,dy\n".to_owned();
    (0..70_000).for_each(|id| {
        shots += &if id % 50 == 0 { format!("{id},0,0,,\n") } else { format!("{id},{},9,1,0\n", id % 7) };
    });
    let count = |options: &[&str]| query(&units, &shots, &[&["--mode", "count"], options].concat());
    let ran = count(&[]);
    let expected = (0..70_000).map(|id| {
        let (kind, count) = if id % 50 == 0 { ("overlap", 1_200) } else { ("hit", 0) };
        format!("{id},{kind},{count}\n")
    });
    assert!(ran.code == 0 && ran.out == "query,kind,count\n".to_owned() + &expected.collect::<String>(), "{}", ran.err);
    assert!(ran.err.contains("1,680,000 hits"), "{}", ran.err);
    assert_eq!(count(&["--max-hits", "1680000"]).out, ran.out);
    let over = count(&["--max-hits", "1679999"]);
    assert_eq!(
        (over.code, over.err.as_str()),
        (2, "error: hits: more than the budget of 1679999, 1680000 so far; --max-hits N allows more\n")
    );
    assert!(ran.out.starts_with(&over.out), "whole parts of the answer");
    let first = query(&units, &shots, &["--mode", "first", "--max-hits", "1400"]);
    assert_eq!((first.code, first.out.lines().count()), (0, 1_401));
}

fn refused(shots: &str, message: &str) {
    let ran = query(UNITS, shots, &[]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err), (2, "", format!("error: shots.csv:{message}\n")), "{shots:?}");
}

#[test]
fn questions_that_are_none() {
    let row = |cells: &str, message: &str| {
        let header = "id,x,y,radius,width,height,angle,dx,dy,max,to_x,to_y,move_x,move_y";
        refused(&format!("{header}\nfine,1,2,,,,,,,,,,,\nq,{cells}\n"), &format!("3: {message}"));
    };
    row(",,,,,,,,,,,,", "x: missing: a row is a shape, a point, a ray or a segment");
    row("1,,,,,,,,,,,,", "y: missing: x is given");
    row(",1,,,,,,,,,,,", "x: missing: y is given");
    row("1,2,-1,,,,,,,,,,", "radius: must not be negative, is -1");
    row("1,2,,3,,,,,,,,,", "height: missing: this is a rectangle (x,y,width,height)");
    row("1,2,3,4,,,,,,,,,", "width: must be empty: this is a circle (x,y,radius), and a row is one shape");
    row("1,2,,,,,1,,,,,,", "dy: missing: this is a ray (x,y,dx,dy,max)");
    row("1,2,,,,,,,9,,,,", "dx: missing: this is a ray (x,y,dx,dy,max)");
    row("1,,,,,,1,1,,,,,", "y: missing: this is a ray (x,y,dx,dy,max)");
    row("1,2,,,,,0,-0,,,,,", "dx: dx and dy must not both be zero");
    row("1,2,,,,,1,0,-3,,,,", "max: must not be negative, is -3");
    row("1,2,,,,,1,0,inf,,,,", "max: must be a finite number, is inf");
    row("1,2,3,,,,1,0,,,,,", "radius: must be empty: this is a ray (x,y,dx,dy,max), and a row is one query");
    row("1,2,,,,,,,,5,,,", "to_y: missing: this is a segment (x,y,to_x,to_y)");
    row("1,2,,,,,,,,5,1e39,,", "to_y: must be at most 3.4028235e38 in size, is 1e39");
    row("1,2,,,,45,,,,5,6,,", "angle: must be empty: this is a segment (x,y,to_x,to_y), and a row is one query");
    row("1,2,,,,,1,0,,5,6,,", "to_x: must be empty: this is a ray (x,y,dx,dy,max), and a row is one query");
    row("1,2,,,,,,,,5,6,,1", "move_y: must be empty: this is a segment (x,y,to_x,to_y), and a row is one query");
    row("1,2,3,,,,,,,,,4,", "move_y: missing: this is a moving shape (move_x,move_y)");
    row(",,,,,,,,,,,4,5", "x: missing: a moving shape needs a start");
    row("1,2,-3,,,,,,,,,4,5", "radius: must not be negative, is -3");
    refused("id,x,radius\n", "1: header: no query: needs x,y or min_x,min_y,max_x,max_y or points; found id,x,radius");
    refused("id,x,y,dx,dx\n", "1: header: column \"dx\" occurs twice");
    refused("id,x,y\np,0,0\np,1,1\n", "3: id: duplicate \"p\", first on line 2; --ids row ignores ids");
    refused("id,x,y\n,0,0\n", "2: id: missing");
    let ran = query(UNITS, "id,x,y\np,0,0\nq,0,?\n", &["--skip-invalid"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 2));
    assert!(
        ran.err.starts_with("shots.csv: left out 1 of 2 rows:\n  shots.csv:3: y: not a number: \"?\"\n"),
        "{}",
        ran.err
    );
}

#[test]
fn other_columns_are_ignored() {
    // Columns of queries in a file of shapes, and ticks in a file of queries, are ignored.
    let units = "id,x,y,radius,max,move_x\na,0,0,1,none,far\n";
    let ran = query(units, "tick,id,x,y,dx,dy\nlate,p,-3,0,1,0\nearly,q,0,0,,\n", &[]);
    let answers: Vec<_> =
        ran.out.lines().skip(1).map(|row| row.split(',').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!((ran.code, answers), (0, vec!["p hit a".to_owned(), "q overlap a".to_owned()]), "{}", ran.err);
}

#[test]
fn no_questions_and_no_shapes() {
    let none = query(UNITS, "id,x,y\n", &[]);
    assert_eq!((none.code, none.out.lines().count()), (0, 1));
    assert!(none.err.starts_with("0 queries of 3 shapes, 0 hits"), "{}", none.err);
    let no_shapes = query("id,x,y,radius\n", "id,x,y,to_x,to_y\np,0,0,,\ns,0,0,1,1\n", &[]);
    assert_eq!(no_shapes.out.lines().nth(1), Some("s,clear,,,,,,,,,,,"));
    assert_eq!(query("id,x,y,radius\n", "id,x,y\np,0,0\n", &["--nearest", "3"]).out.lines().count(), 1);
}

#[test]
fn the_largest_numbers() {
    let units = "id,min_x,min_y,max_x,max_y,x,y,radius\nall,-3.4028235e38,-3.4028235e38,3.4028235e38,3.4028235e38,,,\ndot,,,,,3.4028235e38,0,0\n";
    let shots = "id,x,y,dx,dy,to_x,to_y\np,3.4028235e38,0,,,,\nr,-3.4028235e38,0,3.4028235e38,0,,\ns,-3.4028235e38,0,,,3.4028235e38,1e-45\n";
    let ran = query(units, shots, &[]);
    let rows: Vec<_> =
        ran.out.lines().skip(1).map(|row| row.split(',').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        (ran.code, rows),
        (0, ["p overlap all", "p overlap dot", "r hit all", "r hit dot", "s blocked all"].map(str::to_owned).to_vec())
    );
}

#[test]
fn files_and_arguments() {
    let refused = |options: &[&str], message: &str| {
        let ran = query(UNITS, "id,x,y\np,0,0\n", options);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{options:?}");
        assert!(ran.err.contains(message), "{}", ran.err);
    };
    refused(&["--nearest", "0"], "--nearest");
    refused(&["--within=-1"], "must be a finite number, zero or more");
    refused(&["--within", "inf"], "must be a finite number, zero or more");
    refused(&["--at", "0", "--teleport-distance", "NaN"], "must be a finite number, zero or more");
    refused(&["--teleport-distance", "1"], "--at <TICK>");
    refused(&["--mode", "some"], "--mode");
    refused(&["--max-hits=-1"], "--max-hits");
    refused(&["--threads", "0"], "threads: must be at least 1, is 0");
    let files = Files::new(&[("units.csv", UNITS.as_bytes())]);
    let both = files.run(&["query", "-", "-"], b"");
    assert_eq!(
        (both.code, both.err.as_str()),
        (2, "error: FILE and QUERIES: only one of them can be standard input\n")
    );
    let absent = files.run(&["query", "units.csv", "shots.csv"], b"");
    assert!(absent.code == 2 && absent.err.starts_with("error: shots.csv: cannot open: "), "{}", absent.err);
    assert_eq!(files.run(&["query", "units.csv", "-"], b"id,x,y\np,0,0\n").out.lines().count(), 2);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut shots = "id,x,y\n".to_owned();
    (0..20_000).for_each(|id| shots += &format!("a_long_name_{id},0,0\n"));
    let files = Files::new(&[("units.csv", UNITS.as_bytes()), ("shots.csv", shots.as_bytes())]);
    let mut command = Command::new(program());
    command.current_dir(files.path()).args(["query", "units.csv", "shots.csv"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
}

#[test]
fn the_questions_of_the_page() {
    let page = include_str!("../../../docs/command-line.md");
    let questions = page.split("```csv\n").find(|block| block.starts_with("id,x,y,radius,dx")).unwrap();
    let ran = query(UNITS, questions.split("```").next().unwrap(), &[]);
    let kinds: Vec<_> =
        ran.out.lines().skip(1).map(|row| row.split(',').take(2).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ["blast overlap", "laser hit", "sight blocked", "bullet impact"]
            .iter()
            .all(|kind| kinds.contains(&(*kind).to_owned())),
        "{kinds:?}"
    );
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_run() {
    let recording = "tick,id,x,y,radius\n12,a,0,0,1\n13,a,2,0,1\n";
    let files = Files::new(&[
        ("units.csv", UNITS.as_bytes()),
        ("shots.csv", SHOTS.as_bytes()),
        ("towers.csv", b"id,x,y,radius\nnorth,0,9,2\n"),
        ("match.csv", recording.as_bytes()),
        ("walls.csv", b"min_x,min_y,max_x,max_y\n5,-2,6,2\n"),
        ("players.csv", b"x,y,radius,move_x,move_y\n0,0,1,9,3\n"),
    ]);
    let ran = common::examples(&files, "query");
    assert!(ran.len() == 5 && ran.iter().all(|out| out.lines().count() > 2), "{ran:?}");
}
