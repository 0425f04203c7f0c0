use std::fmt;

use collide_broad::BroadPhase;
use collide_broad::internal::{Layout, sample_indices};
use collide_core::Shape;
use thiserror::Error;

use crate::base::{Pool, WORTH_SPREADING_SORTED};
use crate::pairs::{
    Accept, BoundsSearch, Candidates, CellListPipeline, FixedSearch, Input, Output, PairFilter, ShapePairs, read_work,
};
use crate::store::{Packed, Set};
use crate::tick::{Chooser, choose_between};
use crate::{Budget, Costliest, OverBudget, PairOrder, Report, SearchReport, Settings};

/// Finds overlapping pairs among shapes that are stored elsewhere: in an ECS, a database or a file.
///
/// A batch holds settings and scratch memory only. Reuse one for many calls: it does not allocate once its buffers have
/// grown, except for the R-tree, which is always built from scratch.
///
/// Pairs are indices into the slices, by first index and then by second. [`Settings::touching`] decides whether shapes
/// that only touch are a pair.
#[derive(Default)]
pub struct Batch {
    settings: Settings,
    /// Of the next call.
    budget: Budget,
    chooser: Chooser,
    bounds: BoundsSearch,
    sorted: Sorted,
    sorted_between: Sorted,
}

impl Batch {
    /// A batch with these settings and empty buffers.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Replaces the settings for the following calls.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Limits the next call: one that exceeds the [`Budget`] returns [`BatchError::OverBudget`] and leaves its output
    /// unchanged. Calls that only count have the limits too. Without it, a call has no limit.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// use collide_world::{Batch, BatchError};
    /// let pile = [Shape::from(Circle::new(Vec2::ZERO, 1.0).unwrap()); 100];
    /// let (mut batch, mut pairs) = (Batch::default(), Vec::new());
    /// assert!(matches!(batch.within(1_000).pairs_into(&pile, &mut pairs), Err(BatchError::OverBudget(_))));
    /// assert_eq!(batch.within(1_000).pairs_into(&pile[..40], &mut pairs)?.pair_count, 780);
    /// assert_eq!(batch.pairs_into(&pile, &mut pairs)?.pair_count, 4_950);
    /// # Ok::<(), BatchError>(())
    /// ```
    #[must_use = "a budget is for the call that follows"]
    pub fn within(&mut self, budget: impl Into<Budget>) -> &mut Self {
        self.budget = budget.into();
        self
    }

    /// Overwrites `out` with the pairs of overlapping shapes, each once, the smaller index first.
    ///
    /// # Errors
    /// [`BatchError`] if there are too many shapes, or more pairs than the [budget](Self::within). `out` is then
    /// unchanged.
    ///
    /// ```
    /// use collide_core::{Circle, Rect, Shape, Vec2};
    /// use collide_world::{Batch, Settings};
    /// let shapes: [Shape; 2] = [
    ///     Circle::new(Vec2::new(0.0, 2.0), 1.0).unwrap().into(),
    ///     Rect::new(Vec2::ZERO, Vec2::ONE).unwrap().into(),
    /// ];
    /// let mut pairs = Vec::new();
    /// Batch::new(Settings::default()).pairs_into(&shapes, &mut pairs)?;
    /// assert_eq!(pairs, [(0, 1)]);
    /// # Ok::<(), collide_world::BatchError>(())
    /// ```
    pub fn pairs_into(&mut self, shapes: &[Shape], out: &mut Vec<(u32, u32)>) -> Result<Report, BatchError> {
        self.find(shapes, Some(out))
    }

    fn find(&mut self, shapes: &[Shape], mut out: Option<&mut Vec<(u32, u32)>>) -> Result<Report, BatchError> {
        let budget = std::mem::take(&mut self.budget);
        check_count("shapes", shapes)?;
        let Self { settings, chooser, bounds, sorted, .. } = self;
        let count = shapes.len();
        let bounds_of = |limit| sample_indices(count, limit).map(|index| shapes[index].aabb()).collect();
        let choice = chooser.choose(settings.strategy, count, bounds_of);
        let (choice, found) = chooser
            .search(choice, count, settings, |candidates, accept| {
                let output = Output { out: out.as_deref_mut(), order: PairOrder::BySlot, budget };
                match candidates {
                    Candidates::CellLists(layout) => sorted.find(layout, shapes, settings, accept, output),
                    Candidates::Bounds(phase) => {
                        bounds.pairs(phase, ShapePairs::Within(shapes), settings, &|_, _| true, output).map(Some)
                    }
                }
            })
            .map_err(of_shape)?;
        Ok(Report::new(choice, count, found))
    }

