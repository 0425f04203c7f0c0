//! Cells of a level, and the key of each.

/// First and last cell along each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range(pub(super) [[i64; 2]; 2]);

/// The bits of a coordinate of a cell in its key.
const BITS: u32 = 28;

impl Range {
    /// The cells of a level that contain these smallest cells.
    #[inline]
    pub(super) fn at(self, level: usize) -> Self {
        Self(self.0.map(|cells| cells.map(|cell| cell >> (2 * level))))
    }
}

/// Whether the coordinate of a cell has its place in a key.
pub(super) fn is_near(cell: i64) -> bool {
    cell.unsigned_abs() < 1 << (BITS - 2)
}

/// The keys of some cells of a level.
pub(super) fn keys(level: usize, Range([[left, right], [bottom, top]]): Range) -> impl Iterator<Item = u64> {
    (bottom..=top).flat_map(move |y| (left..=right).map(move |x| key(level, x, y)))
}

/// A number for each cell that is near. Others, which have no rows, may have the number of one of these.
#[inline]
pub(super) fn key(level: usize, x: i64, y: i64) -> u64 {
    let part = |coordinate: i64| coordinate as u64 & ((1 << BITS) - 1);
    (level as u64) << (2 * BITS) | part(y) << BITS | part(x)
}
