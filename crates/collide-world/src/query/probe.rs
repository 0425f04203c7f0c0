//! Search by distance: along a path, or around a shape.

use std::ops::Range;

use collide_broad::internal::{Anchored, CellList, Path, Payload};
use collide_core::Shape;

use super::Queries;
use super::outline::Outline;
use super::relative::{Relative, RelativeRow, round_up, rounding_of, viewpoint};
use super::tuning::{F32_ROUNDING, TINY};
use crate::base::{ListKind, Meter, work};
use crate::history::{Between, Moves};
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

    /// A box that meets all rows within `limit`: left, bottom, right and top. A side that is NaN is no limit.
    fn within(&self, limit: f32) -> [f32; 4];

    /// A number that is about as large as the distance of a row with this outline is: smaller ones are searched first.
    fn rank(&self, relative: &impl Relative) -> f32;

    /// The distance at which the place begins to meet an outline, in units of hits; infinite if it never does. Not rounded to
    /// `f32`, so a search visits all whose distance is at most its limit.
    fn entry(&self, other: &Outline) -> f64;
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
        let unit = if length > 0.0 { motion.map(|component| component / length) } else { [0.0; 2] };
        let (from, off) = viewpoint(&outline);
        let reach = |unit: [f64; 2]| round_up(outline.support(unit) + off);
        let (ahead, aside) = (reach(unit), reach([unit[1], unit[0]]));
        Self { outline, motion, until, length, from, unit: unit.map(|component| component as f32), ahead, aside }
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
        // The path ends there.
        let farthest = self.until * (1.0 + f64::from(F32_ROUNDING));
        round_up(max_distance.min(farthest) * self.length)
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

    fn within(&self, limit: f32) -> [f32; 4] {
        let (_, off) = viewpoint(&self.outline);
        let sides = |axis: usize| {
            let reach = round_up(self.outline.half[axis] + off);
            let along = self.unit[axis] * limit;
            let [back, ahead] = if along.is_nan() { [f32::INFINITY; 2] } else { [-along.min(0.0), along.max(0.0)] };
            [self.from[axis] - back - reach, self.from[axis] + ahead + reach]
        };
        around([sides(0), sides(1)], self.from)
    }

    #[inline(always)]
    fn rank(&self, relative: &impl Relative) -> f32 {
        let ([x, y], [cos, sin]) = (relative.middle(), self.unit);
        x * cos + y * sin - relative.support([cos, sin])
    }

    fn entry(&self, other: &Outline) -> f64 {
        let middle = [0, 1].map(|axis| other.middle[axis] - self.outline.middle[axis]);
        let [cos, sin] =
            if self.length > 0.0 { self.motion.map(|component| component / self.length) } else { [0.0; 2] };
        // Along each vector the place is an interval that grows to one side, but across the motion it does not grow.
        let [x, y] = self.motion;
        let mut entry = 0.0_f64;
        for (vector, motion) in [([1.0, 0.0], x), ([0.0, 1.0], y), ([cos, sin], self.length), ([-sin, cos], 0.0)] {
            let along = middle[0] * vector[0] + middle[1] * vector[1];
            let gap = along.abs() - other.support(vector) - self.outline.support(vector);
            if gap > 0.0 {
                entry = entry.max(if along * motion > 0.0 { gap / motion.abs() } else { f64::INFINITY });
            }
        }
        if entry <= self.until { entry } else { f64::INFINITY }
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
        let gap = |offset: f32, half: f32| {
            let gap = offset.abs() - half - rounding;
            if gap > 0.0 { gap } else { 0.0 }
        };
        let (right, up) = (gap(x, width + self.half[0]), gap(y, height + self.half[1]));
        let round = limit + relative.radius() + self.radius + rounding;
        let apart = (right * right + up * up > limit * limit) | (x * x + y * y > round * round);
        !apart
    }

    fn within(&self, limit: f32) -> [f32; 4] {
        let sides = |axis: usize| {
            let reach = self.half[axis] + limit;
            [self.from[axis] - reach, self.from[axis] + reach]
        };
        around([sides(0), sides(1)], self.from)
    }

    #[inline(always)]
    fn rank(&self, relative: &impl Relative) -> f32 {
        let ([x, y], [width, height]) = (relative.middle(), relative.half());
        (x.abs() - width).max(y.abs() - height)
    }

    fn entry(&self, other: &Outline) -> f64 {
        let middle = [0, 1].map(|axis| (other.middle[axis] - self.outline.middle[axis]).abs());
        let gap = [0, 1].map(|axis| (middle[axis] - other.half[axis] - self.outline.half[axis]).max(0.0));
        let round = libm::hypot(middle[0], middle[1]) - other.radius - self.outline.radius;
        libm::hypot(gap[0], gap[1]).max(round)
    }
}

/// The box with these intervals, expanded by more than their rounding and that of a distance from a point: left, bottom,
/// right and top.
fn around([[left, right], [bottom, top]]: [[f32; 2]; 2], from: [f32; 2]) -> [f32; 4] {
    // The sum of both axes, as a distance mixes them.
    let point = from[0].abs() + from[1].abs();
    let rounding = |low: f32, high: f32| (low.abs() + high.abs() + point) * (4.0 * F32_ROUNDING) + TINY;
    let (x, y) = (rounding(left, right), rounding(bottom, top));
    [left - x, bottom - y, right + x, top + y]
}

/// The maximum work between two looks at the meter.
const LOOK: u64 = 20_000;

/// Receives the shapes that a search finds.
pub(super) trait Collector {
    /// The work for a shape of this kind.
    fn work(&self, kind: ListKind) -> u64;

    /// The maximum distance of further shapes, with a margin for rounding.
    fn max_distance(&self) -> f64;

