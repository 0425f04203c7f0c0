//! Search by distance: along a path, or around a shape.

use std::ops::Range;

use collide_broad::internal::{Anchored, CellList, Path, Payload};
use collide_core::Shape;

use super::Queries;
use super::outline::Outline;
use super::relative::{Relative, RelativeRow, round_up, rounding_of, viewpoint};
use crate::base::{ListKind, Meter, work};
use crate::store::{List, Listed, PayloadOf, Resolved, RowOf, each_kind};

/// The region that a query searches.
pub(super) trait SearchRegion {
    /// Visits the rows of a cell list that may be at most `max_distance` away. `visit` returns the maximum distance
    /// from then on.
    fn search<S: Anchored<N>, P: Payload, const N: usize>(
        &self,
        list: &CellList<S, P, N>,
        max_distance: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    );

    /// The point that rows are measured from.
    fn from(&self) -> [f32; 2];

    /// The maximum distance in the form that [`may_reach`](Self::may_reach) takes.
    fn limit(&self, max_distance: f64) -> f32;

    /// Whether a row with this outline may be within `limit`. True if a number is NaN.
    fn may_reach(&self, relative: &impl Relative, limit: f32) -> bool;
}

/// The region along the path of an outline: for rays, segments and sweeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    outline: Outline,
    motion: [f64; 2],
    until: f64,
    /// The length of `motion`.
    length: f64,
    from: [f32; 2],
    /// The direction, of length one or zero.
    unit: [f32; 2],
    /// The extent of the outline along the direction and across it.
    ahead: f32,
    aside: f32,
}

impl Along {
    #[inline]
    pub(super) fn new(outline: Outline, motion: [f64; 2], until: f64) -> Self {
        let length = libm::sqrt(motion[0] * motion[0] + motion[1] * motion[1]);
        let unit = if length > 0.0 { motion.map(|way| way / length) } else { [0.0; 2] };
        let (from, off) = viewpoint(&outline);
        let reach = |unit: [f64; 2]| round_up(outline.support(unit) + off);
        let (ahead, aside) = (reach(unit), reach([unit[1], unit[0]]));
        Self { outline, motion, until, length, from, unit: unit.map(|way| way as f32), ahead, aside }
    }
}

impl SearchRegion for Along {
    fn search<S: Anchored<N>, P: Payload, const N: usize>(
        &self,
        list: &CellList<S, P, N>,
        max_distance: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    ) {
        let [low, high] = self.outline.corners();
        list.along(&Path { low, high, motion: self.motion, until: self.until.min(max_distance) }, visit);
    }

    #[inline]
    fn from(&self) -> [f32; 2] {
        self.from
    }

    #[inline]
    fn limit(&self, max_distance: f64) -> f32 {
        round_up(max_distance * self.length)
    }

    #[inline(always)]
    fn may_reach(&self, relative: &impl Relative, limit: f32) -> bool {
        let ([x, y], [cos, sin], rounding) = (relative.middle(), self.unit, rounding_of(relative));
        let (along, across) = (x * cos + y * sin, x * sin - y * cos);
        let near = relative.support([sin, cos]) + self.aside + rounding;
        let reach = relative.support([cos, sin]) + self.ahead + rounding;
        let apart = (across.abs() > near) | (along < -reach) | (along - reach > limit);
        !apart
    }
}

/// The region around an outline: for overlaps and nearest neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    outline: Outline,
    /// The maximum number of results.
    enough: usize,
    from: [f32; 2],
    half: [f32; 2],
    radius: f32,
}

impl Around {
    #[inline]
    pub(super) fn new(outline: Outline, enough: usize) -> Self {
        let (from, off) = viewpoint(&outline);
        let (half, radius) = (outline.half.map(|half| round_up(half + off)), round_up(outline.radius + off));
        Self { outline, enough, from, half, radius }
    }
}

