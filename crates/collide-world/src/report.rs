use std::time::Duration;

use crate::{Reason, Strategy};

/// What a batch or a tick did, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Shapes taken part; for two sets, those of both.
    pub shape_count: usize,
    /// Pairs of bounds that intersect: how often the exact test ran.
    pub candidate_count: u64,
    /// Pairs found.
    pub pair_count: u64,
    /// The strategy that ran, never [`Strategy::Auto`].
    pub strategy: Strategy,
    /// Why it ran.
    pub reason: Reason,
    /// Time per phase.
    pub times: Times,
}

/// Wall time of each phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Computing bounds.
    pub bounds: Duration,
    /// Choosing and building the index.
    pub index: Duration,
    /// Finding candidates and testing them exactly.
    pub pairs: Duration,
    /// Bringing the pairs into canonical order.
    pub order: Duration,
}

impl Times {
    /// All phases together.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.bounds + self.index + self.pairs + self.order
    }
}
