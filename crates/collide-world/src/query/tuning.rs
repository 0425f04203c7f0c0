//! Tuning constants of queries: speed. None of them changes an answer.

/// At most this many observers or swept shapes are searched one by one; more by a join.
pub(super) const FEW: usize = 16;

/// A join needs sorted rows. Rows that are not sorted are sorted in a copy if there are at most this many for each
/// query: about as many as are sorted in the time of a query by itself.
pub(super) const WORTH_SORTING: usize = 16;

/// A batch by distance with this many queries is worth another thread, and worth sorting by tiles.
pub(crate) const WORTH_SPREADING: usize = 256;

/// Queries by distance are sorted by tiles: this many along each axis.
pub(super) const TILES: usize = 64;

/// The number of slots for which a list grows.
pub(super) const ROOM: usize = 64;

/// Up to this number of slots, a power of two, are sorted by rank.
pub(super) const MAX_RANKED: usize = 64;
