//! Trees over the rows of a sorted list, for searches that cells make slow: from far away, and along paths that cross much empty
//! space.

use std::ops::Range;

use smallvec::SmallVec;

use super::interval::anchor;
use super::tuning::{LEAF_ROWS, ROUNDING, TILE_ROWS};
use super::{Anchored, CellList, Path, Payload};
use crate::radix::counts_to_starts;

/// Lower and upper corner of a box, rounded outward to `f32`.
type Bound = [[f32; 2]; 2];

/// The rows of each tile of the plane, as the leaves of two binary trees: one of the tiles where nearly all rows are, and one of the
/// rows outside, so that a few far rows do not make the boxes of the others larger.
///
/// A subtree with `count` leaves has `2 * count - 1` nodes, one after another: its root, then its left subtree, then its right one.
#[derive(Clone, Debug, Default)]
pub(super) struct TileTree {
    nodes: Vec<Node>,
    /// For each leaf the index of its first row in `rows`, and last the number of rows.
    starts: Vec<u32>,
    rows: Vec<u32>,
    /// The number of leaves of the first tree.
    near_count: usize,
}

/// The box around the rows of a subtree, and the number of leaves in its left half; zero for a leaf.
#[derive(Clone, Copy, Debug)]
struct Node {
    bound: Bound,
    left_count: u32,
}

/// A subtree, and the distance to its box.
#[derive(Clone, Copy)]
struct Subtree {
    node: usize,
    first: usize,
    distance: f64,
}

impl TileTree {
    /// Costs some nanoseconds for each row.
    pub(super) fn build<S: Anchored<N>, P: Payload, const N: usize>(list: &CellList<S, P, N>) -> Self {
        let tiles = Tiles::of(list);
        let (mut rows, ends) = tiles.sort(list.columns());
        let mut tree = Self::default();
        let mut leaves_before = Vec::with_capacity(ends.len());
        let mut start = 0;
        for end in &ends[..tiles.len()] {
            leaves_before.push(tree.starts.len() as u32);
            tree.starts.extend((start..*end).step_by(LEAF_ROWS));
            start = *end;
        }
        leaves_before.push(tree.starts.len() as u32);
        tree.near_count = tree.starts.len();
        // Each row outside is a leaf, ordered so that halves of the leaves are halves of the plane.
        let far = &mut rows[start as usize..];
        halve(far, &|row| list.row(row as usize));
        tree.starts.extend(start..=list.len as u32);
        let bound = |leaf: usize| bound_of(list, &rows[tree.starts[leaf] as usize..tree.starts[leaf + 1] as usize]);
        let mut nodes = Nodes { list: Vec::with_capacity(tree.starts.len() * 2), leaves_before: &leaves_before, bound };
        nodes.add_tiles(0, tiles.len());
        nodes.add_leaves(tree.near_count..tree.starts.len() - 1);
        tree.nodes = nodes.list;
        tree.rows = rows;
        tree
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        let Self { nodes, starts, rows, near_count: _ } = self;
        nodes.capacity() * size_of::<Node>() + (starts.capacity() + rows.capacity()) * size_of::<u32>()
    }

    /// Visits the rows of leaves whose distance is at most `max_distance`, nearer ones first within each tree. `visit` returns the next
    /// `max_distance`. A distance that is NaN is out of reach.
    fn search(
        &self,
        distance: impl Fn(&Bound) -> f64,
        mut max_distance: f64,
        mut visit: impl FnMut(Range<usize>) -> f64,
    ) {
        let subtree = |node: usize, first| Subtree { node, first, distance: distance(&self.nodes[node].bound) };
        let mut open: SmallVec<[Subtree; 64]> = SmallVec::new();
        let near = (self.near_count > 0).then_some((0, 0));
        let far_root = (2 * self.near_count).saturating_sub(1);
        let far = (far_root < self.nodes.len()).then_some((far_root, self.near_count));
        for (node, first) in near.into_iter().chain(far) {
            open.push(subtree(node, first));
            while let Some(Subtree { node, first, distance }) = open.pop() {
                // False for NaN.
                let in_reach = distance <= max_distance;
                if !in_reach {
                    continue;
                }
                let left_count = self.nodes[node].left_count as usize;
                if left_count == 0 {
                    let rows = &self.rows[self.starts[first] as usize..self.starts[first + 1] as usize];
                    // In runs of neighbours.
                    for run in rows.chunk_by(|row, next| row + 1 == *next) {
                        max_distance = visit(run[0] as usize..run[0] as usize + run.len());
                    }
                    continue;
                }
                let (left, right) = (subtree(node + 1, first), subtree(node + 2 * left_count, first + left_count));
                let (near, far) = if right.distance < left.distance { (right, left) } else { (left, right) };
                open.extend([far, near].into_iter().filter(|subtree| subtree.distance <= max_distance));
            }
        }
    }

