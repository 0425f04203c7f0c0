use super::{ObserverId, View};
use crate::Handle;

/// Who sees an entity, by slot.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The generation of who is seen.
    generations: Vec<u32>,
    /// Where the observers of each slot start, and the end of the last.
    starts: Vec<usize>,
    observers: Vec<ObserverId>,
}

impl Seen {
    /// Becomes what these views say.
    pub(super) fn fill<'a, I: Iterator<Item = (ObserverId, View<'a>)>>(&mut self, views: impl Fn() -> I) {
        let Self { generations, starts, observers } = self;
        let all = || views().flat_map(|(id, view)| view.visible.iter().map(move |handle| (id, handle)));
        // Lists are in order, so the last is the largest.
        let count = views().filter_map(|(_, view)| view.visible.last()).map(|last| last.slot as usize + 1).max();
        let count = count.unwrap_or(0);
        generations.clear();
        generations.resize(count, 0);
        // Counted one place on, summed up to where each slot's observers start, moved on to where they end.
        starts.clear();
        starts.resize(count + 2, 0);
        for (_, handle) in all() {
            generations[handle.slot as usize] = handle.generation;
            starts[handle.slot as usize + 2] += 1;
        }
        for slot in 2..starts.len() {
            starts[slot] += starts[slot - 1];
        }
        observers.clear();
        observers.resize(starts.last().copied().unwrap_or(0), ObserverId { slot: 0, generation: 0 });
        for (id, handle) in all() {
            let place = &mut starts[handle.slot as usize + 1];
            observers[*place] = id;
            *place += 1;
        }
        starts.pop();
    }

    /// Who sees an entity, in order.
    pub(super) fn by(&self, handle: Handle) -> &[ObserverId] {
        let slot = handle.slot as usize;
        if self.generations.get(slot) == Some(&handle.generation) {
            &self.observers[self.starts[slot]..self.starts[slot + 1]]
        } else {
            &[]
        }
    }
}
