//! The matrix: the same scripted scenes in every way to get an answer, all answers compared to the bit.
//!
//! A **scene** (`scenes.rs`) is a script of some ticks. A **call** (the tables in `calls/mod.rs`) is made in each tick, or
//! about a moment: in the present, one tick later in the past, and between two ticks. A **cell** (`cells.rs`) is a
//! strategy, a number of threads, a SIMD level and a lineage: whether the world is cloned, restored from its bytes or
//! changes its strategy in the middle. In each cell each call must have the answers of the reference: brute force, one
//! thread, portable lanes, the present. Counts of work may depend on strategy and lineage, not on threads and SIMD levels.
//!
//! `tests/golden/matrix.csv` has the fingerprints of the reference, for all machines. `tests/golden_matrix.rs` runs all
//! cells.
//!
//! **To add a call**, add a line to a table in `calls/mod.rs`, or a question in `calls/questions.rs`, and write the golden
//! file again. To add a scene, add it to [`SCENES`].

mod calls;
mod cells;
mod faults;
mod notes;
mod scenes;
mod script;

use std::fmt::Write as _;

pub use scenes::{SCENES, Scene};

use cells::Cell;
use faults::{Faults, Place, What};
use notes::Notes;

/// The answers of the reference to all calls of a scene.
pub struct Reference {
    scene: &'static Scene,
    notes: Notes,
}

impl Reference {
    /// Runs a scene in the reference cell.
    #[must_use]
    pub fn new(scene: &'static Scene) -> Self {
        Self { scene, notes: script::run(scene, &Cell::reference(), true) }
    }

    /// The rows of the golden file.
    #[must_use]
    pub fn rows(&self) -> String {
        let mut rows = String::new();
        for noted in self.notes.iter() {
            let (count, fingerprint) = noted.digest();
            let (scene, moment) = (self.scene.name, noted.asked.moment());
            writeln!(rows, "{scene},{},{moment},{count},{fingerprint:016x}", noted.call).unwrap();
        }
        rows
    }

    /// Runs the scene in all its cells, and returns what is wrong: answers that differ from those of the reference, and
    /// those that are listed as wrong and do not.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let (mut faults, mut work) = (Faults::default(), Notes::default());
        for cell in cells::cells(self.scene.strategies, self.scene.lineages) {
            let notes = script::run(self.scene, &cell, false);
            for noted in notes.iter() {
                let (scene, call, asked) = (self.scene.name, noted.call, noted.asked);
                let reference = self.notes.get(call, asked.reference()).expect("the reference makes every call");
                let place = Place { scene, call, what: What::Answers(asked) };
                faults.check(place, &cell, noted.difference(reference));
                if let Some(reference) = work.get(call, asked).filter(|_| !cell.has_reference_work()) {
                    let place = Place { scene, call, what: What::Work(asked) };
                    faults.check(place, &cell, noted.difference_of_work(reference));
                }
            }
            if cell.has_reference_work() {
                work = notes;
            }
        }
        faults.texts()
    }
}

/// The golden file.
#[must_use]
pub fn table(references: &[Reference]) -> String {
    let rows: String = references.iter().map(Reference::rows).collect();
    format!("scene,call,asked about,count,fingerprint\n{rows}")
}
