use std::fmt;
use std::time::Duration;

use collide_broad::Statistics;
use collide_core::Aabb;
use smallvec::SmallVec;

use crate::Strategy;
use crate::store::{SAMPLE, Sample};

/// Up to so many shapes, looking at every pair of them beats sorting.
const FEW_SHAPES: usize = 12;

/// Ticks after which the data is looked at again.
const CHOSEN_FOR: u32 = 64;

/// How much cheaper another strategy must be to change to it, so that none is left for the noise of an estimate.
const HYSTERESIS: f64 = 1.5;

/// What a strategy costs for each shape before it compares anything, and for each comparison, in nanoseconds: measured on
/// scenes of 100,000 circles, and rounded.
const GRID: (f64, f64) = (20.0, 0.3);
const SWEEP: (f64, f64) = (45.0, 0.7);
const RTREE: (f64, f64) = (500.0, 10.0);

/// Why a strategy ran. Its text form finishes the sentence "strategy grid: ...".
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Reason {
    /// The settings name it.
    Asked,
    /// So few shapes that building an index would not pay.
    FewShapes,
    /// So many that cells to suit their sizes do.
    ManyShapes,
    /// It is expected to take the least time.
    LeastTime(Expected),
}

/// What each strategy is expected to take for a shape, in nanoseconds: estimated from a sample of the shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Expected {
    /// [`Strategy::HierarchicalGrid`].
    pub levels: f64,
    /// [`Strategy::SweepAndPrune`].
    pub sweep: f64,
    /// [`Strategy::RTree`].
    pub rtree: f64,
}

impl Expected {
    /// Of a strategy that was weighed.
    fn of(&self, strategy: Strategy) -> f64 {
        match strategy {
            Strategy::SweepAndPrune => self.sweep,
            Strategy::RTree => self.rtree,
            _ => self.levels,
        }
    }

    /// From a sample of so many shapes.
    fn estimate(sample: &[(Aabb, f64)], count: usize) -> Self {
        let bounds: SmallVec<[Aabb; SAMPLE]> = sample.iter().map(|(bound, _)| *bound).collect();
        let [x, y] = Statistics::of(&bounds).axis_overlap;
        // Shares of all pairs, for each shape: half of the others, as each pair is looked at once.
        let others = count as f64 * 0.5;
        let near = |(a, size_a): &(Aabb, f64), (b, size_b): &(Aabb, f64)| {
            let (size, way) = (size_a.max(*size_b) * 1.25, a.min() - b.min());
            f64::from(way.x.abs()) <= size && f64::from(way.y.abs()) <= size
        };
        let grid = share(sample, near) * others;
        let found = share(&bounds, Aabb::intersects) * others;
        Self {
            levels: GRID.0 + GRID.1 * grid,
            sweep: SWEEP.0 + SWEEP.1 * x.min(y) * others,
            rtree: RTREE.0 + RTREE.1 * found,
        }
    }
}

/// The share of pairs of which something holds.
fn share<T>(items: &[T], holds: impl Fn(&T, &T) -> bool) -> f64 {
    let count = items.len() as f64;
    let held = |(index, a): (usize, &T)| items[..index].iter().filter(|b| holds(a, b)).count();
    items.iter().enumerate().map(held).sum::<usize>() as f64 / (count * (count - 1.0) * 0.5).max(1.0)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("as asked"),
            Self::FewShapes => f.write_str("few shapes, no index pays"),
            Self::ManyShapes => f.write_str("many shapes, sorted by size and place"),
            Self::LeastTime(Expected { levels, sweep, rtree }) => {
                write!(
                    f,
                    "least time expected, in ns per shape: levels {levels:.0}, sweep {sweep:.0}, rtree {rtree:.0}"
                )
            }
        }
    }
}

/// What runs, and why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) strategy: Strategy,
    pub(crate) reason: Reason,
}

impl Choice {
    /// How long it is expected to take, if that was estimated.
    pub(crate) fn expected(&self, count: usize) -> Option<Duration> {
        let Reason::LeastTime(expected) = self.reason else { return None };
        Some(Duration::from_nanos((expected.of(self.strategy) * count as f64) as u64))
    }
}

