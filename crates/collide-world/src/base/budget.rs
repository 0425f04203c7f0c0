use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

/// What a step may cost at most: [`World::step_within`](crate::World::step_within). Without limits by default.
///
/// `max_pairs` limits the result and its memory. `max_candidates` limits the work: it also ends a step in which the
/// bounds of many entities intersect and few entities are pairs.
///
/// A number converts into a budget with that number of pairs and no limit of candidates.
///
/// ```
/// use collide_core::{OrientedRect, Rotor, Vec2};
/// use collide_world::{Budget, World};
/// // Thin rods side by side: their bounds intersect, and no two rods do.
/// let turned = Rotor::from_degrees(45.0).unwrap();
/// let rod = |index| OrientedRect::new(Vec2::new(-0.1, 0.1) * index as f32, [1000.0, 0.01], turned).unwrap();
/// let mut world: World = (0..500).map(rod).collect();
/// let budget = Budget { max_pairs: 10_000, max_candidates: 50_000 };
/// let error = world.step_within(budget).unwrap_err();
/// assert!(error.to_string().starts_with("candidates: more than the budget of 50000, at least "));
/// assert_eq!(world.step_within(10_000)?.pair_count, 0);
/// # Ok::<(), collide_world::OverBudget>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Budget {
    /// The maximum number of pairs. Whether a step exceeds it depends on the entities alone.
    pub max_pairs: u64,
    /// The maximum number of candidates: pairs of bounds that are tested. Whether a step exceeds it also depends on the
    /// strategy, and on the steps before: candidates among static and sleeping entities are kept from one step to the
    /// next. It does not depend on the number of threads. A candidate costs some nanoseconds with the default strategy,
    /// more with others.
    pub max_candidates: u64,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Self = Self { max_pairs: u64::MAX, max_candidates: u64::MAX };

    /// The error for this number of pairs and candidates, if they exceed the budget.
    pub(crate) fn check(&self, pairs: u64, candidates: u64) -> Result<(), OverBudget> {
        let Self { max_pairs, max_candidates } = *self;
        if pairs > max_pairs {
            return Err(OverBudget { what: "pairs", limit: max_pairs, found: pairs });
        }
        if candidates > max_candidates {
            return Err(OverBudget { what: "candidates", limit: max_candidates, found: candidates });
        }
        Ok(())
    }

    /// What is left of the budget.
    pub(crate) fn left(&self, pairs: u64, candidates: u64) -> Self {
        let left = |limit: u64, used| if limit == u64::MAX { limit } else { limit.saturating_sub(used) };
        Self { max_pairs: left(self.max_pairs, pairs), max_candidates: left(self.max_candidates, candidates) }
    }

    /// The number of pairs that may be stored.
    pub(crate) fn room(&self) -> usize {
        usize::try_from(self.max_pairs).unwrap_or(usize::MAX)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl From<u64> for Budget {
    fn from(max_pairs: u64) -> Self {
        Self { max_pairs, ..Self::UNLIMITED }
    }
}

/// A limit was exceeded. The world or [`Interest`](crate::Interest) is as before the call, but its events, or its lists
/// of entities that entered or left, are empty. The answers of a batch of queries are empty. The call may be made again
/// with a larger limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{what}: more than the budget of {limit}, at least {found}")]
pub struct OverBudget {
    /// What there is too much of: `pairs`, `candidates` or `hits`.
    pub what: &'static str,
    /// The limit.
    pub limit: u64,
    /// The number found when the search stopped: not all, and with several threads not always the same number.
    pub found: u64,
}

impl OverBudget {
    /// The error of a batch of queries, whose pairs of query and entity are called hits.
    pub(crate) fn of_hits(self) -> Self {
        Self { what: if self.what == "pairs" { "hits" } else { self.what }, ..self }
    }
}

/// What was found without a budget, which cannot be exceeded.
pub(crate) fn unlimited<T>(found: Result<T, OverBudget>) -> T {
    found.expect("no budget was set")
}

/// The largest number of units of work between two checks of the budget, and the number of candidates or pairs from
/// which a unit is checked by itself.
const MAX_UNITS: usize = 256;
const MANY: u64 = 4_096;

/// What all pieces of work of a search have found together.
#[derive(Debug, Default)]
pub(crate) struct Spent {
    pairs: AtomicU64,
    candidates: AtomicU64,
}

impl Spent {
    /// Adds what a piece of work has found, and checks the sum against the budget.
    pub(crate) fn add(&self, budget: &Budget, pairs: u64, candidates: u64) -> Result<(), OverBudget> {
        let pairs = self.pairs.fetch_add(pairs, Ordering::Relaxed) + pairs;
        let candidates = self.candidates.fetch_add(candidates, Ordering::Relaxed) + candidates;
        budget.check(pairs, candidates)
    }
}

/// Checks, now and then, what all pieces of work have found against the budget.
#[derive(Debug)]
pub(crate) struct BudgetCheck<'a> {
    budget: Budget,
    spent: &'a Spent,
    step: usize,
}

impl<'a> BudgetCheck<'a> {
    pub(crate) fn new(budget: Budget, spent: &'a Spent) -> Self {
        Self { budget, spent, step: if budget == Budget::UNLIMITED { usize::MAX } else { 1 } }
    }

    /// The number of units of work until the next check: all, without a limit.
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// Whether the budget is exceeded with these.
    pub(crate) fn is_exceeded(&mut self, pairs: u64, candidates: u64) -> bool {
        if self.budget == Budget::UNLIMITED {
            return false;
        }
        // A unit that finds thousands is checked by itself, so that time and memory do not run out between two checks.
        self.step = if pairs.max(candidates) < MANY { (self.step * 2).min(MAX_UNITS) } else { 1 };
        self.spent.add(&self.budget, pairs, candidates).is_err()
    }
}
