//! What rests, static and sleeping entities of all kinds, by place. A shape is in each cell that its bound, expanded by a
//! margin, meets: so one cell has all that a small box may touch.

mod blocks;
mod course;
mod index;
mod lookup;
mod range;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use collide_core::{Aabb, DVec2, Rect, Shape};

use super::FilterTable;
use super::set::Set;
use crate::base::{allocated, exponent, floor, power_of_two};
use range::{Range, is_near, key, keys};
use smallvec::SmallVec;
use table::CellTable;

pub(crate) use index::RestingIndex;
pub(crate) use lookup::Extent;

/// The shapes at rest by place.
#[derive(Clone, Debug, Default)]
pub(crate) struct RestingCells {
    rows: Vec<RestingRow>,
    /// The shapes that are no rects, each with its slot.
    shapes: Vec<(u32, Shape)>,
    /// The index of the row of each slot, or [`NONE`].
    row_of: Vec<u32>,
    /// The exponent of the side of the smallest cells, those of the first level. Cells of the next level are four times
    /// as large.
    smallest: i32,
    /// The number of rows of each level.
    levels: Vec<usize>,
    /// The slots of static shapes. The first of them decide the size of the cells.
    statics: BTreeSet<u32>,
    /// The rows of each cell that has some, in order of slots.
    cells: CellTable,
}

/// A shape at rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RestingRow {
    pub(crate) slot: u32,
    /// The index of the shape, or [`NONE`] for the rect that the bound is.
    shape: u32,
    pub(crate) bound: Aabb,
    /// The first and the last of its columns, then of its lines.
    cells: [[i32; 2]; 2],
}

/// A static or sleeping shape, and whether it is static.
pub(super) type Resting = (Shape, bool);

/// No index.
const NONE: u32 = u32::MAX;

/// How far bounds are expanded, in smallest cells.
const MARGIN: f64 = 0.25;

/// The smallest cells have about this many times the shorter side of static shapes.
const CELL: f64 = 2.0;

/// The number of static shapes that are looked at for that: those with the smallest slots.
const SAMPLES: usize = 15;

/// Boxes up to this number of the smallest cells are looked up, on each axis.
const MAX_CELLS: f64 = 3.0;

/// The maximum number of cells of a shape.
const MAX_COPIES: i64 = 32;

/// Far more than the error of measures in `f64`, relative to the largest number.
const ROUNDING: f64 = 1.0 / (1 << 30) as f64;

/// All that is farther is in the farthest cells.
const FARTHEST: f64 = (1_i64 << 62) as f64;

impl RestingCells {
    /// The index of a set, if some of it is static.
    fn of(set: &Set, filters: &FilterTable) -> Option<Self> {
        let is_static = |slot: u32| !filters.get(slot).sleeping;
        if !set.locations().any(|(slot, _)| is_static(slot)) {
            return None;
        }
        let mut rows: Vec<(u32, Shape)> = set.locations().map(|(slot, at)| (slot, set.shape(at))).collect();
        rows.sort_unstable_by_key(|(slot, _)| *slot);
        let first = rows.iter().filter(|(slot, _)| is_static(*slot)).map(|(_, shape)| *shape);
        let mut cells = Self { smallest: smallest_for(first), ..Self::default() };
        rows.iter().for_each(|(slot, shape)| cells.add(*slot, *shape, is_static(*slot)));
        Some(cells)
    }

    /// The slots whose shapes, to the bit, or mobilities are others in a set, with those that they have there.
    fn changed(&self, set: &Set, filters: &FilterTable) -> Vec<(u32, Option<Resting>)> {
        let mut is_gone: Vec<bool> = self.row_of.iter().map(|row| *row != NONE).collect();
        let mut changed = Vec::new();
        for (slot, at) in set.locations() {
            let (shape, is_static) = (set.shape(at), !filters.get(slot).sleeping);
            if !self.of_slot(slot).is_some_and(|known| are_same(known, shape))
                || self.statics.contains(&slot) != is_static
            {
                changed.push((slot, Some((shape, is_static))));
            }
            if let Some(is_gone) = is_gone.get_mut(slot as usize) {
                *is_gone = false;
            }
        }
        changed.extend((0..).zip(is_gone).filter(|(_, is_gone)| *is_gone).map(|(slot, _)| (slot, None)));
        changed
    }

    /// Whether cells of this size suit what rests, after a change of a slot that is or was static.
    fn suits(&self, slot: u32) -> bool {
        let is_sampled = self.statics.iter().nth(SAMPLES - 1).is_none_or(|last| slot <= *last);
        let shapes = self.statics.iter().filter_map(|slot| self.of_slot(*slot));
        self.statics.is_empty() || !is_sampled || smallest_for(shapes) == self.smallest
    }

    /// Whether some of what rests is static.
    fn has_static(&self) -> bool {
        !self.statics.is_empty()
    }

    /// Adds the shape of a slot that has none.
    pub(super) fn add(&mut self, slot: u32, shape: Shape, is_static: bool) {
        let (bound, row) = (shape.aabb(), self.rows.len() as u32);
        let index = if matches!(shape, Shape::Rect(_)) {
            NONE
        } else {
            self.shapes.push((slot, shape));
            self.shapes.len() as u32 - 1
        };
        let (number, range) = self.place_of(&bound);
        let cells = range.0.map(|cells| cells.map(|cell| cell as i32));
        self.rows.push(RestingRow { slot, shape: index, bound, cells });
        if self.row_of.len() <= slot as usize {
            self.row_of.resize(slot as usize + 1, NONE);
        }
        self.row_of[slot as usize] = row;
        if is_static {
            self.statics.insert(slot);
        }
        if self.levels.len() <= number {
            self.levels.resize(number + 1, 0);
        }
        self.levels[number] += 1;
        for key in keys(number, range) {
            self.cells.insert(key, row, |other| self.rows[other as usize].slot < slot);
        }
    }

