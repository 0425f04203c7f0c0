use std::ops::Range;

use collide_core::columns::Simd;
use collide_core::{Aabb, Rect, Touching};

use crate::BroadPhase;
use crate::cell_list::RowIds;
use crate::levels::{Join, Layout, LevelLists, MAX_LEVELS};
use crate::workers::Serial;

/// Bounds in a hierarchical grid.
#[derive(Debug)]
struct Grid {
    levels: LevelLists<Rect, (), 4>,
    /// The parts of the search for pairs, each with the number of units before it.
    joins: Vec<(Join, usize)>,
    unit_count: usize,
}

impl Grid {
    fn new(max_levels: usize) -> Self {
        let mut levels = LevelLists::default();
        levels.set_layout(Layout { max_levels, cell: None });
        Self { levels, joins: Vec::new(), unit_count: 0 }
    }

    fn build(&mut self, bounds: &[Aabb]) {
        if self.levels.len() == bounds.len() {
            // Keeps the order of the last sort: bounds that moved little are nearly sorted.
            for list in self.levels.lists_mut() {
                list.set_each(|id, _, _| row(&bounds[id as usize]));
            }
        } else {
            self.levels.clear();
            for (proxy, bound) in (0..).zip(bounds) {
                self.levels.push(row(bound), proxy, ());
            }
        }
        self.levels.sort(&Serial);
        self.joins.clear();
        self.unit_count = 0;
        for join in self.levels.joins() {
            self.joins.push((join, self.unit_count));
            self.unit_count += join.rows;
        }
    }

    fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) {
        for &(join, before) in &self.joins {
            let rows = units.start.saturating_sub(before)..units.end.saturating_sub(before).min(join.rows);
            if rows.start < rows.end {
                let found = |pairs: &[[u32; 2]; 8], count| pairs[..count].iter().for_each(|&[a, b]| found(a, b));
                self.levels.run(join, Simd::best(), rows, RowIds::Stored, Touching::Closed, found);
            }
        }
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) {
        for list in self.levels.lists() {
            list.join_one::<Rect, 4>(Simd::best(), row(bound), Touching::Closed, |pairs: &[[u32; 2]; 8], count| {
                pairs[..count].iter().for_each(|pair| found(pair[1]));
            });
        }
    }
}

/// The row of a bound in a cell list of rectangles.
fn row(bound: &Aabb) -> [f32; 4] {
    [bound.min().x, bound.min().y, bound.max().x, bound.max().y]
}

macro_rules! grid {
    ($(#[$doc:meta])* $name:ident, $levels:expr) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name(Grid);

        impl Default for $name {
            fn default() -> Self {
                Self(Grid::new($levels))
            }
        }

        impl BroadPhase for $name {
            fn build(&mut self, bounds: &[Aabb]) {
                self.0.build(bounds);
            }

            fn unit_count(&self) -> usize {
                self.0.unit_count
            }

            fn for_each_pair(&self, units: Range<usize>, found: impl FnMut(u32, u32)) {
                self.0.for_each_pair(units, found);
            }

            fn for_each_hit(&self, bound: &Aabb, found: impl FnMut(u32)) {
                self.0.for_each_hit(bound, found);
            }
        }
    };
}

grid! {
    /// Sorts the bounds into square cells into which nearly all of them fit, and compares only bounds in neighbouring
    /// cells.
    ///
    /// The few larger bounds, if there are any, go to a second grid. Memory and time depend on the number of bounds and
    /// not on their coordinates or sizes, which may be any finite numbers: if there are too many cells, distant cells
    /// share an index.
    UniformGrid, UNIFORM_LEVELS
}

/// Levels of a uniform grid: one for nearly all bounds, one for larger ones.
const UNIFORM_LEVELS: usize = 2;

impl UniformGrid {
    /// Sets the cell size of the finer grid in world units, from the next [`build`](BroadPhase::build) on. Larger
    /// bounds go to the second grid. If `cell` is `None`, or not positive and finite, the size is chosen from the
    /// bounds. Cells are made larger if there would be too many of them. The size affects the time of an answer, never
    /// the answer.
    pub fn set_cell(&mut self, cell: Option<f64>) {
        self.0.levels.set_layout(Layout { max_levels: UNIFORM_LEVELS, cell });
    }
}

grid! {
    /// Sorts the bounds by size into at most eight grids, as many as pay off. Each bound is compared only with those in
    /// neighbouring cells of its own grid, and in the cells of the other grids that it overlaps.
    HierarchicalGrid, MAX_LEVELS
}
