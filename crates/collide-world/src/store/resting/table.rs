//! The cells by key: a hash table with linear probing.

use std::hash::{BuildHasher, RandomState};

use smallvec::SmallVec;

use crate::base::allocated;

/// The rows of a cell.
pub(super) type CellRows = SmallVec<[u32; 4]>;

/// The rows of each cell. Where a cell is in the table depends on a seed, which differs from process to process where the
/// platform has random numbers: clients cannot choose places whose cells collide. No answer depends on it.
#[derive(Clone, Debug)]
pub(super) struct CellTable {
    /// A power of two, at least twice as many as are used.
    slots: Vec<Slot>,
    /// The slots with a key.
    used: usize,
    seed: u64,
}

/// A cell, or no cell. A cell that has lost all its rows stays until the table grows.
#[derive(Clone, Debug)]
struct Slot {
    key: u64,
    rows: CellRows,
}

/// The key of a slot without a cell.
const EMPTY: u64 = u64::MAX;

/// Slots without cells.
fn empty(count: usize) -> Vec<Slot> {
    vec![Slot { key: EMPTY, rows: CellRows::new() }; count]
}

impl Default for CellTable {
    fn default() -> Self {
        Self { slots: empty(2), used: 0, seed: RandomState::new().hash_one(0) }
    }
}

impl CellTable {
    /// The rows of a cell.
    #[inline]
    pub(super) fn get(&self, key: u64) -> &[u32] {
        &self.slots[self.place(key)].rows
    }

    /// The rows of a cell, for a change.
    pub(super) fn get_mut(&mut self, key: u64) -> &mut CellRows {
        let mut place = self.place(key);
        if self.slots[place].key != key {
            if (self.used + 1) * 2 > self.slots.len() {
                self.grow();
                place = self.place(key);
            }
            self.used += 1;
            self.slots[place].key = key;
        }
        &mut self.slots[place].rows
    }

    /// The slot of a cell, or the empty one where it would be.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = mixed(key ^ self.seed) as usize & mask;
        while self.slots[place].key != key && self.slots[place].key != EMPTY {
            place = (place + 1) & mask;
        }
        place
    }

    /// Makes room, without the cells that have no rows.
    fn grow(&mut self) {
        let cells = std::mem::take(&mut self.slots).into_iter().filter(|slot| !slot.rows.is_empty());
        let cells: Vec<Slot> = cells.collect();
        self.used = cells.len();
        // At most a third is used then, so that changes grow it seldom, also if cells come and go.
        self.slots = empty((cells.len() * 3 + 3).next_power_of_two());
        for cell in cells {
            let place = self.place(cell.key);
            self.slots[place] = cell;
        }
    }

    /// The numbers of slots, and of those with a key.
    #[cfg(test)]
    pub(super) fn len_and_used(&self) -> [usize; 2] {
        [self.slots.len(), self.used]
    }

    pub(super) fn memory(&self) -> usize {
        let spilled = |slot: &Slot| if slot.rows.spilled() { slot.rows.capacity() * size_of::<u32>() } else { 0 };
        allocated(&self.slots) + self.slots.iter().map(spilled).sum::<usize>()
    }
}

/// The finalizer of splitmix64 (Steele, Lea and Flood, 2014).
#[inline]
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
