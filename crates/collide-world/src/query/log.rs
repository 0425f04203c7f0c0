//! Reports queries to a recording.

use std::fmt::Debug;

use super::fingerprint::{Words, of_answers, of_hits, of_list};
use super::{Answers, Queries, Question};
use crate::{Budget, Handle, OverBudget};

/// Records queries. Many threads may call it at once.
pub(crate) trait QueryLog: Debug + Sync {
    /// Records a question, and the fingerprint of the answer or the limit that was exceeded.
    fn answered(&self, terms: Terms<'_>, question: Question<'_>, answer: Result<u64, OverBudget>);
}

/// What the queries of a batch have in common, and what decides their answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a> {
    /// The time of the queries, if it is in the past.
    pub(crate) time: Option<f64>,
    /// See [`Queries::except`].
    pub(crate) except: &'a [Handle],
    /// See [`Queries::entering`].
    pub(crate) entering: bool,
    /// The limits, but that of work: a replay may search another way.
    pub(crate) budget: Budget,
}

/// The log of queries at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log<'a> {
    pub(crate) log: &'a dyn QueryLog,
    /// The time of the queries, if it is in the past.
    pub(crate) time: Option<f64>,
}

impl Queries<'_> {
    pub(crate) fn is_recorded(&self) -> bool {
        self.log.is_some()
    }

    /// Records a batch and its hits, or that a limit was exceeded.
    pub(super) fn record_answers<'q, H: Words>(
        &self,
        question: impl FnOnce() -> Question<'q>,
        answers: &Answers<H>,
        outcome: Result<(), OverBudget>,
    ) {
        if let Some(log) = self.log {
            let terms = self.terms(log.time, Budget { max_work: u64::MAX, ..self.budget });
            log.log.answered(terms, question(), outcome.map(|()| of_answers(answers)));
        }
    }

    /// Records a question of one query and its hits.
    pub(super) fn record_hits<'q, H: Words>(&self, question: impl FnOnce() -> Question<'q>, hits: &[H]) {
        self.record_answer(Budget::UNLIMITED, question, || of_hits(hits));
    }

    /// Records a question with one result for each query. Of the limits, that of candidates can change a result.
    pub(crate) fn record<T: Words>(&self, question: Question<'_>, results: &[T]) {
        let budget = Budget { max_candidates_each: self.budget.max_candidates_each, ..Budget::UNLIMITED };
        self.record_answer(budget, || question, || of_list(results));
    }

    fn record_answer<'q>(&self, budget: Budget, question: impl FnOnce() -> Question<'q>, answer: impl FnOnce() -> u64) {
        if let Some(log) = self.log {
            log.log.answered(self.terms(log.time, budget), question(), Ok(answer()));
        }
    }

    fn terms(&self, time: Option<f64>, budget: Budget) -> Terms<'_> {
        let except = self.scope.filters.view.map_or(&[][..], |view| view.except);
        Terms { time, except, entering: self.rules.entering, budget }
    }
}
