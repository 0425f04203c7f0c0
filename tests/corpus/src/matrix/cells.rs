//! The cells of the matrix: the ways to get an answer.

use std::fmt;
use std::sync::Arc;

use collide2d::columns::Simd;
use collide2d::{Settings, Strategy, Threads};
use rayon::ThreadPoolBuilder;

/// The numbers of threads.
pub(super) const THREADS: [usize; 3] = [1, 3, 64];

/// What becomes of a world in the middle of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lineage {
    /// It goes on.
    Itself,
    /// A clone goes on, and the world that was cloned loses its entities.
    Cloned,
    /// Another world, restored from the saved bytes, goes on.
    Restored,
    /// It ran by brute force until then. It goes on with the strategy of the cell and with a cell size.
    Switched,
}

impl Lineage {
    /// Every lineage.
    pub(super) const ALL: [Self; 4] = [Self::Itself, Self::Cloned, Self::Restored, Self::Switched];
}

/// How the world of a scene runs.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The broad phase.
    pub(super) strategy: Strategy,
    /// The number of threads, and the pool.
    pub(super) threads: (usize, Threads),
    /// The instruction set.
    pub(super) simd: Simd,
    /// What becomes of the world.
    pub(super) lineage: Lineage,
}

impl Cell {
    /// The cell that all others are compared with: brute force, one thread, portable lanes, one world.
    pub(super) fn reference() -> Self {
        let threads = (1, Threads::Serial);
        Self { strategy: Strategy::BruteForce, threads, simd: Simd::Portable, lineage: Lineage::Itself }
    }

    /// The cell with which the work is compared: it differs only in threads and SIMD level, and comes before this one
    /// in [`cells`].
    pub(super) fn has_reference_work(&self) -> bool {
        self.threads.0 == 1 && self.simd == Simd::Portable
    }

    /// The settings for this cell.
    pub(super) fn settings(&self, settings: Settings) -> Settings {
        Settings { strategy: self.strategy, threads: self.threads.1.clone(), simd: self.simd, ..settings }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { strategy, threads: (threads, _), simd, lineage } = self;
        write!(f, "{strategy}, {threads} threads, {simd}, {lineage:?}")
    }
}

/// Every cell of these strategies and lineages, on the SIMD levels and the threads of this machine: those of a browser
/// are one.
pub(super) fn cells(strategies: &[Strategy], lineages: &[Lineage]) -> Vec<Cell> {
    let threads: Vec<_> = THREADS.iter().filter_map(|count| Some((*count, threads(*count)?))).collect();
    let mut cells = Vec::new();
    for &strategy in strategies {
        for &lineage in lineages {
            for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
                cells.extend(threads.iter().cloned().map(|threads| Cell { strategy, threads, simd, lineage }));
            }
        }
    }
    cells
}

/// Exactly this number of threads, if the machine has threads: [`Threads::new`] starts at most four for each processor.
fn threads(count: usize) -> Option<Threads> {
    if count == 1 {
        return Some(Threads::Serial);
    }
    Some(Threads::Pool(Arc::new(ThreadPoolBuilder::new().num_threads(count).build().ok()?)))
}

/// When a question about a moment is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// During the ticks, each time of that tick.
    EachTick,
    /// After a tick, before anything has changed.
    Present,
    /// The same questions about the same tick, one tick later.
    Past,
    /// About a time between these two ticks. The reference is a world of its own with the shapes of that time.
    Between,
}

impl Asked {
    /// When the reference answers.
    pub(super) fn reference(self) -> Self {
        match self {
            Self::Past => Self::Present,
            Self::EachTick | Self::Present | Self::Between => self,
        }
    }

    /// The name of the moment in the golden file.
    pub(super) fn moment(self) -> &'static str {
        match self {
            Self::EachTick => "each tick",
            Self::Present | Self::Past => "a tick",
            Self::Between => "between ticks",
        }
    }
}
