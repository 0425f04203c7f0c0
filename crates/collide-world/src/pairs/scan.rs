use collide_broad::RTree;
use collide_core::Shape;

use super::bounds::{Finder, Output};
use super::{Found, Wanted};
use crate::store::Store;
use crate::{OverBudget, Settings, Strategy};

/// The search over shapes in order of their slots: for strategies that sort for themselves.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    finder: Finder,
    slots: Vec<u32>,
    shapes: Vec<Shape>,
}

impl Scan {
    /// The R-tree of the last search, if it had one.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        self.finder.tree()
    }

    /// All pairs of a world's entities, the smaller slot first, in order.
    pub(crate) fn run(
        &mut self,
        store: &Store,
        settings: &Settings,
        strategy: Strategy,
        most: u64,
        out: &mut Vec<(u32, u32)>,
    ) -> Result<Found, OverBudget> {
        self.slots.clear();
        self.shapes.clear();
        for (handle, entity) in store.iter() {
            self.slots.push(handle.slot());
            self.shapes.push(entity.shape);
        }
        let (slots, wanted) = (&self.slots, Wanted::meeting(&store.traits));
        let wanted = |a, b| wanted.holds([slots[a as usize], slots[b as usize]]);
        let found = self.finder.pairs(&self.shapes, settings, strategy, wanted, Output::Pairs { out, most });
        if found.pair_count > most {
            return Err(OverBudget { what: "pairs", most, found: found.pair_count });
        }
        // Dense indices ascend as slots do, so pairs in order of the ones are in order of the others.
        for (a, b) in out {
            (*a, *b) = (self.slots[*a as usize], self.slots[*b as usize]);
        }
        Ok(found)
    }
}
