//! The slots of the hits of one overlap query.

use super::Mode;
use super::batch::Answered;
use super::tuning::{MAX_RANKED, ROOM};
use crate::base::{Meter, work};

/// A list of slots that is written eight at a time. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Slots {
    places: Vec<u32>,
    len: usize,
    /// The number of hits that were found and are not in the list.
    dropped: u64,
    /// Which hits are kept.
    mode: Mode,
}

impl Slots {
    /// Starts the next query.
    pub(super) fn begin(&mut self, mode: Mode) {
        (self.len, self.dropped, self.mode) = (0, 0, mode);
    }

    /// Starts the next query, all of whose hits are kept.
    pub(super) fn clear(&mut self) {
        self.begin(Mode::All);
    }

    /// The number of hits, also of those that are not kept.
    pub(super) fn count(&self) -> u64 {
        self.len as u64 + self.dropped
    }

    /// Appends the hits of a query by slot to `entries`.
    pub(super) fn answer(&mut self, mode: Mode, meter: &mut Meter, entries: &mut Vec<u32>) -> Answered {
        let hits = self.count();
        self.sort();
        entries.extend_from_slice(self.as_slice());
        let count = if let Mode::First(limit) = mode { self.as_slice().len().min(limit) } else { hits as usize };
        meter.add(hits * work::HIT);
        Answered { count, hits, last: None }
    }

    /// The hits from here on are new.
    pub(super) fn mark(&mut self) -> usize {
        self.drop_surplus();
        self.len
    }

    /// The number of hits in the list from index `mark` on.
    pub(super) fn since(&self, mark: usize) -> usize {
        self.len - mark
    }

    /// Drops hits that the mode does not ask for, if there are many.
    fn drop_surplus(&mut self) {
        let limit = match self.mode {
            Mode::All => return,
            Mode::First(limit) => limit,
            Mode::Count => 0,
        };
        if limit < self.len {
            self.keep(limit);
        }
    }

    /// Keeps the `limit` smallest slots.
    fn keep(&mut self, limit: usize) {
        if limit > 0 {
            self.places[..self.len].select_nth_unstable(limit - 1);
        }
        self.dropped += (self.len - limit) as u64;
        self.len = limit;
    }

    #[inline]
    pub(super) fn push(&mut self, slot: u32) {
        self.take(&[[0, slot]], 1);
    }

    /// Appends the second numbers of the first `count` of at most eight pairs. All are written, so that no branch is
    /// needed.
    #[inline(always)]
    pub(super) fn take(&mut self, pairs: &[[u32; 2]], count: usize) {
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
    pub(super) fn retain(&mut self, from: usize, keep: impl Fn(u32) -> bool) {
        let mut kept = from;
        for place in from..self.len {
            let slot = self.places[place];
            self.places[kept] = slot;
            kept += usize::from(keep(slot));
        }
        self.len = kept;
    }

    /// Drops what the mode does not ask for, and sorts the others.
    pub(super) fn sort(&mut self) {
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

    pub(super) fn as_slice(&self) -> &[u32] {
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

    fn slots(count: u32, mode: Mode) -> Slots {
        let mut slots = Slots::default();
        slots.begin(mode);
        (0..count).for_each(|number| slots.push(number.wrapping_mul(0x9e37_79b9)));
        slots
    }

    #[test]
    fn any_number_is_sorted() {
        for count in (0..70).chain([1_000]) {
            let mut expected: Vec<u32> = (0..count).map(|number: u32| number.wrapping_mul(0x9e37_79b9)).collect();
            expected.sort_unstable();
            let mut all = slots(count, Mode::All);
            all.sort();
            assert_eq!((all.as_slice(), all.count()), (&expected[..], u64::from(count)));
            for limit in [0, 1, 5, 100] {
                let mut first = slots(count, Mode::First(limit));
                first.mark();
                first.sort();
                assert_eq!(first.as_slice(), &expected[..expected.len().min(limit)]);
                assert_eq!(first.count(), u64::from(count));
            }
            let mut counted = slots(count, Mode::Count);
            counted.sort();
            assert!(counted.as_slice().is_empty() && counted.count() == u64::from(count));
        }
    }
}
