use collide_broad::internal::PairSink;

use super::tuning::ROOM;
use crate::base::allocated;

/// A list of pairs of numbers that is written eight pairs at a time. Reuses its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairBuffer {
    places: Vec<[u32; 2]>,
    len: usize,
}

impl PairBuffer {
    /// Appends the pair if `keep` is true, without a branch.
    #[inline(always)]
    pub(crate) fn push_if(&mut self, pair: [u32; 2], keep: bool) {
        if self.places.len() == self.len {
            self.grow();
        }
        self.places[self.len] = pair;
        self.len += usize::from(keep);
    }

    /// Makes room for eight pairs or more.
    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self) {
        let more = self.places.len().clamp(ROOM[0], ROOM[1]) + self.places.len() / 4;
        self.places.reserve_exact(more);
        self.places.resize(self.places.len() + more, [0; 2]);
    }

    /// Drops all pairs. Then there is room for `count` pairs and no more, or for as many as the list has held.
    pub(super) fn restart(&mut self, count: usize) {
        self.len = 0;
        if self.places.len() < count {
            self.places.resize(count, [0; 2]);
        }
    }

    pub(crate) fn extend(&mut self, pairs: &[[u32; 2]]) {
        self.places.truncate(self.len);
        self.places.extend_from_slice(pairs);
        self.len = self.places.len();
    }

    /// Maps the pairs from index `from` on, and drops those for which `change` returns false. Each pair is written, as
    /// a branch would often be mispredicted.
    pub(crate) fn filter(&mut self, from: usize, change: impl Fn([u32; 2]) -> ([u32; 2], bool)) {
        let mut kept = from;
        for place in from..self.len {
            let (pair, stays) = change(self.places[place]);
            self.places[kept] = pair;
            kept += usize::from(stays);
        }
        self.len = kept;
    }

    /// Keeps the first `len` pairs.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        allocated(&self.places)
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn as_slice(&self) -> &[[u32; 2]] {
        &self.places[..self.len]
    }
}

/// Where a join writes its pairs: one type, so that joins are compiled once.
pub(super) struct Filling<'a> {
    pub(super) buffer: PairBuffer,
    /// Makes room in the buffer for a number of pairs: called when it is full, and before the first pair.
    pub(super) when_full: &'a mut dyn FnMut(&mut PairBuffer, usize),
}

impl PairSink for Filling<'_> {
    /// Appends the first `count` of at most eight pairs. All are written, so that no branch is needed.
    #[inline(always)]
    fn take(&mut self, pairs: &[[u32; 2]], count: usize) {
        let PairBuffer { places, len } = &mut self.buffer;
        if places.len() < *len + pairs.len() {
            self.make_room(pairs.len());
        }
        let PairBuffer { places, len } = &mut self.buffer;
        places[*len..][..pairs.len()].copy_from_slice(pairs);
        *len += count;
    }
}

impl Filling<'_> {
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, count: usize) {
        (self.when_full)(&mut self.buffer, count);
    }
}
