//! What the parts of all calls cost, in units of [work](crate::Budget::max_work).
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

/// A comparison of two bounds.
pub(crate) const COMPARED: u64 = 2;

/// A test of eight rows of a cell list, or of a run of fewer.
pub(crate) const LANES: u64 = 5;

/// A row of a list that looks up the cells of another list.
pub(crate) const PROBE: u64 = 10;

/// A check whether the layers of a row accept those of a group of rows.
pub(crate) const GROUP: u64 = 4;

/// A candidate: it is stored, and may be filtered.
pub(crate) const CANDIDATE: u64 = 6;

/// A candidate of a broad phase, whose kinds are not known: it is decided.
pub(crate) const TESTED: u64 = CANDIDATE + decision(ListKind::Oriented, ListKind::Oriented);

/// A candidate with a capsule whose round bounds are tested, eight candidates at a time.
pub(crate) const ROUND: u64 = 30;

/// A row near a query, whose filter is looked up.
pub(crate) const FILTERED: u64 = 18;

/// A row of a cell of what rests: whether it meets what is searched.
pub(crate) const MET: u64 = 8;

/// One that does: whether another cell of the search has it too.
pub(crate) const HOME: u64 = 2;

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

/// The places of a limit of crowds.
pub(crate) mod place {
    /// A dynamic entity whose square is found, and one in a square that may be crowded.
    pub(crate) const FOUND: u64 = 12;
    pub(crate) const RANKED: u64 = 60;

    /// A shape that is sorted into the cells of its size, a line of cells that is looked for, and a shape in it.
    pub(crate) const SORTED: u64 = 120;
    pub(crate) const LINE: u64 = 20;
    pub(crate) const COMPARED: u64 = 2;
}

/// Slides.
pub(crate) mod slide {
    /// A comparison of the bounds of a group with all that is near.
    pub(crate) const COMPARED: u64 = 1;

    /// An entity near a path that is looked at.
    pub(crate) const FOUND: u64 = 15;

    /// A shape that decides about a normal at a corner.
    pub(crate) const AT_CORNER: u64 = 60;

    /// A test with exact arithmetic takes this many times as long as another.
    pub(crate) const EXACT: u64 = 80;
}

/// Movers that push each other.
pub(crate) mod push {
    /// A line of cells that is looked for, a shape in it, and a push, for the share of both shapes in a measure.
    pub(crate) const LINE: u64 = 40;
    pub(crate) const COMPARED: u64 = 4;
    pub(crate) const PUSH: u64 = 6;
}

/// Free places.
pub(crate) mod free {
    /// A blocker that is sorted into cells, and a cell and a bound that are looked at.
    pub(crate) const SORTED: u64 = 100;
    pub(crate) const CELL: u64 = 6;
    pub(crate) const COMPARED: u64 = 3;

    /// A contact and the way out of a blocker, for the share of both shapes in a measure.
    pub(crate) const CONTACT: u64 = 10;
    pub(crate) const EXIT: u64 = 7;
}

/// Turns.
pub(crate) mod turn {
    /// An entity in the box around what is swept.
    pub(crate) const NEAR: u64 = 150;

    /// The first look at a blocker.
    pub(crate) const BLOCKER: u64 = 120;

    /// A test, for each part of the rectangle and for each line that may lead between it and the blocker.
    pub(crate) const PART: u64 = 100;
    pub(crate) const LINE: u64 = 50;

    /// The decision about a blocker at a possible end.
    pub(crate) const END: u64 = 10;
}

/// Swept pairs, and shapes that fly through remembered ticks.
pub(crate) mod swept {
    use collide_core::{Shape, ShapeKind};

    /// A box that is searched, or sorted for a search, and a pair of boxes that meet.
    pub(crate) const BOX: u64 = 190;
    pub(crate) const BOX_PAIR: u64 = 5;

    /// A search along a path.
    pub(crate) const PATH: u64 = 250;

    /// The bounds of two movers, and the estimate of how many meet, for each mover and each that is compared.
    pub(crate) const BOUNDS: u64 = 19;
    pub(crate) const ESTIMATE: u64 = 5;

    /// A pair of the result, which is stored and sorted.
    pub(crate) const PAIR: u64 = 100;

    /// The share of a shape in the sweep of two shapes.
    pub(crate) fn share(shape: &Shape) -> u64 {
        match shape.kind() {
            ShapeKind::Circle | ShapeKind::Rect => 70,
            ShapeKind::OrientedRect | ShapeKind::Capsule => 340,
            ShapeKind::Polygon => 540,
        }
    }
}

/// Views, after their search.
pub(crate) mod view {
    /// The entities near an observer are counted.
    pub(crate) const COUNT: u64 = 100;

    /// An entity that is compared with the view before; the same if only the nearest are visible.
    pub(crate) const COMPARED: u64 = 12;
    pub(crate) const RANKED: u64 = 60;

    /// An entity of a view that has more than the limit.
    pub(crate) const SELECTED: u64 = 20;

    /// An entity of the view before that is not among the nearest.
    pub(crate) const LOOKED_UP: u64 = 30;
}
