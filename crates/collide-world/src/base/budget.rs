use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use collide_core::Vec2;
use thiserror::Error;

/// What a call may cost at most: [`World::step_within`](crate::World::step_within) and
/// [`Batch::set_budget`](crate::Batch::set_budget). Without limits by default.
///
/// `max_pairs` limits the result and its memory. `max_work` limits the time: it also ends a call that finds little.
///
/// **Work** is counted in units. A unit stands for about a nanosecond of one thread of the reference machine
/// (`docs/benchmarks.md`), so `1_000_000` is about a millisecond there. Rows visited, candidates by their kind, exact
/// arithmetic and pairs stored are counted, never time. [`Report::work`](crate::Report::work) is the work of a step:
/// measure that of an ordinary tick, and set the limit to a multiple of it.
///
/// A number converts into a budget with that number of pairs and no limit of work.
///
/// ```
/// use collide_core::{OrientedRect, Rotor, Vec2};
/// use collide_world::{Budget, World};
/// // Thin rods side by side: their bounds intersect, and no two rods do.
/// let turned = Rotor::from_degrees(45.0).unwrap();
/// let rod = |index| OrientedRect::new(Vec2::new(-0.1, 0.1) * index as f32, [1000.0, 0.01], turned).unwrap();
/// let mut world: World = (0..500).map(rod).collect();
/// let budget = Budget { max_pairs: 10_000, max_work: 1_000_000 };
/// let error = world.step_within(budget).unwrap_err();
/// assert!(error.to_string().starts_with("work: more than the budget of 1000000, at least "));
/// let report = *world.step_within(10_000)?;
/// assert_eq!(report.pair_count, 0);
/// assert!(report.work > 1_000_000);
/// # Ok::<(), collide_world::OverBudget>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Budget {
    /// The maximum number of pairs. Whether a step exceeds it depends on the entities alone.
    pub max_pairs: u64,
    /// The maximum work, in units. Whether a step exceeds it also depends on the strategy, and on the steps before: pairs
    /// among static and sleeping entities are kept from one step to the next. It does not depend on the number of threads.
    pub max_work: u64,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Self = Self { max_pairs: u64::MAX, max_work: u64::MAX };

    /// The error for this number of pairs and this work, if they exceed the budget.
    pub(crate) fn check(&self, pairs: u64, work: u64) -> Result<(), OverBudget> {
        let Self { max_pairs, max_work } = *self;
        if pairs > max_pairs {
            return Err(OverBudget { what: "pairs", limit: max_pairs, found: pairs, costliest: None });
        }
        if work > max_work {
            return Err(OverBudget { what: "work", limit: max_work, found: work, costliest: None });
        }
        Ok(())
    }

    /// What is left of the budget.
    pub(crate) fn left(&self, pairs: u64, work: u64) -> Self {
        let left = |limit: u64, used| if limit == u64::MAX { limit } else { limit.saturating_sub(used) };
        Self { max_pairs: left(self.max_pairs, pairs), max_work: left(self.max_work, work) }
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
///
/// ```
/// use collide_core::Circle;
/// use collide_world::{Budget, World};
/// let y = |index| if index < 400 { 7.0 } else { 90.0 };
/// let mut world: World = (0..500).map(|index| Circle::new([0.0, y(index)], 1.0).unwrap()).collect();
/// let error = world.step_within(Budget { max_work: 100_000, ..Budget::UNLIMITED }).unwrap_err();
/// // The place that cost most: move these entities away.
/// assert_eq!(error.costliest.unwrap().at, [0.0, 7.0].into());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{what}: more than the budget of {limit}, at least {found}{}", of(costliest.as_ref()))]
pub struct OverBudget {
    /// What there is too much of: `pairs`, `hits` or `work`.
    pub what: &'static str,
    /// The limit.
    pub limit: u64,
    /// The number found when the search stopped: not all, and with several threads not always the same number.
    pub found: u64,
    /// What cost most until then, if it is known. With several threads not always the same.
    pub costliest: Option<Costliest>,
}

/// What cost most in a call that exceeded its limit: one of its items, and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costliest {
    /// The kind of the item: `slot` of an entity, or the index of a `shape`, `query`, `mover` or `observer` of the call.
    pub item: &'static str,
    /// The number of the item.
    pub index: u32,
    /// The center of its bound, in world units.
    pub at: Vec2,
}

impl fmt::Display for Costliest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { item, index, at } = self;
        write!(f, "{item} {index} at ({}, {}) cost most", at.x, at.y)
    }
}

fn of(costliest: Option<&Costliest>) -> String {
    costliest.map_or_else(String::new, |costliest| format!("; {costliest}"))
}

impl OverBudget {
    /// The error of a batch of queries, whose pairs of query and entity are called hits.
    pub(crate) fn of_hits(self) -> Self {
        Self { what: if self.what == "pairs" { "hits" } else { self.what }, ..self }
    }

    /// The error of a whole call with this limit, in which a part exceeded what was left.
    pub(crate) fn of_whole(self, max_work: u64) -> Self {
        let found = max_work.saturating_sub(self.limit).saturating_add(self.found);
        Self { limit: max_work, found, ..self }
    }

    /// The error of a whole call with this budget, in which a part exceeded what was left of its work.
    pub(crate) fn of_part(self, budget: Budget) -> Self {
        if self.what == "work" { self.of_whole(budget.max_work) } else { self }
    }

    /// The same error with what cost most.
    pub(crate) fn by(self, costliest: Option<Costliest>) -> Self {
        Self { costliest, ..self }
    }
}

/// What was found without a budget, which cannot be exceeded.
pub(crate) fn unlimited<T>(found: Result<T, OverBudget>) -> T {
    found.expect("no budget was set")
}

/// The maximum number of items of a search between two checks of the budget, and the pairs and the work from which an
/// item is checked by itself.
const MAX_ITEMS: usize = 64;
const MANY: u64 = 4_096;
const LONG: u64 = 32_768;

/// Less than this part of the budget is done between two checks, unless a single item needs more or costs grow at once.
const PARTS: u64 = 16;

/// What all pieces of a search have found and done together.
#[derive(Debug, Default)]
pub(crate) struct Spent {
    pairs: AtomicU64,
    work: AtomicU64,
}

impl Spent {
    /// Adds what a piece of a search has found and done, and checks the sum against the budget.
    pub(crate) fn add(&self, budget: &Budget, pairs: u64, work: u64) -> Result<(), OverBudget> {
        let pairs = self.pairs.fetch_add(pairs, Ordering::Relaxed) + pairs;
        let work = self.work.fetch_add(work, Ordering::Relaxed) + work;
        budget.check(pairs, work)
    }

    /// The work that is left of a budget, as far as it is known. A piece that stops there makes the sum exceed the budget,
    /// whatever the other pieces do at the same time.
    pub(crate) fn work_left(&self, budget: &Budget) -> u64 {
        budget.max_work.saturating_sub(self.work.load(Ordering::Relaxed))
    }
}

/// Checks, now and then, what all pieces of a search have found and done against the budget.
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

    /// The number of items until the next check: all, without a limit.
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// Whether the budget is exceeded with these.
    pub(crate) fn is_exceeded(&mut self, pairs: u64, work: u64) -> bool {
        if self.budget == Budget::UNLIMITED {
            return false;
        }
        // An item that takes long is checked by itself, so that time and memory do not run out between two checks.
        let long = LONG.min(self.budget.max_work / PARTS);
        self.step = if pairs < MANY && work < long { (self.step * 2).min(MAX_ITEMS) } else { 1 };
        self.spent.add(&self.budget, pairs, work).is_err()
    }
}
