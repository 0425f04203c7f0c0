//! The questions of `tests/corpus`: every kind of question about shapes on a lattice, compared to the bit.
//!
//! A changed row in `tests/golden/corpus.csv` is a changed answer for users. If this is intended, write the file with
//! `COLLIDE_WRITE_GOLDEN=1 cargo test --test facade golden_corpus` and give the reason in the commit message.

use std::fs;
use std::path::Path;

use collide_corpus::Corpus;
use collide2d::columns::Simd;
use collide2d::{Settings, Strategy, Threads};

/// The questions whose answers are shapes and places: sums of numbers that the caller gave, which keep the sign of a
/// zero. And those whose answers are bits. In all other answers each zero is positive.
const KEEP_SIGNS: [&str; 15] = [
    "place",
    "way",
    "translated",
    "rotated",
    "rotor",
    "new rotor",
    "bound",
    "rounding",
    "columns",
    "slide end",
    "free place",
    "turned",
    "move end",
    "separate",
    "shape in the past",
];

fn portable() -> Settings {
    Settings { threads: Threads::Serial, simd: Simd::Portable, ..Settings::default() }
}

#[test]
fn answers_on_a_lattice_are_the_same_on_every_machine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/corpus.csv");
    let corpus = Corpus::new(&portable());
    if std::env::var_os("COLLIDE_WRITE_GOLDEN").is_some() {
        fs::write(&path, corpus.table()).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap();
    assert_rows(&corpus, &expected, &portable());
    assert_eq!(corpus.table().lines().count(), expected.lines().count());
    let signed = corpus.with_negative_zeros();
    let unexpected: Vec<_> = signed.iter().filter(|kind| !KEEP_SIGNS.contains(kind)).collect();
    assert!(unexpected.is_empty(), "answers with a negative zero: {unexpected:?}");
}

#[test]
fn answers_on_a_lattice_are_the_same_under_all_settings() {
    let expected = Corpus::new(&portable()).table();
    let best = Settings::default();
    assert_rows(&Corpus::new(&best), &expected, &best);
    let threads = Threads::new(2).unwrap();
    for strategy in Strategy::ALL {
        let settings = Settings { strategy, threads: threads.clone(), ..Settings::default() };
        assert_rows(&Corpus::of_worlds(&settings), &expected, &settings);
    }
}

/// The last row of a part is that of its own questions.
fn assert_rows(corpus: &Corpus, expected: &str, settings: &Settings) {
    let table = corpus.table();
    let rows: Vec<&str> = table.lines().filter(|row| !row.starts_with("all,")).collect();
    let expected_row =
        |row: &str| expected.lines().find(|expected| expected.split(',').next() == row.split(',').next());
    let wrong: Vec<_> = rows.iter().filter(|row| expected_row(row) != Some(row)).collect();
    assert!(wrong.is_empty(), "under {settings:?}: {wrong:?}");
    assert!(rows.len() > 25);
}
