//! The slots of the hits of one overlap query.

use super::tuning::{MAX_RANKED, ROOM};

/// A list of slots that is written eight at a time. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    places: Vec<u32>,
    len: usize,
    /// The number of hits that were found and are not in the list.
    dropped: u64,
    /// The maximum number of hits that are kept: the smallest slots.
    max_count: usize,
}

impl Slots {
    /// Starts the next query, of which at most `max_count` hits are kept: those with the smallest slots.
    pub(crate) fn begin(&mut self, max_count: usize) {
        (self.len, self.dropped, self.max_count) = (0, 0, max_count);
    }

    /// The number of hits, also of those that are not kept.
    pub(crate) fn count(&self) -> u64 {
        self.len as u64 + self.dropped
    }

    /// The hits from here on are new.
    pub(crate) fn mark(&mut self) -> usize {
        self.drop_surplus();
        self.len
    }

    /// The number of hits in the list from index `mark` on.
    pub(crate) fn since(&self, mark: usize) -> usize {
        self.len - mark
    }

    /// Drops the hits that are not kept.
    fn drop_surplus(&mut self) {
        let max_count = self.max_count;
        if max_count < self.len {
            if max_count > 0 {
                self.places[..self.len].select_nth_unstable(max_count - 1);
            }
            self.dropped += (self.len - max_count) as u64;
            self.len = max_count;
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, slot: u32) {
        self.take(&[[0, slot]], 1);
    }

    /// Appends the second numbers of the first `count` of at most eight pairs. All are written, so that no branch is
    /// needed.
    #[inline(always)]
    pub(crate) fn take(&mut self, pairs: &[[u32; 2]], count: usize) {
        if self.places.len() < self.len + pairs.len() {
            self.grow();
        }
        let room = &mut self.places[self.len..][..pairs.len()];
        room.iter_mut().zip(pairs).for_each(|(place, [_, slot])| *place = *slot);
        self.len += count;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let more = ROOM + self.places.len();
        self.places.resize(self.places.len() + more, 0);
    }

    /// Drops the slots from index `from` on that `keep` rejects. Each is written, as a branch would often be
    /// mispredicted.
    pub(crate) fn retain(&mut self, from: usize, keep: impl Fn(u32) -> bool) {
        let mut kept = from;
        for place in from..self.len {
            let slot = self.places[place];
            self.places[kept] = slot;
            kept += usize::from(keep(slot));
        }
        self.len = kept;
    }

    /// Drops the hits that are not kept, and sorts the others.
    pub(crate) fn sort(&mut self) {
        self.drop_surplus();
        let slots = &mut self.places[..self.len];
        match slots.len() {
            0 | 1 => {}
            2..=8 => sort_by_rank::<8>(slots),
            9..=16 => sort_by_rank::<16>(slots),
            17..=32 => sort_by_rank::<32>(slots),
            33..=MAX_RANKED => sort_by_rank::<MAX_RANKED>(slots),
            _ => slots.sort_unstable(),
        }
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.places[..self.len]
    }
}

/// Sorts up to `MAX` different slots by counting the smaller ones for each. A usual sort makes fewer comparisons, but
/// these run several at once and without branches.
fn sort_by_rank<const MAX: usize>(slots: &mut [u32]) {
    // Compared as signed numbers, for which all processors have SIMD instructions. No slot is the largest number.
    let mut keys = [i32::MAX; MAX];
    for (key, slot) in keys.iter_mut().zip(&*slots) {
        *key = (*slot ^ (1 << 31)) as i32;
    }
    let mut ranks = [0_i32; MAX];
    for &other in &keys[..slots.len()] {
        for (rank, key) in ranks.iter_mut().zip(&keys) {
            *rank += i32::from(other < *key);
        }
    }
    let mut sorted = [0; MAX];
    for (rank, slot) in ranks.into_iter().zip(&*slots) {
        sorted[rank as usize & (MAX - 1)] = *slot;
    }
    slots.copy_from_slice(&sorted[..slots.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(count: u32, max_count: usize) -> Slots {
        let mut slots = Slots::default();
        slots.begin(max_count);
        (0..count).for_each(|number| slots.push(number.wrapping_mul(0x9e37_79b9)));
        slots
    }

    #[test]
    fn any_number_is_sorted() {
        for count in (0..70).chain([1_000]) {
            let mut expected: Vec<u32> = (0..count).map(|number: u32| number.wrapping_mul(0x9e37_79b9)).collect();
            expected.sort_unstable();
            for max_count in [0, 1, 5, 100, usize::MAX] {
                let mut first = slots(count, max_count);
                first.mark();
                first.sort();
                assert_eq!(first.as_slice(), &expected[..expected.len().min(max_count)]);
                assert_eq!(first.count(), u64::from(count));
            }
        }
    }
}
