//! Rows look up their changes.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use collide_broad::internal::{Workers, each_of};

use super::{CHUNK, Change, NONE};
use crate::Handle;
use crate::store::Set;
use crate::store::kinds::{Listed, PayloadOf, RowsMut, each_kind};

/// Changes, and the index of the change of each slot; there is at least one change.
pub(super) trait Lookup: Sync {
    type Change: Change;

    /// The index of the change of a slot, or [`NONE`].
    fn index(&self, slot: u32) -> u32;

    fn change(&self, index: u32) -> Self::Change;
}

/// A change, with or without its handle.
pub(crate) trait Entry: Copy + Sync {
    type Change: Change;

    fn change(&self) -> Self::Change;
}

impl<T: Change> Entry for T {
    type Change = T;

    #[inline(always)]
    fn change(&self) -> T {
        *self
    }
}

impl<T: Change> Entry for (Handle, T) {
    type Change = T;

    #[inline(always)]
    fn change(&self) -> T {
        self.1
    }
}

/// Changes at the index of their slots.
pub(super) struct BySlot<'a, T>(pub(super) &'a [T]);

impl<T: Entry> Lookup for BySlot<'_, T> {
    type Change = T::Change;

    #[inline(always)]
    fn index(&self, slot: u32) -> u32 {
        if (slot as usize) < self.0.len() { slot } else { NONE }
    }

    #[inline(always)]
    fn change(&self, index: u32) -> T::Change {
        self.0[index as usize].change()
    }
}

/// Changes by handle, and the index of the change of each slot.
pub(super) struct ByHandle<'a, T> {
    pub(super) of_slot: &'a [u32],
    pub(super) changes: &'a [(Handle, T)],
}

impl<T: Change> Lookup for ByHandle<'_, T> {
    type Change = T;

    #[inline(always)]
    fn index(&self, slot: u32) -> u32 {
        self.of_slot[slot as usize]
    }

    #[inline(always)]
    fn change(&self, index: u32) -> T {
        self.changes[index as usize].1
    }
}

impl Set {
    /// Gives each row the change of its slot, if there is one and it keeps the kind of the shape. Returns the number of
    /// rows that have changed.
    pub(super) fn take_changes(&mut self, changes: &impl Lookup, workers: &impl Workers) -> usize {
        let total = AtomicUsize::new(0);
        each_kind!(S => for list in S::lists_mut(self).lists_mut() {
            each_of(workers, list.pieces_mut(workers), |_, (columns, slots, payload)| {
                let columns = columns.each_mut().map(|column| &mut **column);
                let mut rows = RowsMut::<S, _> { columns, slots, payload };
                total.fetch_add(rows.take_changes(changes), Ordering::Relaxed);
            });
        });
        total.into_inner()
    }
}

impl<S: Listed<N>, const N: usize> RowsMut<'_, S, N> {
    /// In small loops: the accesses of one loop do not depend on each other, so the processor waits for many of them at
    /// the same time.
    fn take_changes<L: Lookup>(&mut self, changes: &L) -> usize {
        let (mut count, mut indices, mut chosen) = (0, [0; CHUNK], [changes.change(0); CHUNK]);
        for first in (0..self.slots.len()).step_by(CHUNK) {
            let range = first..self.slots.len().min(first + CHUNK);
            let slots = &self.slots[range.clone()];
            for (index, slot) in indices.iter_mut().zip(slots) {
                *index = changes.index(*slot);
            }
            let indices = &indices[..slots.len()];
            for (chosen, index) in chosen.iter_mut().zip(indices) {
                *chosen = changes.change(if *index == NONE { 0 } else { *index });
            }
            count += self.take_chosen(range, indices, &chosen[..slots.len()]);
        }
        count
    }

    /// Gives each row of a range its change, unless its index is [`NONE`].
    #[inline(always)]
    fn take_chosen(&mut self, range: Range<usize>, indices: &[u32], chosen: &[impl Change]) -> usize {
        let mut count = 0;
        let mut columns = self.columns.each_mut().map(|column| &mut column[range.clone()][..indices.len()]);
        let payload = &mut self.payload[range][..indices.len()];
        for (place, (index, change)) in indices.iter().zip(chosen).enumerate() {
            let old = columns.each_ref().map(|column| column[place]);
            let payload = &mut payload[place];
            let new = change.of_kind(|| payload.shape(old)).filter(|_| *index != NONE);
            // All numbers are written, also those of rows that do not change: without a branch.
            let row = new.map_or(old, |shape| shape.replace(payload));
            columns.iter_mut().zip(row).for_each(|(column, number)| column[place] = number);
            count += usize::from(new.is_some());
        }
        count
    }
}
