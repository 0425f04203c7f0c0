use collide_broad::internal::{allocated, counts_to_starts};

/// A list of items for each slot. Reuses its memory.
#[derive(Debug)]
pub(crate) struct BySlot<T> {
    /// The index of the first item of each slot, and the end of the last slot.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Default for BySlot<T> {
    fn default() -> Self {
        Self { starts: vec![], items: vec![] }
    }
}

impl<T: Copy> BySlot<T> {
    /// Replaces all lists. Slots are below `slot_count`. The items of a slot keep the order of `items`. `items` is
    /// called several times and must return the same items each time.
    pub(crate) fn fill<I: Iterator<Item = (u32, T)>>(&mut self, slot_count: usize, items: impl Fn() -> I) {
        self.starts.clear();
        self.starts.resize(slot_count + 1, 0);
        // Counts are stored one index later; placing the items moves each start to the start of the next slot.
        let starts = &mut self.starts[1..];
        items().for_each(|(slot, _)| starts[slot as usize] += 1);
        let total = counts_to_starts(starts);
        self.items.clear();
        // Every item is overwritten below.
        if let Some((_, any)) = items().next() {
            self.items.resize(total, any);
        }
        for (slot, item) in items() {
            let place = &mut starts[slot as usize];
            self.items[*place] = item;
            *place += 1;
        }
    }

    /// The items of a slot; empty for a slot that is not below the slot count.
    pub(crate) fn of(&self, slot: u32) -> &[T] {
        match self.starts.get(slot as usize..).and_then(<[usize]>::first_chunk) {
            Some([start, end]) => &self.items[*start..*end],
            None => &[],
        }
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        allocated(&self.starts) + allocated(&self.items)
    }
}
