//! Pairs from bounds, through any broad phase.

use std::ops::Range;

use collide_broad::{BroadPhase, BruteForce, RTree, SweepAndPrune};
use collide_core::{Aabb, Shape, relation};

use super::order::Order;
use super::pieces::{Piece, PieceList, costliest, counts};
use super::tuning::MIN_BOUNDS;
use super::{Output, SearchReport};
use crate::base::{Clock, Pool, WORTH_SPREADING, allocated, work};
use crate::{Costliest, OverBudget, Settings, Strategy};

/// The search over shapes by their bounds. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    bounds: Vec<Aabb>,
    probes: Vec<Aabb>,
    pieces: PieceList,
    order: Order,
}

/// The shapes of a search, and which of their pairs to find.
#[derive(Clone, Copy)]
pub(crate) enum ShapePairs<'a> {
    /// Pairs of two of the shapes, the smaller index first.
    Within(&'a [Shape]),
    /// The same, except pairs of two resting shapes. The two lists are the indices of the active shapes and of the
    /// resting ones, each in ascending order.
    Active(&'a [Shape], [&'a [u32]; 2]),
    /// Pairs of a shape of the first list and a shape of the second.
    Between(&'a [Shape], &'a [Shape]),
}

impl ShapePairs<'_> {
    /// The number of shapes.
    fn len(self) -> usize {
        match self {
            Self::Within(shapes) | Self::Active(shapes, _) => shapes.len(),
            Self::Between(a, b) => a.len() + b.len(),
        }
    }
}

impl Bounds {
    /// Finds the pairs that pass the filter, and lists them by slot. The filter is dynamic, because a search is large code:
    /// it is compiled once for each broad phase.
    pub(crate) fn pairs<B: BroadPhase + Send>(
        &mut self,
        phase: &mut B,
        shapes: ShapePairs<'_>,
        settings: &Settings,
        filter: &(dyn Fn(u32, u32) -> bool + Sync),
        output: Output<'_>,
    ) -> Result<SearchReport, OverBudget> {
        let (a, b) = match shapes {
            ShapePairs::Within(shapes) | ShapePairs::Active(shapes, _) => (shapes, shapes),
            ShapePairs::Between(a, b) => (a, b),
        };
        settings.threads.run(a.len().max(b.len()), WORTH_SPREADING, |workers| {
            let indexed = shapes.len() as u64 * work::BOUND;
            output.budget.check(0, indexed)?;
            let mut clock = Clock::start();
            // Indexes the smaller set, as its index fits into the caches better.
            let swapped = b.len() < a.len();
            self.fill(shapes, swapped, workers);
            clock.lap(|times| &mut times.bounds);
            phase.build(&self.bounds);
            clock.lap(|times| &mut times.index);
            let is_pair = |i, j| settings.touching.accepts(relation(a[i as usize], b[j as usize])) && filter(i, j);
            let (phase, probes, room) = (&*phase, &self.probes, output.room());
            let budget = output.budget.left(0, indexed);
            let pieces = match shapes {
                ShapePairs::Within(_) => {
                    let find = move |units, piece: &mut Piece| {
                        let compared =
                            phase.for_each_pair(units, |a, b| piece.test(a.min(b), a.max(b), &is_pair, room));
                        piece.compared(compared);
                    };
                    // A broad phase may have a single unit of work.
                    self.pieces.run(phase.unit_count(), 1, find, budget, workers)
                }
                ShapePairs::Active(_, [active, resting]) => {
                    let within = phase.unit_count();
                    let find = move |units: Range<usize>, piece: &mut Piece| {
                        let mut compared = 0;
                        let mut test = |a: u32, b: u32| piece.test(a.min(b), a.max(b), &is_pair, room);
                        let own = units.start.min(within)..units.end.min(within);
                        if !own.is_empty() {
                            compared += phase.for_each_pair(own, |a, b| test(active[a as usize], active[b as usize]));
                        }
                        for probe in units.start.max(within)..units.end.max(within) {
                            let (bound, index) = (&probes[probe - within], resting[probe - within]);
                            compared += phase.for_each_hit(bound, |hit| test(active[hit as usize], index));
                        }
                        piece.compared(compared);
                    };
                    self.pieces.run(within + probes.len(), 1, find, budget, workers)
                }
                ShapePairs::Between(..) => {
                    let find = move |units: Range<usize>, piece: &mut Piece| {
                        for (probe, bound) in (units.start as u32..).zip(&probes[units]) {
                            let compared = phase.for_each_hit(bound, |hit| {
                                let (i, j) = if swapped { (probe, hit) } else { (hit, probe) };
                                piece.test(i, j, &is_pair, room);
                            });
                            piece.compared(compared);
                        }
                    };
                    self.pieces.run(probes.len(), MIN_BOUNDS, find, budget, workers)
                }
            };
            clock.lap(|times| &mut times.pairs);
            let mut found = counts(pieces);
            found.work += indexed;
            if let Err(over) = output.budget.check(found.pairs, found.work) {
                // Of two lists, `a` has the first shape of each candidate.
                let item = |index: u32| Costliest { item: "shape", index, at: a[index as usize].middle() };
                return Err(over.by(costliest(pieces).shape.map(item)));
            }
            if let Some(out) = output.out {
                let pairs = pieces.iter().map(|piece| piece.pairs.as_slice());
                let ascending = !matches!(shapes, ShapePairs::Between(..));
                self.order.sort_into(pairs, a.len(), ascending, out, workers);
            }
            clock.lap(|times| &mut times.order);
            Ok(SearchReport::new(found, clock.times))
        })
    }

