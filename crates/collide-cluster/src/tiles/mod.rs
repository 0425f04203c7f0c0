//! The tiles of the plane, and their workers.

mod curve;
mod shares;

use collide_core::{Aabb, Vec2};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Workers;
use curve::{BITS, Block, COUNT, Span, number};

pub(crate) use shares::is_uneven;

/// The tiles of the plane, and the worker of each tile.
///
/// Tiles are half-open squares whose side is a power of two: a border belongs to the tile above and to the right. There
/// are 65536 tiles along each axis, with the origin in the middle; the outermost tiles are unbounded. They are numbered
/// along a Hilbert curve, on which consecutive tiles are adjacent, and each worker has a range of numbers.
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
// Stored by serde: the fields stay in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileMap {
    /// The side of a tile as a power of two.
    exponent: i8,
    /// The end of each worker's range but the last, ascending.
    ends: Vec<u64>,
}

/// Why a map is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TileMapError {
    /// The side of a tile is too small or too large.
    #[error("tile: must be from 2^-64 to 2^64 units, is 2^{exponent}")]
    Side {
        /// The given power of two.
        exponent: i8,
    },
    /// The number of workers is 0, above the limit, or not that of the map.
    #[error("workers: must be from 1 to {} and equal to the number of workers, are {workers}", Workers::MAX)]
    Workers {
        /// The given number.
        workers: usize,
    },
}

/// The tiles of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    /// The tile of its center.
    pub(crate) tile: u32,
    /// The workers that have a tile that its bound touches.
    pub(crate) touched: Workers,
    pub(crate) interior: InteriorBlock,
}

/// A block of tiles of one worker around a shape. While the bound of the shape is inside, its owner and its holders do
/// not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InteriorBlock {
    min: Vec2,
    /// The first coordinates that are outside.
    end: Vec2,
}

impl InteriorBlock {
    /// No shape is inside.
    pub(crate) const EMPTY: Self = Self { min: Vec2::INFINITY, end: Vec2::NEG_INFINITY };

    /// Whether a shape is inside. Its center is tested too, because rounding may put it outside of a small bound.
    pub(crate) fn has(&self, center: Vec2, bound: &Aabb) -> bool {
        bound.min().min(center).cmpge(self.min).all() && bound.max().max(center).cmplt(self.end).all()
    }
}

impl TileMap {
    /// Tiles with sides of two to the power of `exponent` units, an equal part of the plane for each worker.
    ///
    /// # Errors
    /// [`TileMapError`] if the exponent is above 64 or below -64, or the number of workers is 0 or above 128.
    pub fn even(exponent: i8, workers: usize) -> Result<Self, TileMapError> {
        if !(-64..=64).contains(&exponent) {
            return Err(TileMapError::Side { exponent });
        }
        if !(1..=Workers::MAX).contains(&workers) {
            return Err(TileMapError::Workers { workers });
        }
        let ends = (1..workers as u64).map(|worker| COUNT * worker / workers as u64).collect();
        Ok(Self { exponent, ends })
    }

    /// Checks that the map is one for this number of workers.
    pub(crate) fn checked(self, workers: usize) -> Result<Self, TileMapError> {
        let even = Self::even(self.exponent, workers)?;
        let fits = even.ends.len() == self.ends.len() && self.ends.is_sorted();
        if fits { Ok(self) } else { Err(TileMapError::Workers { workers: self.workers() }) }
    }

    /// The number of workers.
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
        // A power of two, so that the product is not rounded. It is built from the exponent bits.
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

    /// The worker of a tile.
    #[must_use]
    pub fn worker_of(&self, tile: u32) -> u32 {
        self.ends.partition_point(|end| *end <= u64::from(tile)) as u32
    }

    /// The worker of the tile that holds a point.
    #[must_use]
    pub fn worker_at(&self, point: Vec2) -> u32 {
        self.worker_of(self.tile_at(point))
    }

    /// The workers that have a tile that a bound touches. For very large bounds the set may include other workers; none
    /// is missing.
    ///
    /// **Cost:** some tens of nanoseconds for a bound within one share. For other bounds, the same for each tile along
    /// the borders of shares inside the bound.
    #[must_use]
    pub fn workers_touched(&self, bound: &Aabb) -> Workers {
        self.workers_of(self.spans(bound))
    }

