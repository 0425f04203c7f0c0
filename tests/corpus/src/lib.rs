//! The same questions on every machine: 40,000 of each kind about two shapes on a lattice, and as many about worlds of
//! such shapes, of every kind that the library answers.
//!
//! And [`matrix`]: longer scenes, in every way to get an answer.
//!
//! The answers are compared to the bit. They must not depend on the processor, the compiler's optimisation, the SIMD
//! level, the number of threads or the strategy. `tests/golden_corpus.rs` and `tests/golden_matrix.rs` run them natively.
//! `cargo xtask wasm-test` runs them as WebAssembly.

pub mod answers;
pub mod bits;
mod joins;
mod lattice;
pub mod matrix;
mod shapes;
mod worlds;

use std::fmt::Write as _;

use bits::Bits;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use collide2d::Threads;
use collide2d::{Settings, fingerprint};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use wasm_bindgen::prelude::wasm_bindgen;

/// The fingerprint of pairs of slots. Here, because this crate is compiled with optimisation, unlike the tests.
#[must_use]
pub fn fingerprint_of_pairs(pairs: &[(u32, u32)]) -> u64 {
    fingerprint(pairs.iter().flat_map(|&(a, b)| [a, b]))
}

/// The answers to all questions, by the kind of question.
pub struct Corpus {
    kinds: Vec<Kind>,
}

/// The answers to the questions of a kind.
struct Kind {
    name: &'static str,
    count: u32,
    numbers: Vec<u32>,
}

impl Corpus {
    /// Answers all questions, those about worlds under the given settings.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let mut corpus = Self { kinds: Vec::new() };
        shapes::ask(&mut corpus, settings.simd);
        worlds::ask(&mut corpus, settings);
        corpus
    }

    /// Answers the questions about worlds.
    #[must_use]
    pub fn of_worlds(settings: &Settings) -> Self {
        let mut corpus = Self { kinds: Vec::new() };
        worlds::ask(&mut corpus, settings);
        corpus
    }

    /// Notes an answer.
    fn note(&mut self, name: &'static str, answer: impl Bits) {
        let known = self.kinds.iter().position(|kind| kind.name == name);
        let index = known.unwrap_or_else(|| {
            self.kinds.push(Kind { name, count: 0, numbers: Vec::new() });
            self.kinds.len() - 1
        });
        let kind = &mut self.kinds[index];
        kind.count += 1;
        answer.push_bits(&mut kind.numbers);
    }

    /// A table: the number of questions of each kind and the fingerprint of their answers. The last row has those of
    /// all.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = "question,count,fingerprint\n".to_owned();
        let mut row = |name: &str, count: u32, numbers: &mut dyn Iterator<Item = u32>| {
            writeln!(text, "{name},{count},{:016x}", fingerprint(numbers)).unwrap();
        };
        for kind in &self.kinds {
            row(kind.name, kind.count, &mut kind.numbers.iter().copied());
        }
        let all = self.kinds.iter().map(|kind| kind.count).sum();
        row("all", all, &mut self.kinds.iter().flat_map(|kind| &kind.numbers).copied());
        text
    }

    /// The kinds of question whose answers contain a negative zero.
    #[must_use]
    pub fn with_negative_zeros(&self) -> Vec<&'static str> {
        let has_some = |kind: &&Kind| kind.numbers.contains(&(-0.0_f32).to_bits());
        self.kinds.iter().filter(has_some).map(|kind| kind.name).collect()
    }
}

/// The [`Corpus::table`] of this build.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[wasm_bindgen]
#[must_use]
pub fn table() -> String {
    Corpus::new(&Settings { threads: Threads::Serial, ..Settings::default() }).table()
}

/// The [`matrix::table`] of this build, with a row for each fault of a cell.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[wasm_bindgen(js_name = matrix)]
#[must_use]
pub fn matrix_table() -> String {
    let references: Vec<_> = matrix::SCENES.iter().map(matrix::Reference::new).collect();
    let faults = references.iter().flat_map(matrix::Reference::faults);
    matrix::table(&references) + &faults.map(|fault| fault + "\n").collect::<String>()
}
