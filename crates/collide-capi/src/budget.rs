//! The limits of a call.

use collide2d::Budget;

use crate::border::In;
use crate::failure::Failure;

/// The limits of a call, where 0 is no limit: a zero-initialised budget has no limits.
///
/// A call that exceeds `max_results` or `max_work` is rejected with `COLLIDE_OVER_BUDGET`: it has no answers, and nothing
/// has changed.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollideBudget {
    /// The maximum number of pairs that a step or a batch of shapes finds, and of hits of all queries of a batch together.
    /// Other calls have one result for each item, and ignore it.
    pub max_results: u64,
    /// The maximum work of the call, in units of which a million stand for about a millisecond.
    pub max_work: u64,
    /// The maximum number of candidates of each query of a batch. A query that exceeds it has no hits, and `stopped` of
    /// the hits lists it; all other queries have their whole answers. Calls without hits ignore it.
    pub max_candidates_each: u64,
}

impl CollideBudget {
    pub(crate) fn read(self) -> Budget {
        let Self { max_results, max_work, max_candidates_each } = self;
        let limit = |given: u64| if given == 0 { u64::MAX } else { given };
        Budget {
            max_results: limit(max_results),
            max_work: limit(max_work),
            max_candidates_each: limit(max_candidates_each),
        }
    }

    /// The budget of a parameter, where null is no limit.
    pub(crate) fn of(budget: In<Self>) -> Result<Budget, Failure> {
        Ok(budget.optional("budget")?.copied().unwrap_or_default().read())
    }
}
