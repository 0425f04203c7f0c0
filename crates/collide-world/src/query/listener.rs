//! Reports queries to a recording.

use std::fmt::Debug;

use super::fingerprint::{Words, of_answers, of_blocked, of_first};
use super::{Answers, Question};
use crate::store::Store;
use crate::{OverBudget, Settings};

/// A batch of queries and the fingerprint of its answer.
#[derive(Debug)]
pub(crate) struct QueryNote<'a> {
    /// The current state of the world.
    pub(crate) store: &'a Store,
    pub(crate) settings: &'a Settings,
    /// The time of the queries, if it is in the past.
    pub(crate) time: Option<f64>,
    pub(crate) max_hits: u64,
    pub(crate) question: Question<'a>,
    /// Fingerprint of the answer; or which limit was exceeded.
    pub(crate) answer: Result<u64, OverBudget>,
}

/// Records queries. Many threads may call it at once.
pub(crate) trait Notes: Debug + Sync {
    fn note(&self, note: QueryNote<'_>);
}

/// Reports queries on a world at one time to [`Notes`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listener<'a> {
    pub(crate) notes: &'a dyn Notes,
    pub(crate) store: &'a Store,
    pub(crate) settings: &'a Settings,
    pub(crate) time: Option<f64>,
}

impl Listener<'_> {
    fn note(&self, max_hits: u64, question: Question<'_>, answer: Result<u64, OverBudget>) {
        let Self { notes, store, settings, time } = *self;
        notes.note(QueryNote { store, settings, time, max_hits, question, answer });
    }

    /// Records a question and its answers, or that a limit was exceeded.
    pub(crate) fn answers<H: Words>(
        &self,
        question: Question<'_>,
        answers: &Answers<H>,
        outcome: Result<(), OverBudget>,
    ) {
        self.note(answers.max_hits(), question, outcome.map(|()| of_answers(answers)));
    }

    pub(crate) fn first<H: Words>(&self, question: Question<'_>, hit: Option<&H>) {
        self.note(u64::MAX, question, Ok(of_first(hit)));
    }

    pub(crate) fn blocked(&self, question: Question<'_>, blocked: &[bool]) {
        self.note(u64::MAX, question, Ok(of_blocked(blocked)));
    }
}
