//! Which worker has which part of the plane.

use collide_core::{Aabb, Vec2};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Workers;

/// There are 2^16 tiles along each axis.
const BITS: u32 = 16;

/// How many tiles there are, and one past the number of the last.
const COUNT: u64 = 1 << (2 * BITS);

/// The tiles of the plane, and which worker has which.
///
/// Tiles are squares whose side is a power of two, half-open: a border belongs to the tile above and to the right. There are 65536
/// along each axis, with the origin in the middle; those at the rim go on for ever. They are numbered along a Hilbert curve, on which
/// each is next to the one before, and each worker has a run of numbers.
///
/// ```
/// use collide_cluster::TileMap;
/// use collide_core::Vec2;
/// let map = TileMap::even(6, 4)?; // tiles of 64 units, a quarter of the plane for each
/// assert_eq!(map.side(), 64.0);
/// let at = |x, y| map.worker_at(Vec2::new(x, y));
/// assert_eq!(at(1.0, 1.0), at(1e30, 5.0));
/// assert_ne!(at(1.0, 1.0), at(-1.0, 1.0));
/// # Ok::<(), collide_cluster::TileMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileMap {
    /// The side of a tile as a power of two.
    exponent: i8,
    /// For each worker but the last, where its run ends; never descending.
    ends: Vec<u64>,
}

/// Why there is no such map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TileMapError {
    /// The side of a tile is too small or too large.
    #[error("tile: must be from 2^-64 to 2^64 units, is 2^{exponent}")]
    Side {
        /// The power of two given.
        exponent: i8,
    },
    /// Nobody has the tiles, or too many would, or others than there are.
    #[error("workers: must be from 1 to {} and as many as there are, are {workers}", Workers::MOST)]
    Workers {
        /// How many were given.
        workers: usize,
    },
}

/// The tiles that a shape's bound touches, from column to column and from row to row, and that of its center. While these are the same,
/// so is all that a map knows of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot([u16; 6]);

/// Columns or rows of tiles from one to another.
type Span = [u32; 2];

/// A square of tiles whose side, in tiles, is a power of two, and whose corner a multiple of it: a run of the curve.
#[derive(Clone, Copy)]
struct Block {
    corner: [u32; 2],
    /// The side as a power of two.
    level: u32,
}

impl Block {
    /// The smallest that holds all of these.
    fn around([x0, x1]: Span, [y0, y1]: Span) -> Self {
        let level = u32::BITS - ((x0 ^ x1) | (y0 ^ y1)).leading_zeros();
        Self { corner: [x0, y0].map(|from| from >> level << level), level }
    }

    /// Its first number, and the last.
    fn run(self) -> [u64; 2] {
        let size = 1_u64 << (2 * self.level);
        let first = u64::from(number(self.corner)) / size * size;
        [first, first + size - 1]
    }

    /// The four quarters.
    fn quarters(self) -> [Self; 4] {
        let Self { corner: [x, y], level } = self;
        let half = 1 << (level - 1);
        [[x, y], [x + half, y], [x, y + half], [x + half, y + half]].map(|corner| Self { corner, level: level - 1 })
    }

    /// From where to where it goes along an axis.
    fn span(self, axis: usize) -> Span {
        let from = self.corner[axis];
        [from, from + ((1 << self.level) - 1)]
    }
}

/// The number of a tile along the curve.
fn number([mut x, mut y]: [u32; 2]) -> u32 {
    let mut number = 0;
    for bit in (0..BITS).rev() {
        let (right, up) = (x >> bit & 1, y >> bit & 1);
        number = number << 2 | ((3 * right) ^ up);
        if up == 0 {
            if right == 1 {
                (x, y) = (!x, !y);
            }
            std::mem::swap(&mut x, &mut y);
        }
    }
    number
}

impl TileMap {
    /// Tiles with sides of two to the power of `exponent` units, an equal part of the plane for each worker.
    ///
    /// # Errors
    /// [`TileMapError`] for an exponent beyond 64 or below -64, for no worker, and for more than 128.
    pub fn even(exponent: i8, workers: usize) -> Result<Self, TileMapError> {
        if !(-64..=64).contains(&exponent) {
            return Err(TileMapError::Side { exponent });
        }
        if !(1..=Workers::MOST).contains(&workers) {
            return Err(TileMapError::Workers { workers });
        }
        let ends = (1..workers as u64).map(|worker| COUNT * worker / workers as u64).collect();
        Ok(Self { exponent, ends })
    }

