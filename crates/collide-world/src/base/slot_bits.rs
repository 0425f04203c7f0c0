use super::allocated;

/// A set of slots: a bit for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotBits(Vec<u64>);

impl SlotBits {
    /// Becomes an empty set for slots below `slot_count`.
    pub(crate) fn reset(&mut self, slot_count: usize) {
        self.0.clear();
        self.0.resize(slot_count.div_ceil(64), 0);
    }

    /// Becomes an empty set that no slot can be added to.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a slot.
    pub(crate) fn insert(&mut self, slot: u32) {
        self.0[slot as usize / 64] |= 1 << (slot % 64);
    }

    #[inline]
    pub(crate) fn has(&self, slot: u32) -> bool {
        self.0.get(slot as usize / 64).is_some_and(|bits| bits >> (slot % 64) & 1 == 1)
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        allocated(&self.0)
    }
}
