use std::ops::Range;

use collide_core::batch::Level;
use collide_core::{Aabb, Rect, Touching};

use crate::levels::{Join, Layout, Levels, MOST_LEVELS};
use crate::{Alone, BroadPhase, Names};

/// Bounds in a few tables of cells by their size.
#[derive(Debug)]
struct Grid {
    levels: Levels<Rect, (), 4>,
    /// The parts of the search for pairs, and how many units come before each.
    joins: Vec<(Join, usize)>,
    unit_count: usize,
}

impl Grid {
    fn new(most: usize) -> Self {
        let mut levels = Levels::default();
        levels.set_layout(Layout { most, cell: None });
        Self { levels, joins: Vec::new(), unit_count: 0 }
    }

    fn build(&mut self, bounds: &[Aabb]) {
        if self.levels.len() == bounds.len() {
            // Where they were sorted last time: what has moved little is found in nearly the same order.
            for table in self.levels.tables_mut() {
                table.set_each(|label, _, _| row(&bounds[label as usize]));
            }
        } else {
            self.levels.clear();
            for (proxy, bound) in (0..).zip(bounds) {
                self.levels.push(row(bound), proxy, ());
            }
        }
        self.levels.sort(&Alone);
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
                self.levels.run(join, Level::best(), rows, Names::Labels, Touching::Closed, found);
            }
        }
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) {
        for table in self.levels.tables() {
            table.join_one::<Rect, 4>(Level::best(), row(bound), Touching::Closed, |pairs: &[[u32; 2]; 8], count| {
                pairs[..count].iter().for_each(|pair| found(pair[1]));
            });
        }
    }
}

/// The bound as the table for rectangles takes it.
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
    /// Sorts the bounds into square cells as large as nearly all of them are, and looks only at neighbouring ones.
    ///
    /// The few that are larger, if any, have a grid of their own. Memory and time depend on the number of bounds and not on
    /// their coordinates or sizes, which may be any finite numbers: cells far apart share a place where there are too many.
    UniformGrid, MOST_UNIFORM
}

/// Tables of a uniform grid: one for nearly all, one for what is larger.
const MOST_UNIFORM: usize = 2;

impl UniformGrid {
    /// From the next [`build`](BroadPhase::build) on the finer grid has cells of this side, in world units, and the bounds that
    /// are larger go to the other; chosen by the bounds for `None`, and for what is not positive and finite. Changes how long an
    /// answer takes, never the answer: cells are made larger where memory would not hold them.
    pub fn set_cell(&mut self, cell: Option<f64>) {
        self.0.levels.set_layout(Layout { most: MOST_UNIFORM, cell });
    }
}

grid! {
    /// Sorts the bounds into up to eight grids by their size, as many as pay; each bound looks only at neighbouring cells of
    /// its own grid, and at those of the others that it reaches.
    HierarchicalGrid, MOST_LEVELS
}
