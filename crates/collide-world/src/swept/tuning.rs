//! When which search of swept pairs is worth it.

/// The number of pairs of boxes for this many movers up to which boxes around whole paths are a good search: to search
/// along a path, or to sort the boxes of another slice of time, costs as much as some pairs for each mover.
pub(super) fn max_candidates(mover_count: usize) -> u64 {
    (mover_count as u64 * 8).max(4_096)
}

/// The work of such a search for each of these pairs.
pub(super) const WORTH_OF_PAIR: u64 = 100;

/// The number of candidates between two looks at the limit of work.
pub(super) const BETWEEN_CHECKS: usize = 16;
