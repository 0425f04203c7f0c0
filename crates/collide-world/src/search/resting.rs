//! The search in the index of what rests.

use collide_core::{Aabb, Rect, Vec2};

use super::walk::LOOK;
use super::{Accepts, Collector, Scope, Zone};
use crate::base::{ListKind, Meter, work};
use crate::store::{Extent, Resolved, RestingRow};

impl Scope<'_> {
    /// Searches the entities that have an index, as [`search`](Self::search) does all. Returns false, without a search, if
    /// there is no index, or if the zone is not small.
    pub(super) fn search_resting<Z: Zone>(
        &self,
        zone: &Z,
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) -> bool {
        if self.resting.is_none() {
            return false;
        }
        let Some(extent) = zone.extent(collector.max_distance()) else { return false };
        let from = zone.from();
        let meets = |row: &RestingRow, distance| zone.meets::<Rect, 4>(row.corners(), from, zone.limit(distance));
        self.resting_in(&extent, meets, filter, (collector, meter))
    }

    /// The same in an extent, for the rows for which `meets` returns true. It gets the maximum distance too.
    pub(super) fn resting_in(
        &self,
        extent: &Extent,
        meets: impl Fn(&RestingRow, f64) -> bool,
        filter: &Resolved,
        (collector, meter): (&mut (impl Collector + ?Sized), &mut Meter),
    ) -> bool {
        let Some(resting) = self.resting else { return false };
        let Some(lookup) = resting.lookup(extent) else { return false };
        let (mut max_distance, look) = (collector.max_distance(), LOOK.min(meter.left()));
        if max_distance < 0.0 {
            return true;
        }
        resting.each_cell(&lookup, |cell| {
            let mut units = work::RUN + cell.len() as u64 * work::MET;
            if !collector.enter(cell.len()) || units > look && !meter.has_room(&mut units) {
                return f64::NEG_INFINITY;
            }
            for row in cell.rows() {
                if !meets(row, max_distance) {
                    continue;
                }
                units += work::HOME;
                if !cell.is_home(row) {
                    continue;
                }
                units += work::FILTERED;
                if !filter.accepts(row.slot, &self.filters) {
                    continue;
                }
                let shape = resting.shape(row);
                let Some(distance) = collector.offer(row.slot, shape) else { continue };
                max_distance = distance;
                units += collector.work(ListKind::of(&shape));
                if distance < 0.0 || meter.is_over_with(units) {
                    meter.add(units);
                    return f64::NEG_INFINITY;
                }
            }
            if meter.allows(&mut units) { max_distance } else { f64::NEG_INFINITY }
        });
        true
    }

    /// Whether no entity that has an index, and that a filter accepts, has a bound that intersects the box with these
    /// corners. False if it is not looked up, as it is not small.
    pub(crate) fn is_clear(&self, [low, high]: [Vec2; 2], accepts: &Accepts<'_>, meter: &mut Meter) -> bool {
        let Some(resting) = self.resting else { return true };
        let Ok(area) = Aabb::new(low, high) else { return false };
        let Some(lookup) = resting.lookup(&Extent::Box(area)) else { return false };
        let mut is_clear = true;
        resting.each_cell(&lookup, |cell| {
            let mut units = work::RUN + cell.len() as u64 * work::COMPARED;
            is_clear = units <= LOOK || meter.has_room(&mut units);
            if is_clear {
                let mut met = cell.rows().filter(|row| row.bound.intersects(&area));
                is_clear = !met.any(|row| {
                    units += work::FILTERED;
                    accepts.accepts(row.slot)
                });
            }
            meter.add(units);
            if is_clear { 0.0 } else { f64::NEG_INFINITY }
        });
        is_clear
    }
}
