use std::ops::Range;

use collide_core::columns::Simd;
use collide_core::{Aabb, Rect, Touching};

use crate::BroadPhase;
use crate::cell_list::{RowIds, allocated};
use crate::levels::{Join, Layout, LevelLists, MAX_LEVELS};
use crate::workers::Serial;

/// Sorts the bounds by size into at most `LEVELS` grids, as many as pay off, and larger ones into one more. Each bound is
/// compared only with those in neighbouring cells of its own grid, and in the cells of the other grids that it overlaps.
///
/// Memory and time depend on the number of bounds and not on their coordinates or sizes, which may be any finite
/// numbers: if there are too many cells, distant cells share an index.
#[derive(Debug)]
pub struct Grid<const LEVELS: usize> {
    levels: LevelLists<Rect, (), 4>,
    /// The parts of the search for pairs, each with the number of units before it.
    joins: Vec<(Join, usize)>,
    unit_count: usize,
}

/// A [`Grid`] of square cells into which nearly all bounds fit. The few larger bounds, if there are any, go to a second
/// grid.
pub type UniformGrid = Grid<2>;

/// A [`Grid`] with as many levels as pay off.
pub type HierarchicalGrid = Grid<MAX_LEVELS>;

impl<const LEVELS: usize> Default for Grid<LEVELS> {
    fn default() -> Self {
        let mut levels = LevelLists::default();
        levels.set_layout(Layout { max_levels: LEVELS, cell: None });
        Self { levels, joins: Vec::new(), unit_count: 0 }
    }
}

impl UniformGrid {
    /// Sets the cell size of the finer grid in world units, from the next [`build`](BroadPhase::build) on. Larger
    /// bounds go to the second grid. If `cell` is `None`, or not positive and finite, the size is chosen from the
    /// bounds. Cells are made larger if there would be too many of them. The size affects the time of an answer, never
    /// the answer.
    pub fn set_cell(&mut self, cell: Option<f64>) {
        self.levels.set_layout(Layout { max_levels: 2, cell });
    }
}

impl<const LEVELS: usize> BroadPhase for Grid<LEVELS> {
    fn build(&mut self, bounds: &[Aabb]) {
        if self.levels.len() == bounds.len() {
            // Keeps the order of the last sort: bounds that moved little are nearly sorted.
            for list in self.levels.lists_mut() {
                list.set_each(|id| row(&bounds[id as usize]));
            }
        } else {
            self.levels.clear();
            for (proxy, bound) in (0..).zip(bounds) {
                self.levels.push(row(bound), 0, proxy, ());
            }
        }
        self.levels.sort(&Serial, None);
        self.joins.clear();
        self.unit_count = 0;
        for join in self.levels.joins() {
            self.joins.push((join, self.unit_count));
            self.unit_count += join.rows;
        }
    }

    fn memory(&self) -> usize {
        self.levels.memory() + allocated(&self.joins)
    }

    fn unit_count(&self) -> usize {
        self.unit_count
    }

    fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) -> u64 {
        let (lists, simd, ids, touching) = (self.levels.lists(), Simd::best(), RowIds::Stored, Touching::Closed);
        let mut compared = 0;
        for &(Join { probe, build, rows: row_count }, before) in &self.joins {
            let rows = units.start.saturating_sub(before)..units.end.saturating_sub(before).min(row_count);
            if rows.start < rows.end {
                let found = &mut |pairs: &[[u32; 2]], count| pairs[..count].iter().for_each(|&[a, b]| found(a, b));
                let tests = if probe == build {
                    lists[probe].join_self(simd, rows, ids, touching, None, found)
                } else {
                    lists[probe].join(&lists[build], simd, rows, ids, touching, None, found)
                };
                compared += tests * LANES;
            }
        }
        compared
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) -> u64 {
        let mut compared = 0;
        for list in self.levels.lists() {
            let found = |pairs: &[[u32; 2]], count| pairs[..count].iter().for_each(|pair| found(pair[1]));
            compared += list.join_one::<Rect, 4>(Simd::best(), row(bound), Touching::Closed, found) * LANES;
        }
        compared
    }
}

/// The number of rows that are compared at a time.
const LANES: u64 = 8;

fn row(bound: &Aabb) -> [f32; 4] {
    [bound.min().x, bound.min().y, bound.max().x, bound.max().y]
}
