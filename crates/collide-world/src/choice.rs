use std::fmt;

use crate::Strategy;

/// Up to so many shapes, looking at every pair of them beats sorting.
const FEW_SHAPES: usize = 48;

/// Why a strategy ran. Its text form finishes the sentence "strategy grid: ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The settings name it.
    Asked,
    /// So few shapes that building an index would not pay.
    FewShapes,
    /// Cells to suit the sizes, as many levels of them as pay.
    CellsBySize,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "as asked",
            Self::FewShapes => "few shapes, no index pays",
            Self::CellsBySize => "cells to suit the sizes, as many levels as pay",
        })
    }
}

/// What runs, and why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) strategy: Strategy,
    pub(crate) reason: Reason,
}

/// Chooses for [`Strategy::Auto`].
pub(crate) fn choose(asked: Strategy, count: usize) -> Choice {
    let (strategy, reason) = match asked {
        Strategy::Auto if count <= FEW_SHAPES => (Strategy::BruteForce, Reason::FewShapes),
        Strategy::Auto => (Strategy::HierarchicalGrid, Reason::CellsBySize),
        named => (named, Reason::Asked),
    };
    Choice { strategy, reason }
}

/// Chooses for [`Strategy::Auto`] what to index one set by and ask for another.
pub(crate) fn choose_between(asked: Strategy, first: usize, second: usize) -> Choice {
    let pairs = first.saturating_mul(second);
    match asked {
        Strategy::Auto if pairs <= FEW_SHAPES * FEW_SHAPES => {
            Choice { strategy: Strategy::BruteForce, reason: Reason::FewShapes }
        }
        asked => choose(asked, usize::MAX),
    }
}
