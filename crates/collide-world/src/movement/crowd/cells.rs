//! Shapes by size and place, for a search whose cost is bounded wherever the shapes are: it gives ranges of rows, of
//! which the caller reads as many as it likes. A broad phase visits every pair, and in a pile there are too many.

use std::ops::Range;

use collide_core::{Aabb, DVec2};

/// The bounds of shapes, sorted by cell. The cells of a level have a power of two as their side, which is at least that
/// of every bound in them. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// The keys of the cells with the numbers of the shapes in them, in order.
    rows: Vec<(u64, u32)>,
    /// The levels in use, in order, with their rows.
    levels: Vec<(i32, Range<usize>)>,
}

impl Cells {
    /// Sorts these shapes.
    pub(super) fn fill(&mut self, bounds: &[Aabb]) {
        self.rows.clear();
        self.rows.extend((0..).zip(bounds).map(|(number, bound)| (Cell::of(bound, level_of(bound)).key(), number)));
        self.rows.sort_unstable();
        self.levels.clear();
        let mut start = 0;
        for rows in self.rows.chunk_by(|a, b| level(a.0) == level(b.0)) {
            self.levels.push((level(rows[0].0), start..start + rows.len()));
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
        let here = level(self.rows[row].0);
        let (finer, coarser) = self.levels.split_at(self.levels.partition_point(|(level, _)| *level <= here));
        let own_rows = finer.last().map_or(0..0, |(_, rows)| rows.clone());
        let own = Cell::of(bound, here);
        let next = self.until(own.moved(1, 0), row + 1, own_rows.end);
        let above = self.between(&own_rows, own.moved(-1, 1), own.moved(1, 1));
        let coarser = coarser.iter().flat_map(|(level, rows)| {
            let cell = Cell::of(bound, *level);
            [-1, 0, 1].map(|below| self.between(rows, cell.moved(-1, below), cell.moved(1, below)))
        });
        [next, above].into_iter().chain(coarser)
    }

    /// The rows of a level in the cells from one to another in the same line.
    fn between(&self, rows: &Range<usize>, first: Cell, last: Cell) -> Range<usize> {
        let key = first.key();
        let start = rows.start + self.rows[rows.clone()].partition_point(|row| row.0 < key);
        self.until(last, start, rows.end)
    }

    /// The rows from `start` to the end of a cell. There are few, so the search doubles its steps.
    fn until(&self, last: Cell, start: usize, end: usize) -> Range<usize> {
        let (key, rows) = (last.key(), &self.rows[start..end]);
        let mut step = 1;
        while rows.get(step - 1).is_some_and(|row| row.0 <= key) {
            step *= 2;
        }
        let known = step / 2;
        start..start + known + rows[known..step.min(rows.len())].partition_point(|row| row.0 <= key)
    }
}

/// A square of a level.
#[derive(Clone, Copy)]
struct Cell {
    level: i32,
    x: i64,
    y: i64,
}

/// The bits of a coordinate of a cell in its key.
const BITS: u32 = 27;

/// The middle of the range of coordinates.
const ORIGIN: i64 = 1 << (BITS - 1);

/// The exponent of the smallest positive `f32` number is above this.
const LOWEST: i32 = -150;

/// No coordinate of a cell is farther from zero than two to this power.
const FARTHEST: i32 = 25;

impl Cell {
    /// The cell of a level in which the center of a bound lies.
    fn of(bound: &Aabb, level: i32) -> Self {
        let center = (bound.min().as_dvec2() + bound.max().as_dvec2()) * 0.5;
        let DVec2 { x, y } = (center / power_of_two(level)).floor();
        Self { level, x: x as i64, y: y as i64 }
    }

    fn moved(self, x: i64, y: i64) -> Self {
        Self { x: self.x + x, y: self.y + y, ..self }
    }

    /// Cells are in order of level, y and x.
    fn key(self) -> u64 {
        let [level, y, x] = [i64::from(self.level - LOWEST), self.y + ORIGIN, self.x + ORIGIN];
        ((level << (2 * BITS)) | (y << BITS) | x) as u64
    }
}

/// The level in a key.
fn level(key: u64) -> i32 {
    (key >> (2 * BITS)) as i32 + LOWEST
}

/// The lowest level whose cells are as large as a bound, and not too many for their coordinates.
fn level_of(bound: &Aabb) -> i32 {
    let (min, max) = (bound.min().as_dvec2(), bound.max().as_dvec2());
    let (side, farthest) = ((max - min).max_element(), min.abs().max(max.abs()).max_element());
    exponent(side).max(exponent(farthest) - FARTHEST).max(LOWEST + 1)
}

/// The exponent of the smallest power of two that is not below a length. A low number for zero, also for a negative one:
/// the side of a bound from 0.0 to -0.0.
fn exponent(length: f64) -> i32 {
    const MANTISSA: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = length.abs().to_bits();
    let up = bits & ((1 << MANTISSA) - 1) != 0;
    (bits >> MANTISSA) as i32 - BIAS + i32::from(up)
}

const BIAS: i32 = f64::MAX_EXP - 1;

/// Two to the power of a level.
fn power_of_two(level: i32) -> f64 {
    f64::from_bits(((level + BIAS) as u64) << (f64::MANTISSA_DIGITS - 1))
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
