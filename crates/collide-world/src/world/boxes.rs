use collide_core::{Shape, Touching};

use crate::{Batch, Settings, Strategy, Threads};

/// Finds the pairs of boxes that overlap or touch, in a list that is not part of the world. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct BoxPairs {
    batch: Batch,
    pairs: Vec<(u32, u32)>,
}

impl BoxPairs {
    /// The pairs of indices, each pair once. There are at most as many boxes as a world has entities.
    pub(super) fn find(&mut self, boxes: &[Shape], threads: &Threads) -> &[(u32, u32)] {
        self.batch.set_settings(Settings {
            strategy: Strategy::HierarchicalGrid,
            touching: Touching::Closed,
            threads: threads.clone(),
            ..Settings::default()
        });
        let found = self.batch.pairs_into(boxes, &mut self.pairs);
        found.expect("a batch has room for all entities of a world, and no budget is set");
        &self.pairs
    }
}
