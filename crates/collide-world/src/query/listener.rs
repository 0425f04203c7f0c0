//! What is asked, for a recording.

use std::fmt::Debug;

use super::answer::{Measured, of_blocked, of_first, of_hits, of_ranked};
use super::question::Question;
use super::{Hits, Ranked};
use crate::store::Store;
use crate::{Handle, Settings};

/// A question about a world, and what came of it.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    /// The world that is asked, as it is now.
    pub(crate) store: &'a Store,
    pub(crate) settings: &'a Settings,
    /// Of which time, if of the past.
    pub(crate) time: Option<f64>,
    /// How many hits there was room for.
    pub(crate) max_hits: u64,
    pub(crate) question: Question<'a>,
    /// Fingerprint of the answer; none if there was not room for it.
    pub(crate) answer: Option<u64>,
}

/// Notes questions. Many threads may ask at once.
pub(crate) trait Notes: Debug + Sync {
    fn note(&self, asked: Asked<'_>);
}

/// Where questions are noted, and of which world and time they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listener<'a> {
    pub(crate) notes: &'a dyn Notes,
    pub(crate) store: &'a Store,
    pub(crate) settings: &'a Settings,
    pub(crate) time: Option<f64>,
}

impl Listener<'_> {
    fn note(&self, max_hits: u64, question: Question<'_>, answer: Option<u64>) {
        let Self { notes, store, settings, time } = *self;
        notes.note(Asked { store, settings, time, max_hits, question, answer });
    }

    /// Notes a question, and the hits unless there was no room for them.
    pub(crate) fn hits(&self, question: Question<'_>, hits: &Hits, fits: bool) {
        self.note(hits.max_hits(), question, fits.then(|| of_hits(hits)));
    }

    pub(crate) fn ranked<T: Measured>(&self, question: Question<'_>, hits: &Ranked<T>, fits: bool) {
        self.note(hits.max_hits(), question, fits.then(|| of_ranked(hits)));
    }

    pub(crate) fn first<T: Measured>(&self, question: Question<'_>, hit: Option<&(Handle, T)>) {
        self.note(u64::MAX, question, Some(of_first(hit)));
    }

    pub(crate) fn blocked(&self, question: Question<'_>, blocked: &[bool]) {
        self.note(u64::MAX, question, Some(of_blocked(blocked)));
    }
}
