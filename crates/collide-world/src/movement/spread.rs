use collide_broad::Workers;

use crate::Queries;
use crate::base::{Pool, max_pieces};

/// With fewer queries than this, several threads are slower than one.
const WORTH_SPREADING: usize = 256;

/// The results of a batch of searches on several threads, in the order of the queries. Reuses its memory.
#[derive(Debug)]
pub(super) struct Spread<T, S> {
    pub(super) list: Vec<T>,
    pieces: Vec<Piece<T, S>>,
}

/// The part of one thread, with the buffers of its search.
#[derive(Debug)]
struct Piece<T, S> {
    list: Vec<T>,
    scratch: S,
}

impl<T, S> Default for Spread<T, S> {
    fn default() -> Self {
        Self { list: Vec::new(), pieces: Vec::new() }
    }
}

impl<T: Send, S: Default + Send> Spread<T, S> {
    /// Answers each query by itself.
    pub(super) fn fill<Q: Sync>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        answer: impl Fn(&Q, &mut S) -> T + Sync + Send,
    ) {
        self.list.clear();
        view.threads().run(queries.len(), WORTH_SPREADING, |threads| {
            let count = queries.len().div_ceil(WORTH_SPREADING / 4).clamp(1, max_pieces(threads));
            self.grow(count);
            let part = |piece: usize| queries.len() * piece / count..queries.len() * (piece + 1) / count;
            Pool { threads }.each(&mut self.pieces[..count], |number, Piece { list, scratch }| {
                list.clear();
                list.extend(queries[part(number)].iter().map(|query| answer(query, scratch)));
            });
            self.pieces[..count].iter_mut().for_each(|piece| self.list.append(&mut piece.list));
        });
    }

    /// The buffers of a search on one thread.
    pub(super) fn serial(&mut self) -> (&mut Vec<T>, &mut S) {
        self.grow(1);
        (&mut self.list, &mut self.pieces[0].scratch)
    }

    fn grow(&mut self, count: usize) {
        if self.pieces.len() < count {
            self.pieces.resize_with(count, || Piece { list: Vec::new(), scratch: S::default() });
        }
    }
}
