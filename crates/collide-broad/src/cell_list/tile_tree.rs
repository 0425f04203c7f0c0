//! Trees over the rows of a sorted list, for searches that cells make slow: from far away, and along paths that cross
//! much empty space.

use std::ops::Range;

use collide_core::Aabb;
use collide_core::rounding::{add_down, add_up};
use smallvec::SmallVec;

use super::interval::intervals_of;
use super::tuning::{LEAF_ROWS, ROUNDING, TILE_ROWS};
use super::{Anchored, CellList, Path, Payload};
use crate::radix::counts_to_starts;

/// The rows of each tile of the plane, as the leaves of two binary trees: one of the tiles where nearly all rows are,
/// and one of the rows outside, so that a few far rows do not make the boxes of the others larger.
///
/// A subtree with `count` leaves has `2 * count - 1` nodes, one after another: its root, then its left subtree, then
/// its right one.
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
    bound: Aabb,
    left_count: u32,
}

/// Visits a run of rows, and returns the maximum distance from then on. Dynamic, because a search is large code and calls
/// it for a few runs: it is compiled once instead of for each kind of query.
pub(super) type Visit<'a> = &'a mut dyn FnMut(Range<usize>) -> f64;

/// A subtree, and the distance to its box.
#[derive(Clone, Copy)]
struct Subtree {
    node: usize,
    first: usize,
    distance: f64,
}

impl TileTree {
    /// A tree over these rows of a list. Costs 15 to 20 nanoseconds for each row.
    pub(super) fn build<S: Anchored<N>, P: Payload, const N: usize>(list: &CellList<S, P, N>, rows: Vec<u32>) -> Self {
        let tiles = Tiles::of(list, &rows);
        let (mut rows, ends) = tiles.sort(list.columns(), rows);
        let (mut starts, mut leaves_before) = (Vec::new(), Vec::with_capacity(ends.len()));
        let mut start = 0;
        for end in &ends[..tiles.len()] {
            leaves_before.push(starts.len() as u32);
            starts.extend((start..*end).step_by(LEAF_ROWS));
            start = *end;
        }
        leaves_before.push(starts.len() as u32);
        let near_count = starts.len();
        // Each row outside is a leaf.
        starts.extend(start..=rows.len() as u32);
        let corners = |row: u32| S::corners(&list.row(row as usize));
        halve(&mut rows[start as usize..], &corners);
        let nodes = Vec::with_capacity(starts.len() * 2);
        let mut building = Building { nodes, starts: &starts, rows: &rows, leaves_before: &leaves_before, corners };
        if near_count > 0 {
            building.add_tiles(0, tiles.len());
        }
        if near_count + 1 < starts.len() {
            building.add_leaves(near_count..starts.len() - 1);
        }
        Self { nodes: building.nodes, starts, rows, near_count }
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        let Self { nodes, starts, rows, near_count: _ } = self;
        nodes.capacity() * size_of::<Node>() + (starts.capacity() + rows.capacity()) * size_of::<u32>()
    }

