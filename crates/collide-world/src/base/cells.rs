//! Shapes by size and place, for a search whose cost is bounded wherever the shapes are: it gives ranges of rows, of
//! which the caller reads as many as it likes. A broad phase visits every pair, and in a pile there are too many.

use std::ops::Range;

use collide_core::Aabb;

use super::{CrowdLimit, Square, level_of, moved};

/// The bounds of shapes, sorted by cell. The cells of a level have a power of two as their side, which is at least that
/// of every bound in them. Reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct Cells {
    /// In order of their keys and slots, without the surplus.
    rows: Vec<Row>,
    /// The same with the surplus, if there is one.
    all: Vec<Row>,
    /// The surplus, each with where the shapes of its cell that take part are in `firsts`.
    surplus: Vec<(u32, Range<u32>)>,
    firsts: Vec<u32>,
    /// The shapes of a crowded cell, by rank.
    ranked: Vec<(u64, u32)>,
    /// Rows that are in another cell than before.
    moved: Vec<Row>,
    /// Whether the bound of each shape has changed, while the rows are sorted.
    changed: Vec<bool>,
    /// The levels in use, in order.
    levels: Vec<Level>,
}

/// The bound of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The key of its cell.
    key: u64,
    /// The slot of the shape: the order of rows must not depend on that of the caller.
    pub(crate) slot: u32,
    /// The number of the shape.
    pub(crate) number: u32,
    pub(crate) bound: Aabb,
}

impl Row {
    fn new(number: u32, slot: u32, bound: Aabb) -> Self {
        Self { key: Square::of(&bound).key(), slot, number, bound }
    }

    /// The level of its cell.
    pub(crate) fn level(&self) -> i32 {
        level_of(self.key)
    }

    fn rank(&self) -> (u64, u32) {
        (self.key, self.slot)
    }
}

#[derive(Clone, Debug)]
struct Level {
    level: i32,
    rows: Range<usize>,
    /// Around all bounds of the level: a few shapes far away cost the others no search.
    bound: Aabb,
}

impl Cells {
    /// Sorts shapes, given by slot and bound. [`limit`](Self::limit) must follow.
    pub(crate) fn fill(&mut self, shapes: impl ExactSizeIterator<Item = (u32, Aabb)>) {
        self.take_surplus_back();
        let Self { rows, moved, .. } = self;
        moved.clear();
        moved.extend((0..).zip(shapes).map(|(number, (slot, bound))| Row::new(number, slot, bound)));
        if rows.len() == moved.len() {
            // Most are in the same cells as the last time.
            rows.retain_mut(|row| {
                let now = &mut moved[row.number as usize];
                let stays = row.rank() == now.rank();
                if stays {
                    *row = *now;
                    now.number = GONE;
                }
                stays
            });
            moved.retain(|row| row.number != GONE);
        } else {
            rows.clear();
        }
        self.sort();
    }

