//! The walk through the lists of a scope.

use collide_core::columns::LaneTest;
use collide_core::{Circle, Rect};

use super::collector::compiled;
use super::relative::RelativeRow;
use super::{Collector, Scope, Zone};
use crate::base::{Meter, work};
use crate::history::{Between, Moves};
use crate::store::{EntityFilters, List, Listed, PayloadOf, Resolved, RowOf, each_kind, list_number};

/// The maximum work between two looks at the meter.
pub(super) const LOOK: u64 = 20_000;

/// What is done with the lists of a scope.
pub(super) trait ListVisitor {
    /// Visits the list with this [number](list_number). `filters` is what the filter of the search reads. Returns false to end.
    fn visit<S: Listed<N>, const N: usize>(
        &mut self,
        list: &List<S, N>,
        number: usize,
        filters: &EntityFilters<'_>,
    ) -> bool
    where
        RowOf<S, N>: RelativeRow<N>,
        Circle: LaneTest<RowOf<S, N>, 3, N>,
        Rect: LaneTest<RowOf<S, N>, 4, N>;
}

/// Where a search looks, and the same expanded by a distance.
type Zones<'a, Z> = (&'a Z, &'a dyn Fn(f64) -> Z);

/// A search in lists.
struct Lists<'a, Z, C: ?Sized> {
    scope: &'a Scope<'a>,
    zones: Zones<'a, Z>,
    distances: &'a [f64],
    /// The last distance above zero, and the zone that is expanded by it.
    expanded: Option<(f64, Z)>,
    filter: &'a Resolved,
    collector: &'a mut C,
    meter: &'a mut Meter,
}

impl<Z: Zone, C: Collector + ?Sized> ListVisitor for Lists<'_, Z, C> {
    #[inline]
    fn visit<S: Listed<N>, const N: usize>(
        &mut self,
        list: &List<S, N>,
        number: usize,
        filters: &EntityFilters<'_>,
    ) -> bool
    where
        RowOf<S, N>: RelativeRow<N>,
    {
        self.meter.add(work::LIST);
        if self.meter.is_over() {
            return false;
        }
        let distance = self.distances.get(number).copied().unwrap_or(0.0);
        let (exact, expanded) = self.zones;
        let zone = if distance == 0.0 {
            exact
        } else {
            let known = self.expanded.take().filter(|(known, _)| *known == distance);
            &self.expanded.insert(known.unwrap_or_else(|| (distance, expanded(distance * 1.01)))).1
        };
        self.scope.search_list::<S, N>(list, zone, (self.filter, filters), self.collector, self.meter);
        true
    }
}

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
        let (collector, exact) = (compiled(collector), zone(0.0));
        let is_done = self.searched[1] && self.search_resting(&exact, filter, collector, meter);
        self.walk(self.beside(is_done), (&exact, zone), filter, collector, meter);
    }

    /// The same in the lists of some of the sets, without the work to start a query.
    pub(super) fn walk<Z: Zone>(
        &self,
        searched: [bool; 2],
        zones: Zones<'_, Z>,
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) {
        let Some(between) = &self.between else {
            return self.search_lists(searched, zones, &[], filter, collector, meter);
        };
        let Moves { distances, fast } = between.moves();
        // First where most entities are: what is found limits the rest.
        if fast.len() * 2 > self.len() {
            self.search_fast(between, zones.0, filter, collector, meter);
            self.search_lists(searched, zones, distances, filter, collector, meter);
        } else {
            self.search_lists(searched, zones, distances, filter, collector, meter);
            self.search_fast(between, zones.0, filter, collector, meter);
        }
    }

    /// The same in the lists of entities, expanded for each list by `distances`.
    fn search_lists<Z: Zone>(
        &self,
        searched: [bool; 2],
        zones: Zones<'_, Z>,
        distances: &[f64],
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) {
        let mut lists = Lists { scope: self, zones, distances, expanded: None, filter, collector, meter };
        self.each_list(searched, filter, &mut lists);
    }

    /// Visits each list of some of the sets with entities that a filter may accept.
    #[inline]
    pub(super) fn each_list(&self, searched: [bool; 2], filter: &Resolved, visitor: &mut impl ListVisitor) {
        if self.recent.is_some() {
            self.each_list_of_parts(searched, filter, visitor);
        } else {
            self.each_current_list(searched, filter, visitor);
        }
    }

    #[cold]
    fn each_list_of_parts(&self, searched: [bool; 2], filter: &Resolved, visitor: &mut impl ListVisitor) {
        for (_, part) in self.parts(searched) {
            if !part.each_current_list(part.searched, filter, visitor) {
                return;
            }
        }
    }

    /// The one loop over the lists of a scope. No row is out of date. Returns false if a visit has ended it.
    fn each_current_list(&self, searched: [bool; 2], filter: &Resolved, visitor: &mut impl ListVisitor) -> bool {
        let accepted = self.accepted_lists(filter);
        for (number, set) in self.sets.into_iter().enumerate() {
            if !searched[number] || !accepted.has_of_set(number) {
                continue;
            }
            each_kind!(S => for (index, list) in S::lists(set).lists().iter().enumerate() {
                let number = list_number(number, S::KIND, index);
                if !list.is_empty() && accepted.has(number) && !visitor.visit::<S, _>(list, number, &self.filters) {
                    return false;
                }
            });
        }
        true
    }

    /// Searches a list, as [`search`](Self::search) does all of them.
    pub(super) fn search_list<S: Listed<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        zone: &impl Zone,
        (filter, filters): (&Resolved, &EntityFilters<'_>),
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
                    if !filter.accepts(slots[row], filters) {
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
