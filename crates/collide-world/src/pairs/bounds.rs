//! The pipeline both entries share: bounds, index, candidates, exact test, order.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use collide_broad::RTree;
use collide_core::{Aabb, Shape, relation};
use rayon::prelude::*;

use super::Found;
use super::index::Index;
use super::order::Order;
use crate::base::{Clock, Looks, MOST_PIECES, Pool, WORTH_SPREADING};
use crate::{Settings, Strategy};

/// Pieces of work for each thread, so that uneven ones even out.
const PIECES_PER_THREAD: usize = 8;

/// The index and the buffers of the pipeline, kept for reuse.
#[derive(Debug, Default)]
pub(crate) struct Finder {
    bounds: Vec<Aabb>,
    asking: Vec<Aabb>,
    index: Index,
    pieces: Vec<Piece>,
    order: Order,
}

/// What one piece of work found.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) pairs: Vec<[u32; 2]>,
    candidate_count: u64,
    pair_count: u64,
}

/// What becomes of the pairs.
pub(crate) enum Output<'a> {
    /// Written here, in canonical order, unless there are more than `most`.
    Pairs { out: &'a mut Vec<(u32, u32)>, most: u64 },
    /// Only counted, without memory per pair.
    Count,
}

impl Output<'_> {
    /// How many pairs may be kept in memory, and how many may be found before the search is given up.
    fn room(&self) -> (usize, u64) {
        match self {
            Self::Pairs { most, .. } => (usize::try_from(*most).unwrap_or(usize::MAX), *most),
            Self::Count => (0, u64::MAX),
        }
    }
}

impl Finder {
    /// The R-tree of the last search, if it had one.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        self.index.tree()
    }

    /// All pairs among the shapes that are wanted, the smaller index first.
    pub(crate) fn pairs(
        &mut self,
        shapes: &[Shape],
        settings: &Settings,
        strategy: Strategy,
        wanted: impl Fn(u32, u32) -> bool + Sync,
        output: Output<'_>,
    ) -> Found {
        settings.threads.run(shapes.len(), WORTH_SPREADING, |threads| {
            let mut clock = Clock::start();
            fill_bounds(&mut self.bounds, shapes, threads);
            clock.lap(|times| &mut times.bounds);
            self.index.build(strategy, settings.cell, &self.bounds);
            clock.lap(|times| &mut times.index);
            let test =
                |a, b| settings.touching.accepts(relation(shapes[a as usize], shapes[b as usize])) && wanted(a, b);
            let (room, most) = output.room();
            for_each_piece(&mut self.pieces, self.index.unit_count(), threads, most, |units, piece| {
                self.index.for_each_pair(units, |a, b| piece.take(a.min(b), a.max(b), &test, room));
            });
            clock.lap(|times| &mut times.pairs);
            self.finish([shapes.len(), 0], output, clock, threads)
        })
    }

    /// All pairs between two sets of shapes, an index of `a` first.
    pub(crate) fn pairs_between(
        &mut self,
        a: &[Shape],
        b: &[Shape],
        settings: &Settings,
        strategy: Strategy,
        output: Output<'_>,
    ) -> Found {
        settings.threads.run(a.len().max(b.len()), WORTH_SPREADING, |threads| {
            let mut clock = Clock::start();
            // The smaller set is indexed and the larger one asks: the index stays small enough for the caches.
            let swapped = b.len() < a.len();
            let (indexed, asking) = if swapped { (b, a) } else { (a, b) };
            fill_bounds(&mut self.bounds, indexed, threads);
            fill_bounds(&mut self.asking, asking, threads);
            clock.lap(|times| &mut times.bounds);
            self.index.build(strategy, settings.cell, &self.bounds);
            clock.lap(|times| &mut times.index);
            let test = |i, j| settings.touching.accepts(relation(a[i as usize], b[j as usize]));
            let (room, most) = output.room();
            for_each_piece(&mut self.pieces, asking.len(), threads, most, |units, piece| {
                for (asking, bound) in (units.start as u32..).zip(&self.asking[units]) {
                    self.index.for_each_hit(bound, |hit| {
                        let (i, j) = if swapped { (asking, hit) } else { (hit, asking) };
                        piece.take(i, j, &test, room);
                    });
                }
            });
            clock.lap(|times| &mut times.pairs);
            self.finish([a.len(), b.len()], output, clock, threads)
        })
    }

    /// Puts the pieces together and sums them up.
    fn finish(
        &mut self,
        [first_count, second_count]: [usize; 2],
        output: Output<'_>,
        mut clock: Clock,
        threads: usize,
    ) -> Found {
        let pair_count = self.pieces.iter().map(|piece| piece.pair_count).sum();
        if let Output::Pairs { out, most } = output
            && pair_count <= most
        {
            let pieces = self.pieces.iter().map(|piece| piece.pairs.as_slice());
            self.order.sort_into(pieces, first_count, second_count == 0, out, &Pool { threads });
        }
        clock.lap(|times| &mut times.order);
        let candidate_count = self.pieces.iter().map(|piece| piece.candidate_count).sum();
        Found { candidate_count, pair_count, times: clock.times }
    }
}

impl Piece {
    /// Tests a candidate and counts it, and keeps it if it is a pair and there is room for it.
    #[inline]
    fn take(&mut self, a: u32, b: u32, test: &impl Fn(u32, u32) -> bool, room: usize) {
        self.candidate_count += 1;
        if test(a, b) {
            self.pair_count += 1;
            if self.pairs.len() < room {
                self.pairs.push([a, b]);
            }
        }
    }
}

/// Cuts the units into pieces of work and does them on the threads, each into a place of its own, as long as not more pairs
/// than `most` have been found.
fn for_each_piece(
    pieces: &mut Vec<Piece>,
    unit_count: usize,
    threads: usize,
    most: u64,
    work: impl Fn(Range<usize>, &mut Piece) + Sync,
) {
    let found = AtomicU64::new(0);
    let spread = threads > 1;
    let piece_count = if spread { (threads * PIECES_PER_THREAD).min(MOST_PIECES) } else { 1 };
    pieces.resize_with(piece_count, Piece::default);
    let do_piece = |(number, piece): (usize, &mut Piece)| {
        piece.pairs.clear();
        piece.candidate_count = 0;
        piece.pair_count = 0;
        let (mut start, end) = (unit_count * number / piece_count, unit_count * (number + 1) / piece_count);
        let mut looks = Looks::new(most, &found);
        while start < end {
            let stop = end.min(start.saturating_add(looks.step()));
            let known = piece.pair_count;
            work(start..stop, piece);
            start = stop;
            if looks.are_too_many(piece.pair_count - known) {
                return;
            }
        }
    };
    if spread {
        pieces.par_iter_mut().enumerate().with_max_len(1).for_each(do_piece);
    } else {
        pieces.iter_mut().enumerate().for_each(do_piece);
    }
}

fn fill_bounds(bounds: &mut Vec<Aabb>, shapes: &[Shape], threads: usize) {
    if threads > 1 {
        shapes.par_iter().map(Shape::aabb).collect_into_vec(bounds);
    } else {
        bounds.clear();
        bounds.extend(shapes.iter().map(Shape::aabb));
    }
}
