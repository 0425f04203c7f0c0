//! The work of an update after its search, and the name of what cost most.

use collide_core::Shape;

use super::sight::ActiveObserver;
use crate::base::work;
use crate::{Costliest, Query};

/// The observer of a query.
pub(super) fn name_observer(costliest: Costliest, observers: &[Option<ActiveObserver>]) -> Costliest {
    let of_query =
        |observer: &&ActiveObserver| observer.sight.is_some_and(|sight| sight.query() == Some(costliest.index));
    match observers.iter().flatten().find(of_query).filter(|_| costliest.item == "query") {
        Some(observer) => Costliest { item: "observer", index: observer.id.slot, ..costliest },
        None => costliest,
    }
}

/// The query that found most, in a list that is in order of queries.
pub(super) fn most_found(found: &[(u32, u32)], queries: &[Query<Shape>]) -> Option<Costliest> {
    let (index, _) = *found.chunk_by(|a, b| a.0 == b.0).max_by_key(|found| found.len())?.first()?;
    Some(Costliest { item: "query", index, at: queries[index as usize].what.middle() })
}

/// The work for each candidate after the search.
pub(super) fn work_of_candidate(observers: &[Option<ActiveObserver>]) -> u64 {
    let sights = observers.iter().flatten().filter_map(|observer| observer.sight);
    if sights.clone().any(|sight| sight.is_limited() && sight.query().is_some()) {
        work::view::RANKED
    } else {
        work::view::COMPARED
    }
}
