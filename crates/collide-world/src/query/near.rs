//! The shapes near a place, for movement.

use std::ops::{ControlFlow, Range};

use collide_broad::internal::Anchored;
use collide_core::swept::SweptShape;
use collide_core::{Aabb, Rect, Shape};

use super::Queries;
use super::outline::Outline;
use super::overlap_pairs::rect_of;
use super::probe::{Along, Around, Collector};
use super::tuning::SWEEP_ROUNDING;
use crate::Filter;
use crate::base::{ListKind, Meter, work};
use crate::store::{List, Listed, PayloadOf, Resolved, RowOf, each_kind};

/// Passes shapes with their slots on, which returns the maximum distance of further shapes.
struct Passing<F> {
    /// The work of a visit.
    each: fn(ListKind) -> u64,
    max_distance: f64,
    visit: F,
}

impl<F: FnMut(u32, Shape) -> f64> Collector for Passing<F> {
    fn work(&self, kind: ListKind) -> u64 {
        (self.each)(kind)
    }

    fn max_distance(&self) -> f64 {
        self.max_distance
    }

    #[inline(always)]
    fn collect(&mut self, slot: u32, shape: Shape) {
        self.max_distance = (self.visit)(slot, shape);
    }
}

/// The number of rows that are visited between two looks at the meter.
const BETWEEN_LOOKS: usize = 32;

/// Which entities block a query: those that its filter accepts, without sensors.
#[derive(Clone, Copy)]
pub(crate) struct Accepts<'a> {
    pub(crate) queries: &'a Queries<'a>,
    pub(crate) filter: &'a Filter,
}

impl Accepts<'_> {
    /// Whether the filter accepts the entity of a slot.
    pub(crate) fn accepts(&self, slot: u32) -> bool {
        let filter = Filter { sensors: false, ..*self.filter };
        Resolved::new(&filter, self.queries.filters.generations).accepts(slot, &self.queries.filters)
    }
}