    /// Sorts shapes, given by number, key of their square, slot and bound, without a limit.
    pub(crate) fn fill_at<'a>(&mut self, shapes: impl Iterator<Item = (u32, &'a (u64, u32, Aabb))>) {
        self.take_surplus_back();
        self.rows.clear();
        self.rows.extend(shapes.map(|(number, &(key, slot, bound))| Row { key, slot, number, bound }));
        self.rows.sort_unstable_by_key(Row::rank);
        self.find_levels();
    }

    /// Sorts them again after shapes have changed, given by number, slot and bound. [`limit`](Self::limit) must follow.
    pub(crate) fn update(&mut self, changes: impl Iterator<Item = (u32, (u32, Aabb))>) {
        self.take_surplus_back();
        let Self { rows, moved, changed, .. } = self;
        changed.clear();
        changed.resize(rows.len(), false);
        moved.clear();
        for (number, (slot, bound)) in changes {
            changed[number as usize] = true;
            moved.push(Row::new(number, slot, bound));
        }
        rows.retain(|row| !changed[row.number as usize]);
        self.sort();
    }

    /// Puts the rows that have moved among the others.
    fn sort(&mut self) {
        self.moved.sort_unstable_by_key(Row::rank);
        merge(&mut self.rows, &self.moved);
    }

    /// Leaves out the surplus of each cell. `category` is that of a shape.
    pub(crate) fn limit(&mut self, limit: Option<CrowdLimit>, category: impl Fn(u32) -> u64) {
        let Self { rows, all, surplus, firsts, ranked, changed: is_surplus, .. } = self;
        surplus.clear();
        firsts.clear();
        let max = limit.map_or(usize::MAX, |limit| limit.max as usize);
        let is_crowded = rows.iter().zip(rows.get(max..).unwrap_or_default()).any(|(a, b)| a.key == b.key);
        if let Some(limit) = limit.filter(|_| is_crowded) {
            for cell in rows.chunk_by(|a, b| a.key == b.key).filter(|cell| cell.len() > max) {
                ranked.clear();
                ranked.extend(cell.iter().map(|row| (limit.rank((row.slot, category(row.number))), row.number)));
                ranked.select_nth_unstable(max);
                let start = firsts.len() as u32;
                firsts.extend(ranked[..max].iter().map(|(_, number)| *number));
                let range = start..firsts.len() as u32;
                surplus.extend(ranked[max..].iter().map(|(_, number)| (*number, range.clone())));
            }
            is_surplus.clear();
            is_surplus.resize(rows.len(), false);
            surplus.iter().for_each(|(number, _)| is_surplus[*number as usize] = true);
            std::mem::swap(rows, all);
            rows.extend(all.iter().filter(|row| !is_surplus[row.number as usize]));
        }
        self.find_levels();
    }

    /// The rows with the surplus again.
    fn take_surplus_back(&mut self) {
        if !self.all.is_empty() {
            std::mem::swap(&mut self.rows, &mut self.all);
            self.all.clear();
        }
    }

    fn find_levels(&mut self) {
        let Self { rows, levels, .. } = self;
        levels.clear();
        let mut start = 0;
        for rows in rows.chunk_by(|a, b| level_of(a.key) == level_of(b.key)) {
            let bound = rows.iter().map(|row| row.bound).reduce(|all, bound| all.union(&bound));
            let (level, bound) = (level_of(rows[0].key), bound.expect("a level has rows"));
            levels.push(Level { level, rows: start..start + rows.len(), bound });
            start += rows.len();
        }
    }

    /// The rows without the surplus, in order.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The numbers of the surplus.
    pub(crate) fn surplus(&self) -> impl ExactSizeIterator<Item = u32> {
        self.surplus.iter().map(|(number, _)| *number)
    }

    /// A shape of the surplus, and those of its cell that take part.
    pub(crate) fn surplus_at(&self, index: usize) -> (u32, &[u32]) {
        let (number, Range { start, end }) = &self.surplus[index];
        (*number, &self.firsts[*start as usize..*end as usize])
    }

    /// Rows in which every shape is whose bound intersects that of a row, except those that find this row themselves:
    /// of two shapes the smaller one finds the larger one, by level, and of one level that with the smaller row. Those of
    /// the same level, and those of coarser ones. Fast with the same cursor for one row after the other.
    // A call of its own takes 8 % of the instructions of `separate_into`.
    #[inline(always)]
    pub(crate) fn around(
        &self,
        row: usize,
        cursor: &mut Cursor,
    ) -> ([Range<usize>; 2], impl Iterator<Item = Range<usize>>) {
        let Row { key, bound, .. } = self.rows[row];
        if !cursor.rows.contains(&row) {
            let index = self.levels.partition_point(|level| level.rows.end <= row);
            let rows = self.levels[index].rows.clone();
            *cursor = Cursor { above: rows.start, level: index, rows };
        }
        let Cursor { level, above, rows } = cursor;
        *above = self.until(moved(key, -1, 1) - 1, *above, rows.end).end;
        let next = self.until(moved(key, 1, 0), row + 1, rows.end);
        let above = self.until(moved(key, 1, 1), *above, rows.end);
        ([next, above], self.near(&self.levels[*level + 1..], bound))
    }

    /// Rows in which every shape of a coarser level than that of a row is whose bound intersects that of the row, one level
    /// after the other. The row may be of other cells.
    pub(crate) fn coarser(&self, row: &Row) -> impl Iterator<Item = Range<usize>> {
        let next = self.levels.partition_point(|level| level.level <= row.level());
        self.near(&self.levels[next..], row.bound)
    }

    /// Rows in which every shape of some levels is whose bound intersects another one.
    fn near(&self, levels: &[Level], bound: Aabb) -> impl Iterator<Item = Range<usize>> {
        let levels = levels.iter().filter(move |level| level.bound.intersects(&bound));
        levels.flat_map(move |Level { level, rows, .. }| {
            let cell = Square::at(&bound, *level);
            [-1, 0, 1].map(|below| self.between(rows, cell.moved(-1, below), cell.moved(1, below)))
        })
    }

    /// The rows of a level in the cells from one to another in the same line.
    fn between(&self, rows: &Range<usize>, first: Square, last: Square) -> Range<usize> {
        let key = first.key();
        let start = rows.start + self.rows[rows.clone()].partition_point(|row| row.key < key);
        self.until(last.key(), start, rows.end)
    }

    /// The rows from `start` to the end of the cell with a key. There are few, so the search doubles its steps.
    #[inline]
    fn until(&self, key: u64, start: usize, end: usize) -> Range<usize> {
        let rows = &self.rows[start..end];
        if rows.first().is_none_or(|row| row.key > key) {
            return start..start;
        }
        let mut step = 1;
        while rows.get(step - 1).is_some_and(|row| row.key <= key) {
            step *= 2;
        }
        let known = step / 2;
        start..start + known + rows[known..step.min(rows.len())].partition_point(|row| row.key <= key)
    }
}

