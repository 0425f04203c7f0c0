use std::time::Duration;

use super::choice::Choice;
use crate::{Reason, SearchReport, Strategy, Times};

/// What a batch or a tick did, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// Shapes taken part; for two sets, those of both.
    pub shape_count: usize,
    /// Pairs that the search let through to the exact test. Where circles are sorted by themselves the search is that test,
    /// and these are the pairs.
    pub candidate_count: u64,
    /// Pairs found.
    pub pair_count: u64,
    /// The strategy that ran, never [`Strategy::Auto`].
    pub strategy: Strategy,
    /// Why it ran.
    pub reason: Reason,
    /// How long it was expected to take, where that was weighed.
    pub expected: Option<Duration>,
    /// Time per phase.
    pub times: Times,
}

impl Report {
    pub(crate) fn new(choice: Choice, shape_count: usize, found: SearchReport) -> Self {
        let SearchReport { candidate_count, pair_count, times } = found;
        let Choice { strategy, reason } = choice;
        let expected = choice.expected(shape_count);
        Self { shape_count, candidate_count, pair_count, strategy, reason, expected, times }
    }
}