    /// Whether the shape in this slot may be a result, wherever it is.
    #[inline]
    fn may_take(&self, _: u32) -> bool {
        true
    }

    /// Takes a shape. Inline it always: where the kind of the shape is known, its test is that of this kind.
    fn collect(&mut self, slot: u32, shape: Shape);

    /// Takes a shape if it may be a result. Returns the maximum distance of further shapes, or `None` if it was not
    /// taken.
    #[inline(always)]
    fn offer(&mut self, slot: u32, shape: Shape) -> Option<f64> {
        self.may_take(slot).then(|| {
            self.collect(slot, shape);
            self.max_distance()
        })
    }
}

/// The type of collector that a search is compiled for. In WebAssembly one for all, for a small module.
#[cfg(target_family = "wasm")]
pub(super) fn compiled<'a>(collector: &'a mut impl Collector) -> &'a mut (dyn Collector + 'a) {
    collector
}

/// The type of collector that a search is compiled for: each, as a search with dynamic calls runs 1 to 6 % more
/// instructions.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
pub(super) fn compiled<C: Collector>(collector: &mut C) -> &mut C {
    collector
}

impl Queries<'_> {
    /// Passes each shape within the maximum distance that the filter accepts to the collector, once, and possibly some
    /// farther shapes. `region` returns the region to search, expanded by a distance. Stops when the meter is over its
    /// limit.
    pub(super) fn search<R: SearchRegion>(
        &self,
        region: &dyn Fn(f64) -> R,
        filter: &Resolved,
        collector: &mut impl Collector,
        meter: &mut Meter,
    ) {
        let collector = compiled(collector);
        meter.add(work::QUERY);
        let Some(between) = &self.between else { return self.search_lists(region, &[], filter, collector, meter) };
        let Moves { distances, fast } = between.moves();
        // First where most entities are: what is found limits the rest.
        if fast.len() * 2 > self.len() {
            self.search_fast(between, &region(0.0), filter, collector, meter);
            self.search_lists(region, distances, filter, collector, meter);
        } else {
            self.search_lists(region, distances, filter, collector, meter);
            self.search_fast(between, &region(0.0), filter, collector, meter);
        }
    }

    /// The same in the lists of entities, expanded for each list by `distances`.
    fn search_lists<R: SearchRegion>(
        &self,
        region: &dyn Fn(f64) -> R,
        distances: &[f64],
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) {
        let (mut known, mut expanded) = (0.0, region(0.0));
        let (skips, mut distances) = (self.skips(filter), distances.iter());
        for (number, set) in self.sets.into_iter().enumerate() {
            each_kind!(S => for (index, list) in S::lists(set).lists().iter().enumerate() {
                let distance = distances.next().copied().unwrap_or(0.0);
                if list.is_empty() || skips(number, S::KIND, index) {
                    continue;
                }
                meter.add(work::LIST);
                if distance != known {
                    (known, expanded) = (distance, region(distance * 1.01));
                }
                self.search_list::<S, _>(list, &expanded, filter, collector, meter);
            });
        }
    }

    pub(super) fn search_list<S: Listed<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        region: &impl SearchRegion,
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) where
        RowOf<S, N>: RelativeRow<N>,
    {
        let between = self.between.as_ref().map_or(0, |_| work::interpolated(S::KIND));
        let (visit, decision) = (work::visit(S::KIND), collector.work(S::KIND) + between);
        let (slots, payload, from, look) = (list.ids(), list.payload(), region.from(), LOOK.min(meter.left()));
        let mut max_distance = collector.max_distance();
        if max_distance < 0.0 {
            return;
        }
        region.search(list, max_distance, |rows| {
            let mut limit = region.limit(max_distance);
            let mut units = work::RUN + rows.len() as u64 * visit;
            if units > look && !meter.allows(&mut units) {
                return f64::NEG_INFINITY;
            }
            for row in rows {
                let numbers = list.row(row);
                let relative = RowOf::<S, N>::relative(numbers, from);
                if region.may_reach(&relative, limit) {
                    units += work::FILTERED;
                    if !filter.accepts(slots[row], &self.filters) {
                        continue;
                    }
                    let shape = payload[row].shape(numbers);
                    let Some(distance) = self.offer::<S, N>(slots[row], shape, collector) else { continue };
                    (max_distance, limit) = (distance, region.limit(distance));
                    units += decision;
                    // A decision with exact arithmetic can take as long as a thousand others.
                    if distance < 0.0 || meter.is_over_with(units) {
                        meter.add(units);
                        return f64::NEG_INFINITY;
                    }
                }
            }
            if meter.allows(&mut units) { max_distance } else { f64::NEG_INFINITY }
        });
    }

    /// Offers a shape to the collector, interpolated if the time is between two ticks. Fast ones are found elsewhere.
    #[inline]
    fn offer<S: Listed<N>, const N: usize>(
        &self,
        slot: u32,
        shape: S,
        collector: &mut (impl Collector + ?Sized),
    ) -> Option<f64> {
        match &self.between {
            None => collector.offer(slot, shape.into()),
            Some(between) => Self::offer_between(between, slot, shape, collector),
        }
    }

    /// Not inlined, so that the exact test of the other case is.
    #[inline(never)]
    fn offer_between<S: Listed<N>, const N: usize>(
        between: &Between<'_>,
        slot: u32,
        shape: S,
        collector: &mut (impl Collector + ?Sized),
    ) -> Option<f64> {
        if !collector.may_take(slot) {
            return None;
        }
        if between.moves().fast.has(slot) {
            return Some(collector.max_distance());
        }
        collector.offer(slot, between.interpolated(slot, shape).into())
    }
}