impl Queries<'_> {
    /// Passes to `visit` every shape whose bound intersects `area` and that the filter accepts, and possibly some others, in
    /// any order, until `visit` breaks or the meter is over its limit. Returns false, after a part of it, if there are more
    /// than `max_rows` rows to visit. `each` is the work of a visit.
    pub(crate) fn near_each(
        &self,
        area: &Aabb,
        filter: &Filter,
        max_rows: usize,
        (meter, each): (&mut Meter, fn(ListKind) -> u64),
        mut visit: impl FnMut(u32, Shape) -> ControlFlow<()>,
    ) -> bool {
        let outline = Outline::of(&Shape::from(rect_of(area)));
        let filter = Resolved::new(filter, self.filters.generations);
        if self.between.is_some() {
            // A sweep of a shape near the area is not exact.
            let rounding = outline.magnitude() * SWEEP_ROUNDING;
            let region = |margin| Around::new(outline.widened(margin + rounding), 0);
            let visit = |slot, shape| if visit(slot, shape).is_break() { f64::NEG_INFINITY } else { 0.0 };
            self.search(&region, &filter, &mut Passing { each, max_distance: 0.0, visit }, meter);
            return true;
        }
        // Corners of rows are rounded to `f64`.
        let corners = outline.widened(outline.rounding()).corners();
        let (mut room, mut flow) = (max_rows, ControlFlow::Continue(()));
        let skips = self.skips(&filter);
        for (number, set) in self.sets.into_iter().enumerate() {
            each_kind!(S => for (index, list) in S::lists(set).lists().iter().enumerate() {
                if flow.is_break() {
                    return true;
                }
                if list.is_empty() || skips(number, S::KIND, index) {
                    continue;
                }
                meter.add(work::LIST);
                if max_rows == usize::MAX {
                    list.in_box(corners, |rows| {
                        flow = self.near_in::<S, _>(list, rows, corners, &filter, (meter, each), &mut visit);
                        flow.is_continue()
                    });
                } else if !self.near_few::<S, _>(list, (&mut room, &mut flow), corners, &filter, (meter, each), &mut visit) {
                    return false;
                }
            });
        }
        true
    }

    /// About the number of rows that have to be visited for an area in the present, if they are spread evenly.
    pub(crate) fn expected_near(&self, area: &Aabb, filter: &Filter) -> f64 {
        let corners = Outline::of(&Shape::from(rect_of(area))).corners();
        let filter = Resolved::new(filter, self.filters.generations);
        let skips = self.skips(&filter);
        let mut count = 0.0;
        for (number, set) in self.sets.into_iter().enumerate() {
            each_kind!(S => for (index, list) in S::lists(set).lists().iter().enumerate() {
                if !list.is_empty() && !skips(number, S::KIND, index) {
                    count += list.expected_in_box(corners);
                }
            });
        }
        count
    }

    /// Visits at most `room` rows of a list. Returns false if there are more.
    fn near_few<S: Listed<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        (room, flow): (&mut usize, &mut ControlFlow<()>),
        corners: [[f64; 2]; 2],
        filter: &Resolved,
        (meter, each): (&mut Meter, fn(ListKind) -> u64),
        visit: &mut impl FnMut(u32, Shape) -> ControlFlow<()>,
    ) -> bool {
        let mut is_whole = true;
        list.around(corners, 0, 0.0, |rows| {
            is_whole &= rows.len() <= *room;
            if !is_whole {
                return f64::NEG_INFINITY;
            }
            *room -= rows.len();
            *flow = self.near_in::<S, _>(list, rows, corners, filter, (meter, each), visit);
            if flow.is_break() { f64::NEG_INFINITY } else { 0.0 }
        });
        is_whole
    }

    fn near_in<S: Listed<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        rows: Range<usize>,
        [low, high]: [[f64; 2]; 2],
        filter: &Resolved,
        (meter, each): (&mut Meter, fn(ListKind) -> u64),
        visit: &mut impl FnMut(u32, Shape) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (slots, payload, end) = (list.ids(), list.payload(), rows.end);
        meter.add(work::RUN);
        if rows.is_empty() && meter.is_over() {
            return ControlFlow::Break(());
        }
        for first in rows.step_by(BETWEEN_LOOKS) {
            if meter.is_over() {
                return ControlFlow::Break(());
            }
            let rows = first..end.min(first + BETWEEN_LOOKS);
            meter.add(rows.len() as u64 * work::visit(S::KIND));
            for row in rows {
                let numbers = list.row(row);
                let [[left, bottom], [right, top]] = RowOf::<S, N>::corners(&numbers);
                let meets = (left <= high[0]) & (right >= low[0]) & (bottom <= high[1]) & (top >= low[1]);
                if !meets {
                    continue;
                }
                meter.add(work::FILTERED);
                if filter.accepts(slots[row], &self.filters) {
                    meter.add(each(S::KIND));
                    visit(slots[row], payload[row].shape(numbers).into())?;
                    if meter.is_over() {
                        return ControlFlow::Break(());
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Passes to `visit` every shape that the filter accepts and that a shape may touch on its way, and possibly some
    /// others, roughly in the order in which it reaches them. `until` is the fraction of the way up to which to search,
    /// from zero to one; `visit` returns it from then on. Returns the work for rows, without that of `visit`, and ends
    /// soon after it is more than `max_work`.
    pub(crate) fn reached(
        &self,
        swept: &SweptShape,
        filter: &Filter,
        (until, max_work): (f64, u64),
        visit: impl FnMut(u32, Shape) -> f64,
    ) -> u64 {
        let filter = Resolved::new(filter, self.filters.generations);
        let growth = if let (Shape::Rect(from), Shape::Rect(to)) = (swept.from(), swept.to()) {
            let size = |rect: Rect| rect.max().as_dvec2() - rect.min().as_dvec2();
            (size(to) - size(from)).max_element().max(0.0)
        } else {
            0.0
        };
        let outline = Outline::of(&swept.from());
        let region = |margin| Along::new(outline.widened(growth + margin), swept.motion().to_array(), 1.0);
        let mut rows = Meter::new(max_work);
        self.search(&region, &filter, &mut Passing { each: work::visit, max_distance: until, visit }, &mut rows);
        rows.counted()
    }
}