    /// Overwrites `out` with the overlapping pairs of a shape of `a` and a shape of `b`, as index into `a` and index
    /// into `b`.
    ///
    /// # Errors
    /// [`BatchError`] if there are too many shapes, or more pairs than the [budget](Self::within). `out` is then
    /// unchanged.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// use collide_world::{Batch, Settings};
    /// let circle = |x, radius| Shape::from(Circle::new(Vec2::new(x, 0.0), radius).unwrap());
    /// let (bullets, players) = ([circle(0.0, 0.0), circle(5.0, 0.0)], [circle(5.5, 1.0)]);
    /// let mut hits = Vec::new();
    /// Batch::new(Settings::default()).pairs_between_into(&bullets, &players, &mut hits)?;
    /// assert_eq!(hits, [(1, 0)]);
    /// # Ok::<(), collide_world::BatchError>(())
    /// ```
    pub fn pairs_between_into(
        &mut self,
        a: &[Shape],
        b: &[Shape],
        out: &mut Vec<(u32, u32)>,
    ) -> Result<Report, BatchError> {
        self.find_between(a, b, Some(out))
    }

    fn find_between(
        &mut self,
        a: &[Shape],
        b: &[Shape],
        out: Option<&mut Vec<(u32, u32)>>,
    ) -> Result<Report, BatchError> {
        let budget = std::mem::take(&mut self.budget);
        check_count("a", a)?;
        check_count("b", b)?;
        let output = Output { out, order: PairOrder::BySlot, budget };
        let choice = choose_between(self.settings.strategy, a.len(), b.len());
        let found = match Candidates::of(choice.strategy, &self.settings) {
            Candidates::CellLists(layout) => self.sorted_between.find_between(layout, [a, b], &self.settings, output),
            Candidates::Bounds(phase) => {
                self.bounds.pairs(phase, ShapePairs::Between(a, b), &self.settings, &|_, _| true, output)
            }
        }?;
        Ok(Report::new(choice, a.len() + b.len(), found))
    }

    /// [`pairs_into`](Self::pairs_into) with candidates from a broad phase of your own; [`Settings::strategy`] is
    /// ignored. The exact test, the threads and the order are the same. So the pairs are the same if the broad phase
    /// passes [`conformance::check`](collide_broad::conformance::check).
    ///
    /// # Errors
    /// [`BatchError`] if there are too many shapes, or more pairs than the [budget](Self::within). `out` is then
    /// unchanged.
    ///
    /// ```
    /// use collide_broad::SweepAndPrune;
    /// use collide_core::{Circle, Shape, Vec2};
    /// use collide_world::{Batch, Settings};
    /// let shapes = [0.0, 1.5, 9.0].map(|x| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()));
    /// let (mut phase, mut pairs) = (SweepAndPrune::default(), Vec::new());
    /// Batch::new(Settings::default()).pairs_with(&mut phase, &shapes, &mut pairs)?;
    /// assert_eq!(pairs, [(0, 1)]);
    /// # Ok::<(), collide_world::BatchError>(())
    /// ```
    pub fn pairs_with(
        &mut self,
        phase: &mut (impl BroadPhase + Send),
        shapes: &[Shape],
        out: &mut Vec<(u32, u32)>,
    ) -> Result<SearchReport, BatchError> {
        let budget = std::mem::take(&mut self.budget);
        check_count("shapes", shapes)?;
        let output = Output { out: Some(out), order: PairOrder::BySlot, budget };
        Ok(self.bounds.bounds.pairs(phase, ShapePairs::Within(shapes), &self.settings, &|_, _| true, output)?)
    }

    /// [`pairs_between_into`](Self::pairs_between_into) with candidates from a broad phase of your own, which is built
    /// from the smaller set.
    ///
    /// # Errors
    /// [`BatchError`] if there are too many shapes, or more pairs than the [budget](Self::within). `out` is then
    /// unchanged.
    pub fn pairs_between_with(
        &mut self,
        phase: &mut (impl BroadPhase + Send),
        a: &[Shape],
        b: &[Shape],
        out: &mut Vec<(u32, u32)>,
    ) -> Result<SearchReport, BatchError> {
        let budget = std::mem::take(&mut self.budget);
        check_count("a", a)?;
        check_count("b", b)?;
        let output = Output { out: Some(out), order: PairOrder::BySlot, budget };
        Ok(self.bounds.bounds.pairs(phase, ShapePairs::Between(a, b), &self.settings, &|_, _| true, output)?)
    }

