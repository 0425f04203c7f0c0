use collide_broad::Workers;
use rayon::prelude::*;

/// The minimum number of items per thread: fewer are not worth another thread.
const LEAST: usize = 64;

/// The threads of the current rayon pool, or only the calling thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    pub(crate) threads: usize,
}

impl Pool {
    /// Runs `work` on each item of `from` and the item of `to` with the same index.
    pub(crate) fn each_pair<A: Sync, B: Send>(
        &self,
        from: &[A],
        to: &mut [B],
        work: impl Fn(&A, &mut B) + Sync + Send,
    ) {
        if self.threads > 1 {
            from.par_iter().zip(to).with_min_len(LEAST).for_each(|(from, to)| work(from, to));
        } else {
            from.iter().zip(to).for_each(|(from, to)| work(from, to));
        }
    }
}

impl Workers for Pool {
    fn count(&self) -> usize {
        self.threads
    }

    fn each<T: Send>(&self, pieces: &mut [T], work: impl Fn(usize, &mut T) + Sync + Send) {
        if self.threads > 1 && pieces.len() > 1 {
            pieces.par_iter_mut().enumerate().with_max_len(1).for_each(|(number, piece)| work(number, piece));
        } else {
            pieces.iter_mut().enumerate().for_each(|(number, piece)| work(number, piece));
        }
    }
}
