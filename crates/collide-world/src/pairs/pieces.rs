//! The work of a search, split into pieces.

use std::ops::Range;

use collide_broad::internal::{MAX_PIECES, Workers, grown};

use super::buffer::PairBuffer;
use crate::Budget;
use crate::base::{BudgetCheck, Spent, allocated, max_pieces, span};

/// The results of one piece of work: pairs in no particular order.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) pairs: PairBuffer,
    /// Candidates that are not tested yet, for a search that tests many at a time.
    pub(super) candidates: PairBuffer,
    pub(crate) candidate_count: u64,
    pub(crate) pair_count: u64,
}

impl Piece {
    /// Counts and tests a candidate, and keeps it if it is a pair and there are fewer than `room` pairs.
    ///
    /// Not inlined into the loop of the broad phase: inlined, a sweep takes a fifth longer.
    #[inline(never)]
    pub(super) fn test(&mut self, a: u32, b: u32, is_pair: &impl Fn(u32, u32) -> bool, room: usize) {
        self.candidate_count += 1;
        if is_pair(a, b) {
            self.pair_count += 1;
            self.pairs.push_if([a, b], self.pairs.len() < room);
        }
    }

    fn clear(&mut self) {
        self.pairs.clear();
        self.candidate_count = 0;
        self.pair_count = 0;
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
            piece.clear();
            let (mut start, end) = (unit_count * number / piece_count, unit_count * (number + 1) / piece_count);
            let mut check = BudgetCheck::new(budget, &spent);
            while start < end {
                let stop = end.min(start.saturating_add(check.step()));
                let (pairs, candidates) = (piece.pair_count, piece.candidate_count);
                find(start..stop, piece);
                start = stop;
                if check.is_exceeded(piece.pair_count - pairs, piece.candidate_count - candidates) {
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

/// The sums of all pieces: candidates and pairs.
pub(crate) fn counts(pieces: &[Piece]) -> (u64, u64) {
    let sum = |count: fn(&Piece) -> u64| pieces.iter().map(count).sum();
    (sum(|piece| piece.candidate_count), sum(|piece| piece.pair_count))
}
