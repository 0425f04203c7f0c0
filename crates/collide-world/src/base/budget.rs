use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// More was found than there was room for. Nothing is lost: what was called is as it was, and may be called again with a larger
/// budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{what}: more than the budget of {limit}, at least {found}")]
pub struct OverBudget {
    /// What there was too much of.
    pub what: &'static str,
    /// How many there may be.
    pub limit: u64,
    /// How many had been found when the search was given up: not all, and with several threads not always the same number.
    pub found: u64,
}

/// What was found without a budget, which cannot be exceeded.
pub(crate) fn unlimited<T>(found: Result<T, OverBudget>) -> T {
    found.expect("no budget was set")
}

/// At most so many units of work are done before the next look at how many pairs there are, and fewer where they find many.
const MOST_BETWEEN_LOOKS: usize = 256;
const MANY_BETWEEN_LOOKS: u64 = 4_096;

/// Looks, now and then, at how many pairs all pieces of work have found together.
#[derive(Debug)]
pub(crate) struct Looks<'a> {
    limit: u64,
    found: &'a AtomicU64,
    step: usize,
}

impl<'a> Looks<'a> {
    pub(crate) fn new(limit: u64, found: &'a AtomicU64) -> Self {
        Self { limit, found, step: if limit == u64::MAX { usize::MAX } else { 1 } }
    }

    /// How much to do before the next look: all, where there is no budget.
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// Whether with these there are more than the budget.
    pub(crate) fn are_too_many(&mut self, new: u64) -> bool {
        if self.limit == u64::MAX {
            return false;
        }
        // What finds thousands is looked at by itself, lest time and memory run out between two looks.
        self.step = if new < MANY_BETWEEN_LOOKS { (self.step * 2).min(MOST_BETWEEN_LOOKS) } else { 1 };
        self.found.fetch_add(new, Ordering::Relaxed) + new > self.limit
    }
}