    /// The map, if it is one for so many workers.
    pub(crate) fn checked(self, workers: usize) -> Result<Self, TileMapError> {
        let even = Self::even(self.exponent, workers)?;
        let fits = even.ends.len() == self.ends.len() && self.ends.is_sorted();
        if fits { Ok(self) } else { Err(TileMapError::Workers { workers: self.workers() }) }
    }

    /// The same tiles cut so that the workers' shares weigh about the same: as near to it as whole tiles allow.
    ///
    /// `weights` are numbers of tiles, ascending, and what they weigh; others weigh nothing. Where all do, nothing changes.
    ///
    /// ```
    /// use collide_cluster::TileMap;
    /// use collide_core::Vec2;
    /// let map = TileMap::even(4, 2)?;
    /// let tile = |x| map.tile_at(Vec2::new(x, 1.0));
    /// let mut weights = [(tile(1.0), 10), (tile(17.0), 10), (tile(33.0), 10), (tile(49.0), 10)];
    /// weights.sort_unstable();
    /// let map = map.balanced(&weights);
    /// assert_eq!(weights.map(|(tile, _)| map.worker_of(tile)), [0, 0, 1, 1]);
    /// # Ok::<(), collide_cluster::TileMapError>(())
    /// ```
    #[must_use]
    pub fn balanced(&self, weights: &[(u32, u64)]) -> Self {
        let total: u128 = weights.iter().map(|(_, weight)| u128::from(*weight)).sum();
        if total == 0 {
            return self.clone();
        }
        let workers = self.workers() as u128;
        let mut ends = Vec::with_capacity(self.ends.len());
        let mut before = 0;
        for (tile, weight) in weights {
            let after = before + u128::from(*weight);
            // A cut goes to that side of the tile which is nearer to it.
            while let share = total * (ends.len() as u128 + 1)
                && share <= after * workers
                && ends.len() < self.ends.len()
            {
                let left = share - before * workers < after * workers - share;
                ends.push(u64::from(*tile) + u64::from(!left));
            }
            before = after;
        }
        ends.resize(self.ends.len(), COUNT);
        Self { ends, ..*self }
    }