/// How far a search of one row after the other has got.
#[derive(Debug, Default)]
pub(crate) struct Cursor {
    /// The number of the level, and its rows.
    level: usize,
    rows: Range<usize>,
    /// The first row of the cell above and to the left, or of a cell after that.
    above: usize,
}

/// The number of a row that is among the others already.
const GONE: u32 = u32::MAX;

/// Merges ordered rows into other ordered ones.
fn merge(rows: &mut Vec<Row>, more: &[Row]) {
    let (mut old, mut new) = (rows.len(), more.len());
    rows.extend_from_slice(more);
    while new > 0 && old > 0 {
        if rows[old - 1].rank() > more[new - 1].rank() {
            rows[old + new - 1] = rows[old - 1];
            old -= 1;
        } else {
            rows[old + new - 1] = more[new - 1];
            new -= 1;
        }
    }
    rows[..new].copy_from_slice(&more[..new]);
}

#[cfg(test)]
mod tests {
    use collide_core::Vec2;

    use super::*;
    use crate::base::numbers;

    /// Bounds of all sizes, from those of a point to those of the whole range.
    fn bounds() -> Vec<Aabb> {
        let mut number = numbers(7);
        let mut next = move || number() - 0.5;
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
        // From another order, with some in their cells already, also with another slot.
        let slot = |number: u32| number ^ 5;
        let shape = |(number, bound): (usize, &Aabb)| (slot(number as u32), *bound);
        cells.fill(bounds.iter().rev().enumerate().map(shape));
        cells.fill(bounds.iter().enumerate().map(|(number, bound)| (!slot(number as u32), *bound)));
        cells.fill(bounds.iter().enumerate().map(shape));
        let changed = || (0..).zip(&bounds).step_by(3);
        cells.update(changed().map(|(number, _)| (number, (slot(number), bounds[7]))));
        cells.update(changed().map(|(number, bound)| (number, (slot(number), *bound))));
        cells.limit(None, |_| 0);
        assert!(cells.rows().is_sorted_by_key(Row::rank) && cells.rows().len() == bounds.len());
        let (mut found, mut cursor) = (Vec::new(), Cursor::default());
        for (row, &Row { number, .. }) in cells.rows().iter().enumerate() {
            let (same, coarser) = cells.around(row, &mut cursor);
            for &Row { number: other, .. } in same.into_iter().chain(coarser).flat_map(|rows| &cells.rows()[rows]) {
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
