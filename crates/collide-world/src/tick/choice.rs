use std::fmt;
use std::time::Duration;

use collide_broad::Statistics;
use collide_core::Aabb;
use smallvec::SmallVec;

use crate::Strategy;
use crate::store::{SAMPLE, Sample};

/// Up to this many shapes, testing every pair is faster than sorting.
const FEW_SHAPES: usize = 12;

/// The number of ticks between two samples of the data.
const CHOSEN_FOR: u32 = 64;

/// Hysteresis: another strategy must be cheaper by this factor, so that noise of the estimate does not change the
/// strategy.
const HYSTERESIS: f64 = 1.5;

/// The cost of a strategy in nanoseconds: for each shape without comparisons, and for each comparison. Measured on
/// scenes of 100,000 circles, and rounded.
const GRID: (f64, f64) = (20.0, 0.3);
const SWEEP: (f64, f64) = (45.0, 0.7);
const RTREE: (f64, f64) = (500.0, 10.0);

/// Why a strategy ran. Its text form completes the line "strategy grid: ...".
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Reason {
    /// The [settings](crate::Settings::strategy) name the strategy.
    Asked,
    /// There are so few shapes that an index would not pay off.
    FewShapes,
    /// There are enough shapes for a hierarchical grid to pay off.
    ManyShapes,
    /// The strategy has the least expected time.
    LeastTime(Expected),
}

/// The expected time of each strategy for each shape, in nanoseconds, estimated from a sample of the shapes.
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
    /// The expected time of a strategy that was estimated.
    fn of(&self, strategy: Strategy) -> f64 {
        match strategy {
            Strategy::SweepAndPrune => self.sweep,
            Strategy::RTree => self.rtree,
            _ => self.levels,
        }
    }

    /// An estimate for `count` shapes from a sample of them.
    fn estimate(sample: &[(Aabb, f64)], count: usize) -> Self {
        let bounds: SmallVec<[Aabb; SAMPLE]> = sample.iter().map(|(bound, _)| *bound).collect();
        let [x, y] = Statistics::of(&bounds).axis_overlap;
        // The number of pairs for each shape is half of the number of other shapes, as each pair counts once.
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

/// The fraction of pairs for which `holds` returns true.
fn share<T>(items: &[T], holds: impl Fn(&T, &T) -> bool) -> f64 {
    let count = items.len() as f64;
    let held = |(index, a): (usize, &T)| items[..index].iter().filter(|b| holds(a, b)).count();
    items.iter().enumerate().map(held).sum::<usize>() as f64 / (count * (count - 1.0) * 0.5).max(1.0)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Asked => f.write_str("set by the settings"),
            Self::FewShapes => f.write_str("few shapes, an index would not pay off"),
            Self::ManyShapes => f.write_str("many shapes, sorted by size and position"),
            Self::LeastTime(Expected { levels, sweep, rtree }) => {
                write!(
                    f,
                    "least time expected, in ns per shape: levels {levels:.0}, sweep {sweep:.0}, rtree {rtree:.0}"
                )
            }
        }
    }
}

/// The chosen strategy, and the reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) strategy: Strategy,
    pub(crate) reason: Reason,
}

impl Choice {
    /// The expected time for `count` shapes, if it was estimated.
    pub(crate) fn expected(&self, count: usize) -> Option<Duration> {
        let Reason::LeastTime(expected) = self.reason else { return None };
        Some(Duration::from_nanos((expected.of(self.strategy) * count as f64) as u64))
    }
}

/// Chooses the strategy for [`Strategy::Auto`], and keeps its choice for some ticks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chooser {
    /// The last choice, the number of shapes at that time, and the number of ticks since.
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

/// Chooses the strategy for the pairs between two sets of shapes.
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

    /// Boxes of this size, each moved by `step` from the previous one.
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
        // The choice is kept until the next sample, whatever the data.
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
