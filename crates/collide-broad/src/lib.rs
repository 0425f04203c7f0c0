//! Broad phases: from many bounds to the few pairs of bounds that intersect.
//!
//! A broad phase handles only proxies, each a dense index with an [`Aabb`](collide_core::Aabb): no shapes, no handles, no threads of its
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
//! The grids consist of [`CellList`] and [`LevelLists`]: rows of numbers sorted by cell and joined eight at a time. A
//! list takes [any row](Anchored) for which `collide-core` has SIMD tests, so a join of circles or rectangles is
//! already the exact test.
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
pub use cell_list::{Anchored, CellList, CellListError, GroupOf, MeetsGroup, PairSink, Path, Payload, RowIds, Visits};
pub use grid::{HierarchicalGrid, UniformGrid};
pub use levels::{Join, Layout, LevelLists, joins_between};
pub use r_tree::{RTree, TreeBox};
pub use radix::counts_to_starts;
pub use statistics::{Statistics, sample_indices};
pub use strategies::{StrategyVisitor, for_each_strategy};
pub use sweep_and_prune::SweepAndPrune;
pub use workers::{Serial, Workers};

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
