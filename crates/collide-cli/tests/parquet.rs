//! Data frames in and out: `cargo test -p collide-cli --features parquet`.
#![cfg(feature = "parquet")]

use std::fs;
use std::process::Command;

mod common;
use common::{Files, program};

fn run(files: &Files, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(program()).current_dir(files.path()).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn generated(arguments: &[&str]) -> Vec<u8> {
    Command::new(program()).arg("gen").args(arguments).output().unwrap().stdout
}

#[test]
fn a_data_frame_holds_the_same_shapes() {
    for kind in ["mixed", "city", "polygons"] {
        let csv = generated(&[kind, "-n", "300", "--ticks", "3"]);
        let files = Files::new(&[("scene.csv", &csv)]);
        assert_eq!(run(&files, &["convert", "scene.csv", "scene.parquet"]).0, 0);
        assert_eq!(run(&files, &["convert", "scene.parquet", "again.csv"]).0, 0);
        assert!(fs::read(files.path().join("again.csv")).unwrap() == csv, "{kind}");
        let direct = generated(&[kind, "-n", "300", "--ticks", "3", "--format", "parquet"]);
        assert!(direct == fs::read(files.path().join("scene.parquet")).unwrap(), "{kind}");
        let (code, pairs, _) = run(&files, &["pairs", "scene.parquet", "--tick", "2"]);
        assert!(code == 0 && pairs == run(&files, &["pairs", "scene.csv", "--tick", "2"]).1, "{kind}");
    }
}

#[test]
fn damage_is_refused() {
    let whole = generated(&["uniform", "-n", "20", "--format", "parquet"]);
    let files = Files::new(&[("cut.parquet", &whole[..whole.len() - 1]), ("short.parquet", b"PAR1")]);
    for name in ["cut.parquet", "short.parquet"] {
        let (code, out, error) = run(&files, &["pairs", name]);
        assert!(code == 2 && out.is_empty() && error.starts_with(&format!("error: {name}: ")), "{error}");
    }
    // Changed bytes give an error or other numbers, because the format has no checksums, but never a panic.
    for at in (3..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x24;
        fs::write(files.path().join("damaged.parquet"), damaged).unwrap();
        let (code, _, error) = run(&files, &["pairs", "damaged.parquet"]);
        assert!(matches!(code, 0 | 2) && !error.contains("panicked"), "byte {at}: {error}");
    }
}
