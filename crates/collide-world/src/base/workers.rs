use collide_broad::internal::{Workers, each_of};

use super::{max_pieces, span};

/// The minimum number of items per piece: fewer are not worth another thread.
const LEAST: usize = 64;

/// Whether there can be threads: not in WebAssembly without its atomics. There, code for more than one thread is not
/// compiled.
pub(super) const HAS_THREADS: bool = cfg!(any(not(target_family = "wasm"), target_feature = "atomics"));

/// The threads of the current rayon pool, or only the calling thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    pub(super) threads: usize,
}

impl Pool {
    /// Runs `work` on each item of `from` and the item of `to` with the same index.
    pub(crate) fn each_pair<A: Sync, B: Send>(
        &self,
        from: &[A],
        to: &mut [B],
        work: impl Fn(&A, &mut B) + Sync + Send,
    ) {
        let size = from.len().div_ceil(max_pieces(self)).max(LEAST);
        let pieces = from.chunks(size).zip(to.chunks_mut(size));
        each_of(self, pieces, |_, (from, to)| from.iter().zip(to.iter_mut()).for_each(|(from, to)| work(from, to)));
    }
}

impl Workers for Pool {
    fn count(&self) -> usize {
        if HAS_THREADS { self.threads } else { 1 }
    }

    fn each<T: Send>(&self, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
        if self.count() > 1 {
            span!("spread");
            spread(0, pieces, &work);
        } else {
            pieces.iter_mut().enumerate().for_each(|(number, piece)| work(number, piece));
        }
    }
}

/// Runs `work` on each piece, on any thread of the current rayon pool. `first` is the number of the first piece.
fn spread<T: Send>(first: usize, pieces: &mut [T], work: &(impl Fn(usize, &mut T) + Sync)) {
    match pieces {
        [] => {}
        [piece] => work(first, piece),
        _ => {
            let middle = pieces.len() / 2;
            let (left, right) = pieces.split_at_mut(middle);
            join(&mut || spread(first, left, work), &mut || spread(first + middle, right, work));
        }
    }
}

/// `rayon::join` of trait objects, so that the code of rayon is compiled once and not for each kind of work.
fn join(left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
    rayon::join(left, right);
}
