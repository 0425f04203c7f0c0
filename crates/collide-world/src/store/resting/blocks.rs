//! Lists of rows in one allocation, so that a copy of the index copies few bytes at a time.

use crate::base::allocated;

/// Lists of two rows and more, each in a block of the next power of two.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    rows: Vec<u32>,
    /// For each size, the first free block and 1, or 0. The first number of a free block is the next one, in the same way.
    free: [u32; 32],
    /// The number of rows in blocks that are not free.
    taken: usize,
}

/// The size of the block for some rows, as a power of two. 0 if they need none.
#[inline]
pub(super) fn class(len: u32) -> usize {
    len.next_power_of_two().trailing_zeros() as usize
}

impl Blocks {
    #[inline]
    pub(super) fn get(&self, at: u32, len: u32) -> &[u32] {
        &self.rows[at as usize..at as usize + len as usize]
    }

    pub(super) fn get_mut(&mut self, at: u32, len: u32) -> &mut [u32] {
        &mut self.rows[at as usize..at as usize + len as usize]
    }

    /// Stores a list. Returns its block.
    pub(super) fn add(&mut self, list: &[u32]) -> u32 {
        let at = self.take(class(list.len() as u32));
        self.rows[at as usize..][..list.len()].copy_from_slice(list);
        at
    }

    /// Moves a list to a block of another size, the right one for a new length. A list of one row is that row, without a
    /// block.
    pub(super) fn resize(&mut self, at: u32, old: u32, len: u32) -> u32 {
        let (from, to) = (class(old), class(len));
        let new = if to == 0 { self.rows[at as usize] } else { self.take(to) };
        if from == 0 {
            self.rows[new as usize] = at;
            return new;
        }
        if to > 0 {
            self.rows.copy_within(at as usize..(at + old.min(len)) as usize, new as usize);
        }
        self.rows[at as usize] = std::mem::replace(&mut self.free[from], at + 1);
        self.taken -= 1 << from;
        new
    }

    /// Takes a block.
    fn take(&mut self, class: usize) -> u32 {
        self.taken += 1 << class;
        let Some(at) = self.free[class].checked_sub(1) else {
            let at = self.rows.len();
            self.rows.resize(at + (1 << class), 0);
            return at as u32;
        };
        self.free[class] = self.rows[at as usize];
        at
    }

    /// The number of rows in free blocks that are too many. A list that becomes longer and shorter at the limit of its
    /// block leaves none, also if it is the only one.
    pub(super) fn surplus(&self) -> usize {
        self.rows.len().saturating_sub(self.taken * 4)
    }

    pub(super) fn memory(&self) -> usize {
        allocated(&self.rows)
    }
}
