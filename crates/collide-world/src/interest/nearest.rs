//! The views of observers that see only the nearest entities, where there are many.

use collide_core::{Circle, distance, overlaps};

use super::ObserverId;
use super::rank::Ranked;
use super::sight::{Near, Sight};
use crate::base::{ListKind, Meter, work};
use crate::search::{Driver, Job, Limits, NearestInside, Scope, point_of};
use crate::store::Shapes;
use crate::{Budget, Costliest, Filter, Handle, OverBudget, Queries};

/// The search of an observer.
#[derive(Clone, Copy, Debug)]
struct Limited {
    id: ObserverId,
    inner: Circle,
    outer: Circle,
    max_visible: usize,
    first: u64,
    filter: Filter,
}

/// Finds the views of observers, each by a search of its own. Reuses its memory.
///
/// Let `k` be the limit of an observer. Its view is the first `k` of the old entities that overlap the outer circle and of all
/// that overlap the inner circle: those of the categories that come first, and then in order of distance, then old before
/// new, then by slot. So it is enough to look at the old ones and at the first `k` inside of the inner circle, in that order
/// without old and new: each other one is new, and these `k` come before it in both orders.
#[derive(Debug, Default)]
pub(super) struct NearestViews {
    searches: Vec<Limited>,
    driver: Driver<NearestPiece>,
}

/// The searches of some observers, one after the other.
#[derive(Debug, Default)]
struct NearestPiece {
    inside: NearestInside,
    ranked: Vec<Ranked>,
    /// The views, each in order of slots, and the end of each.
    visible: Vec<Handle>,
    ends: Vec<usize>,
}

/// The searches of an update. `before` returns the previous view of an observer.
struct Looking<'a, F> {
    searches: &'a [Limited],
    scope: Scope<'a>,
    shapes: Shapes<'a>,
    before: F,
}

impl NearestViews {
    pub(super) fn clear(&mut self) {
        self.searches.clear();
    }

    /// Adds the search of an observer.
    pub(super) fn add(&mut self, id: ObserverId, sight: &mut Sight, filter: Filter) {
        let Sight { inner, outer, max_visible, first, .. } = *sight;
        sight.near = Near::Nearest(self.searches.len() as u32);
        self.searches.push(Limited { id, inner, outer, max_visible, first, filter });
    }

    /// The view that a search has found, in order of slots.
    pub(super) fn of(&self, search: u32) -> &[Handle] {
        let (NearestPiece { visible, ends, .. }, place) = self.driver.place(search);
        let start = place.checked_sub(1).map_or(0, |before| ends[before]);
        &visible[start..ends[place]]
    }

    /// Finds the views. Returns the work. `before` returns the previous view of an observer.
    pub(super) fn find<'a>(
        &mut self,
        asked: Queries<'_>,
        shapes: Shapes<'_>,
        before: impl Fn(ObserverId) -> &'a [Handle] + Sync,
        budget: Budget,
    ) -> Result<u64, OverBudget> {
        let Self { searches, driver } = self;
        let job = Looking { searches, scope: asked.scope, shapes, before };
        let middles = searches.iter().map(|search| search.inner.center().as_dvec2().to_array());
        let work = driver.run(&job, middles, Limits { budget, given: 0, item: "observer" }, asked.threads());
        let name = |costliest: Costliest| {
            let Limited { id, .. } = searches[costliest.index as usize];
            Costliest { index: id.slot, ..costliest }
        };
        work.map_err(|over| over.by(over.costliest.map(name)))
    }
}

impl<'a, F: Fn(ObserverId) -> &'a [Handle] + Sync> Job for Looking<'_, F> {
    type Piece = NearestPiece;

    fn begin(&self, NearestPiece { visible, ends, .. }: &mut NearestPiece) {
        visible.clear();
        ends.clear();
    }

    fn item(&self, item: u32, piece: &mut NearestPiece, meter: &mut Meter) -> u64 {
        let search = &self.searches[item as usize];
        piece.look(&self.scope, search, self.shapes, (self.before)(search.id), meter);
        0
    }
}

impl NearestPiece {
    /// Finds a view, and appends it. `old` are the entities that were visible, in order of slots.
    fn look(&mut self, scope: &Scope<'_>, search: &Limited, shapes: Shapes<'_>, mut old: &[Handle], meter: &mut Meter) {
        let Self { inside, ranked, visible, ends, .. } = self;
        let Limited { inner, outer, max_visible, first, filter, .. } = *search;
        let (filter, center) = (scope.resolved(&filter), point_of(inner));
        let comes_after = |slot: u32| first == 0 || first & scope.category(slot) == 0;
        inside.found.clear();
        if first == 0 {
            scope.nearest_inside(inner, &filter, max_visible, |_| true, meter, inside);
        } else {
            scope.nearest_inside(inner, &filter, max_visible, |slot| !comes_after(slot), meter, inside);
            let left = max_visible - inside.found.len();
            scope.nearest_inside(inner, &filter, left, comes_after, meter, inside);
        }
        // None that comes after the last of `max_visible` is in view.
        let is_full = inside.found.len() >= max_visible;
        let ranks = inside.found.iter().map(|(slot, far)| (comes_after(*slot), far.to_bits()));
        let limit = ranks.max().unwrap_or_default();
        inside.found.sort_unstable_by_key(|(slot, _)| *slot);
        ranked.clear();
        let mut keep = |handle: Handle, ranked: &mut Vec<Ranked>| {
            meter.add(work::view::LOOKED_UP);
            let Some(shape) = shapes.at(handle.slot).filter(|_| scope.accepts(handle, &filter)) else { return };
            let kind = ListKind::of(&shape);
            meter.add((work::measure(ListKind::Circle) + work::measure(kind)) * 5 / 2);
            let (after, far) = (comes_after(handle.slot), distance(center, shape).to_bits());
            if is_full && (after, far) > limit {
                return;
            }
            meter.add(3 * work::decision(ListKind::Circle, kind));
            if overlaps(outer, shape) {
                ranked.push((after, far, false, handle));
            }
        };
        for &(slot, far) in &inside.found {
            let handle = scope.handle(slot);
            while let [first, rest @ ..] = old
                && *first < handle
            {
                keep(*first, ranked);
                old = rest;
            }
            let new = old.first() != Some(&handle);
            old = &old[usize::from(!new)..];
            ranked.push((comes_after(slot), far.to_bits(), new, handle));
        }
        old.iter().for_each(|handle| keep(*handle, ranked));
        meter.add(ranked.len() as u64 * work::view::COMPARED);
        let start = visible.len();
        visible.extend(ranked.iter().map(|(.., handle)| *handle));
        if ranked.len() > max_visible {
            visible.truncate(start);
            meter.add(ranked.len() as u64 * work::view::SELECTED);
            ranked.select_nth_unstable(max_visible);
            visible.extend(ranked[..max_visible].iter().map(|(.., handle)| *handle));
            visible[start..].sort_unstable();
        }
        ends.push(visible.len());
    }
}
