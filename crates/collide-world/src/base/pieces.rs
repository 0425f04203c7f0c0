use smallvec::SmallVec;

/// The maximum number of pieces of work. A list of them, with one more for static pairs, fits on the stack.
pub(crate) const MOST_PIECES: usize = 64;

/// A list of pieces.
pub(crate) type Pieces<T> = SmallVec<[T; MOST_PIECES]>;
