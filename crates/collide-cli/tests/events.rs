//! `collide events`, compared with brute force over every pair of each tick.

use std::collections::{BTreeMap, BTreeSet};

use collide_scenes::SceneKind;
use collide2d::relation;
use collide2d::{Shape, Touching};

mod common;
use common::{Files, Ran};

fn events(text: &str, options: &[&str]) -> Ran {
    let files = Files::new(&[("match.csv", text.as_bytes())]);
    files.run(&[&["events", "match.csv"], options].concat(), b"")
}

const ALL: [&str; 2] = ["--kinds", "stayed,began,ended"];

/// Whether an entity is left out of a tick.
fn away(tick: usize, id: usize) -> bool {
    (id * 7 + tick * 5).is_multiple_of(11)
}

/// A scene in which entities are added and removed, as `collide gen` writes it, and the same as shapes.
fn recording(kind: SceneKind, ticks: usize) -> (String, Vec<Vec<(usize, Shape)>>) {
    let files = Files::new(&[]);
    let count = ticks.to_string();
    let text = files.run(&["gen", kind.name(), "-n", "80", "--seed", "3", "--ticks", &count], b"").out;
    let mut lines = text.lines();
    let mut kept = vec![lines.next().unwrap()];
    kept.extend(lines.enumerate().filter(|(row, _)| !away(row / 80, row % 80)).map(|(_, line)| line));
    let mut scene = kind.generate(80, 3);
    let shapes = (0..ticks).map(|tick| {
        if tick > 0 {
            scene.advance(1.0 / 30.0);
        }
        scene.shapes().iter().copied().enumerate().filter(|(id, _)| !away(tick, *id)).collect()
    });
    (kept.join("\n") + "\n", shapes.collect())
}

/// The expected rows, by brute force.
fn expected(ticks: &[Vec<(usize, Shape)>], touching: Touching, kinds: &[&str]) -> String {
    let mut order = BTreeMap::new();
    for (id, _) in ticks.iter().flatten() {
        let next = order.len();
        order.entry(*id).or_insert(next);
    }
    let mut text = "tick,kind,a,b\n".to_owned();
    let mut before = BTreeSet::new();
    for (tick, shapes) in ticks.iter().enumerate() {
        let mut now = BTreeSet::new();
        for (a, shape) in shapes {
            for (b, other) in shapes {
                if order[a] < order[b] && touching.accepts(relation(shape, other)) {
                    now.insert((order[a], order[b], *a, *b));
                }
            }
        }
        for pair @ (_, _, a, b) in before.union(&now) {
            let kind = match (before.contains(pair), now.contains(pair)) {
                (true, true) => "stayed",
                (true, false) => "ended",
                _ => "began",
            };
            if kinds.contains(&kind) {
                text += &format!("{tick},{kind},{a},{b}\n");
            }
        }
        before = now;
    }
    text
}

#[test]
fn events_are_those_of_every_pair_of_each_tick() {
    for kind in [SceneKind::Mixed, SceneKind::AllTouching, SceneKind::Towns, SceneKind::City, SceneKind::Polygons] {
        let (text, ticks) = recording(kind, 7);
        let closed = expected(&ticks, Touching::Closed, &["began", "ended", "stayed"]);
        assert!(closed.contains("ended") && closed.contains("stayed"));
        for strategy in ["auto", "brute", "grid", "levels", "sweep", "rtree"] {
            for threads in ["1", "2"] {
                let ran = events(&text, &[&ALL[..], &["--strategy", strategy, "--threads", threads]].concat());
                assert!(ran.code == 0 && ran.out == closed, "{kind}, {strategy} on {threads}: {}", ran.err);
            }
        }
        let open = expected(&ticks, Touching::Open, &["began", "ended"]);
        assert_eq!(events(&text, &["--touching", "open"]).out, open, "{kind}");
        let began = expected(&ticks, Touching::Closed, &["began"]);
        assert_eq!(events(&text, &["--kinds", "began"]).out, began, "{kind}");
    }
}

