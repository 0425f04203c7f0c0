//! From shapes to the pairs that overlap.
//!
//! Candidates come from one of two [sources](pieces::Source): cell lists, which are kept sorted and decide most pairs on their
//! own, or a broad phase over bounds. Cutting the work into pieces, the budget and the order are the same for both.

mod bounds;
mod bounds_pipeline;
mod buffer;
mod cell_list_pipeline;
mod cells;
mod list;
mod order;
mod pair_filter;
mod pieces;
mod tuning;

pub use list::{Pairs, PairsIter};

pub(crate) use bounds::{BoundsPhase, BoundsSearch, Output};
pub(crate) use bounds_pipeline::BoundsPipeline;
pub(crate) use cell_list_pipeline::{CellListPipeline, PairTask, Slots};
pub(crate) use cells::{Among, CellListSearch, JoinTask};
pub(crate) use order::{Order, sort_one};
pub(crate) use pair_filter::PairFilter;
pub(crate) use pieces::Piece;

use collide_broad::Layout;

use crate::{Settings, Strategy, Times};

/// What a search for pairs did, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchReport {
    /// Pairs that went through the exact test.
    pub candidate_count: u64,
    /// Pairs found.
    pub pair_count: u64,
    /// Time per phase.
    pub times: Times,
}

/// Where the candidates of a strategy come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Candidates {
    CellLists(Layout),
    Bounds(BoundsPhase),
}

impl Candidates {
    /// Of a strategy; cell lists where the choice is still open.
    pub(crate) fn of(strategy: Strategy, settings: &Settings) -> Self {
        BoundsPhase::of(strategy).map_or_else(|| Self::CellLists(settings.layout(strategy)), Self::Bounds)
    }
}
