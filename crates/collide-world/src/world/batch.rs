use std::fmt;

use collide_broad::chosen;
use collide_core::Shape;
use thiserror::Error;

use crate::base::{Pool, WORTH_SPREADING_SORTED};
use crate::pairs::{Finder, Found, Output, Search, Slots, Task, Wanted};
use crate::store::{SAMPLE, Set};
use crate::tick::{Chooser, choose_between};
use crate::{PairOrder, Report, Settings, Strategy};

/// Finds pairs among shapes that are kept elsewhere: in an ECS, a database, a file.
///
/// Holds settings and scratch memory only. Keep one and use it again: warm, its buffers fit and are not allocated
/// anew (the R-tree excepted, which its library builds from scratch).
///
/// Pairs are indices into the slices, in canonical order, by first index and then by second. Whether shapes that only
/// touch are a pair is in the [`Settings`].
#[derive(Default)]
pub struct Batch {
    settings: Settings,
    chooser: Chooser,
    finder: Finder,
    sorted: Sorted,
}

impl Batch {
    /// A batch with these settings and cold buffers.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings for the calls that follow.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Writes every pair of overlapping shapes once, the smaller index first, over what `out` held.
    ///
    /// # Errors
    /// [`BatchError`] for more shapes than indices can count; `out` is then as before.
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
        check_count("shapes", shapes)?;
        Ok(self.find(shapes, Output::Pairs { out, most: u64::MAX }))
    }

    fn find(&mut self, shapes: &[Shape], output: Output<'_>) -> Report {
        let sample = || {
            let size = |shape: &Shape| f64::from((shape.aabb().max() - shape.aabb().min()).max_element());
            chosen(shapes.len(), SAMPLE).map(|index| (shapes[index].aabb(), size(&shapes[index]))).collect()
        };
        let choice = self.chooser.choose(self.settings.strategy, shapes.len(), sample);
        let found = if choice.strategy.sorts() {
            self.sorted.find(shapes, choice.strategy, &self.settings, output)
        } else {
            self.finder.pairs(shapes, &self.settings, choice.strategy, |_, _| true, output)
        };
        Report::new(choice, shapes.len(), found)
    }

    /// Writes every overlapping pair of a shape of `a` and a shape of `b`, over what `out` held.
    ///
    /// # Errors
    /// [`BatchError`] for more shapes than indices can count; `out` is then as before.
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
        check_count("a", a)?;
        check_count("b", b)?;
        Ok(self.find_between(a, b, Output::Pairs { out, most: u64::MAX }))
    }

    fn find_between(&mut self, a: &[Shape], b: &[Shape], output: Output<'_>) -> Report {
        let choice = choose_between(self.settings.strategy, a.len(), b.len());
        let found = self.finder.pairs_between(a, b, &self.settings, choice.strategy, output);
        Report::new(choice, a.len() + b.len(), found)
    }

    /// Counts the pairs that [`pairs_into`](Self::pairs_into) would write, without memory per pair.
    ///
    /// # Errors
    /// [`BatchError`] for more shapes than indices can count.
    pub fn count_pairs(&mut self, shapes: &[Shape]) -> Result<Report, BatchError> {
        check_count("shapes", shapes)?;
        Ok(self.find(shapes, Output::Count))
    }

    /// Counts the pairs that [`pairs_between_into`](Self::pairs_between_into) would write, without memory per pair.
    ///
    /// # Errors
    /// [`BatchError`] for more shapes than indices can count.
    pub fn count_pairs_between(&mut self, a: &[Shape], b: &[Shape]) -> Result<Report, BatchError> {
        check_count("a", a)?;
        check_count("b", b)?;
        Ok(self.find_between(a, b, Output::Count))
    }
}

/// The shapes of the last call, sorted: those of the next one are probably where they were.
#[derive(Debug, Default)]
struct Sorted {
    sets: [Set; 2],
    search: Search,
}

impl Sorted {
    fn find(&mut self, shapes: &[Shape], strategy: Strategy, settings: &Settings, output: Output<'_>) -> Found {
        let [set, none] = &mut self.sets;
        set.set_layout(settings.layout(strategy));
        if !set.refresh(shapes) {
            set.clear();
            for (index, shape) in (0..).zip(shapes) {
                set.push(*shape, index, 0);
            }
        }
        let out = match output {
            Output::Pairs { out, .. } => Some(out),
            Output::Count => None,
        };
        let order = PairOrder::BySlot;
        let task = Task { settings, order, most: u64::MAX };
        let slots = Slots { count: shapes.len(), wanted: Wanted::All, fixed_changed: false };
        let found = settings.threads.run(shapes.len(), WORTH_SPREADING_SORTED, |threads| {
            self.search.run([set, none], slots, task, out, &Pool { threads })
        });
        found.expect("there is no budget")
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batch").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// The most shapes of a batch.
const MOST: usize = i32::MAX as usize;

/// Why a batch was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BatchError {
    /// Indices are `u32`, and half of these are needed for work.
    #[error("{field}: must be at most {MOST} shapes, are {count}")]
    TooManyShapes {
        /// The parameter.
        field: &'static str,
        /// How many it held.
        count: usize,
    },
}

fn check_count(field: &'static str, shapes: &[Shape]) -> Result<(), BatchError> {
    let count = shapes.len();
    if count <= MOST { Ok(()) } else { Err(BatchError::TooManyShapes { field, count }) }
}
