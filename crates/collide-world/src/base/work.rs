//! What the parts of a search cost, in units of [work](crate::Budget::max_work).
//!
//! Measured on the reference machine: `cargo bench --bench adversary` shows that a limit of a million units ends each of
//! its scenes within two milliseconds. Exact arithmetic is counted where it is done:
//! [`exact_work`](collide_core::exact_work).

use super::ListKind;

/// A shape of a search: it is sorted and looked up.
pub(crate) const ROW: u64 = 10;

/// A shape of a batch that is neither a circle nor a rect: its bound is computed.
pub(crate) const BOUNDED: u64 = 30;

/// One shape, in a search by bounds.
pub(crate) const BOUND: u64 = 100;

/// A comparison of two bounds in a broad phase.
pub(crate) const COMPARED: u64 = 2;

/// A test of eight rows of a cell list, or of a run of fewer.
pub(crate) const LANES: u64 = 5;

/// A row of a list that looks up the cells of another list.
pub(crate) const PROBE: u64 = 10;

/// A check whether the layers of a row accept those of a group of rows.
pub(crate) const GROUP: u64 = 4;

/// A candidate: it is stored, and may be filtered.
pub(crate) const CANDIDATE: u64 = 6;

/// A candidate with a capsule whose round bounds are tested, eight candidates at a time.
pub(crate) const ROUND: u64 = 30;

/// A row near a query, whose filter is looked up.
pub(crate) const FILTERED: u64 = 18;

/// A shape that is copied.
pub(crate) const COPY: u64 = 18;

/// A shape that is copied with its bound.
pub(crate) const fn copy_with_bound(kind: ListKind) -> u64 {
    match kind {
        ListKind::Circle | ListKind::Rect => 40,
        ListKind::Oriented => 60,
        ListKind::Polygon => 120,
    }
}

/// A shape that is copied to other lists, which are sorted then.
pub(crate) const RESORTED: u64 = 50;

/// A pair that is stored and put in order.
pub(crate) const PAIR: u64 = 16;

/// A query or mover of a batch: it is read, and put into spatial order.
pub(crate) const ITEM: u64 = 60;

/// A query, without what it visits, and each list of rows that it searches.
pub(crate) const QUERY: u64 = 60;
pub(crate) const LIST: u64 = 40;

/// A run of rows or a node of a tree that a query visits.
pub(crate) const RUN: u64 = 24;

/// A mover that others may run into: it is sorted by the places that it can get to.
pub(crate) const PLACED: u64 = 200;

/// A slide, without what is around.
pub(crate) const SLIDE: u64 = 500;

/// A row of a kind that a query visits.
pub(crate) const fn visit(kind: ListKind) -> u64 {
    match kind {
        ListKind::Circle | ListKind::Rect => 6,
        ListKind::Oriented | ListKind::Polygon => 16,
    }
}

/// A shape of a kind that is interpolated between two ticks.
pub(crate) const fn interpolated(kind: ListKind) -> u64 {
    match kind {
        ListKind::Circle | ListKind::Rect => 15,
        ListKind::Polygon => 40,
        ListKind::Oriented => 100,
    }
}

/// A hit of a query: it is stored and put in order.
pub(crate) const HIT: u64 = 8;

/// The same if it is ordered by distance.
pub(crate) const RANKED_HIT: u64 = 50;

/// The decision of two shapes of these kinds.
pub(crate) const fn decision(a: ListKind, b: ListKind) -> u64 {
    share(a) + share(b)
}

const fn share(kind: ListKind) -> u64 {
    match kind {
        ListKind::Circle | ListKind::Rect => 8,
        ListKind::Oriented => 24,
        ListKind::Polygon => 110,
    }
}

/// The share of a shape in a measure of two shapes: a distance, a hit of a ray, an impact.
pub(crate) const fn measure(kind: ListKind) -> u64 {
    match kind {
        ListKind::Circle => 8,
        ListKind::Rect => 24,
        ListKind::Oriented => 40,
        ListKind::Polygon => 80,
    }
}
