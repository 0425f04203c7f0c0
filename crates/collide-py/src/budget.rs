//! The limits of a call.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::options::Options;
use crate::pickle::pickled;

/// The limit of pairs if none is given. More would take gigabytes, and end the interpreter where there is no memory.
const MAX_PAIRS: u64 = 1 << 28;

/// The limits of a call, as its keyword `budget`. `None` is no limit.
///
/// - `max_results` and `max_work` refuse a call: a call that exceeds one raises `OverBudgetError` and changes nothing.
///   A failed step has no events, and after a failed update no entity entered or left a view.
/// - `max_candidates_each` changes the answer to a query that exceeds it: this query has no hits, and `Hits.stopped`
///   lists it. The other queries of the batch have their whole answers.
///
/// Without `max_results`, and without a budget, `World.step`, `pairs`, `pairs_between`, `count_pairs` and
/// `count_pairs_between` find at most 2^28 pairs: more would take gigabytes of memory.
///
/// ```
/// budget = collide2d.Budget(max_work=4_000_000, max_candidates_each=128)
/// hits = world.queries().rays(origins, directions, first=1, budget=budget)
/// ```
#[pyclass(frozen, eq, hash, get_all, from_py_object, module = "collide2d")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Budget {
    /// The maximum number of pairs of a step or of columns, and of hits of all queries of a batch together. Calls with
    /// one result for each item ignore it.
    max_results: Option<u64>,
    /// The maximum work, in units of which a million stand for about a millisecond. Filters do not lower the work.
    max_work: Option<u64>,
    /// The maximum number of candidates of each query of a batch: entities that the filter accepts, with a bound that
    /// meets the bound of what is searched. A path is searched up to its last hit if `first` limits the hits, and a
    /// search for the nearest entities up to the last of them. Calls with one result for each item ignore it,
    /// except `free`: it finds no place then.
    max_candidates_each: Option<u64>,
}

impl Budget {
    /// The keyword of this name.
    pub(crate) fn read(options: &Options<'_>) -> PyResult<Option<Self>> {
        options.value("budget")
    }

    /// The budget of the engine.
    pub(crate) fn of(given: Option<Self>) -> collide2d::Budget {
        let Some(Self { max_results, max_work, max_candidates_each }) = given else {
            return collide2d::Budget::UNLIMITED;
        };
        collide2d::Budget {
            max_results: max_results.unwrap_or(u64::MAX),
            max_work: max_work.unwrap_or(u64::MAX),
            max_candidates_each: max_candidates_each.unwrap_or(u64::MAX),
        }
    }

    /// The budget of the engine for a call that finds all pairs, with a limit of pairs in any case.
    pub(crate) fn of_pairs(given: Option<Self>) -> collide2d::Budget {
        let max_results = given.and_then(|given| given.max_results).unwrap_or(MAX_PAIRS);
        collide2d::Budget { max_results, ..Self::of(given) }
    }
}

#[pymethods]
impl Budget {
    #[new]
    #[pyo3(
        signature = (**limits),
        text_signature = "(*, max_results=None, max_work=None, max_candidates_each=None)"
    )]
    fn new(limits: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        // The errors of these options name the limit.
        let options = Options::new(limits)?;
        let read = Self {
            max_results: options.value("max_results")?,
            max_work: options.value("max_work")?,
            max_candidates_each: options.value("max_candidates_each")?,
        };
        options.finish()?;
        Ok(read)
    }

    fn __repr__(&self) -> String {
        let Self { max_results, max_work, max_candidates_each } = *self;
        let shown = |limit: Option<u64>| limit.map_or_else(|| "None".to_owned(), |limit| limit.to_string());
        let [results, work, candidates] = [max_results, max_work, max_candidates_each].map(shown);
        format!("Budget(max_results={results}, max_work={work}, max_candidates_each={candidates})")
    }
}

pickled!(Budget { max_results, max_work, max_candidates_each });
