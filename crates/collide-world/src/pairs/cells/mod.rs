//! The fast way to all pairs: sorted tables, joined eight rows at a time.

mod candidates;
mod pairs;
mod part;

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use collide_broad::Workers;
use collide_core::Touching;
use collide_core::batch::Level;

use super::Wanted;
use crate::base::{Looks, MOST_PIECES, allocated, span};
use crate::store::Set;
use part::{Part, Search, parts_between, parts_within};

pub(crate) use pairs::PairBuffer;

/// Pieces of work for each thread, so that uneven ones even out.
const PIECES_PER_THREAD: usize = 16;

/// So few rows are not worth a piece of their own.
const SMALLEST_PIECE: usize = 512;

/// Finds the pairs of two sets, one of which may stay as it is for long. Keeps its memory.
#[derive(Debug, Default)]
pub(crate) struct Engine {
    /// The parts of the search, and how many rows come before each.
    parts: Vec<(Part, usize)>,
    pieces: Vec<Piece>,
    numbers: Vec<u32>,
}

/// What one piece of work found: pairs of slots, in no particular order.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) pairs: PairBuffer,
    candidates: PairBuffer,
    pub(crate) candidate_count: u64,
    pub(crate) pair_count: u64,
}

/// Which pairs to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// Those with at least one shape of the first set.
    First,
    /// Those of two shapes of the second set.
    Second,
    /// Those of a shape of the first set and one of the second, in this order.
    Between,
}

/// What to find, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    /// Both sorted.
    pub(crate) sets: [&'a Set; 2],
    pub(crate) among: Among,
    pub(crate) wanted: Wanted<'a>,
    pub(crate) touching: Touching,
    pub(crate) level: Level,
    /// Whether pairs are kept, or only counted.
    pub(crate) keep: bool,
    /// Beyond so many pairs the search is given up: what it has found by then is not all.
    pub(crate) most: u64,
}

impl Engine {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let pieces: usize = self.pieces.iter().map(|piece| piece.pairs.memory() + piece.candidates.memory()).sum();
        allocated(&self.parts) + allocated(&self.pieces) + allocated(&self.numbers) + pieces
    }

    /// Finds pairs; the pieces hold them, in an order that does not depend on the number of workers.
    pub(crate) fn find(&mut self, task: Task<'_>, workers: &impl Workers) -> &[Piece] {
        span!("pairs");
        let Task { sets, among, .. } = task;
        self.parts.clear();
        let mut row_count = 0;
        let mut add = |part: Part| {
            self.parts.push((part, row_count));
            row_count += part.rows();
        };
        match among {
            Among::First => {
                parts_within(0, sets[0], &mut add);
                parts_between(sets, &mut add);
            }
            Among::Second => parts_within(1, sets[1], &mut add),
            Among::Between => parts_between(sets, &mut add),
        }
        // Only joins of what is decided later call rows by number.
        let by_number = sets.iter().any(|set| !set.turned.is_empty());
        let longest = if by_number { sets.iter().map(|set| set.numbered()).max().unwrap_or(0) } else { 0 };
        if self.numbers.len() < longest {
            self.numbers.extend(self.numbers.len() as u32..longest as u32);
        }
        let most = if workers.count() > 1 { (workers.count() * PIECES_PER_THREAD).min(MOST_PIECES - 1) } else { 1 };
        let piece_count = (row_count / SMALLEST_PIECE).clamp(1, most);
        if self.pieces.len() < piece_count {
            self.pieces.resize_with(piece_count, Piece::default);
        }
        let search = Search { task, numbers: &self.numbers };
        let found = AtomicU64::new(0);
        let pieces = &mut self.pieces[..piece_count];
        workers.each(pieces, |number, piece| {
            piece.clear();
            let rows = row_count * number / piece_count..row_count * (number + 1) / piece_count;
            run(&self.parts, &search, rows, piece, &found);
        });
        pieces
    }
}

/// Does these rows of all parts' rows, counted through, as long as not more pairs have been `found` than the task has room for.
fn run(parts: &[(Part, usize)], search: &Search<'_>, rows: Range<usize>, piece: &mut Piece, found: &AtomicU64) {
    let mut looks = Looks::new(search.task.most, found);
    for (part, before) in parts {
        let mut start = rows.start.saturating_sub(*before);
        let end = rows.end.saturating_sub(*before).min(part.rows());
        while start < end {
            let stop = end.min(start.saturating_add(looks.step()));
            let known = piece.pair_count;
            part.run(search, start..stop, piece);
            start = stop;
            if looks.are_too_many(piece.pair_count - known) {
                return;
            }
        }
    }
}

impl Piece {
    fn clear(&mut self) {
        self.pairs.clear();
        self.candidate_count = 0;
        self.pair_count = 0;
    }
}
