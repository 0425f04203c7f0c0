//! `collide gen` and `collide info`.

use std::collections::BTreeSet;
use std::process::Command;

use collide_scenes::SceneKind;
use collide2d::{Shape, Touching, relation};

mod common;
use common::{Files, program};

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(program()).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The pairs by definition.
fn every_pair(shapes: &[Shape]) -> BTreeSet<(u32, u32)> {
    let all = (0..shapes.len()).flat_map(|a| (a + 1..shapes.len()).map(move |b| (a, b)));
    let pairs = all.filter(|&(a, b)| Touching::Closed.accepts(relation(shapes[a], shapes[b])));
    pairs.map(|(a, b)| (a as u32, b as u32)).collect()
}

/// Written shapes are read back bit by bit: they have the same pairs.
#[test]
fn every_scene_survives_the_file() {
    for kind in SceneKind::ALL {
        let scene = kind.generate(300, 4);
        let expected = every_pair(scene.shapes());
        assert!(expected.len() > 50, "{kind}");
        for (format, name) in [("csv", "scene.csv"), ("jsonl", "scene.jsonl")] {
            let (code, text, _) = run(&["gen", kind.name(), "-n", "300", "--seed", "4", "--format", format]);
            assert_eq!(code, 0);
            let ran = Files::new(&[(name, text.as_bytes())]).pairs(&[name]);
            assert_eq!(ran.code, 0, "{}", ran.err);
            let rows = ran.out.lines().skip(1).map(|row| {
                let (a, b) = row.split_once(',').unwrap();
                (a.parse().unwrap(), b.parse().unwrap())
            });
            assert!(rows.eq(expected.iter().copied()), "{kind} as {format}");
        }
    }
}

#[test]
fn ticks_are_told_apart() {
    let (_, text, _) = run(&["gen", "mixed", "-n", "2", "--ticks", "3"]);
    let ticks: Vec<_> = text.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(ticks, ["tick", "0", "0", "1", "1", "2", "2"]);
    let (_, text, _) = run(&["gen", "uniform", "-n", "1", "--ticks", "2", "--format", "jsonl"]);
    assert!(text.lines().all(|line| line.starts_with("{\"tick\":")), "{text}");
}

#[test]
fn what_is_asked_must_make_sense() {
    let (code, _, error) = run(&["gen", "unknown"]);
    assert!(code == 2 && error.contains("all-touching"), "{error}");
    let (code, _, error) = run(&["gen", "mixed", "--ticks", "0"]);
    assert!(code == 2 && error.contains("--ticks"), "{error}");
}

#[test]
fn manuals_are_written() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, script, _) = run(&["completions", shell]);
        assert!(code == 0 && script.contains("skip-invalid"), "{shell}");
    }
    let (code, page, _) = run(&["man"]);
    assert!(code == 0 && page.contains("all\\-touching") && page.contains("Exit codes"), "{page}");
}

#[test]
fn a_file_is_described() {
    let files = Files::new(&[
        ("units.csv", b"id,x,y,radius,width,height\na,0,0,1,,\nb,30,10,,2,2\nc,29,10,1,,\n"),
        ("none.csv", b"id,x,y,radius\n"),
        ("one.csv", b"id,x,y,radius\na,1e30,5,0\n"),
        ("ticks.csv", b"tick,id,x,y,radius\n2,a,0,0,1\n2,b,1,0,1\n4,b,1,0,1\n4,a,1,0,1\n5,b,1,0,1\n5,c,1,0,1\n"),
    ]);
    let run = |arguments: &[&str]| {
        let output = Command::new(program()).current_dir(files.path()).arg("info").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let info = |name: &str| run(&[name]);
    let text = info("units.csv");
    assert!(text.starts_with("units.csv: 3 shapes (2 circles, 1 rect)\n"), "{text}");
    assert!(text.contains("  extent    32.000 by 12.000, from -1.000, -1.000\n"), "{text}");
    assert!(text.contains("  pairs     1, 0.33 for each shape\n"), "{text}");
    let picture: Vec<_> = text.lines().filter(|line| line.starts_with("  |")).collect();
    assert_eq!(picture.len(), 12);
    assert!(picture[0].trim_end_matches(['|', ' ']).len() > 55, "{text}");
    let circles = "            circle: longer side 2.000 to 2.000, median 2.000, p95 2.000\n";
    let rect = "            rect: longer side 2.000 to 2.000, median 2.000, p95 2.000\n";
    assert!(text.contains(&format!("{circles}{rect}  density ")), "{text}");
    assert_eq!(info("none.csv"), "none.csv: 0 shapes\n");
    assert!(info("one.csv").contains("from 1.000e30, 5.000"));
    let text = info("ticks.csv");
    assert!(text.contains("  time      3 ticks, 2, 4, 5; this is tick 2; 50.0% change in a tick\n"), "{text}");
    assert!(text.contains("from -1.000, -1.000"), "{text}");
    assert!(run(&["ticks.csv", "--tick", "5"]).contains("from 0, -1.000"));
}

/// The positions of the shapes say nothing about where they are: all are zero.
#[test]
fn capsules_and_polygons_are_described() {
    let text = "id,radius,points\na,0.5,0 0 3 0\nb,1,10 10 10 12\nc,,20 0 24 0 24 3\nd,,30 0 32 0 32 1 31 2 30 1\n";
    let out = Files::new(&[("walls.csv", text.as_bytes())]).run(&["info", "walls.csv"], b"").out;
    let lines = "walls.csv: 4 shapes (2 capsules, 2 polygons)
  extent    32.500 by 13.500, from -0.500, -0.500
  sizes     longer side 2.000 to 4.000, median 4.000, p95 4.000
            capsule: longer side 4.000 to 4.000, median 4.000, p95 4.000, radius 0.500 to 1.000
            polygon: longer side 2.000 to 4.000, median 4.000, p95 4.000, radius 0 to 0, 3 to 5 corners
";
    assert!(out.starts_with(lines), "{out}");
    let marks = out.lines().filter(|line| line.starts_with("  |")).flat_map(str::chars).filter(|c| !" |".contains(*c));
    assert_eq!(marks.count(), 4, "each shape has its place: {out}");
}

#[test]
fn the_map_fits_the_middle() {
    let near = (0..400).map(|row| format!("{row},{},{},0.5\n", row % 20, row / 20));
    let far = "far,1e6,-1e6,1\n".to_owned();
    let text: String = ["id,x,y,radius\n".to_owned()].into_iter().chain(near).chain([far]).collect();
    let files = Files::new(&[("units.csv", text.as_bytes())]);
    let out = files.run(&["info", "units.csv"], b"").out;
    let line = "  map       the middle 99% on each axis, 19.000 by 19.000, from 0, 0; 1 shape outside\n";
    assert!(out.contains(line), "{out}");
    let picture: Vec<_> = out.lines().filter(|line| line.starts_with("  |")).collect();
    // Each of 20 columns has its place, in each line.
    assert!(picture.len() == 24 && picture.iter().any(|line| line.matches('.').count() == 20), "{out}");
}
