//! Tuning constants of queries: speed. None of them changes an answer.

/// At most this many observers or swept shapes are searched one by one; more by a join.
pub(super) const FEW: usize = 16;

/// A join needs sorted rows. Rows that are not sorted are sorted in a copy if there are at most this many for each
/// query: about as many as are sorted in the time of a query by itself.
pub(super) const WORTH_SORTING: usize = 16;
