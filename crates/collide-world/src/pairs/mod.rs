//! The pair pipeline: from shapes to overlapping pairs.
//!
//! Candidates come from sorted cell lists, whose search is exact for most pairs, or from a broad phase over bounds. Splitting the work into pieces, the budget and the order are the same for both.

mod bounds;
mod bounds_pipeline;
mod buffer;
mod cell_list_pipeline;
mod cells;
mod few_larger;
mod input;
mod list;
mod order;
mod pair_filter;
mod pieces;
mod tuning;

pub use list::{Pairs, PairsIter};

pub(crate) use bounds::{BoundsPhase, BoundsSearch, ShapePairs};
pub(crate) use bounds_pipeline::BoundsPipeline;
pub(crate) use cell_list_pipeline::{Accept, CellListPipeline, Estimate, read_work};
pub(crate) use cells::{Among, CellListSearch, JoinTask};
pub(crate) use few_larger::{few_larger, max_pairs, stopped_work};
pub(crate) use input::{FixedSearch, Input};
pub(crate) use order::Order;
pub(crate) use order::in_order;
pub(crate) use pair_filter::PairFilter;
pub(crate) use pieces::{Counts, Piece, costliest, counts};

use collide_broad::internal::Layout;

use crate::{Budget, PairOrder, Settings, Strategy, Times};

/// The counts and times of a search for pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchReport {
    /// The number of candidate pairs that the broad phase passed to the exact test.
    pub candidate_count: u64,
    /// The number of pairs found.
    pub pair_count: u64,
    /// The work of the search, in units: see [`Budget`].
    pub work: u64,
    /// The time of each phase.
    pub times: Times,
}

impl SearchReport {
    fn new(Counts { candidates, pairs, work }: Counts, times: Times) -> Self {
        Self { candidate_count: candidates, pair_count: pairs, work, times }
    }
}

/// The output of a search.
pub(crate) struct Output<'a> {
    /// The list for the pairs. With `None` they are only counted.
    pub(crate) out: Option<&'a mut Vec<(u32, u32)>>,
    /// The order of the list. A search of bounds lists pairs by slot.
    pub(crate) order: PairOrder,
    /// The search stops when it exceeds this.
    pub(crate) budget: Budget,
}

impl Output<'_> {
    /// The maximum number of pairs that a piece keeps.
    fn room(&self) -> usize {
        if self.out.is_some() { self.budget.room() } else { 0 }
    }
}

/// The source of candidates of a strategy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Candidates {
    CellLists(Layout),
    Bounds(BoundsPhase),
}

impl Candidates {
    /// The source of a strategy; cell lists for [`Strategy::Auto`].
    pub(crate) fn of(strategy: Strategy, settings: &Settings) -> Self {
        BoundsPhase::of(strategy).map_or_else(|| Self::CellLists(settings.layout(strategy)), Self::Bounds)
    }
}
