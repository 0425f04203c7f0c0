//! The shapes near a place, for callers with an exact test of their own.

use std::ops::ControlFlow;

use collide_core::swept::SweptShape;
use collide_core::{Aabb, Moving, Rect, Shape};

use super::tuning::SWEEP_ROUNDING;
use super::zone::Within;
use super::{Along, Collector, Outline, Scope, a_little_farther, compiled};
use crate::Filter;
use crate::base::{ListKind, Meter, work};
use crate::store::{Extent, Resolved};

/// Passes shapes with their slots on to `visit`, which returns the maximum distance of further shapes.
struct Passing<F> {
    /// The work of a visit.
    each: fn(ListKind) -> u64,
    /// The number of rows that may still be read.
    rows_left: usize,
    /// Whether all rows were read that had to be.
    is_whole: bool,
    max_distance: f64,
    visit: F,
}

impl<F> Passing<F> {
    fn new(each: fn(ListKind) -> u64, max_rows: usize, max_distance: f64, visit: F) -> Self {
        Self { each, rows_left: max_rows, is_whole: true, max_distance, visit }
    }
}

impl<F: FnMut(u32, Shape) -> f64> Collector for Passing<F> {
    fn work(&self, kind: ListKind) -> u64 {
        (self.each)(kind)
    }

    #[inline]
    fn max_distance(&self) -> f64 {
        self.max_distance
    }

    #[inline]
    fn enter(&mut self, rows: usize) -> bool {
        let left = self.rows_left.checked_sub(rows);
        match left {
            Some(left) => self.rows_left = left,
            None => (self.is_whole, self.max_distance) = (false, f64::NEG_INFINITY),
        }
        left.is_some()
    }

    #[inline(always)]
    fn collect(&mut self, slot: u32, shape: Shape) {
        self.max_distance = (self.visit)(slot, shape);
    }
}

/// Which entities block a query: those that its filter accepts, without sensors.
#[derive(Clone, Copy)]
pub(crate) struct Accepts<'a> {
    pub(crate) scope: &'a Scope<'a>,
    pub(crate) filter: &'a Filter,
}

impl Accepts<'_> {
    /// Whether the filter accepts the entity of a slot.
    pub(crate) fn accepts(&self, slot: u32) -> bool {
        let filter = Filter { sensors: false, ..*self.filter };
        self.scope.resolved(&filter).accepts(slot, &self.scope.filters)
    }
}

impl Scope<'_> {
    /// Passes to `visit` every shape whose bound intersects `area` and that the filter accepts, and possibly some others, in
    /// any order, until `visit` breaks or the meter is over its limit. Returns false, after a part of it, if there are more
    /// than `max_rows` rows to read. `each` is the work of a visit.
    pub(crate) fn near_each(
        &self,
        area: &Aabb,
        filter: &Filter,
        max_rows: usize,
        (meter, each): (&mut Meter, fn(ListKind) -> u64),
        mut visit: impl FnMut(u32, Shape) -> ControlFlow<()>,
    ) -> bool {
        let outline = Outline::of(&Shape::from(rect_of(area)));
        // A sweep of a shape near the area is not exact.
        let rounding = if self.is_at_tick() { 0.0 } else { outline.magnitude() * SWEEP_ROUNDING };
        let zone = |margin| Within::new(outline.widened(margin + rounding));
        let visit = |slot, shape| if visit(slot, shape).is_break() { f64::NEG_INFINITY } else { 0.0 };
        let mut passing = Passing::new(each, max_rows, 0.0, visit);
        let (filter, extent) = (self.resolved(filter), Extent::Box(*area));
        let is_done = self.searched[1]
            && self.resting_in(&extent, |row, _| row.bound.intersects(area), &filter, (&mut passing, meter));
        self.walk(self.beside(is_done), (&zone(0.0), &zone), &filter, compiled(&mut passing), meter);
        passing.is_whole
    }

    /// Passes every shape that a moving one may run into to `visit`, and possibly some others, in any order, until it
    /// returns false. Between two ticks these are the shapes that may be on the path at some time until the later tick.
    /// Returns the work for rows, without that of `visit`, and ends soon after it is more than `max_work`.
    pub(crate) fn on_path(
        &self,
        moving: &Moving,
        filter: &Filter,
        max_work: u64,
        mut visit: impl FnMut(u32, Shape) -> bool,
    ) -> u64 {
        let until = a_little_farther(1.0);
        let visit = |slot, shape| if visit(slot, shape) { until } else { f64::NEG_INFINITY };
        let path = (Outline::of(&moving.shape()), moving.motion().as_dvec2().to_array());
        self.along(path, &self.resolved(filter), (until, max_work), visit)
    }

    /// Passes to `visit` every shape that the filter accepts and that a shape may touch on its way, and possibly some
    /// others, roughly in the order in which it reaches them. `until` is the fraction of the way up to which to search,
    /// from zero to one; `visit` returns it from then on. Returns the work for rows, without that of `visit`, and ends
    /// soon after it is more than `max_work`.
    pub(crate) fn reached(
        &self,
        swept: &SweptShape,
        filter: &Filter,
        limits: (f64, u64),
        visit: impl FnMut(u32, Shape) -> f64,
    ) -> u64 {
        let growth = if let (Shape::Rect(from), Shape::Rect(to)) = (swept.from(), swept.to()) {
            let size = |rect: Rect| rect.max().as_dvec2() - rect.min().as_dvec2();
            (size(to) - size(from)).max_element().max(0.0)
        } else {
            0.0
        };
        let path = (Outline::of(&swept.from()).widened(growth), swept.motion().to_array());
        self.along(path, &self.resolved(filter), limits, visit)
    }

    /// The same for an outline.
    fn along(
        &self,
        (outline, motion): (Outline, [f64; 2]),
        filter: &Resolved,
        (until, max_work): (f64, u64),
        visit: impl FnMut(u32, Shape) -> f64,
    ) -> u64 {
        let zone = |margin| Along::new(outline.widened(margin), motion, 1.0);
        let mut rows = Meter::new(max_work);
        let mut passing = Passing::new(work::visit, usize::MAX, until, visit);
        self.search(&zone, filter, &mut passing, &mut rows);
        rows.counted()
    }
}

/// The rectangle with the corners of a bound.
pub(crate) fn rect_of(bound: &Aabb) -> Rect {
    Rect::new(bound.min(), bound.max()).expect("the corners of a bound are finite and in order")
}