impl SearchRegion for Around {
    fn search<S: Anchored<N>, P: Payload, const N: usize>(
        &self,
        list: &CellList<S, P, N>,
        max_distance: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    ) {
        list.around(self.outline.corners(), self.enough, max_distance, visit);
    }

    #[inline]
    fn from(&self) -> [f32; 2] {
        self.from
    }

    #[inline]
    fn limit(&self, max_distance: f64) -> f32 {
        round_up(max_distance)
    }

    #[inline(always)]
    fn may_reach(&self, relative: &impl Relative, limit: f32) -> bool {
        let ([x, y], [width, height], rounding) = (relative.middle(), relative.half(), rounding_of(relative));
        let gap = |way: f32, half: f32| {
            let gap = way.abs() - half - rounding;
            if gap > 0.0 { gap } else { 0.0 }
        };
        let (right, up) = (gap(x, width + self.half[0]), gap(y, height + self.half[1]));
        let round = limit + relative.radius() + self.radius + rounding;
        let apart = (right * right + up * up > limit * limit) | (x * x + y * y > round * round);
        !apart
    }
}

/// The number of rows between two looks at the meter.
const MAX_ROWS: usize = 64;

/// Receives the shapes that a search finds.
pub(super) trait Collector {
    /// The work for a shape of this kind.
    fn work(&self, kind: ListKind) -> u64;

    /// The maximum distance of further shapes, with a margin for rounding.
    fn max_distance(&self) -> f64;

    /// Takes a shape. Generic over the kind of shape, so that the exact test is compiled for each kind.
    fn collect(&mut self, slot: u32, shape: impl Copy + Into<Shape>);
}

impl Queries<'_> {
    /// Passes each shape within the maximum distance that the filter accepts to the collector, once, and possibly some
    /// farther shapes. Stops when the meter is over its limit.
    pub(super) fn search(
        &self,
        region: &impl SearchRegion,
        filter: &Resolved,
        collector: &mut impl Collector,
        meter: &mut Meter,
    ) {
        meter.add(work::QUERY);
        for set in self.sets {
            each_kind!(S => for list in S::lists(set).lists() {
                self.seek_in::<S, _>(list, region, filter, collector, meter);
            });
        }
    }

    pub(super) fn seek_in<S: Listed<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        region: &impl SearchRegion,
        filter: &Resolved,
        collector: &mut impl Collector,
        meter: &mut Meter,
    ) where
        RowOf<S, N>: RelativeRow<N>,
    {
        let (visit, work) = (work::visit(S::KIND), collector.work(S::KIND));
        let (slots, payload, from) = (list.ids(), list.payload(), region.from());
        region.search(list, collector.max_distance(), |rows| {
            meter.add(work::RUN);
            let mut limit = region.limit(collector.max_distance());
            for start in rows.clone().step_by(MAX_ROWS) {
                let rows = start..rows.end.min(start + MAX_ROWS);
                let (count, mut collected) = (rows.len() as u64, 0);
                for row in rows {
                    let numbers = list.row(row);
                    let relative = RowOf::<S, N>::relative(numbers, from);
                    if region.may_reach(&relative, limit) && filter.accepts(slots[row], &self.filters) {
                        collected += 1;
                        self.collect(slots[row], payload[row].shape(numbers), collector);
                        limit = region.limit(collector.max_distance());
                    }
                }
                meter.add(count * visit + collected * work);
                if meter.is_over() {
                    return f64::NEG_INFINITY;
                }
            }
            collector.max_distance()
        });
    }

    /// Passes a shape to the collector, interpolated if the time is between two ticks.
    #[inline]
    fn collect(&self, slot: u32, shape: impl Copy + Into<Shape>, collector: &mut impl Collector) {
        match self.between {
            None => collector.collect(slot, shape),
            Some(between) => between.shape(slot).into_iter().for_each(|shape| collector.collect(slot, shape)),
        }
    }
}
