//! Cells that are known to be wrong.

use collide2d::Strategy::{self, Auto, BruteForce, HierarchicalGrid, RTree, SweepAndPrune, UniformGrid};

use super::cells::Asked::{Between, Past, Present};
use super::cells::Lineage::{self, Cloned, Restored};
use super::cells::{Cell, THREADS};
use super::faults::{Place, What};

/// A fault of the engine, and the cells that it makes wrong, for all SIMD levels.
pub(super) struct Known {
    /// What is wrong, in one line.
    pub(super) fault: &'static str,
    scenes: &'static [&'static str],
    calls: &'static [&'static str],
    compared: &'static [What],
    strategies: &'static [Strategy],
    lineages: &'static [Lineage],
    threads: &'static [usize],
}

impl Known {
    /// The calls that are wrong in a scene.
    pub(super) fn calls_of(&self, scene: &str) -> impl Iterator<Item = &'static str> {
        self.calls.iter().copied().filter(move |_| self.scenes.contains(&scene))
    }

    /// Whether the fault makes a cell wrong in a place.
    pub(super) fn has(&self, place: Place, cell: &Cell) -> bool {
        self.scenes.contains(&place.scene)
            && self.calls.contains(&place.call)
            && self.compared.contains(&place.what)
            && self.strategies.contains(&cell.strategy)
            && self.lineages.contains(&cell.lineage)
            && self.threads.contains(&cell.threads.0)
    }
}

/// All of them. Remove what a change cures: the test fails until then.
pub(super) const KNOWN: [Known; 4] = [
    Known {
        fault: "`set_max_work_each` stops queries by work, which is another in the past",
        scenes: &["city", "lattice", "sizes", "walls", "crowd", "pile", "mixed", "large"],
        calls: &["stopped"],
        compared: &[What::Answers(Past)],
        strategies: &Strategy::ALL,
        lineages: &Lineage::ALL,
        threads: &THREADS,
    },
    Known {
        fault: "`set_max_work_each` stops queries by work, which is another between ticks",
        scenes: &["city", "lattice", "sizes", "walls", "crowd", "pile", "mixed", "large"],
        calls: &["stopped"],
        compared: &[What::Answers(Between)],
        strategies: &Strategy::ALL,
        lineages: &Lineage::ALL,
        threads: &THREADS,
    },
    Known {
        fault: "`set_max_work_each` stops queries by work, which is another if the strategy sorts the entities",
        scenes: &["city", "lattice", "sizes", "walls", "crowd", "pile", "mixed", "large"],
        calls: &["stopped"],
        compared: &[What::Answers(Present)],
        strategies: &[Auto, UniformGrid, HierarchicalGrid],
        lineages: &Lineage::ALL,
        threads: &THREADS,
    },
    Known {
        fault: "`set_max_work_each` stops queries by work, which is another after a clone or a restore",
        scenes: &["sizes", "crowd", "mixed"],
        calls: &["stopped"],
        compared: &[What::Answers(Present)],
        strategies: &[BruteForce, SweepAndPrune, RTree],
        lineages: &[Cloned, Restored],
        threads: &THREADS,
    },
];
