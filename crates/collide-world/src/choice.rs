use std::fmt;

use collide_broad::{BroadPhase, Statistics, UniformGrid};
use collide_core::Aabb;

use crate::Strategy;

/// Up to so many comparisons in all, looking at everything beats building anything.
const FEW_COMPARISONS: f64 = 2_000.0;

/// A descent into the R-tree costs about as much as so many comparisons in a row.
const DESCENT: f64 = 600.0;

/// Why a strategy ran. Its text form finishes the sentence "strategy grid: ...".
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The settings name it.
    Asked,
    /// So few shapes that building an index would not pay.
    FewShapes,
    /// It takes the fewest comparisons of bounds; the numbers are per shape.
    FewestComparisons {
        /// Those of the uniform grid.
        grid: f64,
        /// Those of sweep and prune, estimated.
        sweep: f64,
    },
    /// Both the grid and the sweep would compare so much that a descent per shape is cheaper; the numbers are per
    /// shape.
    TooCrowded {
        /// Comparisons of the uniform grid.
        grid: f64,
        /// Those of sweep and prune, estimated.
        sweep: f64,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("as asked"),
            Self::FewShapes => f.write_str("few shapes, no index pays"),
            Self::FewestComparisons { grid, sweep } => {
                write!(f, "fewest comparisons per shape (grid {grid:.1}, sweep about {sweep:.1})")
            }
            Self::TooCrowded { grid, sweep } => {
                write!(f, "unequal and crowded, {grid:.0} comparisons per shape in a grid, about {sweep:.0} in a sweep")
            }
        }
    }
}

/// Chooses for [`Strategy::Auto`] what to index these bounds by, for so many queries. The grid is left built.
pub(crate) fn choose(bounds: &[Aabb], query_count: usize, grid: &mut UniformGrid) -> (Strategy, Reason) {
    if bounds.len() as f64 * query_count as f64 <= FEW_COMPARISONS {
        return (Strategy::BruteForce, Reason::FewShapes);
    }
    grid.build(bounds);
    let statistics = Statistics::of(bounds);
    let count = bounds.len() as f64;
    let grid = grid.comparison_count() / count;
    let [x, y] = statistics.axis_overlap;
    let sweep = x.min(y) * count * 0.5;
    let unavoidable = || Statistics::pair_share(bounds) * count * 0.5;
    if grid.min(sweep) > DESCENT && grid.min(sweep) > DESCENT + 4.0 * unavoidable() {
        (Strategy::RTree, Reason::TooCrowded { grid, sweep })
    } else if grid <= sweep {
        (Strategy::UniformGrid, Reason::FewestComparisons { grid, sweep })
    } else {
        (Strategy::SweepAndPrune, Reason::FewestComparisons { grid, sweep })
    }
}
