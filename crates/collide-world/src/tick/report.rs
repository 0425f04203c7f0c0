use std::time::Duration;

use super::choice::Choice;
use crate::{Crowd, Reason, SearchReport, Strategy, Times};

/// What a tick or a batch did, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The number of shapes, of both sets if there are two.
    pub shape_count: usize,
    /// The number of candidate pairs that the broad phase passed to the exact test. For circles and rectangles in cell
    /// lists, the search is itself exact, and each candidate is a pair or fails only the collision filter.
    pub candidate_count: u64,
    /// The number of pairs found.
    pub pair_count: u64,
    /// The work of the search, in units: see [`Budget`](crate::Budget). It depends on the strategy and on the steps
    /// before, not on the number of threads.
    pub work: u64,
    /// The number of places with more dynamic entities than [`Settings::crowd`](crate::Settings::crowd) allows.
    /// [`World::crowds`](crate::World::crowds) lists them.
    pub crowd_count: usize,
    /// The number of entities of those places that took no part in the pairs.
    pub surplus_count: usize,
    /// The place with the most entities, if there is one. Of several, one of them.
    pub crowd: Option<Crowd>,
    /// The strategy that ran, never [`Strategy::Auto`].
    pub strategy: Strategy,
    /// Why it ran.
    pub reason: Reason,
    /// The expected time, if it was estimated.
    pub expected: Option<Duration>,
    /// The time of each phase.
    pub times: Times,
}

impl Report {
    pub(crate) fn new(choice: Choice, shape_count: usize, found: SearchReport) -> Self {
        let SearchReport { candidate_count, pair_count, work, times } = found;
        let Choice { strategy, reason } = choice;
        let expected = choice.expected(shape_count);
        let (crowd_count, surplus_count, crowd) = (0, 0, None);
        Self {
            shape_count,
            candidate_count,
            pair_count,
            work,
            crowd_count,
            surplus_count,
            crowd,
            strategy,
            reason,
            expected,
            times,
        }
    }

    /// The same report of a tick with these crowds.
    pub(crate) fn with_crowds(self, crowds: &[Crowd]) -> Self {
        Self {
            crowd_count: crowds.len(),
            surplus_count: crowds.iter().map(|crowd| crowd.surplus_count).sum(),
            crowd: crowds.iter().copied().max_by_key(|crowd| crowd.count),
            ..self
        }
    }
}
