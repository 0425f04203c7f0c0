//! Tuning constants of the search for pairs and their order: speed only. None of them changes an answer.

/// The minimum number of rows of a piece of work on cell lists.
pub(super) const MIN_ROWS: usize = 512;
/// The minimum number of probes of a piece of work on an index of bounds.
pub(super) const MIN_BOUNDS: usize = 64;

/// The number of candidates that are tested at a time: few enough for the L1 cache.
pub(super) const BATCH: usize = 1_000;

/// The number of places that are added to a full buffer of pairs, besides a quarter of its size.
pub(super) const ROOM: usize = 1024;

/// The binary logarithm of the number of counters of a bucket, which fit into the L1 cache.
pub(super) const BUCKET_BITS: u32 = 9;

/// The minimum number of pairs of one slot that are radix sorted.
pub(super) const MIN_DIGITS: usize = 128;
/// The maximum number of pairs of one slot that are radix sorted in memory on the stack.
pub(super) const MAX_STACK: usize = 2048;
