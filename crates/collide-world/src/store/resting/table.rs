//! The cells by key: a hash table with linear probing.

use std::hash::{BuildHasher, RandomState};
use std::slice;

use super::blocks::{Blocks, class};
use crate::base::allocated;

/// The rows of each cell. Where a cell is in the table depends on a seed, which differs from process to process where the
/// platform has random numbers: clients cannot choose places whose cells collide. No answer depends on it.
#[derive(Clone, Debug)]
pub(super) struct CellTable {
    /// A power of two, at least twice as many as are used.
    slots: Vec<Slot>,
    /// The slots with a key.
    used: usize,
    /// The rows of cells with several.
    blocks: Blocks,
    seed: u64,
}

/// A cell, or no cell. A cell that has lost all its rows stays until the table is built again.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    /// The number of rows.
    len: u32,
    /// The row, if it is one. The block that has them, if they are several. 0 without rows.
    at: u32,
}

impl Slot {
    const EMPTY: Self = Self { key: u64::MAX, len: 0, at: 0 };
}

impl Default for CellTable {
    fn default() -> Self {
        let seed = RandomState::new().hash_one(0);
        Self { slots: vec![Slot::EMPTY; 2], used: 0, blocks: Blocks::default(), seed }
    }
}

impl CellTable {
    /// The rows of a cell.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> &[u32] {
        let slot = &self.slots[self.place(key)];
        if slot.len == 1 { slice::from_ref(&slot.at) } else { self.blocks.get(slot.at, slot.len) }
    }

    /// Puts a row behind all those of a cell that `is_before` returns true for: these are its first.
    pub(super) fn insert(&mut self, key: u64, row: u32, is_before: impl Fn(u32) -> bool) {
        let mut place = self.place(key);
        let is_new = self.slots[place].key != key;
        // What is built again for free blocks is less than was copied to leave them.
        if is_new && (self.used + 1) * 2 > self.slots.len() || self.blocks.surplus() > self.slots.len() {
            self.build();
            place = self.place(key);
        }
        if self.slots[place].key != key {
            self.used += 1;
            self.slots[place].key = key;
        }
        let index = self.index_at(place, is_before);
        self.resize(place, self.slots[place].len + 1);
        let rows = self.rows_at(place);
        rows.copy_within(index..rows.len() - 1, index + 1);
        rows[index] = row;
    }

    /// Removes the row behind all those of a cell that `is_before` returns true for.
    pub(super) fn remove(&mut self, key: u64, is_before: impl Fn(u32) -> bool) {
        let place = self.place(key);
        let index = self.index_at(place, is_before);
        self.rows_at(place).copy_within(index + 1.., index);
        self.resize(place, self.slots[place].len - 1);
    }

    /// Replaces the row behind all those of a cell that `is_before` returns true for.
    pub(super) fn replace(&mut self, key: u64, row: u32, is_before: impl Fn(u32) -> bool) {
        let place = self.place(key);
        let index = self.index_at(place, is_before);
        self.rows_at(place)[index] = row;
    }

    /// How many rows `is_before` returns true for. It is found in a pile, too, by few steps.
    fn index_at(&mut self, place: usize, is_before: impl Fn(u32) -> bool) -> usize {
        self.rows_at(place).partition_point(|row| is_before(*row))
    }

    /// The slot of a cell, or the empty one where it would be.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = mixed(key ^ self.seed) as usize & mask;
        while self.slots[place].key != key && self.slots[place].key != Slot::EMPTY.key {
            place = (place + 1) & mask;
        }
        place
    }

    fn rows_at(&mut self, place: usize) -> &mut [u32] {
        let slot = &mut self.slots[place];
        if slot.len == 1 { slice::from_mut(&mut slot.at) } else { self.blocks.get_mut(slot.at, slot.len) }
    }

    /// Gives a cell this number of rows: the first ones are those that it has.
    fn resize(&mut self, place: usize, len: u32) {
        let slot = &mut self.slots[place];
        let old = std::mem::replace(&mut slot.len, len);
        if len == 0 {
            slot.at = 0;
        } else if class(old) != class(len) {
            slot.at = self.blocks.resize(slot.at, old, len);
        }
    }

    /// Builds the table again with room for more, without the cells that have no rows.
    fn build(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let blocks = std::mem::take(&mut self.blocks);
        let cells = || old.iter().filter(|slot| slot.len > 0);
        self.used = cells().count();
        // At most a third is used then, so that changes build it seldom, also if cells come and go.
        self.slots = vec![Slot::EMPTY; (self.used * 3 + 3).next_power_of_two()];
        for cell in cells() {
            let place = self.place(cell.key);
            let at = if cell.len == 1 { cell.at } else { self.blocks.add(blocks.get(cell.at, cell.len)) };
            self.slots[place] = Slot { at, ..*cell };
        }
    }

    /// The numbers of slots, and of those with a key.
    #[cfg(test)]
    pub(super) fn len_and_used(&self) -> [usize; 2] {
        [self.slots.len(), self.used]
    }

    pub(super) fn memory(&self) -> usize {
        allocated(&self.slots) + self.blocks.memory()
    }
}

/// The finalizer of splitmix64 (Steele, Lea and Flood, 2014).
#[inline]
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
