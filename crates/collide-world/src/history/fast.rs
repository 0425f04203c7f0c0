//! The entities that move far from a remembered tick to the next one, found by where they are at a time between both.

use std::ops::Range;

use smallvec::SmallVec;

use crate::base::{SlotBits, allocated};
use crate::store::Corners;

/// Left, bottom, right and top of a box.
type Sides = [f32; 4];

/// The sides of the boxes of a block.
type Boxes = [[f32; LANES]; 4];

/// The number of boxes that are compared at once.
const LANES: usize = 8;

/// More than the rounding errors of a box and of an interpolated shape in `f32`, relative to their coordinates.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// The same where numbers are as small as the smallest `f32`. A normal number in `f64`.
const SMALLEST: f64 = f32::from_bits(8) as f64;

/// Entities that move far, as a tree over their boxes at both ticks.
///
/// The box of a subtree at a time lies between its boxes at both ticks, as all motions are straight. Entities that start
/// near each other and end near each other share a subtree.
#[derive(Debug, Default)]
pub(crate) struct FastMovers {
    movers: Vec<Mover>,
    blocks: Vec<Block>,
    slots: SlotBits,
}

/// An entity or a subtree.
#[derive(Clone, Copy, Debug)]
struct Mover {
    /// The slot, or the index of the block of a subtree.
    number: u32,
    boxes: [Sides; 2],
}

/// The children of a node.
#[derive(Clone, Debug, Default)]
struct Block {
    is_leaf: bool,
    len: usize,
    numbers: [u32; LANES],
    /// The sides of the boxes at both ticks.
    columns: [Boxes; 2],
}

impl FastMovers {
    /// Starts the list for another tick. Slots are below `slot_count`.
    pub(super) fn begin(&mut self, slot_count: usize) {
        self.movers.clear();
        self.blocks.clear();
        self.slots.reset(slot_count);
    }

    pub(super) fn push(&mut self, slot: u32, boxes: [Corners; 2]) {
        self.movers.push(Mover { number: slot, boxes: boxes.map(padded) });
        self.slots.insert(slot);
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.movers) + allocated(&self.blocks) + self.slots.memory()
    }

    /// The number of these entities.
    pub(crate) fn len(&self) -> usize {
        self.movers.len()
    }

    #[inline]
    pub(crate) fn has(&self, slot: u32) -> bool {
        self.slots.has(slot)
    }

    /// Builds the tree. Costs about a hundred nanoseconds for each entity.
    pub(super) fn build(&mut self) {
        if !self.movers.is_empty() {
            self.add(0..self.movers.len());
        }
    }

    /// Adds the tree of some movers. Returns it as a child.
    fn add(&mut self, range: Range<usize>) -> Mover {
        let number = self.blocks.len();
        self.blocks.push(Block::default());
        let is_leaf = range.len() <= LANES;
        let children: SmallVec<[Mover; LANES]> = if is_leaf {
            self.movers[range].into()
        } else {
            let mut parts = SmallVec::new();
            let count = range.len().div_ceil(LANES).min(LANES);
            split(&mut self.movers[range.clone()], range.start, count, &mut parts);
            parts.into_iter().map(|part| self.add(part)).collect()
        };
        let block = &mut self.blocks[number];
        (block.is_leaf, block.len) = (is_leaf, children.len());
        for (lane, child) in children.iter().enumerate() {
            block.numbers[lane] = child.number;
            for (columns, sides) in block.columns.iter_mut().zip(&child.boxes) {
                columns.iter_mut().zip(sides).for_each(|(column, side)| column[lane] = *side);
            }
        }
        Mover { number: number as u32, boxes: union_of(&children) }
    }

    /// Visits the slots of the entities whose boxes meet the box `within` and are `near`. Those with a smaller `rank`
    /// roughly come first. The box of an entity or a subtree is around its places at all times from a part of the tick to
    /// another. `visit` gets `None` before the boxes of a block are compared.
    pub(crate) fn search(
        &self,
        parts: [f64; 2],
        within: impl Fn() -> Sides,
        near: impl Fn(Sides) -> bool,
        rank: impl Fn(Sides) -> f32,
        mut visit: impl FnMut(Option<u32>),
    ) {
        let parts = parts.map(|part| part as f32);
        let mut open: SmallVec<[u32; 64]> = SmallVec::new();
        open.extend((!self.blocks.is_empty()).then_some(0));
        while let Some(number) = open.pop() {
            let block = &self.blocks[number as usize];
            visit(None);
            let boxes = block.at(parts);
            let sides = |lane: usize| boxes.map(|column| column[lane]);
            let meet = meeting(&boxes, within());
            let found = (0..block.len).filter(|lane| meet[*lane] && near(sides(*lane)));
            if block.is_leaf {
                found.for_each(|lane| visit(Some(block.numbers[lane])));
                continue;
            }
            let children = found.map(|lane| (rank(sides(lane)), block.numbers[lane]));
            let mut children: SmallVec<[(f32, u32); LANES]> = children.collect();
            children.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            open.extend(children.into_iter().map(|(_, child)| child));
        }
    }
}

