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
    /// The row, if it is one. The block that has them, if they are several.
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
    #[inline]
    pub(super) fn get(&self, key: u64) -> &[u32] {
        let slot = &self.slots[self.place(key)];
        match slot.len {
            0 => &[],
            1 => slice::from_ref(&slot.at),
            len => self.blocks.get(slot.at, len as usize),
        }
    }

    /// The rows of a cell, to change each of them.
    pub(super) fn get_mut(&mut self, key: u64) -> &mut [u32] {
        let place = self.place(key);
        self.rows_at(place)
    }

    /// Puts a row before the one at an index of a cell.
    pub(super) fn insert(&mut self, key: u64, index: usize, row: u32) {
        let mut place = self.place(key);
        let is_new = self.slots[place].key != key;
        if is_new && (self.used + 1) * 2 > self.slots.len() || self.blocks.are_sparse() {
            self.build();
            place = self.place(key);
        }
        if self.slots[place].key != key {
            self.used += 1;
            self.slots[place].key = key;
        }
        let len = self.slots[place].len as usize;
        self.resize(place, len + 1);
        let rows = self.rows_at(place);
        rows.copy_within(index..len, index + 1);
        rows[index] = row;
    }

    /// Removes the row at an index of a cell.
    pub(super) fn remove(&mut self, key: u64, index: usize) {
        let place = self.place(key);
        let rows = self.rows_at(place);
        rows.copy_within(index + 1.., index);
        let len = rows.len() - 1;
        self.resize(place, len);
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
        match slot.len {
            0 => &mut [],
            1 => slice::from_mut(&mut slot.at),
            len => self.blocks.get_mut(slot.at, len as usize),
        }
    }

    /// Gives a cell this number of rows: the first ones are those that it has.
    fn resize(&mut self, place: usize, len: usize) {
        let slot = &mut self.slots[place];
        let old = slot.len as usize;
        slot.len = len as u32;
        if class(old) != class(len) {
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
            let (place, len) = (self.place(cell.key), cell.len as usize);
            let at = if len == 1 { cell.at } else { self.blocks.add(blocks.get(cell.at, len)) };
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
