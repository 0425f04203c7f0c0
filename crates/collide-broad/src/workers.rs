use smallvec::SmallVec;

/// Work is cut into at most so many pieces, so that a list of them fits on the stack.
pub(crate) const MOST_PIECES: usize = 64;

/// Who does work that is cut into pieces. A broad phase has no threads of its own; a caller may lend it some.
///
/// Nothing found may depend on the number of workers.
pub trait Workers: Sync {
    /// How many pieces can be worked on at a time.
    fn count(&self) -> usize;

    /// Does the work on every piece, given with its number, in any order and at once.
    fn each<T: Send>(&self, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send);
}

/// The calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Workers for Alone {
    fn count(&self) -> usize {
        1
    }

    fn each<T: Send>(&self, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
        pieces.iter_mut().enumerate().for_each(|(number, piece)| work(number, piece));
    }
}

/// Does the work on each of at most [`MOST_PIECES`] pieces.
pub(crate) fn each_of<T: Send>(
    workers: &impl Workers,
    pieces: impl Iterator<Item = T>,
    work: impl Fn(usize, &mut T) + Sync + Send,
) {
    let mut pieces: SmallVec<[T; MOST_PIECES]> = pieces.collect();
    workers.each(&mut pieces, work);
}
