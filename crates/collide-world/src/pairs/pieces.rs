//! The work of a search, split into pieces.

use std::ops::{AddAssign, Range};

use collide_broad::internal::{MAX_PIECES, Workers, grown};
use collide_core::exact_work;

use super::buffer::PairBuffer;
use crate::Budget;
use crate::base::{BudgetCheck, Meter, Spent, allocated, max_pieces, span, work};

/// The results of one piece of work: pairs in no particular order.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) pairs: PairBuffer,
    /// Candidates that are not tested yet, for a search that tests many at a time.
    pub(super) candidates: PairBuffer,
    pub(crate) counts: Counts,
    /// The work of this piece by itself: one shape of a pile can exceed the budget.
    meter: Meter,
    /// The first shape of the last candidate of a broad phase.
    last: Option<u32>,
    /// The unit that cost most, if the work is limited.
    costliest: Costliest,
}

/// Units of a search and their mean work.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Costliest {
    work: u64,
    /// The first of some units, of which one or more cost that much, and their number.
    pub(crate) unit: usize,
    pub(crate) count: usize,
    /// A shape of the unit, if candidates came from a broad phase.
    pub(crate) shape: Option<u32>,
}

/// What a search has found and done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) candidates: u64,
    pub(crate) pairs: u64,
    /// In units: [`Budget::max_work`].
    pub(crate) work: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, Self { candidates, pairs, work }: Self) {
        self.candidates += candidates;
        self.pairs += pairs;
        self.work += work;
    }
}

impl Piece {
    /// Counts and tests a candidate, and keeps it if it is a pair and there are fewer than `room` pairs. Does nothing
    /// once the budget is exceeded.
    ///
    /// Not inlined into the loop of the broad phase: inlined, a sweep takes a fifth longer.
    #[inline(never)]
    pub(super) fn test(&mut self, a: u32, b: u32, is_pair: &impl Fn(u32, u32) -> bool, room: usize) {
        if self.meter.is_over() {
            return;
        }
        self.meter.add(work::TESTED);
        self.last = Some(a);
        self.counts.candidates += 1;
        self.counts.work += work::TESTED;
        if is_pair(a, b) {
            self.counts.pairs += 1;
            self.counts.work += work::PAIR;
            self.pairs.push_if([a, b], self.pairs.len() < room);
        }
    }

    /// Adds the work of a broad phase.
    pub(super) fn compared(&mut self, count: u64) {
        self.counts.work += count * work::COMPARED;
    }

    fn clear(&mut self, budget: &Budget) {
        self.pairs.clear();
        self.meter = Meter::of_this_thread(budget.max_work);
        (self.last, self.costliest) = (None, Costliest::default());
        self.counts = Counts::default();
    }
}

/// The pieces of a search. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct PieceList(Vec<Piece>);

impl PieceList {
    /// Does units of work in pieces of at least `min_units`, until the budget is exceeded. `find` finds the pairs of
    /// some units, tests them and puts them into the piece: each pair once, however the units are split. The pairs of
    /// all pieces, one after the other, do not depend on the number of pieces.
    pub(crate) fn run(
        &mut self,
        unit_count: usize,
        min_units: usize,
        find: impl Fn(Range<usize>, &mut Piece) + Sync + Send,
        budget: Budget,
        workers: &impl Workers,
    ) -> &[Piece] {
        span!("pairs");
        let limit = max_pieces(workers).min(MAX_PIECES - 1);
        let piece_count = (unit_count / min_units).clamp(1, limit);
        let spent = Spent::default();
        let pieces = grown(&mut self.0, piece_count);
        workers.each(pieces, |number, piece| {
            piece.clear(&budget);
            let (mut start, end) = (unit_count * number / piece_count, unit_count * (number + 1) / piece_count);
            let mut check = BudgetCheck::new(budget, &spent);
            while start < end {
                let stop = end.min(start.saturating_add(check.step()));
                let (before, exact) = (piece.counts, exact_work());
                find(start..stop, piece);
                piece.counts.work += exact_work() - exact;
                let work = (piece.counts.work - before.work) / (stop - start) as u64;
                if work > piece.costliest.work {
                    piece.costliest = Costliest { work, unit: start, count: stop - start, shape: piece.last };
                }
                start = stop;
                if check.is_exceeded(piece.counts.pairs - before.pairs, piece.counts.work - before.work) {
                    return;
                }
            }
        });
        pieces
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let pieces = self.0.iter().map(|piece| piece.pairs.memory() + piece.candidates.memory());
        allocated(&self.0) + pieces.sum::<usize>()
    }
}

/// The unit that cost most.
pub(crate) fn costliest(pieces: &[Piece]) -> Costliest {
    let all = pieces.iter().map(|piece| piece.costliest);
    all.reduce(|max, next| if next.work > max.work { next } else { max }).unwrap_or_default()
}

/// The sums of all pieces.
pub(crate) fn counts(pieces: &[Piece]) -> Counts {
    let mut sum = Counts::default();
    pieces.iter().for_each(|piece| sum += piece.counts);
    sum
}
