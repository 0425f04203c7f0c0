use collide_broad::internal::Workers;
use collide_core::Vec2;

use crate::Queries;
use crate::base::max_pieces;
use crate::query::Order;

/// With fewer queries than this, several threads are slower than one.
const WORTH_SPREADING: usize = 256;

/// The results of a batch of searches on several threads, in the order of the queries. Reuses its memory.
#[derive(Debug)]
pub(super) struct Spread<T, S> {
    pub(super) list: Vec<T>,
    pieces: Vec<Piece<T, S>>,
    order: Order,
    /// The answers by query, until all are there.
    slots: Vec<Option<T>>,
}

/// The part of one thread, with the buffers of its search.
#[derive(Debug)]
struct Piece<T, S> {
    list: Vec<T>,
    scratch: S,
}

impl<T, S> Default for Spread<T, S> {
    fn default() -> Self {
        Self { list: Vec::new(), pieces: Vec::new(), order: Order::default(), slots: Vec::new() }
    }
}

impl<T: Send, S: Default + Send> Spread<T, S> {
    /// Answers each query by itself. `middle` is the approximate position of a query: they run in spatial order, which
    /// suits the caches.
    pub(super) fn fill<Q: Sync>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2,
        answer: impl Fn(&Q, &mut S) -> T + Sync + Send,
    ) {
        self.list.clear();
        self.order.sort(queries.iter().map(|query| middle(query).as_dvec2().to_array()));
        view.threads().run(queries.len(), WORTH_SPREADING, |workers| {
            let count = queries.len().div_ceil(WORTH_SPREADING / 4).clamp(1, max_pieces(workers));
            self.grow(count);
            let part = |piece: usize| queries.len() * piece / count..queries.len() * (piece + 1) / count;
            let numbers = &self.order.numbers;
            workers.each(&mut self.pieces[..count], |number, Piece { list, scratch }| {
                list.clear();
                list.extend(numbers[part(number)].iter().map(|query| answer(&queries[*query as usize], scratch)));
            });
            self.slots.resize_with(queries.len(), || None);
            let answers = self.pieces[..count].iter_mut().flat_map(|piece| piece.list.drain(..));
            numbers.iter().zip(answers).for_each(|(query, answer)| self.slots[*query as usize] = Some(answer));
            self.list.extend(self.slots.drain(..).flatten());
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
