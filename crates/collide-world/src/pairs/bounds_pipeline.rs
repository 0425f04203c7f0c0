use collide_broad::RTree;
use collide_core::Shape;

use super::bounds::{BoundsSearch, Output};
use super::{BoundsPhase, PairFilter, SearchReport};
use crate::store::Store;
use crate::{Budget, OverBudget, Settings};

/// The search over a world's shapes by their bounds, in order of slots.
#[derive(Debug, Default)]
pub(crate) struct BoundsPipeline {
    search: BoundsSearch,
    slots: Vec<u32>,
    shapes: Vec<Shape>,
}

impl BoundsPipeline {
    /// The R-tree of the last search, if it used one.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        self.search.tree()
    }

    /// Finds all pairs of a world's entities, the smaller slot first, in order.
    pub(crate) fn run(
        &mut self,
        store: &Store,
        settings: &Settings,
        phase: BoundsPhase,
        budget: Budget,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<SearchReport, OverBudget> {
        self.slots.clear();
        self.shapes.clear();
        for (handle, entity) in store.iter() {
            self.slots.push(handle.slot());
            self.shapes.push(entity.shape);
        }
        let (slots, filter) = (&self.slots, PairFilter::meeting(&store.filters));
        let filter = |a, b| filter.holds([slots[a as usize], slots[b as usize]]);
        let output = Output { out: Some(&mut *out), budget };
        let report = self.search.pairs(phase, (&self.shapes, None), settings, filter, output)?;
        // Indices ascend with slots, so pairs in order of indices are in order of slots.
        for (a, b) in out {
            (*a, *b) = (self.slots[*a as usize], self.slots[*b as usize]);
        }
        Ok(report)
    }
}
