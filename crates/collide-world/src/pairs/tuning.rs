//! The numbers that decide how fast pairs are found and put in order. None of them changes an answer.

/// Rows that a piece of work on cell lists has at least, and bounds that one has that are looked up in an index.
pub(super) const MIN_ROWS: usize = 512;
pub(super) const MIN_BOUNDS: usize = 64;

/// Candidates that are decided at a time: few enough to stay in the first cache.
pub(super) const BATCH: usize = 1_000;

/// Places that are added to a full buffer of pairs, besides a part of those it has.
pub(super) const ROOM: usize = 1024;

/// The binary logarithm of the number of counters of a bucket, which fit into the first cache.
pub(super) const BUCKET_BITS: u32 = 9;

/// Pairs of one slot are sorted digit by digit if they are this many or more; by memory on the stack if they are at most this many.
pub(super) const MIN_DIGITS: usize = 128;
pub(super) const MAX_STACK: usize = 2048;
