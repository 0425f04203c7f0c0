//! Pairs from bounds, through any broad phase.

use std::ops::Range;

use collide_broad::{BroadPhase, BruteForce, RTree, SweepAndPrune};
use collide_core::{Aabb, Shape, relation};

use super::SearchReport;
use super::order::Order;
use super::pieces::{Piece, PieceList, Source, counts};
use super::tuning::MIN_BOUNDS;
use crate::base::{Clock, Pool, WORTH_SPREADING};
use crate::{Budget, OverBudget, Settings, Strategy};

/// The search over shapes by their bounds. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    bounds: Vec<Aabb>,
    probes: Vec<Aabb>,
    pieces: PieceList,
    order: Order,
}

/// The output of a search.
pub(crate) struct Output<'a> {
    /// The list for the pairs, in order. With `None` they are only counted.
    pub(crate) out: Option<&'a mut Vec<(u32, u32)>>,
    /// The search stops when it exceeds this.
    pub(crate) budget: Budget,
}

impl Output<'_> {
    /// The maximum number of pairs that a piece keeps.
    fn room(&self) -> usize {
        if self.out.is_some() { self.budget.room() } else { 0 }
    }
}

impl Bounds {
    /// Finds all pairs of a shape of `a` and a shape of `b` that pass the filter. Without `b`, all pairs among the
    /// shapes of `a`, the smaller index first.
    pub(crate) fn pairs<B: BroadPhase + Send>(
        &mut self,
        phase: &mut B,
        (a, b): (&[Shape], Option<&[Shape]>),
        settings: &Settings,
        filter: impl Fn(u32, u32) -> bool + Sync,
        output: Output<'_>,
    ) -> Result<SearchReport, OverBudget> {
        let second = b.unwrap_or(a);
        settings.threads.run(a.len().max(second.len()), WORTH_SPREADING, |threads| {
            let (mut clock, workers) = (Clock::start(), Pool { threads });
            // Indexes the smaller set, as its index fits into the caches better.
            let swapped = second.len() < a.len();
            fill_bounds(&mut self.bounds, if swapped { second } else { a }, &workers);
            if b.is_some() {
                fill_bounds(&mut self.probes, if swapped { a } else { second }, &workers);
            }
            clock.lap(|times| &mut times.bounds);
            phase.build(&self.bounds);
            clock.lap(|times| &mut times.index);
            let is_pair = |i, j| settings.touching.accepts(relation(a[i as usize], second[j as usize])) && filter(i, j);
            let (phase, probes, room, budget) = (&*phase, &self.probes, output.room(), output.budget);
            let pieces = if b.is_some() {
                self.pieces.run(&Between { phase, probes, swapped, is_pair, room }, budget, &workers)
            } else {
                self.pieces.run(&Within { phase, is_pair, room }, budget, &workers)
            };
            clock.lap(|times| &mut times.pairs);
            let (candidate_count, pair_count) = counts(pieces);
            budget.check(pair_count, candidate_count)?;
            if let Some(out) = output.out {
                let pairs = pieces.iter().map(|piece| piece.pairs.as_slice());
                self.order.sort_into(pairs, a.len(), b.is_none(), out, &workers);
            }
            clock.lap(|times| &mut times.order);
            Ok(SearchReport { candidate_count, pair_count, times: clock.times })
        })
    }
}

/// The pairs within a broad phase.
struct Within<'a, B, T> {
    phase: &'a B,
    is_pair: T,
    room: usize,
}

impl<B: BroadPhase, T: Fn(u32, u32) -> bool + Sync> Source for Within<'_, B, T> {
    /// A broad phase may have a single unit of work.
    const MIN_UNITS: usize = 1;

    fn unit_count(&self) -> usize {
        self.phase.unit_count()
    }

    fn find(&self, units: Range<usize>, piece: &mut Piece) {
        self.phase.for_each_pair(units, |a, b| piece.test(a.min(b), a.max(b), &self.is_pair, self.room));
    }
}

/// The pairs of a bound in a broad phase and a probe, which is looked up in it.
struct Between<'a, B, T> {
    phase: &'a B,
    probes: &'a [Aabb],
    /// Whether the probe comes first in a pair.
    swapped: bool,
    is_pair: T,
    room: usize,
}

impl<B: BroadPhase, T: Fn(u32, u32) -> bool + Sync> Source for Between<'_, B, T> {
    const MIN_UNITS: usize = MIN_BOUNDS;

    fn unit_count(&self) -> usize {
        self.probes.len()
    }

    fn find(&self, units: Range<usize>, piece: &mut Piece) {
        for (probe, bound) in (units.start as u32..).zip(&self.probes[units]) {
            self.phase.for_each_hit(bound, |hit| {
                let (i, j) = if self.swapped { (probe, hit) } else { (hit, probe) };
                piece.test(i, j, &self.is_pair, self.room);
            });
        }
    }
}

fn fill_bounds(bounds: &mut Vec<Aabb>, shapes: &[Shape], workers: &Pool) {
    let Some(first) = shapes.first() else { return bounds.clear() };
    bounds.resize(shapes.len(), first.aabb());
    workers.each_pair(shapes, bounds, |shape, bound| *bound = shape.aabb());
}

/// Lists the strategies that are broad phases over bounds, and the field of [`BoundsSearch`] with each.
macro_rules! bounds_phases {
    ($($Phase:ident: $phase:ident,)+) => {
        /// A broad phase over bounds that a strategy names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum BoundsPhase {
            $($Phase,)+
        }

        impl BoundsPhase {
            /// The broad phase of a strategy; `None` for cell lists and for [`Strategy::Auto`].
            pub(crate) fn of(strategy: Strategy) -> Option<Self> {
                match strategy {
                    Strategy::Auto | Strategy::UniformGrid | Strategy::HierarchicalGrid => None,
                    $(Strategy::$Phase => Some(Self::$Phase),)+
                }
            }
        }

        /// The search through the broad phases that strategies name.
        #[derive(Debug, Default)]
        pub(crate) struct BoundsSearch {
            bounds: Bounds,
            $($phase: $Phase,)+
            last: Option<BoundsPhase>,
        }

        impl BoundsSearch {
            /// [`Bounds::pairs`] by a named broad phase.
            pub(crate) fn pairs(
                &mut self,
                phase: BoundsPhase,
                shapes: (&[Shape], Option<&[Shape]>),
                settings: &Settings,
                filter: impl Fn(u32, u32) -> bool + Sync,
                output: Output<'_>,
            ) -> Result<SearchReport, OverBudget> {
                self.last = Some(phase);
                match phase {
                    $(BoundsPhase::$Phase => self.bounds.pairs(&mut self.$phase, shapes, settings, filter, output),)+
                }
            }
        }
    };
}

bounds_phases! {
    BruteForce: brute_force,
    SweepAndPrune: sweep_and_prune,
    RTree: r_tree,
}

impl BoundsSearch {
    /// The R-tree of the last search, if it used one.
    pub(crate) fn tree(&self) -> Option<&RTree> {
        (self.last == Some(BoundsPhase::RTree)).then_some(&self.r_tree)
    }

    /// The search itself, for a broad phase of the user.
    pub(crate) fn bounds(&mut self) -> &mut Bounds {
        &mut self.bounds
    }
}