    /// Bytes allocated.
    fn memory(&self) -> usize {
        allocated(&self.bounds) + allocated(&self.probes) + self.pieces.memory() + self.order.memory()
    }

    /// Computes the bounds that are indexed, and those that are looked up. `swapped` if the second list is indexed.
    fn fill(&mut self, shapes: ShapePairs<'_>, swapped: bool, workers: &Pool) {
        match shapes {
            ShapePairs::Within(shapes) => fill_bounds(&mut self.bounds, shapes, Shape::aabb, workers),
            ShapePairs::Active(shapes, [active, resting]) => {
                let bound = |index: &u32| shapes[*index as usize].aabb();
                fill_bounds(&mut self.bounds, active, bound, workers);
                fill_bounds(&mut self.probes, resting, bound, workers);
            }
            ShapePairs::Between(a, b) => {
                let (indexed, probes) = if swapped { (b, a) } else { (a, b) };
                fill_bounds(&mut self.bounds, indexed, Shape::aabb, workers);
                fill_bounds(&mut self.probes, probes, Shape::aabb, workers);
            }
        }
    }
}

fn fill_bounds<T: Sync>(bounds: &mut Vec<Aabb>, items: &[T], bound: impl Fn(&T) -> Aabb + Sync + Send, workers: &Pool) {
    let Some(first) = items.first() else { return bounds.clear() };
    bounds.resize(items.len(), bound(first));
    workers.each_pair(items, bounds, |item, place| *place = bound(item));
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
            pub(crate) bounds: Bounds,
            $($phase: $Phase,)+
            last: Option<BoundsPhase>,
        }

        impl BoundsSearch {
            /// [`Bounds::pairs`] by a named broad phase.
            pub(crate) fn pairs(
                &mut self,
                phase: BoundsPhase,
                shapes: ShapePairs<'_>,
                settings: &Settings,
                filter: &(dyn Fn(u32, u32) -> bool + Sync),
                output: Output<'_>,
            ) -> Result<SearchReport, OverBudget> {
                self.last = Some(phase);
                match phase {
                    $(BoundsPhase::$Phase => self.bounds.pairs(&mut self.$phase, shapes, settings, filter, output),)+
                }
            }

            /// Bytes allocated.
            pub(crate) fn memory(&self) -> usize {
                let phases = [$(self.$phase.memory(),)+];
                self.bounds.memory() + phases.into_iter().sum::<usize>()
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
}