impl Block {
    /// The boxes around the places at all times from a part of the tick to another.
    fn at(&self, [start, end]: [f32; 2]) -> Boxes {
        let mut boxes = self.at_part(start);
        if start < end {
            for (side, (column, ends)) in boxes.iter_mut().zip(self.at_part(end)).enumerate() {
                for (out, end) in column.iter_mut().zip(ends) {
                    *out = if (*out < end) == (side < 2) { *out } else { end };
                }
            }
        }
        boxes
    }

    /// The boxes at a part of the tick. Sides without an end may be NaN. Not inlined, so that the compiler sees a loop
    /// over all lanes.
    #[inline(never)]
    fn at_part(&self, part: f32) -> Boxes {
        let ([from, to], before) = (&self.columns, 1.0 - part);
        let mut boxes = [[0.0; LANES]; 4];
        for (column, (from, to)) in boxes.iter_mut().zip(from.iter().zip(to)) {
            for (out, (from, to)) in column.iter_mut().zip(from.iter().zip(to)) {
                *out = from * before + to * part;
            }
        }
        boxes
    }
}

/// Which boxes meet another one. True if a side is NaN.
#[inline(never)]
fn meeting([lefts, bottoms, rights, tops]: &Boxes, [left, bottom, right, top]: Sides) -> [bool; LANES] {
    let mut meet = [false; LANES];
    for (lane, meets) in meet.iter_mut().enumerate() {
        let apart_x = (lefts[lane] > right) | (rights[lane] < left);
        let apart_y = (bottoms[lane] > top) | (tops[lane] < bottom);
        *meets = !(apart_x | apart_y);
    }
    meet
}

/// Orders movers so that each of `count` parts of about the same size has its place, and appends the ranges of the
/// parts. `start` is the index of the first mover.
fn split(movers: &mut [Mover], start: usize, count: usize, parts: &mut SmallVec<[Range<usize>; LANES]>) {
    if count == 1 {
        parts.push(start..start + movers.len());
        return;
    }
    let boxes = union_of(movers);
    let extent = |(end, axis): (usize, usize)| boxes[end][2 + axis] - boxes[end][axis];
    let axes = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let (end, axis) = axes.into_iter().max_by(|a, b| extent(*a).total_cmp(&extent(*b))).expect("four axes");
    let (half, key) = (movers.len() * (count / 2) / count, |mover: &Mover| mover.boxes[end][axis]);
    movers.select_nth_unstable_by(half, |a, b| key(a).total_cmp(&key(b)).then(a.number.cmp(&b.number)));
    let (left, right) = movers.split_at_mut(half);
    split(left, start, count / 2, parts);
    split(right, start + half, count - count / 2, parts);
}

/// The boxes around all of these.
fn union_of(movers: &[Mover]) -> [Sides; 2] {
    let mut union = movers[0].boxes;
    for mover in &movers[1..] {
        for (all, sides) in union.iter_mut().zip(&mover.boxes) {
            *all = [all[0].min(sides[0]), all[1].min(sides[1]), all[2].max(sides[2]), all[3].max(sides[3])];
        }
    }
    union
}

/// The box, expanded by more than the rounding of shapes and boxes between the ticks. The sum of both axes: a distance
/// mixes the axes, and so does its rounding error.
fn padded([low, high]: Corners) -> Sides {
    let sum: f64 = low.iter().chain(&high).map(|value| value.abs()).sum();
    let margin = sum * ROUNDING + SMALLEST;
    [low[0] - margin, low[1] - margin, high[0] + margin, high[1] + margin].map(|side| side as f32)
}