#[test]
fn who_goes_ends_and_who_comes_begins() {
    // Ticks are those of the file; `b` is removed and comes back, `c` takes its slot in between.
    let text = "\
tick,id,x,y,radius
3,a,0,0,1
3,b,1,0,1
7,c,1,0,1
7,a,0,0,1
8,a,0,0,1
8,c,1,0,1
8,b,-1.5,0,1
";
    let ran = events(text, &ALL);
    let rows = "3,began,a,b\n7,ended,a,b\n7,began,a,c\n8,began,a,b\n8,stayed,a,c\n";
    assert_eq!((ran.code, ran.out), (0, format!("tick,kind,a,b\n{rows}")));
    assert!(
        ran.err.starts_with("3 ticks, 3 ids: 3 began, 1 ended, 1 stayed (closed, touching counts); "),
        "{}",
        ran.err
    );
    let ran = events(text, &["--format", "jsonl", "--kinds", "ended"]);
    assert_eq!(ran.out, "{\"tick\":7,\"kind\":\"ended\",\"a\":\"a\",\"b\":\"b\"}\n");
}

#[test]
fn without_ticks_all_pairs_begin() {
    assert_eq!(events("id,x,y,radius\na,0,0,1\nb,1,0,1\n", &[]).out, "tick,kind,a,b\n0,began,a,b\n");
    let ran = events("tick,id,x,y,radius\n", &[]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "tick,kind,a,b\n"));
}

#[test]
fn what_is_not_valid_is_refused() {
    let cases: [(&str, &[&str], &str); 4] = [
        ("tick,id,x,y,radius\n2,a,0,0,1\n1,a,0,0,1\n", &[], "error: match.csv:3: tick: must not be below"),
        ("tick,id,x,y,radius\n2,a,0,0,-1\n", &[], "error: match.csv:2: radius: must not be negative, is -1"),
        ("tick,id,x,y,radius\n", &["--kinds", "began,born"], "error: invalid value 'born' for '--kinds"),
        ("tick,id,x,y,radius\n", &["--threads", "0"], "error: threads: must be at least 1, is 0"),
    ];
    for (text, options, message) in cases {
        let ran = events(text, options);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.starts_with(message), "{}", ran.err);
    }
    let ran = events("tick,id,x,y,radius\n1,a,0,0,1\n1,b,0,0,x\n1,c,0,0,1\n", &["--skip-invalid"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "tick,kind,a,b\n1,began,a,c\n"));
    assert!(ran.err.starts_with("match.csv: left out 1 of 3 rows:\n"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn the_examples_of_the_help_run() {
    let (text, _) = recording(SceneKind::Uniform, 3);
    let files = Files::new(&[("match.csv", text.as_bytes())]);
    let ran = common::examples(&files, "events");
    assert!(ran.len() == 3 && ran.iter().all(|out| out.contains("began")), "{ran:?}");
}

/// Thirty million pairs are rejected before they take gigabytes.
#[test]
fn a_pile_is_refused() {
    let mut text = "tick,id,x,y,radius\n1,0,0,0,1\n1,1,0,0,1\n".to_owned();
    text.extend((0..8_000).map(|id| format!("2,{id},0,0,1\n")));
    let files = Files::new(&[("match.csv", text.as_bytes())]);
    let ran = files.run(&["events", "match.csv"], b"");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.starts_with("error: match.csv: tick 2: pairs: more than the budget of 25000000, at least "),
        "{}",
        ran.err
    );
    let ran = files.run(&["events", "match.csv", "--max-pairs", "0"], b"");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: match.csv: tick 1: pairs: more than the budget of 0, at least 1; slot 0 at (0, 0) cost most\n")
    );
    let ran = files.run(&["convert", "match.csv", "match.ctrace"], b"");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.starts_with("error: match.ctrace: cannot write: pairs: more than the budget of 25000000"),
        "{}",
        ran.err
    );
}
