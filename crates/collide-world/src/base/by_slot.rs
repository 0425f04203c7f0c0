use collide_broad::counts_to_starts;

use crate::base::allocated;

/// A list of items for each slot. Keeps its memory.
#[derive(Debug)]
pub(crate) struct BySlot<T> {
    /// Where the items of each slot start, and the end of the last.
    starts: Vec<usize>,
    items: Vec<T>,
}

impl<T> Default for BySlot<T> {
    fn default() -> Self {
        Self { starts: vec![], items: vec![] }
    }
}

impl<T: Copy> BySlot<T> {
    /// Replaces all lists. The items of a slot, which is below `slot_count`, are in the order of `items`, which gives the same
    /// items each time.
    pub(crate) fn fill<I: Iterator<Item = (u32, T)>>(&mut self, slot_count: usize, items: impl Fn() -> I) {
        self.starts.clear();
        self.starts.resize(slot_count + 1, 0);
        // Counts are kept one place on; placing the items moves each start to the start of the next slot.
        let starts = &mut self.starts[1..];
        items().for_each(|(slot, _)| starts[slot as usize] += 1);
        let total = counts_to_starts(starts);
        self.items.clear();
        // All are overwritten.
        if let Some((_, any)) = items().next() {
            self.items.resize(total, any);
        }
        for (slot, item) in items() {
            let place = &mut starts[slot as usize];
            self.items[*place] = item;
            *place += 1;
        }
    }

    /// The items of a slot; none for a slot that is not below the slot count.
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