    /// Visits each row whose box may be at most `max_distance` from the box between two corners, and some rows more; nearer rows roughly
    /// earlier. `visit` returns the next `max_distance`.
    pub(super) fn around(&self, [low, high]: [[f64; 2]; 2], max_distance: f64, visit: impl FnMut(Range<usize>) -> f64) {
        let size = magnitude(low, high);
        let distance = |bound @ [from, to]: &Bound| {
            let gap = |axis: usize| (f64::from(from[axis]) - high[axis]).max(low[axis] - f64::from(to[axis])).max(0.0);
            let (x, y) = (gap(0), gap(1));
            // Less by more than all rounding of distances.
            (x * x + y * y).sqrt() * (1.0 - ROUNDING) - rounding(size, bound)
        };
        self.search(distance, max_distance, visit);
    }

    /// Visits each row that a box may touch on its path, and some rows more, roughly in the order in which the box reaches them.
    /// `visit` returns the `t` up to which rows are searched.
    pub(super) fn along(&self, path: &Path, visit: impl FnMut(Range<usize>) -> f64) {
        let Path { low, high, motion, until } = *path;
        let size = magnitude(low, high);
        let per_motion = motion.map(|motion| 1.0 / motion);
        let enter = |bound @ [from, to]: &Bound| {
            let rounding = rounding(size, bound);
            let (mut enter, mut leave) = (0.0_f64, until);
            for axis in [0, 1] {
                let before = f64::from(from[axis]) - high[axis] - rounding;
                let past = f64::from(to[axis]) - low[axis] + rounding;
                if motion[axis] == 0.0 {
                    leave = if before > 0.0 || past < 0.0 { f64::NEG_INFINITY } else { leave };
                } else {
                    let [first, last] = if motion[axis] > 0.0 { [before, past] } else { [past, before] };
                    (enter, leave) = (enter.max(first * per_motion[axis]), leave.min(last * per_motion[axis]));
                }
            }
            if enter > leave { f64::NAN } else { enter }
        };
        self.search(enter, f64::INFINITY, visit);
    }
}

/// The sum of the magnitudes of the coordinates of two corners.
fn magnitude(low: [f64; 2], high: [f64; 2]) -> f64 {
    low.iter().chain(&high).map(|value| value.abs()).sum()
}

/// More than the rounding of a distance between something in the box and something at most `size` from the origin.
fn rounding(size: f64, bound: &Bound) -> f64 {
    let around: f64 = bound.iter().flatten().map(|value| f64::from(value.abs())).sum();
    (size + around) * ROUNDING
}

fn union([low, high]: Bound, [other_low, other_high]: Bound) -> Bound {
    let lower = |axis: usize| if other_low[axis] < low[axis] { other_low[axis] } else { low[axis] };
    let upper = |axis: usize| if other_high[axis] > high[axis] { other_high[axis] } else { high[axis] };
    [[lower(0), lower(1)], [upper(0), upper(1)]]
}

/// The box around these rows. A box that ends at the border of `f32` has no end there: its shape may extend beyond it.
fn bound_of<S: Anchored<N>, P: Payload, const N: usize>(list: &CellList<S, P, N>, rows: &[u32]) -> Bound {
    let ([mut left, mut bottom], [mut right, mut top]) = ([f64::MAX; 2], [f64::MIN; 2]);
    for row in rows {
        let [low, high] = S::corners(&list.row(*row as usize));
        left = if low[0] < left { low[0] } else { left };
        bottom = if low[1] < bottom { low[1] } else { bottom };
        right = if high[0] > right { high[0] } else { right };
        top = if high[1] > top { high[1] } else { top };
    }
    let down = |value: f64| {
        let rounded = value as f32;
        let below = if f64::from(rounded) > value { rounded.next_down() } else { rounded };
        if below > f32::MIN { below } else { f32::NEG_INFINITY }
    };
    [[down(left), down(bottom)], [-down(-right), -down(-top)]]
}

/// The nodes of a tree while it is built.
struct Nodes<'a, B> {
    list: Vec<Node>,
    /// For each tile the number of leaves in the tiles before it, and last the number of all leaves.
    leaves_before: &'a [u32],
    /// The box of a leaf.
    bound: B,
}

