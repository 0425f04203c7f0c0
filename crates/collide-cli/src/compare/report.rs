//! What `collide compare` has found out. Serialised as it is by `--json`, drawn by `--html`.

use std::collections::BTreeMap;

use serde::Serialize;

/// All that was compared, and where.
#[derive(Debug, Serialize)]
pub(crate) struct Comparison {
    /// Of this format: 1.
    pub(crate) version: u32,
    /// Version of the engine.
    pub(crate) engine: String,
    pub(crate) machine: Machine,
    pub(crate) files: Vec<FileComparison>,
}

/// What it ran on.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) os: String,
    pub(crate) arch: String,
    pub(crate) cpu: String,
    pub(crate) processors: usize,
    /// The best level of instructions that the engine uses here.
    pub(crate) simd: String,
}

/// One file, and every run on it.
#[derive(Debug, Serialize)]
pub(crate) struct FileComparison {
    pub(crate) file: String,
    pub(crate) ticks: usize,
    pub(crate) rounds: usize,
    pub(crate) data: Data,
    /// Fastest first.
    pub(crate) runs: Vec<Run>,
    pub(crate) verdict: Verdict,
    /// Cost against the number of entities: nested subsets of those nearest the middle, so that density stays.
    pub(crate) sizes: Vec<SizeCurve>,
}

/// What the shapes are like.
#[derive(Debug, Serialize)]
pub(crate) struct Data {
    /// Of each tick.
    pub(crate) entities: Spread<usize>,
    pub(crate) kinds: BTreeMap<String, usize>,
    /// Least x and y, greatest x and y.
    pub(crate) extent: [f64; 4],
    /// Longer side of the bounds.
    pub(crate) size: Spread<f64>,
    /// Share of the entities that change from one tick to the next.
    pub(crate) movers: f64,
    /// How many shapes never move, and whether they were static for that.
    pub(crate) still: usize,
    pub(crate) still_is_static: bool,
    /// Variance over mean of the counts of the heat map: 1 for evenly random, more for crowds.
    pub(crate) crowding: f64,
    /// Of each tick.
    pub(crate) pairs: Spread<f64>,
    pub(crate) heat: Heat,
}

/// From the least to the most.
#[derive(Debug, Serialize)]
pub(crate) struct Spread<T> {
    pub(crate) least: T,
    pub(crate) median: T,
    pub(crate) most: T,
}

/// How many shapes of the first tick have their centre where, row by row from the top.
#[derive(Debug, Serialize)]
pub(crate) struct Heat {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) counts: Vec<u32>,
}

/// A strategy with so many threads and, for the grid, a size of cells.
#[derive(Debug, Serialize)]
pub(crate) struct Run {
    pub(crate) strategy: String,
    pub(crate) threads: usize,
    /// None: chosen by the engine.
    pub(crate) cell: Option<f32>,
    /// What ran: for `auto`, what it took.
    pub(crate) ran: String,
    /// For each tick the median over the rounds.
    pub(crate) tick_ms: Vec<f64>,
    pub(crate) median_ms: f64,
    pub(crate) p99_ms: f64,
    /// Median tick of each round. The same index is the same moment for every run.
    pub(crate) round_ms: Vec<f64>,
    pub(crate) phases_ms: BTreeMap<String, f64>,
    pub(crate) pairs: u64,
    pub(crate) candidates: u64,
    pub(crate) memory_bytes: usize,
    /// Of all answers, in hexadecimal digits.
    pub(crate) fingerprint: String,
}

/// Who wins.
#[derive(Debug, Serialize)]
pub(crate) struct Verdict {
    /// Index of the run.
    pub(crate) winner: usize,
    /// The runner-up's median over the winner's.
    pub(crate) ahead: f64,
    /// Whether that is more than noise.
    pub(crate) certain: bool,
    /// How far the rounds of one run differ, as a ratio.
    pub(crate) noise: f64,
    /// Who wins, by how much, and why.
    pub(crate) words: String,
    pub(crate) auto: Option<AutoChoice>,
}

/// What `auto` made of it.
#[derive(Debug, Serialize)]
pub(crate) struct AutoChoice {
    pub(crate) chose: String,
    pub(crate) reason: String,
    /// Its time over that of the best with as many threads: 1 is none.
    pub(crate) regret: f64,
}

/// Milliseconds for a tick of so many entities.
#[derive(Debug, Serialize)]
pub(crate) struct SizeCurve {
    pub(crate) strategy: String,
    pub(crate) points: Vec<(usize, f64)>,
}
