//! The names and colours of the runs of a file, the same in every plot and table.

use collide2d::Strategy;

use super::text::short;
use crate::commands::compare::report::{FileComparison, Run};

pub(super) struct View<'a> {
    pub(super) file: &'a FileComparison,
    /// Unique on the page.
    pub(super) id: String,
    /// Whether the numbers of threads differ, so that names need them.
    pub(super) several_threads: bool,
}

impl<'a> View<'a> {
    pub(super) fn new(file: &'a FileComparison, index: usize) -> Self {
        let first = file.runs.first().map_or(1, |run| run.threads);
        let several_threads = file.runs.iter().any(|run| run.threads != first);
        Self { file, id: format!("file{}", index + 1), several_threads }
    }

    pub(super) fn winner(&self) -> Option<&'a Run> {
        self.file.runs.get(self.file.verdict.winner)
    }

    /// Whether the verdict compares several runs; `auto` is apart.
    pub(super) fn is_race(&self) -> bool {
        self.file.runs.iter().filter(|run| run.strategy != "auto").count() > 1
    }

    /// A short name: `grid ×2 cell 4` is the grid with two threads and cells of side 4.
    pub(super) fn label(&self, run: &Run) -> String {
        let threads = if self.several_threads { format!(" ×{}", run.threads) } else { String::new() };
        let cell = run.cell.map_or_else(String::new, |cell| format!(" cell {}", short(cell.into())));
        format!("{}{threads}{cell}", run.strategy)
    }

    /// The fastest run of each strategy, the fastest first.
    pub(super) fn best_of_each(&self) -> Vec<&'a Run> {
        let mut best: Vec<&Run> = Vec::new();
        for run in &self.file.runs {
            if best.iter().all(|other| other.strategy != run.strategy) {
                best.push(run);
            }
        }
        best
    }
}

/// The class with the colour of a strategy.
pub(super) fn class(strategy: &str) -> &'static str {
    match strategy.parse() {
        Ok(Strategy::Auto) => "s-auto",
        Ok(Strategy::BruteForce) => "s-brute",
        Ok(Strategy::UniformGrid) => "s-grid",
        Ok(Strategy::HierarchicalGrid) => "s-levels",
        Ok(Strategy::SweepAndPrune) => "s-sweep",
        Ok(Strategy::RTree) => "s-rtree",
        // A strategy without a colour of its own, and what other versions of the engine name.
        _ => "s-other",
    }
}

/// Candidates per pair; `None` if there are no pairs.
pub(super) fn ratio(run: &Run) -> Option<f64> {
    (run.pairs > 0).then(|| run.candidates as f64 / run.pairs as f64)
}
