use collide_broad::internal::{MAX_PIECES, Workers};
use smallvec::SmallVec;

/// Pieces of work per thread: several, to balance the load.
const PIECES_PER_THREAD: usize = 16;

/// A list of pieces. Fill it with `extend`: `collect`, `into_iter` and moves may copy the whole list, which is some
/// kilobytes, more than the pieces of a small world.
pub(crate) type Pieces<T> = SmallVec<[T; MAX_PIECES]>;

/// The maximum number of pieces that work is split into: one for a single thread.
pub(crate) fn max_pieces(workers: &impl Workers) -> usize {
    let threads = workers.count();
    if threads > 1 { (threads * PIECES_PER_THREAD).min(MAX_PIECES) } else { 1 }
}