/// Chooses for [`Strategy::Auto`], and keeps to what it has chosen for a while.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chooser {
    /// What was chosen, for how many shapes, and how many ticks ago.
    last: Option<(Choice, usize, u32)>,
}

impl Chooser {
    pub(crate) fn choose(&mut self, asked: Strategy, count: usize, sample: impl FnOnce() -> Sample) -> Choice {
        if asked != Strategy::Auto {
            return Choice { strategy: asked, reason: Reason::Asked };
        }
        if count <= FEW_SHAPES {
            return Choice { strategy: Strategy::BruteForce, reason: Reason::FewShapes };
        }
        if let Some((choice, then, age)) = &mut self.last {
            *age += 1;
            if *age < CHOSEN_FOR && (*then / 2..=*then * 2).contains(&count) {
                return *choice;
            }
        }
        let expected = Expected::estimate(&sample(), count);
        let before = self.last.map_or(Strategy::HierarchicalGrid, |(choice, ..)| choice.strategy);
        let others = [Strategy::HierarchicalGrid, Strategy::SweepAndPrune, Strategy::RTree];
        let best = others.into_iter().min_by(|a, b| expected.of(*a).total_cmp(&expected.of(*b)));
        let better = best.filter(|best| expected.of(*best) * HYSTERESIS < expected.of(before));
        let choice = Choice { strategy: better.unwrap_or(before), reason: Reason::LeastTime(expected) };
        self.last = Some((choice, count, 0));
        choice
    }
}

/// Chooses for [`Strategy::Auto`] what to index one set by and ask for another.
pub(crate) fn choose_between(asked: Strategy, first: usize, second: usize) -> Choice {
    let few = first.saturating_mul(second) <= FEW_SHAPES * FEW_SHAPES;
    match asked {
        Strategy::Auto if few => Choice { strategy: Strategy::BruteForce, reason: Reason::FewShapes },
        Strategy::Auto => Choice { strategy: Strategy::HierarchicalGrid, reason: Reason::ManyShapes },
        named => Choice { strategy: named, reason: Reason::Asked },
    }
}

#[cfg(test)]
mod tests {
    use collide_core::{Rect, Vec2};

    use super::Chooser;
    use crate::Strategy;
    use crate::store::Sample;

    /// Boxes of this size, one above the other or side by side.
    fn sample(size: Vec2, step: Vec2) -> Sample {
        let bound = |index: u8| {
            let min = step * f32::from(index);
            Rect::new(min, min + size).unwrap().aabb()
        };
        (0..=255).map(|index| (bound(index), f64::from(size.max_element()))).collect()
    }

    #[test]
    fn flat_boxes_in_a_stack_are_swept() {
        let mut chooser = Chooser::default();
        let stacked = || sample(Vec2::new(1000.0, 0.1), Vec2::new(0.0, 0.5));
        let choice = chooser.choose(Strategy::Auto, 100_000, stacked);
        assert_eq!(choice.strategy, Strategy::SweepAndPrune, "{}", choice.reason);
        // It stays so until it is looked at again, whatever the data has become.
        let spread = || sample(Vec2::ONE, Vec2::splat(10.0));
        for _ in 1..super::CHOSEN_FOR {
            assert_eq!(chooser.choose(Strategy::Auto, 100_000, spread).strategy, Strategy::SweepAndPrune);
        }
        let choice = chooser.choose(Strategy::Auto, 100_000, spread);
        assert_eq!(choice.strategy, Strategy::HierarchicalGrid, "{}", choice.reason);
    }

    #[test]
    fn few_are_not_sorted_and_names_are_kept_to() {
        let mut chooser = Chooser::default();
        let none = || Sample::new();
        assert_eq!(chooser.choose(Strategy::Auto, 10, none).strategy, Strategy::BruteForce);
        assert_eq!(chooser.choose(Strategy::RTree, 10, none).strategy, Strategy::RTree);
        let spread = || sample(Vec2::ONE, Vec2::splat(10.0));
        assert_eq!(chooser.choose(Strategy::Auto, 1_000, spread).strategy, Strategy::HierarchicalGrid);
    }
}
