//! The matrix: every scene in every cell. See `tests/corpus/src/matrix`.
//!
//! A changed row in `tests/golden/matrix.csv` is a changed answer for users. If this is intended, write the file with
//! `COLLIDE_WRITE_GOLDEN=1 cargo test --test facade golden_matrix` and give the reason in the commit message.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

use collide_corpus::matrix::{self, Reference, SCENES};

/// The answers that all others must equal.
static REFERENCES: LazyLock<Vec<Reference>> = LazyLock::new(|| {
    thread::scope(|scope| {
        let runs = SCENES.each_ref().map(|scene| scope.spawn(|| Reference::new(scene)));
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    })
});

#[test]
fn the_matrix_has_the_same_answers_on_every_machine() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/matrix.csv");
    let table = matrix::table(&REFERENCES);
    if std::env::var_os("COLLIDE_WRITE_GOLDEN").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let expected = fs::read_to_string(path).unwrap();
    let changed: Vec<&str> = table.lines().filter(|row| expected.lines().all(|other| other != *row)).collect();
    assert!(changed.is_empty(), "rows that are not in the file: {changed:#?}");
    assert_eq!(table.lines().count(), expected.lines().count());
}

#[test]
fn the_matrix_has_the_same_answers_in_every_cell() {
    let faults: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = REFERENCES.iter().map(|reference| scope.spawn(|| reference.faults())).collect();
        runs.into_iter().flat_map(|run| run.join().unwrap()).collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
