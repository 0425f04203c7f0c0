//! Tuning constants of the search for pairs and their order: speed only. None of them changes an answer.

/// The minimum number of rows of a piece of work on cell lists.
pub(super) const MIN_ROWS: usize = 512;
/// The minimum number of probes of a piece of work on an index of bounds.
pub(super) const MIN_BOUNDS: usize = 64;

/// The rows of each part of a search whose visits are counted before it: one of this number, within these limits. Each
/// may be a cache miss: without the upper limit, the sample of a million rows took half a millisecond.
pub(super) const ROWS_PER_SAMPLE: usize = 256;
pub(super) const SAMPLE: [usize; 2] = [32, 1024];

/// The number of rows after which pairs are filtered by layers.
pub(super) const FILTERED_ROWS: usize = 256;

/// The number of candidates that are tested at a time: few enough for the L1 cache.
pub(super) const BATCH: usize = 1_000;

/// The number of places that are added to a full buffer of pairs, besides a quarter of its size: as many as it has,
/// within these limits.
pub(super) const ROOM: [usize; 2] = [64, 1024];

/// The minimum number of candidates of one shape that are tested as columns.
pub(super) const MIN_COLUMNS: usize = 64;

/// The binary logarithm of the number of counters of a bucket, which fit into the L1 cache.
pub(super) const BUCKET_BITS: u32 = 9;
/// The maximum number of groups per thread into which pairs are sorted by bucket: several, to balance the load.
pub(super) const GROUPS_PER_THREAD: usize = 4;

/// The minimum number of pairs of one slot that are radix sorted.
pub(super) const MIN_DIGITS: usize = 128;
/// The maximum number of pairs of one slot that are radix sorted in memory on the stack.
pub(super) const MAX_STACK: usize = 2048;