    /// Visits the rows of leaves whose distance is at most `max_distance`, nearer ones first within each tree. `visit`
    /// returns the next `max_distance`. A distance that is NaN is out of reach.
    fn search(&self, distance: impl Fn(&Aabb) -> f64, mut max_distance: f64, visit: Visit<'_>) {
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
                // Of an inner node, so that the caller can count it, and end the search.
                max_distance = visit(0..0);
                let (left, right) = (subtree(node + 1, first), subtree(node + 2 * left_count, first + left_count));
                let (near, far) = if right.distance < left.distance { (right, left) } else { (left, right) };
                open.extend([far, near].into_iter().filter(|subtree| subtree.distance <= max_distance));
            }
        }
    }

    /// Visits each row whose box may be at most `max_distance` from the box between two corners, and some rows more;
    /// nearer rows roughly earlier. `visit` returns the next `max_distance`.
    pub(super) fn around(&self, [low, high]: [[f64; 2]; 2], max_distance: f64, visit: Visit<'_>) {
        let size = magnitude(low, high);
        let distance = |bound: &Aabb| {
            let [from, to] = ends(bound);
            let gap = |axis: usize| (from[axis] - high[axis]).max(low[axis] - to[axis]).max(0.0);
            let (x, y) = (gap(0), gap(1));
            // Less by more than all rounding of distances.
            (x * x + y * y).sqrt() * (1.0 - ROUNDING) - (size + magnitude(from, to)) * ROUNDING
        };
        self.search(distance, max_distance, visit);
    }

    /// Visits each row that a box may touch on its path, and some rows more, roughly in the order in which the box
    /// reaches them. `visit` returns the `t` up to which rows are searched.
    pub(super) fn along(&self, path: &Path, visit: Visit<'_>) {
        let Path { low, high, motion, until } = *path;
        let size = magnitude(low, high);
        let per_motion = motion.map(|motion| 1.0 / motion);
        let enter = |bound: &Aabb| {
            let [from, to] = ends(bound);
            let rounding = (size + magnitude(from, to)) * ROUNDING;
            let (mut enter, mut leave) = (0.0_f64, until);
            for axis in [0, 1] {
                let before = from[axis] - high[axis] - rounding;
                let past = to[axis] - low[axis] + rounding;
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

/// The corners of a box. A box that ends at the border of `f32` has no end there: its shape may extend beyond it.
fn ends(bound: &Aabb) -> [[f64; 2]; 2] {
    let low = |low: f32| if low > f32::MIN { f64::from(low) } else { f64::NEG_INFINITY };
    let high = |high: f32| if high < f32::MAX { f64::from(high) } else { f64::INFINITY };
    [bound.min().to_array().map(low), bound.max().to_array().map(high)]
}

/// A tree while its nodes are added.
struct Building<'a, C> {
    nodes: Vec<Node>,
    starts: &'a [u32],
    rows: &'a [u32],
    /// For each tile the number of leaves in the tiles before it, and last the number of all leaves.
    leaves_before: &'a [u32],
    /// The lower and the upper corner of a row.
    corners: C,
}

impl<C: Fn(u32) -> Corners> Building<'_, C> {
    /// Appends the subtree of some tiles that have rows: `count`, a power of two, from a multiple of it on. Returns its
    /// box.
    fn add_tiles(&mut self, first: usize, count: usize) -> Aabb {
        let half = count / 2;
        let [start, middle, end] = [first, first + half, first + count].map(|tile| self.leaves_before[tile] as usize);
        if half == 0 || end - start == 1 {
            self.add_leaves(start..end)
        } else if middle == start {
            self.add_tiles(first + half, half)
        } else if middle == end {
            self.add_tiles(first, half)
        } else {
            self.add_node(start, middle - start, |tree| {
                [tree.add_tiles(first, half), tree.add_tiles(first + half, half)]
            })
        }
    }

    /// Appends the subtree of one leaf or more. Returns its box.
    fn add_leaves(&mut self, leaves: Range<usize>) -> Aabb {
        let (half, middle) = (leaves.len() / 2, leaves.start + leaves.len() / 2);
        if half > 0 {
            return self.add_node(leaves.start, half, |tree| {
                [tree.add_leaves(leaves.start..middle), tree.add_leaves(middle..leaves.end)]
            });
        }
        let rows = &self.rows[self.starts[leaves.start] as usize..self.starts[leaves.end] as usize];
        let bound = rounded(around(rows, &self.corners));
        self.nodes.push(Node { bound, left_count: 0 });
        bound
    }

    /// Appends a node before its children; `first` is its first leaf.
    fn add_node(&mut self, first: usize, left_count: usize, children: impl FnOnce(&mut Self) -> [Aabb; 2]) -> Aabb {
        let node = self.nodes.len();
        // A part of its box, until the children are there.
        let bound = rounded((self.corners)(self.rows[self.starts[first] as usize]));
        self.nodes.push(Node { bound, left_count: left_count as u32 });
        let [left, right] = children(self);
        self.nodes[node].bound = left.union(&right);
        self.nodes[node].bound
    }
}

/// The lower and the upper corner of a box.
type Corners = [[f64; 2]; 2];

/// The box around one row or more.
fn around(rows: &[u32], corners: &(impl Fn(u32) -> Corners + ?Sized)) -> Corners {
    let [mut low, mut high] = corners(rows[0]);
    for row in &rows[1..] {
        let [from, to] = corners(*row);
        for axis in [0, 1] {
            low[axis] = if from[axis] < low[axis] { from[axis] } else { low[axis] };
            high[axis] = if to[axis] > high[axis] { to[axis] } else { high[axis] };
        }
    }
    [low, high]
}

/// The bound of a box, clipped to the range of `f32`.
fn rounded([low, high]: Corners) -> Aabb {
    let low = low.map(|value| add_down(value, 0.0).max(f32::MIN));
    Aabb::new(low, high.map(|value| add_up(value, 0.0).min(f32::MAX))).expect("the corners of rows")
}

/// Orders rows so that the first half is on one side of the rest, and so on for each half, along the longer side of the
/// box around them.
fn halve(rows: &mut [u32], corners: &dyn Fn(u32) -> Corners) {
    if rows.len() < 2 {
        return;
    }
    let [low, high] = around(rows, corners);
    let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
    let (half, key) = (rows.len() / 2, |row: u32| corners(row)[0][axis]);
    rows.select_nth_unstable_by(half, |a, b| key(*a).total_cmp(&key(*b)).then(a.cmp(b)));
    let (left, right) = rows.split_at_mut(half);
    halve(left, corners);
    halve(right, corners);
}

/// Equal tiles that cover the part of the plane where nearly all rows are: a power of two of them on each axis, so that
/// they are about square.
struct Tiles {
    low: [f64; 2],
    per_unit: [f64; 2],
    bits: [u32; 2],
}

impl Tiles {
    fn of<S: Anchored<N>, P: Payload, const N: usize>(list: &CellList<S, P, N>, rows: &[u32]) -> Self {
        let intervals = intervals_of(list, rows);
        // At least the smallest distance of two different numbers.
        let sides = intervals.map(|interval| (interval.length() * 1.25).max(f32::from_bits(1).into()));
        let low = intervals.map(|interval| interval.low - interval.length() * 0.125);
        let all = (rows.len() as f64 / TILE_ROWS).max(1.0).log2().round() as i32;
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
    fn sort<const N: usize>(&self, columns: [&[f32]; N], rows: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
        let point = |row: &u32| [columns[0][*row as usize], columns[1][*row as usize]];
        let tiles: Vec<_> = rows.iter().map(|row| self.of_point(point(row))).collect();
        let mut places = vec![0_u32; self.len() + 1];
        tiles.iter().for_each(|tile| places[*tile as usize] += 1);
        counts_to_starts(&mut places);
        let mut sorted = vec![0; rows.len()];
        for (row, tile) in rows.into_iter().zip(tiles) {
            let place = &mut places[tile as usize];
            sorted[*place as usize] = row;
            *place += 1;
        }
        (sorted, places)
    }

    /// The number of the tile of a point, or the number of tiles for a point outside. Rounding decides only which leaf
    /// a row is in.
    ///
    /// The bits of the column and of the line take turns, so that each bit halves the plane; the further bits of the
    /// longer axis come first.
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
