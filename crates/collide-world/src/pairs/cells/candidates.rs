use std::borrow::Borrow;

use collide_core::Touching;
use collide_core::overlap::RelationTo;

use crate::pairs::buffer::PairBuffer;

pub(super) use crate::pairs::tuning::BATCH;

/// One side of candidates: the slots of the rows, and their exact shapes.
pub(super) struct Side<'a, F> {
    pub(super) slots: &'a [u32],
    pub(super) shape: F,
}

/// Tests all candidates, which are pairs of row numbers, and clears them. Calls `take` with the slots of each candidate
/// and whether they overlap. Returns the number of overlapping pairs.
#[inline(never)]
pub(super) fn decide<A: RelationTo<B>, B, P: Borrow<A>, Q: Borrow<B>>(
    candidates: &mut PairBuffer,
    a: &Side<'_, impl Fn(usize) -> P>,
    b: &Side<'_, impl Fn(usize) -> Q>,
    touching: Touching,
    mut take: impl FnMut([u32; 2], bool),
) -> u64 {
    let mut count = 0;
    for &[i, j] in candidates.as_slice() {
        let (i, j) = (i as usize, j as usize);
        // A number after the last row is that of a copy.
        let j = if j < b.slots.len() { j } else { j - b.slots.len() };
        let (first, second) = ((a.shape)(i), (b.shape)(j));
        let hit = touching.accepts(first.borrow().relation_to(second.borrow()));
        count += u64::from(hit);
        take([a.slots[i], b.slots[j]], hit);
    }
    candidates.clear();
    count
}
