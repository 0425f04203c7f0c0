//! The entities that move far from a tick to the next one: they are not found in the lists of rows.

use std::cell::Cell;

use collide_core::Rect;

use super::relative::RelativeRow;
use super::{Collector, Scope, Zone};
use crate::base::{ListKind, Meter, work};
use crate::history::Between;
use crate::store::Resolved;

impl Scope<'_> {
    /// The same as `search` for the entities that move far in the tick.
    pub(super) fn search_fast(
        &self,
        between: &Between<'_>,
        zone: &impl Zone,
        filter: &Resolved,
        collector: &mut (impl Collector + ?Sized),
        meter: &mut Meter,
    ) {
        let (limit, units) = (Cell::new(zone.limit(collector.max_distance())), Cell::new(0));
        let relative = |sides| Rect::relative(sides, zone.from());
        let within = || zone.within(limit.get());
        // A negative limit ends the search; NaN is no limit.
        let is_over = || limit.get() < 0.0;
        let near = |sides| {
            units.set(units.get() + work::FILTERED);
            !is_over() && zone.may_reach(&relative(sides), limit.get())
        };
        let rank = |sides| zone.rank(&relative(sides));
        between.moves().fast.search(between.parts(), within, near, rank, |slot| {
            let mut units = units.take();
            match slot {
                None => units += 8 * work::visit(ListKind::Rect),
                Some(slot) if filter.accepts(slot, &self.filters) => {
                    let Some(shape) = between.shape(slot) else { return };
                    let kind = ListKind::of(&shape);
                    units += collector.work(kind) + work::interpolated(kind);
                    collector.collect(slot, shape);
                    limit.set(zone.limit(collector.max_distance()));
                }
                Some(_) => {}
            }
            if !meter.allows(&mut units) {
                limit.set(-1.0);
            }
        });
        meter.add(units.take());
    }
}