    /// Counts the pairs that [`pairs_into`](Self::pairs_into) would write, without memory for the pairs.
    ///
    /// # Errors
    /// [`BatchError`] if there are too many shapes, or more pairs than the [budget](Self::within).
    pub fn count_pairs(&mut self, shapes: &[Shape]) -> Result<Report, BatchError> {
        self.find(shapes, None)
    }

    /// Counts the pairs that [`pairs_between_into`](Self::pairs_between_into) would write, without memory for the
    /// pairs.
    ///
    /// # Errors
    /// [`BatchError`] if there are too many shapes, or more pairs than the [budget](Self::within).
    pub fn count_pairs_between(&mut self, a: &[Shape], b: &[Shape]) -> Result<Report, BatchError> {
        self.find_between(a, b, None)
    }
}

/// The sorted shapes of the last call. The next call probably has the same shapes at nearly the same positions.
#[derive(Debug, Default)]
struct Sorted {
    sets: [Set; 2],
    search: CellListPipeline,
    /// Scratch memory.
    packed: Packed,
}

impl Sorted {
    fn find(
        &mut self,
        layout: Layout,
        shapes: &[Shape],
        settings: &Settings,
        accept: Option<Accept<'_>>,
        output: Output<'_>,
    ) -> Result<Option<SearchReport>, OverBudget> {
        let Self { sets: [set, none], packed, search } = self;
        let (slot_count, filter) = (shapes.len(), PairFilter::All);
        settings.threads.run(slot_count, WORTH_SPREADING_SORTED, |workers| {
            fill(set, layout, shapes, packed, workers);
            let read = read_work(set);
            let sets = [set, none];
            let (filters, sleeping, whole) = Default::default();
            let known = None;
            let input =
                Input { sets, read, slot_count, filter, filters, fixed: FixedSearch::None, sleeping, whole, known };
            search.run(input, settings, accept, output, workers)
        })
    }

    fn find_between(
        &mut self,
        layout: Layout,
        shapes: [&[Shape]; 2],
        settings: &Settings,
        output: Output<'_>,
    ) -> Result<SearchReport, OverBudget> {
        let Self { sets, packed, search } = self;
        let count = shapes.map(<[_]>::len).iter().sum();
        settings.threads.run(count, WORTH_SPREADING_SORTED, |workers| {
            for (set, shapes) in sets.iter_mut().zip(shapes) {
                fill(set, layout, shapes, packed, workers);
            }
            search.between(sets.each_mut(), settings, output, workers)
        })
    }
}

/// Fills a set with shapes. Keeps the order of the rows if the number and the kinds of the shapes are the same.
fn fill(set: &mut Set, layout: Layout, shapes: &[Shape], packed: &mut Packed, workers: &Pool) {
    set.set_layout(layout);
    if !set.set_shapes(shapes, packed, workers) {
        set.clear();
        for (index, shape) in (0..).zip(shapes) {
            set.push(*shape, index, 0);
        }
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// The maximum number of shapes of a batch.
const MAX_SHAPES: usize = i32::MAX as usize;

/// The error of a batch with too many shapes or pairs.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// A slice has more than `i32::MAX` shapes. Indices are `u32`, and the search needs half of that range.
    #[error("{field}: must be at most {MAX_SHAPES} shapes, are {count}")]
    TooManyShapes {
        /// The parameter.
        field: &'static str,
        /// The number of shapes in it.
        count: usize,
    },
    /// The [budget](Batch::within) is exceeded.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
}

/// The error of a batch, whose slots are indices of shapes.
fn of_shape(over: OverBudget) -> OverBudget {
    over.by(over.costliest.map(|costliest| Costliest { item: "shape", ..costliest }))
}

fn check_count(field: &'static str, shapes: &[Shape]) -> Result<(), BatchError> {
    let count = shapes.len();
    if count <= MAX_SHAPES { Ok(()) } else { Err(BatchError::TooManyShapes { field, count }) }
}
