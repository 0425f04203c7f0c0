use super::{ObserverId, View};
use crate::Handle;
use crate::base::BySlot;

/// The observers of each entity, by slot.
#[derive(Debug, Default)]
pub(super) struct ObserversOf {
    /// The generation of the visible entity in each slot.
    generations: Vec<u32>,
    observers: BySlot<ObserverId>,
}

impl ObserversOf {
    /// Rebuilds the index from the views.
    pub(super) fn fill<'a, I: Iterator<Item = (ObserverId, View<'a>)>>(&mut self, views: impl Fn() -> I) {
        let all = || views().flat_map(|(id, view)| view.visible.iter().map(move |handle| (id, handle)));
        // Lists are sorted, so the last handle has the largest slot.
        let count = views().filter_map(|(_, view)| view.visible.last()).map(|last| last.slot as usize + 1).max();
        let count = count.unwrap_or(0);
        self.generations.clear();
        self.generations.resize(count, 0);
        all().for_each(|(_, handle)| self.generations[handle.slot as usize] = handle.generation);
        self.observers.fill(count, || all().map(|(id, handle)| (handle.slot, id)));
    }

    /// The observers that see an entity, in order.
    pub(super) fn by(&self, handle: Handle) -> &[ObserverId] {
        let there = self.generations.get(handle.slot as usize) == Some(&handle.generation);
        if there { self.observers.of(handle.slot) } else { &[] }
    }
}
