//! `collide compare`.

use std::process::Command;

use collide_scenes::SceneKind;
use collide2d::Strategy;
use serde_json::Value;

mod common;
use common::{Files, Ran, program};

fn run(files: &Files, arguments: &[&str]) -> Ran {
    let output = Command::new(program()).current_dir(files.path()).arg("compare").args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn scene(kind: SceneKind, count: &str, ticks: &str) -> String {
    let arguments = ["gen", kind.name(), "-n", count, "--ticks", ticks];
    String::from_utf8(Command::new(program()).args(arguments).output().unwrap().stdout).unwrap()
}

fn json(files: &Files, arguments: &[&str]) -> Value {
    let ran = run(files, &[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"))
}

/// All strategies, numbers of threads and cell sizes give the same results in every scene.
#[test]
fn all_runs_find_the_same() {
    for kind in SceneKind::ALL {
        let files = Files::new(&[("scene.csv", scene(kind, "200", "3").as_bytes())]);
        let found =
            json(&files, &["scene.csv", "--threads", "1,2", "--param", "cell=auto,0.001,1,1e30", "--budget", "100ms"]);
        let file = &found["files"][0];
        let runs = list(file, "runs");
        assert_eq!(runs.len(), 2 * (Strategy::ALL.len() + 3), "{kind}");
        assert!(
            runs.windows(2)
                .all(|two| two[0]["fingerprint"] == two[1]["fingerprint"] && two[0]["pairs"] == two[1]["pairs"])
        );
        assert_eq!((&file["ticks"], &file["data"]["entities"]["median"]), (&Value::from(3), &Value::from(200)));
    }
}

/// A pool starts at most four threads for each processor.
#[test]
fn runs_name_the_threads_that_were_started() {
    let files = Files::new(&[("scene.csv", scene(SceneKind::Uniform, "100", "2").as_bytes())]);
    let few = ["scene.csv", "--strategies", "levels", "--budget", "10ms", "--threads", "1,2,1000,1024"];
    let found = json(&files, &few);
    let most = 4 * found["machine"]["processors"].as_u64().unwrap();
    let mut threads: Vec<u64> =
        list(&found["files"][0], "runs").iter().map(|run| run["threads"].as_u64().unwrap()).collect();
    threads.sort_unstable();
    assert!(threads.starts_with(&[1, 2]) && threads.is_sorted_by(|a, b| a < b), "{threads:?}");
    assert!(threads.iter().all(|count| *count <= most.max(2)), "{threads:?}");
}

#[test]
fn json_has_all_that_was_measured() {
    let text = scene(SceneKind::Mixed, "300", "4");
    let files = Files::new(&[("scene.csv", text.as_bytes()), ("one.csv", b"id,x,y,radius\na,0,0,1\nb,1,0,1\n")]);
    let found = json(&files, &["scene.csv", "one.csv", "--threads", "1", "--budget", "200ms"]);
    assert_eq!(found["version"], 1);
    assert!(found["machine"]["processors"].as_u64().unwrap() >= 1);
    let files = list(&found, "files");
    assert_eq!(files.iter().map(|file| file["file"].as_str().unwrap()).collect::<Vec<_>>(), ["scene.csv", "one.csv"]);
    let file = &files[0];
    let runs = list(file, "runs");
    let medians: Vec<f64> = runs.iter().map(|run| run["median_ms"].as_f64().unwrap()).collect();
    assert!(medians.is_sorted() && medians[0] > 0.0, "{medians:?}");
    for run in runs {
        assert_eq!(list(run, "tick_ms").len(), 4);
        let rounds = list(run, "round_ms").len() as u64;
        assert!((3..=file["rounds"].as_u64().unwrap()).contains(&rounds));
        assert!(run["phases_ms"]["pairs"].as_f64().unwrap() > 0.0 && run["memory_bytes"].as_u64().unwrap() > 0);
        assert!(run["candidates"].as_u64() >= run["pairs"].as_u64());
    }
    let data = &file["data"];
    let heat = &data["heat"];
    let counts = list(heat, "counts");
    assert_eq!(counts.len() as u64, heat["width"].as_u64().unwrap() * heat["height"].as_u64().unwrap());
    assert_eq!(counts.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 300);
    assert_eq!(data["kinds"]["oriented rect"], 100);
    let auto = &file["verdict"]["auto"];
    let winner = file["verdict"]["winner"].as_u64().unwrap() as usize;
    let fastest = runs.iter().position(|run| run["strategy"] != "auto");
    assert_eq!(Some(winner), fastest, "auto is not in the race");
    assert!(auto["regret"].as_f64().unwrap() >= 1.0 && auto["chose"] != "auto", "{auto}");
    assert_eq!(list(file, "sizes").len(), Strategy::ALL.len());
    let points = list(&file["sizes"][0], "points");
    assert_eq!(points.iter().map(|point| point[0].as_u64().unwrap()).collect::<Vec<_>>(), [37, 75, 150, 300]);
    // Two shapes are too few for a curve.
    assert_eq!(files[1]["data"]["pairs"]["median"], 1.0);
}

/// The heat map shows where capsules and polygons are, though all have the same position.
#[test]
fn capsules_and_polygons_are_compared() {
    let row = |id: u32| {
        let (x, y) = (id % 20 * 4, id / 20 * 4);
        let third = if id.is_multiple_of(2) { String::new() } else { format!(" {x} {}", y + 3) };
        format!("{id},0.25,{x} {y} {} {y}{third}\n", x + 3)
    };
    let text: String = ["id,radius,points\n".to_owned()].into_iter().chain((0..400).map(row)).collect();
    let files = Files::new(&[("walls.csv", text.as_bytes())]);
    let arguments = ["walls.csv", "--threads", "1", "--budget", "100ms"];
    let found = json(&files, &arguments);
    let data = &found["files"][0]["data"];
    assert_eq!((&data["kinds"]["capsule"], &data["kinds"]["polygon"]), (&Value::from(200), &Value::from(200)));
    let filled = list(&data["heat"], "counts").iter().filter(|count| count.as_u64() > Some(0)).count();
    assert!(filled > 50, "{}", data["heat"]);
    let ran = run(&files, &[&arguments[..], &["--html", "page.html"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = std::fs::read_to_string(files.path().join("page.html")).unwrap();
    assert!(page.contains("200 capsules, 200 polygons") && page.contains("Heat map"), "{page}");
}

#[test]
fn the_table_has_a_row_for_each_run_and_a_verdict() {
    let text = scene(SceneKind::Uniform, "300", "3");
    let files = Files::new(&[("scene.csv", text.as_bytes())]);
    let ran = run(&files, &["scene.csv", "--strategies", "levels,brute", "--threads", "1", "--budget", "200ms"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("scene.csv: 3 ticks, ") && ran.out.contains("x fastest"), "{}", ran.out);
    assert!(ran.out.contains("  spread: interquartile range of the rounds; x fastest: "), "{}", ran.out);
    for start in ["  levels ", "  brute ", "Verdict, "] {
        assert_eq!(ran.out.lines().filter(|line| line.starts_with(start)).count(), 1, "{start}: {}", ran.out);
    }
    assert!(!ran.out.contains('\u{1b}'), "no colours into a pipe: {}", ran.out);
}

/// One round says nothing about the spread.
#[test]
fn one_round_has_no_spread() {
    let text = scene(SceneKind::Uniform, "300", "3");
    let files = Files::new(&[("scene.csv", text.as_bytes())]);
    let arguments = ["scene.csv", "--strategies", "levels,sweep", "--threads", "1", "--budget", "1ns"];
    let ran = run(&files, &arguments);
    assert!(ran.code == 0 && ran.out.starts_with("scene.csv: 3 ticks, 1 round of each run"), "{} {}", ran.err, ran.out);
    for start in ["  levels ", "  sweep "] {
        let row = ran.out.lines().find(|line| line.starts_with(start)).unwrap();
        assert_eq!(row.split_whitespace().nth(5), Some("-"), "{}", ran.out);
    }
    assert!(json(&files, &arguments)["files"][0]["verdict"]["noise"].is_null());
}

/// Shapes that never move may be static, with the same answers if two of them can be a pair. `c` is missing at a tick,
/// and `d` moves by the smallest step.
#[test]
fn what_never_moves_may_be_static() {
    let text = "tick,id,x,y,radius\n0,a,0,0,1\n0,b,5,0,1\n0,c,6,0,1\n0,d,1,0,1\n\
        1,a,1,0,1\n1,b,5,0,1\n1,d,1,1e-45,1\n2,a,4,0,1\n2,b,5,0,1\n2,c,6,0,1\n2,d,1,0,1\n";
    let files = Files::new(&[("match.csv", text.as_bytes()), ("one.csv", b"id,x,y,radius\na,0,0,1\n")]);
    let arguments = ["match.csv", "one.csv", "--threads", "1", "--budget", "50ms"];
    let with = |more: &[&str]| json(&files, &[&arguments[..], more].concat());
    let found = [with(&[]), with(&["--static", "--static-pairs"]), with(&["--static"])];
    let [(dynamic, one), (fixed, _), (apart, _)] =
        found.each_ref().map(|found| (&found["files"][0], &found["files"][1]));
    assert_eq!(
        (&dynamic["data"]["still"], &dynamic["data"]["still_is_static"]),
        (&Value::from(2), &Value::from(false))
    );
    assert_eq!((&fixed["data"]["still"], &fixed["data"]["still_is_static"]), (&Value::from(2), &Value::from(true)));
    assert_eq!(one["data"]["still"], 0, "one tick is not enough");
    for run in list(fixed, "runs").iter().chain(list(dynamic, "runs")) {
        assert_eq!(run["fingerprint"], dynamic["runs"][0]["fingerprint"]);
    }
    // Without the pair of `b` and `c`.
    for run in list(apart, "runs") {
        assert_eq!(run["fingerprint"], apart["runs"][0]["fingerprint"]);
        assert_ne!(run["fingerprint"], dynamic["runs"][0]["fingerprint"]);
    }
    assert!(run(&files, &["match.csv", "--static-pairs"]).err.contains("--static"));
    let printed =
        |more: &[&str]| run(&files, &[&["match.csv", "--threads", "1", "--budget", "50ms"], more].concat()).out;
    assert!(printed(&[]).contains("change in a tick; 2 never move: --static makes these static\n"));
    assert!(printed(&["--static"]).contains("change in a tick; 2 never move and are static\n"));
}

#[test]
fn brute_force_is_left_out_where_it_takes_too_long() {
    let text = scene(SceneKind::Uniform, "20000", "1");
    let files = Files::new(&[("scene.csv", text.as_bytes())]);
    let ran = run(&files, &["scene.csv", "--strategies", "brute,levels", "--threads", "1", "--budget", "200ms"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.starts_with("scene.csv: brute force is left out (1 run): it would take about "), "{}", ran.err);
    assert!(!ran.out.contains("brute") && ran.out.contains("nothing else to compare"), "{}", ran.out);
}

#[test]
fn the_page_is_written_beside_the_table() {
    let text = scene(SceneKind::Uniform, "300", "3");
    let files = Files::new(&[("a&b.csv", text.as_bytes())]);
    let arguments = ["a&b.csv", "--threads", "1", "--param", "cell=auto,1,2", "--budget", "100ms", "--html"];
    let ran = run(&files, &[&arguments[..], &["page.html"]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("Verdict"), "{}", ran.out);
    let page = std::fs::read_to_string(files.path().join("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    assert!(page.contains("a&amp;b.csv") && page.contains("</svg>") && !page.contains("://"));

    let ran = run(&files, &[&arguments[..], &["absent/page.html"]].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error: absent/page.html: cannot write: "), "{}", ran.err);
    assert!(ran.out.contains("Verdict"), "the measurements are not lost: {}", ran.out);
}

#[test]
fn what_is_asked_must_make_sense() {
    let files = Files::new(&[("a.csv", b"id,x,y,radius\na,0,0,1\n"), ("none.csv", b"id,x,y,radius\n")]);
    let refused: [(&[&str], &str); 11] = [
        (&[], "<FILE>"),
        (&["absent.csv"], "absent.csv: cannot open: "),
        (&["-", "-"], "only one of them can be standard input"),
        (&["none.csv"], "none.csv: has no shapes to compare strategies on"),
        (&["a.csv", "--strategies", "grid,quadtree"], "quadtree"),
        (&["a.csv", "--threads", "1,0"], "threads: must be at least 1, is 0"),
        (&["a.csv", "--budget", "soon"], "write a time such as 30s"),
        (&["a.csv", "--budget", "0s"], "must be above 0"),
        (&["a.csv", "--param", "cell=0"], "cell: must be a finite number above 0, is 0"),
        (&["a.csv", "--param", "depth=3"], "must be cell=VALUES"),
        (&["a.csv", "--param", "cell=1", "--strategies", "levels"], "only the strategy grid has it"),
    ];
    for (arguments, message) in refused {
        let ran = run(&files, arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(message), "{arguments:?}: {}", ran.err);
    }
    let help = run(&files, &["--help"]);
    assert!(
        help.code == 0 && help.out.contains("Examples:") && help.out.contains("3 strategies differ"),
        "{}",
        help.out
    );
}
