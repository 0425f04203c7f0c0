use std::ops::Range;

use collide_broad::{BroadPhase, BruteForce, HierarchicalGrid, RTree, SweepAndPrune, UniformGrid};
use collide_core::Aabb;

use crate::{CellSize, Strategy};

/// Every strategy, one of them in use. Dispatches per range or query, not per pair.
#[derive(Debug, Default)]
pub(crate) struct Index {
    built: Strategy,
    brute: BruteForce,
    grid: UniformGrid,
    levels: HierarchicalGrid,
    sweep: SweepAndPrune,
    rtree: RTree,
}

/// Calls a method of the strategy in use.
macro_rules! in_use {
    ($index:expr, $strategy:ident => $call:expr) => {
        match $index.built {
            Strategy::BruteForce => {
                let $strategy = &$index.brute;
                $call
            }
            Strategy::SweepAndPrune => {
                let $strategy = &$index.sweep;
                $call
            }
            Strategy::RTree => {
                let $strategy = &$index.rtree;
                $call
            }
            Strategy::UniformGrid => {
                let $strategy = &$index.grid;
                $call
            }
            Strategy::HierarchicalGrid | Strategy::Auto => {
                let $strategy = &$index.levels;
                $call
            }
        }
    };
}

impl Index {
    /// Indexes the bounds by this strategy; cells of a uniform grid have this size.
    pub(crate) fn build(&mut self, strategy: Strategy, cell: Option<CellSize>, bounds: &[Aabb]) {
        match strategy {
            Strategy::BruteForce => self.brute.build(bounds),
            Strategy::UniformGrid => {
                self.grid.set_cell(cell.map(|cell| cell.get().into()));
                self.grid.build(bounds);
            }
            Strategy::SweepAndPrune => self.sweep.build(bounds),
            Strategy::RTree => self.rtree.build(bounds),
            Strategy::HierarchicalGrid | Strategy::Auto => self.levels.build(bounds),
        }
        self.built = strategy;
    }

    /// What it is built by, if that is an R-tree.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        (self.built == Strategy::RTree).then_some(&self.rtree)
    }

    pub(crate) fn unit_count(&self) -> usize {
        in_use!(self, strategy => strategy.unit_count())
    }

    pub(crate) fn for_each_pair(&self, units: Range<usize>, found: impl FnMut(u32, u32)) {
        in_use!(self, strategy => strategy.for_each_pair(units, found));
    }

    pub(crate) fn for_each_hit(&self, bound: &Aabb, found: impl FnMut(u32)) {
        in_use!(self, strategy => strategy.for_each_hit(bound, found));
    }
}
