//! The results of `collide compare`. `--json` serialises them as they are, `--html` draws them.

use std::collections::BTreeMap;

use serde::Serialize;

/// All results, and the machine.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    /// The version of this format: 1.
    pub(crate) version: u32,
    /// Version of the engine.
    pub(crate) engine: String,
    pub(crate) machine: Machine,
    pub(crate) files: Vec<FileComparison>,
}

/// The machine that the measurements are made on.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) os: String,
    pub(crate) arch: String,
    pub(crate) cpu: String,
    pub(crate) processors: usize,
    /// The SIMD instructions that the engine uses.
    pub(crate) simd: String,
}

/// A file, and every run on it.
#[derive(Debug, Serialize)]
pub(crate) struct FileComparison {
    pub(crate) file: String,
    pub(crate) ticks: usize,
    pub(crate) rounds: usize,
    pub(crate) data: Data,
    /// Fastest first.
    pub(crate) runs: Vec<Run>,
    pub(crate) verdict: Verdict,
    /// Time against the number of entities. A subset has the entities nearest to the middle, so that the density is the
    /// same.
    pub(crate) sizes: Vec<SizeCurve>,
}

/// A description of the shapes.
#[derive(Debug, Serialize)]
pub(crate) struct Data {
    /// Of each tick.
    pub(crate) entities: Spread<usize>,
    pub(crate) kinds: BTreeMap<String, usize>,
    /// Smallest x and y, greatest x and y.
    pub(crate) extent: [f64; 4],
    /// Longer side of the bounds.
    pub(crate) size: Spread<f64>,
    /// Share of the entities that change from one tick to the next.
    pub(crate) movers: f64,
    /// The number of shapes that never move, and whether they were inserted as static.
    pub(crate) still: usize,
    pub(crate) still_is_static: bool,
    /// The variance-to-mean ratio of the counts of the heat map: 1 for random positions, more for clusters.
    pub(crate) crowding: f64,
    /// Of each tick.
    pub(crate) pairs: Spread<f64>,
    pub(crate) heat: Heat,
}

/// The range and the median of some values.
#[derive(Debug, Serialize)]
pub(crate) struct Spread<T> {
    pub(crate) least: T,
    pub(crate) median: T,
    pub(crate) most: T,
}

/// The number of shapes of the first tick with their center in each cell, row by row from the top.
#[derive(Debug, Serialize)]
pub(crate) struct Heat {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) counts: Vec<u32>,
}

/// The measurements of a strategy with a number of threads and, for the grid, a size of cells.
#[derive(Debug, Serialize)]
pub(crate) struct Run {
    pub(crate) strategy: String,
    pub(crate) threads: usize,
    /// `None` if the engine chooses it.
    pub(crate) cell: Option<f32>,
    /// The strategy that ran: for `auto`, the one it chose.
    pub(crate) ran: String,
    /// The median over the rounds for each tick.
    pub(crate) tick_ms: Vec<f64>,
    pub(crate) median_ms: f64,
    pub(crate) p99_ms: f64,
    /// The median over the ticks for each round. Rounds of the same index ran one after the other in all runs.
    pub(crate) round_ms: Vec<f64>,
    pub(crate) phases_ms: BTreeMap<String, f64>,
    pub(crate) pairs: u64,
    pub(crate) candidates: u64,
    pub(crate) memory_bytes: usize,
    /// The fingerprint of all answers, in hexadecimal digits.
    pub(crate) fingerprint: String,
}

/// Which run is the fastest.
#[derive(Debug, Serialize)]
pub(crate) struct Verdict {
    /// The index of the fastest run.
    pub(crate) winner: usize,
    /// The median of the runner-up divided by that of the winner.
    pub(crate) ahead: f64,
    /// Whether the difference is more than noise.
    pub(crate) certain: bool,
    /// The spread of the rounds of one run, as a ratio; `None` if a run has a single round.
    pub(crate) noise: Option<f64>,
    /// What to do, which run is the fastest, by how much, and why.
    pub(crate) words: String,
    pub(crate) auto: Option<AutoChoice>,
}

/// The choice of `auto`.
#[derive(Debug, Serialize)]
pub(crate) struct AutoChoice {
    pub(crate) chose: String,
    pub(crate) reason: String,
    /// Its time divided by that of the best strategy on the same number of threads: 1 for no regret.
    pub(crate) regret: f64,
}

/// Milliseconds for a tick against the number of entities.
#[derive(Debug, Serialize)]
pub(crate) struct SizeCurve {
    pub(crate) strategy: String,
    pub(crate) points: Vec<(usize, f64)>,
}
