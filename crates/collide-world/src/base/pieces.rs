use smallvec::SmallVec;

/// The maximum number of pieces of work. A list of them, including one piece for static pairs, fits on the stack.
pub(crate) const MAX_PIECES: usize = 64;

/// Pieces of work per thread: several, to balance the load.
const PIECES_PER_THREAD: usize = 16;

/// A list of pieces. Fill it with `extend`: `collect`, `into_iter` and moves may copy the whole list, which is some
/// kilobytes, more than the pieces of a small world.
pub(crate) type Pieces<T> = SmallVec<[T; MAX_PIECES]>;

/// The maximum number of pieces that work is split into for `threads` threads: one for a single thread.
pub(crate) fn max_pieces(threads: usize) -> usize {
    if threads > 1 { (threads * PIECES_PER_THREAD).min(MAX_PIECES) } else { 1 }
}