    /// Removes the shape of a slot, if it has one. Returns whether it was static.
    pub(super) fn remove(&mut self, slot: u32) -> bool {
        let row = self.row_of.get_mut(slot as usize).map_or(NONE, |row| std::mem::replace(row, NONE));
        if row == NONE {
            return false;
        }
        let RestingRow { shape, bound, .. } = self.rows[row as usize];
        let (number, range) = self.place_of(&bound);
        for key in keys(number, range) {
            self.cells.remove(key, |other| self.rows[other as usize].slot < slot);
        }
        self.levels[number] -= 1;
        if shape != NONE {
            self.shapes.swap_remove(shape as usize);
            if let Some((moved, _)) = self.shapes.get(shape as usize) {
                self.rows[self.row_of[*moved as usize] as usize].shape = shape;
            }
        }
        let RestingRow { slot: moved, bound, .. } = self.rows[self.rows.len() - 1];
        if moved != slot {
            self.row_of[moved as usize] = row;
            let (number, range) = self.place_of(&bound);
            for key in keys(number, range) {
                self.cells.replace(key, row, |other| self.rows[other as usize].slot < moved);
            }
        }
        self.rows.swap_remove(row as usize);
        self.statics.remove(&slot)
    }

    /// The shape of a row.
    #[inline]
    pub(crate) fn shape(&self, row: &RestingRow) -> Shape {
        match self.shapes.get(row.shape as usize) {
            Some((_, shape)) => *shape,
            None => Rect::new(row.bound.min(), row.bound.max()).expect("the corners of a rect").into(),
        }
    }

    /// The shape of a slot, if it rests.
    pub(super) fn of_slot(&self, slot: u32) -> Option<Shape> {
        self.rows.get(*self.row_of.get(slot as usize)? as usize).map(|row| self.shape(row))
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The level of a shape, and its cells there: the first level on which it has few, and which has few around zero.
    fn place_of(&self, bound: &Aabb) -> (usize, Range) {
        let range = self.range_of(bound);
        let mut level = 0;
        loop {
            let place @ Range(cells) = range.at(level);
            let [columns, lines] = cells.map(|[first, last]| last.saturating_sub(first).saturating_add(1));
            if columns.saturating_mul(lines) <= MAX_COPIES && cells.as_flattened().iter().all(|cell| is_near(*cell)) {
                return (level, place);
            }
            level += 1;
        }
    }

    /// The corners of a bound in units of the smallest cells.
    #[inline]
    fn corners(&self, bound: &Aabb) -> [DVec2; 2] {
        let scale = power_of_two(-self.smallest);
        let far = DVec2::splat(FARTHEST);
        [bound.min(), bound.max()].map(|corner| (corner.as_dvec2() * scale).max(-far).min(far))
    }

    /// The smallest cells of a row with this bound.
    #[inline]
    fn range_of(&self, bound: &Aabb) -> Range {
        let [low, high] = self.corners(bound);
        let margin = MARGIN + low.abs().max(high.abs()).max_element() * ROUNDING;
        Range([[low.x, high.x], [low.y, high.y]].map(|[low, high]| [floor(low - margin), floor(high + margin)]))
    }

    fn memory(&self) -> usize {
        let rows = allocated(&self.rows) + allocated(&self.row_of);
        rows + self.cells.memory()
            + allocated(&self.shapes)
            + allocated(&self.levels)
            + self.statics.len() * size_of::<u32>() * 2
    }
}

/// The exponent of the smallest positive `f32` number, of which no cell is smaller.
const MIN_EXPONENT: i32 = -149;

impl RestingRow {
    /// Left, bottom, right and top of the bound.
    #[inline]
    pub(crate) fn corners(&self) -> [f32; 4] {
        let [low, high] = [self.bound.min(), self.bound.max()];
        [low.x, low.y, high.x, high.y]
    }
}

/// Whether two shapes are the same to the bit, also in the signs of zeros.
fn are_same(a: Shape, b: Shape) -> bool {
    a.kind() == b.kind() && a.to_numbers().map(f32::to_bits) == b.to_numbers().map(f32::to_bits)
}

/// The exponent of the side of the smallest cells for the first of these static shapes.
fn smallest_for(shapes: impl Iterator<Item = Shape>) -> i32 {
    let mut sides: SmallVec<[f64; SAMPLES]> = shapes.take(SAMPLES).map(|shape| side(&shape.aabb())).collect();
    sides.sort_unstable_by(f64::total_cmp);
    exponent(sides.get(sides.len() / 2).copied().unwrap_or_default() * CELL).max(MIN_EXPONENT)
}

/// The shorter side of a bound, or the longer one if that is zero.
fn side(bound: &Aabb) -> f64 {
    let sides = bound.max().as_dvec2() - bound.min().as_dvec2();
    if sides.min_element() > 0.0 { sides.min_element() } else { sides.max_element() }
}