    /// How many workers there are.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.ends.len() + 1
    }

    /// The side of a tile, in world units.
    #[must_use]
    pub fn side(&self) -> f64 {
        f64::from(self.exponent).exp2()
    }

    /// The column, or the row, of a coordinate.
    fn along(&self, coordinate: f32) -> u32 {
        // By a power of two, and so without rounding; as bits, its exponent alone.
        let scale = f64::from_bits(((1023 - i64::from(self.exponent)) as u64) << 52);
        let tile = (f64::from(coordinate) * scale).floor();
        let half = f64::from(1 << (BITS - 1));
        (tile.clamp(-half, half - 1.0) + half) as u32
    }

    /// The number of the tile that holds a point.
    #[must_use]
    pub fn tile_at(&self, point: Vec2) -> u32 {
        number([self.along(point.x), self.along(point.y)])
    }

    /// Who has a tile.
    #[must_use]
    pub fn worker_of(&self, tile: u32) -> u32 {
        self.ends.partition_point(|end| *end <= u64::from(tile)) as u32
    }

    /// Who has the tile of a point.
    #[must_use]
    pub fn worker_at(&self, point: Vec2) -> u32 {
        self.worker_of(self.tile_at(point))
    }

    /// Who has any tile that a bound touches, and perhaps others, for the largest; always those who have any of its points.
    ///
    /// Costs some tens of nanoseconds for one within a worker's part; for others, as many for each tile on its way around
    /// where parts meet.
    #[must_use]
    pub fn workers_touched(&self, bound: &Aabb) -> Workers {
        self.workers_of(self.spans(bound))
    }

    /// From which column and row to which a bound touches.
    fn spans(&self, bound: &Aabb) -> [Span; 2] {
        let (min, max) = (bound.min(), bound.max());
        [[min.x, max.x], [min.y, max.y]].map(|span| span.map(|end| self.along(end)))
    }

    fn workers_of(&self, spans: [Span; 2]) -> Workers {
        let mut found = Workers::NONE;
        self.collect(Block::around(spans[0], spans[1]), spans, &mut found);
        found
    }

    /// Where a shape is: all that the map knows it by.
    pub(crate) fn spot(&self, center: Vec2, bound: &Aabb) -> Spot {
        let [x, y] = self.spans(bound);
        let middle = [center.x, center.y].map(|coordinate| self.along(coordinate));
        Spot([x[0], x[1], y[0], y[1], middle[0], middle[1]].map(|number| number as u16))
    }

    /// The tile of a shape's center, and who has any that it touches.
    pub(crate) fn look_up(&self, Spot(numbers): Spot) -> (u32, Workers) {
        let [left, right, bottom, top, x, y] = numbers.map(u32::from);
        (number([x, y]), self.workers_of([[left, right], [bottom, top]]))
    }

    fn collect(&self, block: Block, spans: [Span; 2], found: &mut Workers) {
        let [first, last] = block.run().map(|tile| self.worker_of(tile as u32));
        if (first..=last).all(|worker| found.has(worker)) {
            return;
        }
        let within = [0, 1].iter().all(|&axis| {
            let ([from, to], [low, high]) = (block.span(axis), spans[axis]);
            low <= from && to <= high
        });
        if first == last || within {
            (first..=last).for_each(|worker| found.add(worker));
            return;
        }
        for quarter in block.quarters() {
            let touched = [0, 1].iter().all(|&axis| {
                let ([from, to], [low, high]) = (quarter.span(axis), spans[axis]);
                low <= to && from <= high
            });
            if touched {
                self.collect(quarter, spans, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use collide_core::{Rect, Shape};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_curve_goes_from_tile_to_tile() {
        // Blocks are runs of the curve, and next numbers are next to each other.
        let mut tiles: Vec<(u32, [u32; 2])> =
            (0..64).flat_map(|x| (0..64).map(move |y| (number([x, y]), [x, y]))).collect();
        tiles.sort_unstable();
        for (place, pair) in (0..).zip(tiles.windows(2)) {
            let [(first, [x0, y0]), (second, [x1, y1])] = pair else { unreachable!() };
            assert_eq!((first - tiles[0].0, *second), (place, first + 1));
            assert_eq!(x0.abs_diff(*x1) + y0.abs_diff(*y1), 1);
        }
    }

    #[test]
    fn every_number_is_somewhere() {
        let map = TileMap::even(0, 3).unwrap();
        for x in [0.0, -0.0, -1e-45, 32767.5, 32768.0, -32768.0, -32769.0, f32::MAX, f32::MIN] {
            assert!(map.along(x) < 1 << BITS, "{x}");
        }
        assert_eq!((map.along(-1e-45), map.along(-0.0), map.along(0.5)), (32767, 32768, 32768));
        assert_eq!(TileMap::even(64, 1).unwrap().along(f32::MAX), (1 << BITS) - 1);
        assert!(TileMap::even(-65, 1).is_err() && TileMap::even(0, 0).is_err() && TileMap::even(0, 129).is_err());
    }

    #[test]
    fn shares_are_even() {
        let map = TileMap::even(0, 4).unwrap();
        let weights: Vec<_> = (0..1000).map(|tile| (tile * 7, u64::from(tile % 10))).collect();
        let cut = map.balanced(&weights);
        let mut shares = [0; 4];
        weights.iter().for_each(|(tile, weight)| shares[cut.worker_of(*tile) as usize] += weight);
        assert!(shares.iter().all(|share| share.abs_diff(1125) <= 9), "{shares:?}");
        // One tile cannot be cut; none leaves all as it was.
        let one = map.balanced(&[(5, 100)]);
        assert_eq!(one.workers(), 4);
        assert_eq!(map.balanced(&[]), map);
    }

    proptest! {
        #[test]
        fn whoever_has_a_point_is_found(
            ends in prop::collection::vec(0..COUNT, 1..6),
            (x, y) in (-40.0_f32..40.0, -40.0_f32..40.0),
            (width, height) in (0.0_f32..20.0, 0.0_f32..20.0),
            near in any::<bool>(),
        ) {
            let mut ends: Vec<u64> = ends.into_iter().map(|end| {
                // About the middle, where all the points are.
                if near { u64::from(number([32768 + end as u32 % 40, 32768 - end as u32 / 40 % 40])) } else { end }
            }).collect();
            ends.sort_unstable();
            let map = TileMap { exponent: 0, ends };
            let shape: Shape = Rect::new(Vec2::new(x, y), Vec2::new(x + width, y + height)).unwrap().into();
            let bound = shape.aabb();
            let found = map.workers_touched(&bound);
            let mut expected = Workers::NONE;
            for column in map.along(bound.min().x)..=map.along(bound.max().x) {
                for row in map.along(bound.min().y)..=map.along(bound.max().y) {
                    expected.add(map.worker_of(number([column, row])));
                }
            }
            prop_assert!(expected.without(found).is_empty());
            // Others are there only with runs of no length between those found.
            let spare = found.without(expected).iter().filter(|worker| {
                let worker = *worker as usize;
                let from = if worker == 0 { 0 } else { map.ends[worker - 1] };
                from < map.ends.get(worker).copied().unwrap_or(COUNT)
            });
            prop_assert_eq!(spare.count(), 0);
        }
    }
}
