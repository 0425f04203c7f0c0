use collide_core::Shape;

use super::bounds::{BoundsSearch, ShapePairs};
use super::{BoundsPhase, Output, PairFilter, SearchReport};
use crate::base::allocated;
use crate::store::{Store, Surplus};
use crate::{Budget, Costliest, Mobility, OverBudget, PairOrder, Settings};

/// The search over a world's shapes by their bounds, in order of slots.
#[derive(Debug, Default)]
pub(crate) struct BoundsPipeline {
    pub(crate) search: BoundsSearch,
    slots: Vec<u32>,
    shapes: Vec<Shape>,
    /// The indices of the shapes that can be in a pair with any other, and of those that cannot be in a pair with each
    /// other.
    active: Vec<u32>,
    resting: Vec<u32>,
}

impl BoundsPipeline {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let rows =
            allocated(&self.slots) + allocated(&self.shapes) + allocated(&self.active) + allocated(&self.resting);
        self.search.memory() + rows
    }

    /// Finds all pairs of a world's entities without the surplus, the smaller slot first, in order.
    pub(crate) fn run(
        &mut self,
        (store, surplus): (&Store, &Surplus),
        settings: &Settings,
        phase: BoundsPhase,
        budget: Budget,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<SearchReport, OverBudget> {
        self.slots.clear();
        self.shapes.clear();
        self.active.clear();
        self.resting.clear();
        let entities = store.iter().filter(|(handle, _)| !surplus.has(handle.slot()));
        for (index, (handle, entity)) in (0..).zip(entities) {
            self.slots.push(handle.slot());
            self.shapes.push(entity.shape);
            let is_active = settings.static_pairs || entity.mobility != Mobility::Static;
            if is_active { &mut self.active } else { &mut self.resting }.push(index);
        }
        let (slots, filter) = (&self.slots, PairFilter::meeting(&store.filters));
        let filter = |a, b| filter.holds([slots[a as usize], slots[b as usize]]);
        let output = Output { out: Some(&mut *out), order: PairOrder::BySlot, budget };
        let shapes = ShapePairs::Active(&self.shapes, [&self.active, &self.resting]);
        let slot_of =
            |costliest: Costliest| Costliest { item: "slot", index: slots[costliest.index as usize], ..costliest };
        let report = self.search.pairs(phase, shapes, settings, &filter, output);
        let report = report.map_err(|over| over.by(over.costliest.map(slot_of)))?;
        // Indices ascend with slots, so pairs in order of indices are in order of slots.
        for (a, b) in out {
            (*a, *b) = (self.slots[*a as usize], self.slots[*b as usize]);
        }
        Ok(report)
    }
}