    /// The columns and the rows of tiles that a bound touches.
    fn spans(&self, bound: &Aabb) -> [Span; 2] {
        let (min, max) = (bound.min(), bound.max());
        [[min.x, max.x], [min.y, max.y]].map(|span| span.map(|end| self.along(end)))
    }

    fn workers_of(&self, spans: [Span; 2]) -> Workers {
        let mut found = Workers::NONE;
        self.collect(Block::around(spans[0], spans[1]), spans, &mut found);
        found
    }

    /// The tiles of a shape.
    pub(crate) fn placement(&self, center: Vec2, bound: &Aabb) -> Placement {
        let spans = self.spans(bound);
        let touched = self.workers_of(spans);
        let interior = if touched.len() == 1 { self.interior(spans) } else { InteriorBlock::EMPTY };
        Placement { tile: self.tile_at(center), touched, interior }
    }

    /// The largest block around these tiles that one worker has, if there is one.
    fn interior(&self, [x, y]: [Span; 2]) -> InteriorBlock {
        let around = Block::around(x, y);
        let owner = self.worker_of(number(around.corner));
        let from = owner.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        let end = self.ends.get(owner as usize).copied().unwrap_or(COUNT);
        let wider = (around.level..=BITS)
            .map(|level| Block { corner: around.corner.map(|from| from >> level << level), level });
        let own = wider.take_while(|block| {
            let [first, last] = block.run();
            from <= first && last < end
        });
        own.last().map_or(InteriorBlock::EMPTY, |block| {
            let [x, y] = [0, 1]
                .map(|axis| block.span(axis).map(i64::from))
                .map(|[from, to]| [self.edge(from), self.edge(to + 1)]);
            InteriorBlock { min: Vec2::new(x[0], y[0]), end: Vec2::new(x[1], y[1]) }
        })
    }

    /// The first coordinate of a column or a row. It is exact: a small integer times a power of two. The outermost are
    /// unbounded.
    fn edge(&self, number: i64) -> f32 {
        match number {
            0 => f32::NEG_INFINITY,
            _ if number == 1 << BITS => f32::INFINITY,
            _ => ((number - (1 << (BITS - 1))) as f64 * self.side()) as f32,
        }
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
    fn every_number_is_somewhere() {
        let map = TileMap::even(0, 3).unwrap();
        for x in [0.0, -0.0, -1e-45, 32767.5, 32768.0, -32768.0, -32769.0, f32::MAX, f32::MIN] {
            assert!(map.along(x) < 1 << BITS, "{x}");
        }
        assert_eq!((map.along(-1e-45), map.along(-0.0), map.along(0.5)), (32767, 32768, 32768));
        assert_eq!(TileMap::even(64, 1).unwrap().along(f32::MAX), (1 << BITS) - 1);
        assert!(TileMap::even(-65, 1).is_err() && TileMap::even(0, 0).is_err() && TileMap::even(0, 129).is_err());
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
                // Near the middle, where all the points are.
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
            // All tiles of an interior block belong to one worker.
            let interior = map.placement(shape.middle(), &bound).interior;
            let [from, to] = [interior.min, interior.end].map(|end| end.clamp(Vec2::splat(-99.0), Vec2::splat(99.0)));
            let parts = [0.0, 0.5, 1.0].map(|part| from.lerp(to, part));
            for (x, y) in parts.iter().flat_map(|at| parts.iter().map(|other| (at.x, other.y))) {
                let point = Vec2::new(x, y);
                let dot: Shape = Rect::new(point, point).unwrap().into();
                if interior.has(point, &dot.aabb()) {
                    prop_assert!(found == Workers::one(map.worker_at(point)));
                }
            }
            prop_assert!(!interior.has(interior.end, &bound));
            // Additional workers are possible only if their runs are empty and lie between the found ones.
            let spare = found.without(expected).iter().filter(|worker| {
                let worker = *worker as usize;
                let from = if worker == 0 { 0 } else { map.ends[worker - 1] };
                from < map.ends.get(worker).copied().unwrap_or(COUNT)
            });
            prop_assert_eq!(spare.count(), 0);
        }
    }
}
