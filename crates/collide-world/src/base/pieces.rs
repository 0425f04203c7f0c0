use smallvec::SmallVec;

/// At most so many pieces of work, so that lists of them, with one more for what is static, fit on the stack.
pub(crate) const MOST_PIECES: usize = 64;

/// A list of pieces.
pub(crate) type Pieces<T> = SmallVec<[T; MOST_PIECES]>;
