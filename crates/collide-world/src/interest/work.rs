//! The work of an update after its search, and the name of what cost most.

use collide_core::Shape;

use super::sight::ActiveObserver;
use crate::{Costliest, Query};

/// The work to count the entities near an observer, in units.
pub(super) const COUNT: u64 = 100;

/// The work for an entity after the search: it is compared with the view before.
pub(super) const COMPARE: u64 = 12;

/// The same for an observer that sees only the nearest of what is near.
pub(super) const RANK: u64 = 60;

/// The work for an entity of a view, if there are more than the limit.
pub(super) const SELECT: u64 = 20;

/// The work for an entity of the view before that is not among the nearest: it is looked up.
pub(super) const LOOK_UP: u64 = 30;

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
    if sights.clone().any(|sight| sight.is_limited() && sight.query().is_some()) { RANK } else { COMPARE }
}