impl<B: Fn(usize) -> Bound> Nodes<'_, B> {
    /// Appends the subtree of some tiles, a power of two of them from a multiple of it on. Returns its box, if there are rows.
    fn add_tiles(&mut self, first: usize, count: usize) -> Option<Bound> {
        let half = count / 2;
        let [start, middle, end] = [first, first + half, first + count].map(|tile| self.leaves_before[tile] as usize);
        match (half, middle - start, end - middle) {
            (_, 0, 0) => None,
            (0, ..) | (_, 1, 0) | (_, 0, 1) => self.add_leaves(start..end),
            (_, 0, _) => self.add_tiles(first + half, half),
            (_, _, 0) => self.add_tiles(first, half),
            (_, left_count, _) => self.add_node(left_count, |nodes| {
                [nodes.add_tiles(first, half), nodes.add_tiles(first + half, half)]
                    .map(|bound| bound.expect("has leaves"))
            }),
        }
    }

    /// Appends the subtree of some leaves. Returns its box, if there are any.
    fn add_leaves(&mut self, leaves: Range<usize>) -> Option<Bound> {
        match leaves.len() {
            0 => None,
            1 => {
                let bound = (self.bound)(leaves.start);
                self.list.push(Node { bound, left_count: 0 });
                Some(bound)
            }
            count => {
                let middle = leaves.start + count / 2;
                self.add_node(count / 2, |nodes| {
                    let halves = [leaves.start..middle, middle..leaves.end];
                    halves.map(|half| nodes.add_leaves(half).expect("has leaves"))
                })
            }
        }
    }

    fn add_node(&mut self, left_count: usize, children: impl FnOnce(&mut Self) -> [Bound; 2]) -> Option<Bound> {
        let node = self.list.len();
        self.list.push(Node { bound: Bound::default(), left_count: left_count as u32 });
        let [left, right] = children(self);
        let bound = union(left, right);
        self.list[node].bound = bound;
        Some(bound)
    }
}

/// Orders rows so that the first half is on one side of the rest, and so on for each half, along the axis on which they are farther
/// apart.
fn halve<const N: usize>(rows: &mut [u32], numbers: &impl Fn(u32) -> [f32; N]) {
    if rows.len() < 2 {
        return;
    }
    let points = rows.iter().map(|row| [anchor(&numbers(*row)); 2]);
    let [low, high] = points.reduce(union).expect("two rows or more");
    let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
    let half = rows.len() / 2;
    rows.select_nth_unstable_by(half, |a, b| numbers(*a)[axis].total_cmp(&numbers(*b)[axis]).then(a.cmp(b)));
    let (left, right) = rows.split_at_mut(half);
    halve(left, numbers);
    halve(right, numbers);
}

/// Equal tiles that cover the part of the plane where nearly all rows are: a power of two of them on each axis, so that they are
/// about square.
struct Tiles {
    low: [f64; 2],
    per_unit: [f64; 2],
    bits: [u32; 2],
}

impl Tiles {
    fn of<S: Anchored<N>, P: Payload, const N: usize>(list: &CellList<S, P, N>) -> Self {
        let sides = list.intervals.map(|interval| (interval.length() * 1.25).max(list.max_extent).max(1e-30));
        let low = list.intervals.map(|interval| interval.low - interval.length() * 0.125);
        let all = (list.len as f64 / TILE_ROWS).max(1.0).log2().round() as i32;
        let longer = (sides[0] / sides[1]).log2().round() as i32;
        let columns = ((all + longer) / 2).clamp(0, all);
        let bits = [columns as u32, (all - columns) as u32];
        let per_unit = [0, 1].map(|axis| f64::from(1 << bits[axis]) / sides[axis]);
        Self { low, per_unit, bits }
    }

    fn len(&self) -> usize {
        1 << (self.bits[0] + self.bits[1])
    }

    /// The rows in order of their tiles, those outside last, and for each tile the index behind its last row.
    fn sort<const N: usize>(&self, columns: [&[f32]; N]) -> (Vec<u32>, Vec<u32>) {
        let points = columns[0].iter().zip(columns[1]);
        let tile_of_rows: Vec<_> = points.map(|(x, y)| self.of_point([*x, *y])).collect();
        let mut places = vec![0_u32; self.len() + 1];
        tile_of_rows.iter().for_each(|tile| places[*tile as usize] += 1);
        counts_to_starts(&mut places);
        let mut rows = vec![0; tile_of_rows.len()];
        for (row, tile) in (0..).zip(tile_of_rows) {
            let place = &mut places[tile as usize];
            rows[*place as usize] = row;
            *place += 1;
        }
        (rows, places)
    }

    /// The number of the tile of a point, or the number of tiles for a point outside. Rounding decides only which leaf a row is in.
    ///
    /// The bits of the column and of the line take turns, so that each bit halves the plane; the further bits of the longer axis
    /// come first.
    #[inline]
    fn of_point(&self, point: [f32; 2]) -> u32 {
        let [x, y] = [0, 1].map(|axis| (f64::from(point[axis]) - self.low[axis]) * self.per_unit[axis]);
        let [columns, lines] = self.bits;
        let inside = (x >= 0.0) & (x < f64::from(1 << columns)) & (y >= 0.0) & (y < f64::from(1 << lines));
        let (column, line, shared) = (x as u32, y as u32, columns.min(lines));
        let low = |number: u32| spread(number & ((1 << shared) - 1));
        let high = (if columns > lines { column } else { line }) >> shared;
        if inside { high << (2 * shared) | low(line) << 1 | low(column) } else { self.len() as u32 }
    }
}

/// The lower 16 bits of a number, with a zero between each two.
#[inline]
fn spread(number: u32) -> u32 {
    [(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)]
        .into_iter()
        .fold(number, |bits, (shift, mask)| (bits | bits << shift) & mask)
}
