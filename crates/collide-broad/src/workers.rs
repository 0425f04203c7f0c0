use smallvec::SmallVec;

/// Work is split into at most this many pieces, so that a list of them fits on the stack.
pub const MAX_PIECES: usize = 64;

/// A thread pool that runs work in pieces. A broad phase has no threads of its own; the caller may provide some.
///
/// No result depends on the number of workers.
pub trait Workers: Sync {
    /// The number of pieces that can run at the same time.
    fn count(&self) -> usize;

    /// Calls `work` once for each piece, with the index of the piece, in any order and possibly at the same time.
    fn each<T: Send>(&self, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send);
}

/// Runs all pieces on the calling thread, in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial;

impl Workers for Serial {
    fn count(&self) -> usize {
        1
    }

    fn each<T: Send>(&self, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
        pieces.iter_mut().enumerate().for_each(|(number, piece)| work(number, piece));
    }
}

/// The first `count` items of a list, which grows if it has fewer.
pub fn grown<T: Default>(list: &mut Vec<T>, count: usize) -> &mut [T] {
    if list.len() < count {
        list.resize_with(count, T::default);
    }
    &mut list[..count]
}

/// Runs the work on each of at most [`MAX_PIECES`] pieces.
pub fn each_of<T: Send>(
    workers: &impl Workers,
    pieces: impl Iterator<Item = T>,
    work: impl Fn(usize, &mut T) + Sync + Send,
) {
    // Not collected, which may copy the whole list: some kilobytes, more than the pieces of a small world.
    let mut list: SmallVec<[T; MAX_PIECES]> = SmallVec::new();
    list.extend(pieces);
    workers.each(&mut list, work);
}
