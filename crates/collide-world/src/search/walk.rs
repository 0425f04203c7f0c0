//! The walk through the lists of a scope.

use super::collector::compiled;
use super::relative::RelativeRow;
use super::{Collector, Scope, Zone};
use crate::base::{Meter, work};
use crate::history::{Between, Moves};
use crate::store::{List, Listed, PayloadOf, Resolved, RowOf, each_kind};

/// The maximum work between two looks at the meter.
const LOOK: u64 = 20_000;

impl Scope<'_> {
    /// Passes each shape within the maximum distance that the filter accepts to the collector, once, and possibly some
    /// farther shapes. `zone` returns where to search, expanded by a distance. Stops when the meter is over its
    /// limit.
    pub(crate) fn search<Z: Zone>(
        &self,
        zone: &dyn Fn(f64) -> Z,
        filter: &Resolved,
        collector: &mut impl Collector,
        meter: &mut Meter,
    ) {
        meter.add(work::QUERY);
        self.walk(zone, filter, collector, meter);
    }

    /// The same without the work to start a query.
    pub(super) fn walk<Z: Zone>(
        &self,
        zone: &dyn Fn(f64) -> Z,
        filter: &Resolved,
        collector: &mut impl Collector,
        meter: &mut Meter,
    ) {
        let collector = compiled(collector);
        let Some(between) = &self.between else { return self.search_lists(zone, &[], filter, collector, meter) };
        let Moves { distances, fast } = between.moves();
        // First where most entities are: what is found limits the rest.
        if fast.len() * 2 > self.len() {
            self.search_fast(between, &zone(0.0), filter, collector, meter);
            self.search_lists(zone, distances, filter, collector, meter);
        } else {
            self.search_lists(zone, distances, filter, collector, meter);
            self.search_fast(between, &zone(0.0), filter, collector, meter);
        }
    }

    /// The same in the lists of entities, expanded for each list by `distances`.
    fn search_lists<Z: Zone>(
        &self,
        zone: &dyn Fn(f64) -> Z,
        distances: &[f64],
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) {
        let (mut known, mut expanded) = (0.0, zone(0.0));
        let (skips, mut distances) = (self.skips(filter), distances.iter());
        for (number, set) in self.sets.into_iter().enumerate() {
            each_kind!(S => for (index, list) in S::lists(set).lists().iter().enumerate() {
                let distance = distances.next().copied().unwrap_or(0.0);
                if list.is_empty() || skips(number, S::KIND, index) {
                    continue;
                }
                meter.add(work::LIST);
                if meter.is_over() {
                    return;
                }
                if distance != known {
                    (known, expanded) = (distance, zone(distance * 1.01));
                }
                self.search_list::<S, _>(list, &expanded, filter, collector, meter);
            });
        }
    }

    pub(crate) fn search_list<S: Listed<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        zone: &impl Zone,
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) where
        RowOf<S, N>: RelativeRow<N>,
    {
        let between = self.between.as_ref().map_or(0, |_| work::interpolated(S::KIND));
        let (visit, decision) = (work::visit(S::KIND), collector.work(S::KIND) + between);
        let (slots, payload, from, look) = (list.ids(), list.payload(), zone.from(), LOOK.min(meter.left()));
        let mut max_distance = collector.max_distance();
        if max_distance < 0.0 {
            return;
        }
        zone.search(list, max_distance, |rows| {
            let (mut limit, mut units) = (zone.limit(max_distance), work::RUN + rows.len() as u64 * visit);
            if !collector.enter(rows.len()) || units > look && !meter.has_room(&mut units) {
                return f64::NEG_INFINITY;
            }
            for row in rows {
                let numbers = list.row(row);
                if zone.meets::<RowOf<S, N>, N>(numbers, from, limit) {
                    units += work::FILTERED;
                    if !filter.accepts(slots[row], &self.filters) {
                        continue;
                    }
                    let shape = payload[row].shape(numbers);
                    let Some(distance) = self.offer::<S, N>(slots[row], shape, collector) else { continue };
                    (max_distance, limit) = (distance, zone.limit(distance));
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
