use std::fmt;
use std::time::Duration;

use collide_broad::internal::axis_overlap;
use collide_core::Aabb;

use crate::Strategy;

/// The cost of a strategy in nanoseconds: for each shape without comparisons, and for each comparison. Measured on
/// scenes of 1,000 to 200,000 circles, and rounded. The comparisons of cell lists are those of
/// [`Visits`](collide_broad::Visits), whose time is multiplied.
const CELL_LISTS: (f64, f64) = (14.0, 1.3);
const SWEEP: (f64, f64) = (60.0, 1.0);
const RTREE: (f64, f64) = (400.0, 10.0);

/// The time of cache misses for each shape: this for each other shape, up to a maximum. Cell lists have few.
const SWEEP_MISSES: (f64, f64) = (1.0 / 200.0, 500.0);
const RTREE_MISSES: (f64, f64) = (1.0 / 75.0, 1_200.0);

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

/// The expected time of each strategy for each shape, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Expected {
    /// [`Strategy::HierarchicalGrid`], from the number of rows that a sample of the sorted shapes would visit.
    pub levels: f64,
    /// [`Strategy::SweepAndPrune`], from a sample of bounds.
    pub sweep: f64,
    /// [`Strategy::RTree`], from a sample of bounds.
    pub rtree: f64,
    /// The number of shapes.
    pub count: usize,
}

impl Expected {
    /// An estimate for `count` shapes, from a sample of their bounds and the expected time of a search in cell lists.
    pub(super) fn new(sample: &[Aabb], count: usize, search_time: f64) -> Self {
        let [x, y] = axis_overlap(sample);
        // The number of pairs for each shape is half of the number of other shapes, as each pair counts once.
        let others = count as f64 * 0.5;
        let misses = |(each, limit): (f64, f64)| (count as f64 * each).min(limit);
        Self {
            levels: Self::levels(count, search_time),
            sweep: SWEEP.0 + misses(SWEEP_MISSES) + SWEEP.1 * x.min(y) * others,
            rtree: RTREE.0 + misses(RTREE_MISSES) + RTREE.1 * share(sample, Aabb::intersects) * others,
            count,
        }
    }

    /// The expected time of cell lists for each of `count` shapes.
    pub(super) fn levels(count: usize, search_time: f64) -> f64 {
        CELL_LISTS.0 + CELL_LISTS.1 * search_time / count.max(1) as f64
    }

    /// The expected time of a strategy.
    pub(super) fn of(&self, strategy: Strategy) -> f64 {
        match strategy {
            Strategy::SweepAndPrune => self.sweep,
            Strategy::RTree => self.rtree,
            Strategy::Auto | Strategy::BruteForce | Strategy::UniformGrid | Strategy::HierarchicalGrid => self.levels,
        }
    }

    /// The strategy with the least expected time; `before` unless another one needs less by the factor `hysteresis`.
    pub(super) fn best(&self, before: Strategy, hysteresis: f64) -> Strategy {
        let others = [Strategy::HierarchicalGrid, Strategy::SweepAndPrune, Strategy::RTree];
        let best = others.into_iter().min_by(|a, b| self.of(*a).total_cmp(&self.of(*b)));
        best.filter(|best| self.of(*best) * hysteresis < self.of(before)).unwrap_or(before)
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
            Self::LeastTime(Expected { levels, sweep, rtree, count }) => {
                let [levels, sweep, rtree] = [levels, sweep, rtree].map(|each| each * *count as f64 / 1e6);
                write!(f, "least time expected: levels {levels:.2} ms, sweep {sweep:.2} ms, rtree {rtree:.2} ms")
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
    /// Cell lists, whatever was asked for.
    pub(super) const CELL_LISTS: Self = Self { strategy: Strategy::HierarchicalGrid, reason: Reason::ManyShapes };

    /// The expected time for `count` shapes, if it was estimated.
    pub(crate) fn expected(&self, count: usize) -> Option<Duration> {
        let Reason::LeastTime(expected) = self.reason else { return None };
        Some(Duration::from_nanos((expected.of(self.strategy) * count as f64) as u64))
    }
}
