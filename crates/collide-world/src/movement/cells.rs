//! Shapes by size and place, for a search whose cost is bounded wherever the shapes are: it gives ranges of rows, of
//! which the caller reads as many as it likes. A broad phase visits every pair, and in a pile there are too many.

use std::ops::Range;

use collide_core::Aabb;

use crate::base::{Square, level_of};

/// The bounds of shapes, sorted by cell. The cells of a level have a power of two as their side, which is at least that
/// of every bound in them. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// The keys of the cells with the numbers of the shapes in them, in order.
    rows: Vec<(u64, u32)>,
    /// The levels in use, in order.
    levels: Vec<Level>,
}

#[derive(Clone, Debug)]
struct Level {
    level: i32,
    rows: Range<usize>,
    /// Around all bounds of the level: a few shapes far away cost the others no search.
    bound: Aabb,
}

impl Cells {
    /// Sorts these shapes.
    pub(super) fn fill(&mut self, bounds: &[Aabb]) {
        self.rows.clear();
        self.rows.extend((0..).zip(bounds).map(|(number, bound)| (Square::of(bound).key(), number)));
        self.rows.sort_unstable();
        self.levels.clear();
        let mut start = 0;
        for rows in self.rows.chunk_by(|a, b| level_of(a.0) == level_of(b.0)) {
            let all = rows.iter().map(|(_, number)| bounds[*number as usize]);
            let bound = all.reduce(|all, bound| all.union(&bound)).expect("a level has rows");
            self.levels.push(Level { level: level_of(rows[0].0), rows: start..start + rows.len(), bound });
            start += rows.len();
        }
    }

    /// The number and the cell of each row.
    pub(super) fn rows(&self) -> &[(u64, u32)] {
        &self.rows
    }

    /// Rows in which every shape is whose bound intersects that of a row, except those that find this row themselves:
    /// of two shapes the smaller one finds the larger one, by level, and of one level that with the smaller row.
    pub(super) fn around(&self, row: usize, bound: &Aabb) -> impl Iterator<Item = Range<usize>> {
        let here = level_of(self.rows[row].0);
        let (finer, coarser) = self.levels.split_at(self.levels.partition_point(|level| level.level <= here));
        let own_rows = finer.last().map_or(0..0, |level| level.rows.clone());
        let own = Square::at(bound, here);
        let next = self.until(own.moved(1, 0), row + 1, own_rows.end);
        let above = self.between(&own_rows, own.moved(-1, 1), own.moved(1, 1));
        [next, above].into_iter().chain(self.near(coarser, bound))
    }

    /// Rows in which every shape is whose bound intersects that of a row and that is of the same level or of a coarser one.
    /// The row itself is among them.
    pub(super) fn around_up(&self, row: usize, bound: &Aabb) -> impl Iterator<Item = Range<usize>> {
        let here = level_of(self.rows[row].0);
        self.near(&self.levels[self.levels.partition_point(|level| level.level < here)..], bound)
    }

    /// Rows in which every shape of some levels is whose bound intersects another one.
    fn near(&self, levels: &[Level], bound: &Aabb) -> impl Iterator<Item = Range<usize>> {
        levels.iter().filter(|level| level.bound.intersects(bound)).flat_map(|Level { level, rows, .. }| {
            let cell = Square::at(bound, *level);
            [-1, 0, 1].map(|below| self.between(rows, cell.moved(-1, below), cell.moved(1, below)))
        })
    }

    /// The rows of a level in the cells from one to another in the same line.
    fn between(&self, rows: &Range<usize>, first: Square, last: Square) -> Range<usize> {
        let key = first.key();
        let start = rows.start + self.rows[rows.clone()].partition_point(|row| row.0 < key);
        self.until(last, start, rows.end)
    }

    /// The rows from `start` to the end of a cell. There are few, so the search doubles its steps.
    fn until(&self, last: Square, start: usize, end: usize) -> Range<usize> {
        let (key, rows) = (last.key(), &self.rows[start..end]);
        let mut step = 1;
        while rows.get(step - 1).is_some_and(|row| row.0 <= key) {
            step *= 2;
        }
        let known = step / 2;
        start..start + known + rows[known..step.min(rows.len())].partition_point(|row| row.0 <= key)
    }
}

#[cfg(test)]
mod tests {
    use collide_core::Vec2;

    use super::*;

    /// Bounds of all sizes, from those of a point to those of the whole range.
    fn bounds() -> Vec<Aabb> {
        let mut seed = 7_u32;
        let mut next = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        let scales = [1.0, 4.0, 1e30, 1e-41, 3e38, 0.0];
        let scaled = (0..1_200).map(|index| {
            let (scale, size) = (scales[index % 6], [1.0, 0.25, 0.01, 0.0][index / 6 % 4]);
            let at = Vec2::new(next(), next()) * scale;
            let size = Vec2::new(next() + 0.5, next() + 0.5) * size * scale;
            Aabb::new(at, (at + size).min(Vec2::MAX)).unwrap()
        });
        let extremes = [(Vec2::MIN, Vec2::MAX), (Vec2::MIN, Vec2::MIN), (Vec2::ZERO, -Vec2::ZERO)];
        scaled.chain(extremes.map(|(min, max)| Aabb::new(min, max).unwrap())).collect()
    }

    #[test]
    fn every_pair_of_bounds_is_found_once() {
        let bounds = bounds();
        let mut cells = Cells::default();
        cells.fill(&bounds);
        let mut found = Vec::new();
        for (row, &(_, number)) in cells.rows().iter().enumerate() {
            for &(_, other) in cells.around(row, &bounds[number as usize]).flat_map(|rows| &cells.rows()[rows]) {
                if bounds[number as usize].intersects(&bounds[other as usize]) {
                    found.push((number.min(other), number.max(other)));
                }
            }
        }
        found.sort_unstable();
        let pairs = (0..bounds.len()).flat_map(|a| (a + 1..bounds.len()).map(move |b| (a, b)));
        let expected: Vec<(u32, u32)> =
            pairs.filter(|(a, b)| bounds[*a].intersects(&bounds[*b])).map(|(a, b)| (a as u32, b as u32)).collect();
        assert!(expected.len() > 10_000);
        assert_eq!(found, expected);
    }
}
