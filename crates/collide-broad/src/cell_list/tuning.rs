//! Tuning constants of cell lists: speed, and the margins of searches for rounding. None of them changes an answer.

/// The number of sorts after which the cells are fitted again, in case sizes or positions have changed slowly, and the part of
/// all rows that must have changed since: one in this number.
pub(super) const FITS_FOR: u32 = 64;
pub(super) const CHANGED_PART: u64 = 8;

/// If at most one row in this number has changed since the last sort, only these are sorted.
pub(super) const CHANGED_FEW: usize = 16;

/// The number of rows that move aside, in such a sort, at the cost of one that is sorted.
pub(super) const MOVED_ROWS: usize = 16;

/// The target for the mean number of rows in three cells: the actual number is rarely more than the eight that are
/// tested at once.
pub(super) const FULL_RUN: f64 = 4.0;

/// The largest factor by which cells are made wider than the largest row, where rows are not far apart.
pub(super) const MAX_WIDENING: f64 = 4.0;

/// The factor from which wider or narrower cells are worth another sort, the first time.
pub(super) const MIN_WIDENING: f64 = 1.2;

/// The same later on, when cells should hardly change.
pub(super) const FAR_OFF: f64 = 2.0;

/// The maximum number of times that cells are fitted in a sort.
pub(super) const MAX_FITS: usize = 8;

/// Rows are sparse if their mean distance is this many times the largest extent.
pub(super) const SPARSE: f64 = 2.0;

/// The number of pieces of a sort for each thread.
pub(super) const PIECES_PER_THREAD: usize = 4;
/// The minimum number of rows of a piece.
pub(super) const MIN_ROWS: usize = 1024;

/// A path is followed in sections of columns, so that near rows are visited before far rows within a row of cells, too.
/// The numbers of columns of the first and of the longest section; each section is twice as long as the previous one.
pub(super) const SECTIONS: [f64; 2] = [2.0, 16.0];

/// A cell window or a search region is expanded by this fraction of a cell on each side: far more than the rounding
/// errors of cell numbers, of distances to rows in a cell, and of bounds in `f64`.
pub(super) const SLACK: f64 = 1.0 / 1024.0;

/// A search region is also expanded by this fraction of the numbers that it is computed from, which matters if these
/// are large.
pub(super) const ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

/// The mean number of rows aimed at in a tile of the tree, and the largest number of rows in a leaf.
pub(super) const TILE_ROWS: f64 = 8.0;
pub(super) const LEAF_ROWS: usize = 16;

/// The largest number of rows of cells that a search around a point visits; a larger region is searched in the tree.
pub(super) const MAX_LINES: i64 = 16;

/// The same for a search of a box, all of whose rows are visited in either case.
pub(super) const MAX_BOX_LINES: i64 = 64;

/// Factor and addend: a ring of cells around a point with more rows than this multiple of those that are enough is searched
/// in the tree, which finds the nearest rows without a visit to each.
pub(super) const CROWDED_RING: [usize; 2] = [16, 1024];

/// The largest number of steps from cell to cell along a path, for every list and for each row; a longer path is
/// searched in the tree. Most searches end long before: at the first hit.
pub(super) const MAX_STEPS: f64 = 512.0;
pub(super) const STEPS_PER_ROW: f64 = 1.0 / 16.0;

/// The same where far cells share an index, as a few rows are far from all others: the number of rows of cells after which
/// the rest of a path is searched in the tree.
pub(super) const SHARED_STEPS: usize = 32;

/// What a search reads besides the runs of rows that it visits, it passes on as empty runs, which its caller counts as nodes of
/// a tree: one for this number of rows of cells, of rows of cells on a path, of rows whose cell is computed, and of rows of which
/// it is looked up whether they have changed.
pub(super) const LINES: usize = 4;
pub(super) const PATH_LINES: usize = 4;
pub(super) const PLACES: usize = 4;
pub(super) const CHANGES: usize = 16;

/// Up to this number of rows, all are visited rather than indexed.
pub(super) const FEW_ROWS: usize = 32;

/// A search radius is multiplied by this: far more than the rounding of a distance, and too little to cost time.
pub(super) const FARTHER: f64 = 1.0 + 1.0 / (1 << 20) as f64;

/// The number of rows from which a cell is crowded, so that its rows are grouped, and from which a run is split by
/// group.
pub(super) const CROWDED: usize = 64;
/// The minimum number of rows of a group. Smaller groups are tested row by row.
pub(super) const MIN_GROUP: usize = 8;

/// An index of several cells has a list of them if it has more than the first number of rows, or more than the second number
/// of rows in more cells than the third: those of a smaller one are compared with each row nearby.
pub(super) const SHARED_ROWS: usize = 32;
pub(super) const FEW_SHARED_ROWS: usize = 8;
pub(super) const SHARED_CELLS: usize = 4;

/// The rows of an index with such a list are looked up for each row of a join near it, which costs as much as this number of
/// tests of eight rows.
pub(super) const UNSHARED: u64 = 32;
