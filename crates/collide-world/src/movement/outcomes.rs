use collide_core::Vec2;

use crate::Queries;
use crate::query::{Scratch, Spatial, WORTH_SPREADING};

/// The results of a batch, one for each query, with the buffers of the search. Reuse one for many calls.
#[derive(Debug)]
pub struct Outcomes<T> {
    pub(super) list: Vec<T>,
    pub(super) scratch: Scratch,
}

impl<T> Default for Outcomes<T> {
    fn default() -> Self {
        Self { list: Vec::new(), scratch: Scratch::default() }
    }
}

impl<T> Outcomes<T> {
    /// One result for each query, in their order.
    #[must_use]
    pub fn list(&self) -> &[T] {
        &self.list
    }

    pub(crate) fn into_list(self) -> Vec<T> {
        self.list
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }
}

impl<T: Send + Sync + 'static> Outcomes<T> {
    /// Answers each query by itself, on several threads. `middle` is the approximate position of a query: they run in
    /// spatial order, which suits the caches.
    pub(super) fn fill<Q: Sync, S: Default + Send + Sync + 'static>(
        &mut self,
        view: &Queries<'_>,
        queries: &[Q],
        middle: impl Fn(&Q) -> Vec2 + Sync,
        answer: impl Fn(&Q, &mut S) -> T + Sync + Send,
    ) {
        let Self { list, scratch } = self;
        list.clear();
        // The answers by query, until all are there.
        let (spatial, answers) = scratch.get::<(Spatial<(Vec<T>, S)>, Vec<Option<T>>)>();
        let middles = queries.iter().map(|query| middle(query).as_dvec2().to_array());
        view.threads().run(queries.len(), WORTH_SPREADING, |workers| {
            let answer = |numbers: &[u32], (list, scratch): &mut (Vec<T>, S)| {
                list.clear();
                list.extend(numbers.iter().map(|query| answer(&queries[*query as usize], scratch)));
            };
            answers.resize_with(queries.len(), || None);
            for (numbers, (list, _)) in spatial.run(middles, answer, workers) {
                numbers.iter().zip(list.drain(..)).for_each(|(query, answer)| answers[*query as usize] = Some(answer));
            }
        });
        list.extend(answers.drain(..).flatten());
    }
}
