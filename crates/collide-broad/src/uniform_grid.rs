use std::ops::Range;

use collide_core::Aabb;

use crate::cells::{Cells, Rows};
use crate::radix::{self, Keyed};
use crate::{BroadPhase, Statistics, SweepAndPrune};

/// Sorts the bounds into square cells and looks only at neighbouring ones.
///
/// The cell size follows from the data: nearly all bounds fit into one cell. A bound lives in the cell of its lower
/// corner and reaches at most into the next one; the few that reach farther are kept aside in a [`SweepAndPrune`].
///
/// The cells are not stored, only the sorted keys of those that are occupied: memory and time depend on the number of
/// bounds and not on their coordinates or sizes, which may be any finite numbers.
#[derive(Clone, Debug, Default)]
pub struct UniformGrid {
    cells: Cells,
    rows: Rows,
    /// Sorted by key, and so by row and column.
    keys: Vec<u64>,
    bounds: Vec<Aabb>,
    proxies: Vec<u32>,
    large: SweepAndPrune,
    large_bounds: Vec<Aabb>,
    large_proxies: Vec<u32>,
    homes: Vec<[i64; 2]>,
    order: Vec<Keyed>,
    scratch: Vec<Keyed>,
}

impl UniformGrid {
    /// Puts the large bounds aside; `homes` and `order` are left with the others, in order of the input.
    fn split(&mut self, bounds: &[Aabb]) {
        self.large_bounds.clear();
        self.large_proxies.clear();
        self.homes.clear();
        self.order.clear();
        for (proxy, bound) in (0..).zip(bounds) {
            if let Some(home) = self.cells.home(bound) {
                self.homes.push(home);
                self.order.push((0, proxy));
            } else {
                self.large_bounds.push(*bound);
                self.large_proxies.push(proxy);
            }
        }
    }

    /// The ends of the runs a bound of the given key is compared with: the rest of its cell and the next one, and the
    /// three cells that adjoin in the next row.
    fn neighbours(&self, key: u64) -> (u64, [u64; 2]) {
        let below = key + self.rows.stride();
        (key + 1, [below - 1, below + 1])
    }

    fn first_at_or_after(&self, key: u64) -> usize {
        self.keys.partition_point(|other| *other < key)
    }

    /// For each of these positions, the positions its bound is compared with. The ends of the runs only move forward,
    /// as the keys do.
    fn for_each_run(&self, positions: Range<usize>, mut visit: impl FnMut(usize, [Range<usize>; 2])) {
        let Some(&key) = self.keys.get(positions.start) else { return };
        let (row_last, below) = self.neighbours(key);
        let mut row_end = self.first_at_or_after(row_last + 1);
        let mut below_start = self.first_at_or_after(below[0]);
        let mut below_end = self.first_at_or_after(below[1] + 1);
        for position in positions {
            let (row_last, below) = self.neighbours(self.keys[position]);
            advance(&self.keys, &mut row_end, |key| key <= row_last);
            advance(&self.keys, &mut below_start, |key| key < below[0]);
            advance(&self.keys, &mut below_end, |key| key <= below[1]);
            visit(position, [position + 1..row_end, below_start..below_end]);
        }
    }

    fn for_each_cell_pair(&self, positions: Range<usize>, found: &mut impl FnMut(u32, u32)) {
        self.for_each_run(positions, |position, runs| {
            let bound = self.bounds[position];
            for run in runs {
                for (other, &proxy) in self.bounds[run.clone()].iter().zip(&self.proxies[run]) {
                    if bound.intersects(other) {
                        found(self.proxies[position], proxy);
                    }
                }
            }
        });
    }

    /// How many bounds finding all pairs will compare: exact for the cells, estimated for the bounds kept aside.
    /// One pass over the keys.
    #[must_use]
    pub fn comparison_count(&self) -> f64 {
        let mut count = 0_u64;
        self.for_each_run(0..self.keys.len(), |_, runs| count += runs.iter().map(|run| run.len() as u64).sum::<u64>());
        let (small, large) = (self.proxies.len() as f64, self.large_proxies.len() as f64);
        count as f64 + self.large.axis_overlap() * large * (small + large * 0.5)
    }

    /// The bounds in the grid that a bound of any size intersects.
    fn for_each_cell_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) {
        // What reaches into the first row or column may live one before.
        let low = self.cells.of(bound.min()).map(|cell| cell - 1);
        let Some(spans) = self.rows.spans(low, self.cells.of(bound.max())) else { return };
        let mut position = self.first_at_or_after(spans.first);
        while let Some(&key) = self.keys.get(position).filter(|key| **key <= spans.last) {
            // Skips rows without any entry in one step, however many there are.
            let start = spans.run_reaching(key);
            position += self.keys[position..].partition_point(|key| *key < start);
            let end = position + self.keys[position..].partition_point(|key| *key <= start + spans.width);
            for (other, &proxy) in self.bounds[position..end].iter().zip(&self.proxies[position..end]) {
                if bound.intersects(other) {
                    found(proxy);
                }
            }
            position = end;
        }
    }
}

fn advance(keys: &[u64], position: &mut usize, passed: impl Fn(u64) -> bool) {
    while keys.get(*position).is_some_and(|key| passed(*key)) {
        *position += 1;
    }
}

impl BroadPhase for UniformGrid {
    fn build(&mut self, bounds: &[Aabb]) {
        self.cells = Cells::fit(&Statistics::of(bounds));
        self.split(bounds);
        self.rows = Rows::over(self.homes.iter().copied());
        for (item, home) in self.order.iter_mut().zip(&self.homes) {
            item.0 = self.rows.key(*home);
        }
        radix::sort_by_key(&mut self.order, &mut self.scratch);
        self.keys.clear();
        self.bounds.clear();
        self.proxies.clear();
        for &(key, proxy) in &self.order {
            self.keys.push(key);
            self.bounds.push(bounds[proxy as usize]);
            self.proxies.push(proxy);
        }
        self.large.build(&self.large_bounds);
    }

    fn unit_count(&self) -> usize {
        self.proxies.len() + self.large_proxies.len()
    }

    fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) {
        let in_grid = self.proxies.len();
        let positions = units.start.min(in_grid)..units.end.min(in_grid);
        self.for_each_cell_pair(positions.clone(), &mut found);
        if self.large_proxies.is_empty() {
            return;
        }
        for position in positions {
            self.large.for_each_hit(&self.bounds[position], |large| {
                found(self.proxies[position], self.large_proxies[large as usize]);
            });
        }
        let large = units.start.max(in_grid) - in_grid..units.end.max(in_grid) - in_grid;
        self.large.for_each_pair(large, |a, b| {
            found(self.large_proxies[a as usize], self.large_proxies[b as usize]);
        });
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) {
        self.for_each_cell_hit(bound, &mut found);
        self.large.for_each_hit(bound, |large| found(self.large_proxies[large as usize]));
    }
}
