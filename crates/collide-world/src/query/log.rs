//! Reports queries to a recording.

use std::fmt::Debug;

use super::fingerprint::{Words, of_answers, of_hits, of_list};
use super::{Answers, Queries, Question};
use crate::OverBudget;

/// Records queries. Many threads may call it at once.
pub(crate) trait QueryLog: Debug + Sync {
    /// Records a question, the limit of hits, and the fingerprint of the answer or the limit that was exceeded. `time`
    /// is the time of the queries, if it is in the past.
    fn answered(&self, time: Option<f64>, max_hits: u64, question: Question<'_>, answer: Result<u64, OverBudget>);
}

/// The log of queries at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log<'a> {
    pub(crate) log: &'a dyn QueryLog,
    /// The time of the queries, if it is in the past.
    pub(crate) time: Option<f64>,
}

impl Log<'_> {
    /// Records a question and its answers, or that a limit was exceeded.
    pub(super) fn answers<H: Words>(
        &self,
        question: Question<'_>,
        answers: &Answers<H>,
        outcome: Result<(), OverBudget>,
    ) {
        self.log.answered(self.time, answers.max_hits(), question, outcome.map(|()| of_answers(answers)));
    }

    /// Records a question of one query and its hits.
    pub(super) fn hits<H: Words>(&self, question: Question<'_>, hits: &[H]) {
        let answer = of_hits(std::iter::once((hits.len(), hits)));
        self.log.answered(self.time, u64::MAX, question, Ok(answer));
    }
}

impl Queries<'_> {
    /// Records a question with one result for each query.
    pub(crate) fn record<T: Words>(&self, question: Question<'_>, results: &[T]) {
        if let Some(Log { log, time }) = self.log {
            log.answered(time, u64::MAX, question, Ok(of_list(results)));
        }
    }
}
