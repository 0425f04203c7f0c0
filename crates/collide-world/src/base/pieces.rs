use smallvec::SmallVec;

/// The maximum number of pieces of work. A list of them, with one more for static pairs, fits on the stack.
pub(crate) const MAX_PIECES: usize = 64;

/// Pieces of work for each thread, so that uneven ones even out.
const PIECES_PER_THREAD: usize = 16;

/// A list of pieces.
pub(crate) type Pieces<T> = SmallVec<[T; MAX_PIECES]>;

/// The number of pieces that work for this many threads is cut into, if it is enough: one for a single thread.
pub(crate) fn max_pieces(threads: usize) -> usize {
    if threads > 1 { (threads * PIECES_PER_THREAD).min(MAX_PIECES) } else { 1 }
}
