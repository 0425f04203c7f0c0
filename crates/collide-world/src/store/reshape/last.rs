use collide_broad::internal::Workers;

use super::packed::Packed;
use super::{Change, NONE, ROWS_PER_CHANGE};
use crate::Handle;
use crate::base::allocated;

/// The index of the last change of each slot in a batch. Between batches no slot has one.
#[derive(Debug, Default)]
pub(in crate::store) struct LastChanges {
    pub(super) of_slot: Vec<u32>,
    /// The number of changes, if each is [moderate](Change::is_moderate) and at the index of its slot. Then `of_slot` is
    /// not used.
    pub(super) in_order: Option<usize>,
    /// The changes without handles, if they are in order and of one type.
    pub(super) packed: Packed,
}

impl LastChanges {
    /// Bytes allocated.
    pub(in crate::store) fn memory(&self) -> usize {
        allocated(&self.of_slot) + self.packed.memory()
    }

    /// Enters the index of each change at its slot. Returns the number of slots, or the index of the first handle with
    /// another generation than its slot. Not checked: whether the slot has an entity.
    pub(super) fn enter<T: Change>(
        &mut self,
        changes: &[(Handle, T)],
        generations: &[u32],
        workers: &impl Workers,
    ) -> Result<usize, usize> {
        let is_at_its_slot = |slot: usize, (handle, change): &(Handle, T)| {
            let is_current = (handle.generation == generations[slot]) & !is_used_up(*handle);
            (handle.slot as usize == slot) & is_current & change.is_moderate()
        };
        if changes.len() <= generations.len() && T::pack(changes, is_at_its_slot, &mut self.packed, workers) {
            self.in_order = Some(changes.len());
            return Ok(changes.len());
        }
        self.of_slot.resize(generations.len(), NONE);
        let mut slots = 0;
        for (index, (handle, _)) in changes.iter().enumerate() {
            let slot = handle.slot as usize;
            if generations.get(slot) != Some(&handle.generation) {
                return Err(index);
            }
            let last = std::mem::replace(&mut self.of_slot[slot], index as u32);
            slots += usize::from(last == NONE);
        }
        Ok(slots)
    }

    /// Removes the changes that were entered.
    pub(super) fn clear<T>(&mut self, changes: &[(Handle, T)]) {
        if self.in_order.take().is_some() {
            return;
        }
        if changes.len() > self.of_slot.len() / ROWS_PER_CHANGE {
            return self.of_slot.fill(NONE);
        }
        for (handle, _) in changes {
            if let Some(index) = self.of_slot.get_mut(handle.slot as usize) {
                *index = NONE;
            }
        }
    }

    /// The index of the change of a slot, or [`NONE`].
    #[inline(always)]
    pub(super) fn index(&self, slot: u32) -> u32 {
        match self.in_order {
            Some(count) if (slot as usize) < count => slot,
            Some(_) => NONE,
            None => self.of_slot[slot as usize],
        }
    }
}

/// Whether no insertion has returned this handle: its slot may have this generation, but has no entity.
pub(super) fn is_used_up(handle: Handle) -> bool {
    handle.generation == u32::MAX
}
