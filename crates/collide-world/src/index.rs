use std::ops::Range;

use collide_broad::{BroadPhase, BruteForce, RTree, SweepAndPrune, UniformGrid};
use collide_core::Aabb;

use crate::choice::choose;
use crate::{Reason, Strategy};

/// Every strategy, one of them in use. Dispatches per range or query, not per pair.
#[derive(Debug, Default)]
pub(crate) struct Index {
    built: Strategy,
    brute: BruteForce,
    grid: UniformGrid,
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
            Strategy::UniformGrid | Strategy::Auto => {
                let $strategy = &$index.grid;
                $call
            }
        }
    };
}

impl Index {
    /// Indexes the bounds by the strategy asked for, or by the one that suits them and so many queries.
    pub(crate) fn build(&mut self, asked: Strategy, bounds: &[Aabb], query_count: usize) -> (Strategy, Reason) {
        let (strategy, reason) = match asked {
            Strategy::Auto => choose(bounds, query_count, &mut self.grid),
            named => (named, Reason::Asked),
        };
        match strategy {
            Strategy::BruteForce => self.brute.build(bounds),
            Strategy::SweepAndPrune => self.sweep.build(bounds),
            Strategy::RTree => self.rtree.build(bounds),
            // Weighing the grid against the others has built it.
            Strategy::UniformGrid if asked == Strategy::Auto => {}
            Strategy::UniformGrid | Strategy::Auto => self.grid.build(bounds),
        }
        self.built = strategy;
        (strategy, reason)
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
