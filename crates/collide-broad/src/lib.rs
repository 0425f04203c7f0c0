//! Broad phases: from many bounds to the few pairs of bounds that intersect.
//!
//! A broad phase handles only proxies, each a dense index with an [`Aabb`]: no shapes, no handles, no threads of its
//! own. Its candidates are a superset of the overlapping pairs; the exact test decides. All strategies find the same
//! candidates. [`BruteForce`] is the reference.
//!
//! | strategy | good at | cost of a build and all pairs |
//! |---|---|---|
//! | [`BruteForce`] | a dozen proxies | `n^2 / 2` comparisons |
//! | [`UniformGrid`] | many proxies of similar size | about linear |
//! | [`HierarchicalGrid`] | many proxies of any sizes | about linear |
//! | [`SweepAndPrune`] | long thin proxies or worlds | sort, then proxies that overlap along the axis |
//! | [`RTree`] | skewed data, repeated queries | sort, then a descent per proxy |
//!
//! To write another strategy, implement [`BroadPhase`] and test it with [`conformance`].
//!
//! ```
//! use collide_broad::{BroadPhase, UniformGrid};
//! use collide_core::{Circle, Vec2};
//!
//! let bounds: Vec<_> = [0.0, 1.5, 9.0]
//!     .map(|x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap().aabb())
//!     .into();
//! let mut grid = UniformGrid::default();
//! grid.build(&bounds);
//! let mut candidates = Vec::new();
//! grid.for_each_pair(0..grid.unit_count(), |a, b| candidates.push((a.min(b), a.max(b))));
//! assert_eq!(candidates, [(0, 1)]);
//! ```
#![forbid(unsafe_code)]

mod broad_phase;
mod brute_force;
mod cell_list;
pub mod conformance;
mod grid;
mod levels;
mod max_tree;
mod r_tree;
mod radix;
mod statistics;
mod strategies;
mod sweep_and_prune;
mod workers;

pub use broad_phase::BroadPhase;
pub use brute_force::BruteForce;
pub use cell_list::{CellListError, Visits};
pub use collide_core::Aabb;
pub use grid::{Grid, HierarchicalGrid, UniformGrid};
pub use r_tree::{RTree, TreeBox};
pub use strategies::{StrategyVisitor, for_each_strategy};
pub use sweep_and_prune::SweepAndPrune;

/// The cell lists of the engine and of the grids, and what they use. Internal to the engine: not covered by semantic
/// versioning.
#[doc(hidden)]
pub mod internal {
    pub use crate::cell_list::{Anchored, CellList, GroupOf, MeetsGroup, PairSink, Path, Payload, RowIds, allocated};
    pub use crate::levels::{Join, Layout, LevelLists, MAX_LISTS, joins_between};
    pub use crate::radix::counts_to_starts;
    pub use crate::statistics::{axis_overlap, sample_indices, sort_numbers};
    pub use crate::workers::{MAX_PIECES, Serial, Workers, each_of, grown};
}

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
