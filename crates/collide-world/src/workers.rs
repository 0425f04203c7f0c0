use collide_broad::Workers;
use rayon::prelude::*;

/// The threads of the rayon pool that the work runs in, or the calling one alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    pub(crate) threads: usize,
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
