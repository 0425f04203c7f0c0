//! The limits of a call, as JavaScript gives them.

use collide2d::Budget;

/// The limit of pairs of a call that stores them, if none is given: more do not fit into the memory of WebAssembly with
/// what sorts them.
const MAX_PAIRS: u64 = 1 << 26;

/// Reads a budget: its limits in the order of their names in `js/budget.ts`, NaN for one that is not given. Empty for a
/// budget that is not given.
pub(crate) fn read(limits: &[f64]) -> Budget {
    read_over(Budget::UNLIMITED, limits)
}

/// The same for a call that stores pairs.
pub(crate) fn of_pairs(limits: &[f64]) -> Budget {
    read_over(Budget::from(MAX_PAIRS), limits)
}

fn read_over(usual: Budget, limits: &[f64]) -> Budget {
    // A cast of `Infinity` is `u64::MAX`, no limit.
    let limit = |index: usize, usual: u64| match limits.get(index) {
        Some(limit) if !limit.is_nan() => *limit as u64,
        _ => usual,
    };
    Budget {
        max_results: limit(0, usual.max_results),
        max_work: limit(1, usual.max_work),
        max_candidates_each: limit(2, usual.max_candidates_each),
    }
}
