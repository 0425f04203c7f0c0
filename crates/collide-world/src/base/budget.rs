use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use collide_core::Vec2;
use thiserror::Error;

/// The limits of a call. Without limits by default. A limit belongs to the call, not to the object with its results:
///
/// | call | its budget |
/// |---|---|
/// | a step | [`World::step_within`](crate::World::step_within) |
/// | a batch of queries, now or in the past | [`Queries::within`](crate::Queries::within) |
/// | a batch that moves | [`MoveOptions::budget`](crate::MoveOptions::budget), [`SeparateOptions::budget`](crate::SeparateOptions::budget) |
/// | swept pairs | the parameter of [`World::swept_pairs_into`](crate::World::swept_pairs_into) |
/// | views | [`Interest::update_within`](crate::Interest::update_within) |
/// | pairs of shapes without a world | [`Batch::within`](crate::Batch::within) |
///
/// - [`max_work`](Self::max_work) and [`max_results`](Self::max_results) **refuse** a call: it fails with [`OverBudget`],
///   and changes nothing. `max_work` limits the time, also of a call that finds little; `max_results` limits the memory.
/// - [`max_candidates_each`](Self::max_candidates_each) **changes an answer**: that of the query that exceeds it. What is
///   counted depends on the entities alone, so the answer is the same for every strategy and number of threads.
///
/// **Work** is counted in units. A unit stands for about a nanosecond of one thread of the reference machine
/// (`docs/benchmarks.md`), so `1_000_000` is about a millisecond there. Rows visited, candidates by their kind, exact
/// arithmetic and pairs stored are counted, never time. Whether a call exceeds a limit of work does not depend on the number
/// of threads, but it may depend on the strategy and on the ticks before. [`Report::work`](crate::Report::work) is the work
/// of a step, and the objects with results have a method `work`: measure an ordinary tick, and set the limit to a multiple.
///
/// A number converts into a budget with that number of results and no other limit.
///
/// ```
/// use collide_core::{OrientedRect, Rotor, Vec2};
/// use collide_world::{Budget, World};
/// // Thin rods side by side: their bounds intersect, and no two rods do.
/// let turned = Rotor::from_degrees(45.0).unwrap();
/// let rod = |index| OrientedRect::new(Vec2::new(-0.1, 0.1) * index as f32, [1000.0, 0.01], turned).unwrap();
/// let mut world: World = (0..500).map(rod).collect();
/// let budget = Budget::of_work(1_000_000);
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
    /// The maximum number of pairs that a step or a [`Batch`](crate::Batch) finds, and of hits of all queries of a batch
    /// together. Other calls have one result for each item, and ignore it. Whether a call exceeds it depends on the entities
    /// alone.
    pub max_results: u64,
    /// The maximum work, in units. Filters do not lower it: an entity that a filter rejects is work too.
    pub max_work: u64,
    /// The maximum number of candidates of each query of a batch. A query that exceeds it is stopped: it has no hits, and
    /// [`Answers::stopped`](crate::Answers::stopped) lists it. All others have their whole answers. So one player whose shots
    /// are dear, as in a pile of thousands, costs the others nothing. Other calls, and batches with one result for each query
    /// ([`Outcomes`](crate::Outcomes)), ignore it, except a search for a [free place](crate::Queries::free): if stopped, it has
    /// found none.
    ///
    /// A candidate is an entity that the filter accepts and that may be hit: its bound, or the circle itself, meets the bound
    /// of what is searched.
    /// - A shape or a sector is searched as a whole, and so is all that is [counted](crate::Mode::Count).
    /// - The path of a ray, a segment or a motion is searched up to its last hit, if the mode limits the hits, else to its
    ///   end.
    /// - A search for the nearest entities is searched up to the last of them.
    /// - A free place is searched in steps of the distance: within each, an entity that overlaps the bound of the shape,
    ///   expanded by the distance, is a candidate.
    ///
    /// "Up to the last hit" is up to the next power of two, as a multiple of the direction, as a part of the motion, or as a
    /// distance. To count the candidates costs as much as another search.
    pub max_candidates_each: u64,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Self = Self { max_results: u64::MAX, max_work: u64::MAX, max_candidates_each: u64::MAX };

    /// A limit of work alone, in units.
    ///
    /// ```
    /// use collide_world::Budget;
    /// assert_eq!(Budget::of_work(5), Budget { max_work: 5, ..Budget::UNLIMITED });
    /// ```
    #[must_use]
    pub const fn of_work(max_work: u64) -> Self {
        Self { max_work, ..Self::UNLIMITED }
    }

    /// Whether no limit refuses a call.
    pub(crate) fn allows_all(&self) -> bool {
        let Self { max_results, max_work, max_candidates_each: _ } = *self;
        (max_results, max_work) == (u64::MAX, u64::MAX)
    }

    /// The error for this number of results and this work, if they exceed the budget.
    pub(crate) fn check(&self, results: u64, work: u64) -> Result<(), OverBudget> {
        let Self { max_results, max_work, max_candidates_each: _ } = *self;
        if results > max_results {
            return Err(OverBudget { what: "pairs", limit: max_results, found: results, costliest: None });
        }
        if work > max_work {
            return Err(OverBudget { what: "work", limit: max_work, found: work, costliest: None });
        }
        Ok(())
    }

    /// What is left of the budget.
    pub(crate) fn left(&self, results: u64, work: u64) -> Self {
        let left = |limit: u64, used| if limit == u64::MAX { limit } else { limit.saturating_sub(used) };
        let (max_results, max_work) = (left(self.max_results, results), left(self.max_work, work));
        Self { max_results, max_work, ..*self }
    }

    /// The number of pairs that may be stored.
    pub(crate) fn room(&self) -> usize {
        usize::try_from(self.max_results).unwrap_or(usize::MAX)
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl From<u64> for Budget {
    fn from(max_results: u64) -> Self {
        Self { max_results, ..Self::UNLIMITED }
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
/// let error = world.step_within(Budget::of_work(100_000)).unwrap_err();
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

    /// Whether there were too many results.
    pub(crate) fn is_of_results(&self) -> bool {
        self.what != "work"
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

    /// Whether the budget is exceeded, as far as it is known: a piece that starts then does nothing.
    pub(crate) fn is_over(&self, budget: &Budget) -> bool {
        budget.check(self.pairs.load(Ordering::Relaxed), self.work()).is_err()
    }

    /// The work of all pieces.
    pub(crate) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// The work that is left of a budget, as far as it is known. A piece that stops there makes the sum exceed the budget,
    /// whatever the other pieces do at the same time.
    pub(crate) fn work_left(&self, budget: &Budget) -> u64 {
        budget.max_work.saturating_sub(self.work())
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
        Self { budget, spent, step: if budget.allows_all() { usize::MAX } else { 1 } }
    }

    /// The number of items until the next check: all, without a limit.
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// Whether the budget is exceeded with these.
    pub(crate) fn is_exceeded(&mut self, pairs: u64, work: u64) -> bool {
        if self.budget.allows_all() {
            return false;
        }
        // An item that takes long is checked by itself, so that time and memory do not run out between two checks.
        let long = LONG.min(self.budget.max_work / PARTS);
        self.step = if pairs < MANY && work < long { (self.step * 2).min(MAX_ITEMS) } else { 1 };
        self.spent.add(&self.budget, pairs, work).is_err()
    }
}
