//! The recording of a world.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::changes::Known;
use super::frame::Frames;
use super::trace_part::{self, Rules, Stepped, TracePart};
use crate::Settings;
use crate::query::{Notes, QueryNote};
use crate::store::Store;

/// The recording of a world. Many threads may query at once: their queries are recorded one after the other.
#[derive(Debug)]
pub(crate) struct Journal(Mutex<Pages>);

#[derive(Debug)]
struct Pages {
    frames: Frames,
    /// The parts of the current tick.
    parts: Vec<u8>,
    known: Known,
    /// The [version](Store::version) of the store that was last recorded.
    version: u64,
    rules: Option<Rules>,
}

impl Journal {
    /// Starts a recording with a snapshot of the world.
    pub(crate) fn start(saved: Vec<u8>, store: &Store) -> Self {
        let pages =
            Pages { frames: Frames::start(), parts: Vec::new(), known: Known::default(), version: 0, rules: None };
        let mut journal = Self(Mutex::new(pages));
        journal.whole(saved, store);
        journal
    }

    /// Records that the world was replaced by another one.
    pub(crate) fn whole(&mut self, saved: Vec<u8>, store: &Store) {
        let pages = self.pages();
        pages.push(&TracePart::Whole(saved.into()));
        pages.known.learn(store);
        pages.version = store.version();
    }

    /// Records the result of a step.
    pub(crate) fn stepped(&mut self, store: &Store, settings: &Settings, stepped: Stepped) {
        let pages = self.pages();
        pages.catch_up(store, settings);
        pages.push(&TracePart::Stepped(stepped));
        pages.frames.close(&pages.parts);
        pages.parts.clear();
    }

    /// Writes the complete frames.
    pub(crate) fn write(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.pages().frames.write(to)
    }

    /// The pages are consistent even after a panic, as each part is appended at once.
    fn pages(&mut self) -> &mut Pages {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    fn push(&mut self, part: &TracePart<'_>) {
        self.parts = part.write(std::mem::take(&mut self.parts));
    }

    /// Records the changes since the last part.
    fn catch_up(&mut self, store: &Store, settings: &Settings) {
        let rules = Rules::of(settings);
        if self.rules.replace(rules) != Some(rules) {
            self.push(&TracePart::Rules(rules));
        }
        if std::mem::replace(&mut self.version, store.version()) == store.version() {
            return;
        }
        let changes = self.known.changes(store);
        if !changes.is_empty() {
            let part = TracePart::Changed(std::borrow::Cow::Borrowed(changes));
            self.parts = part.write(std::mem::take(&mut self.parts));
        }
    }
}

impl Notes for Journal {
    fn note(&self, QueryNote { store, settings, time, max_hits, question, answer }: QueryNote<'_>) {
        let mut pages = self.lock();
        pages.catch_up(store, settings);
        let gave_up = answer.is_err_and(|over| over.what == "candidates");
        let asked = trace_part::AnsweredQuestion { time, max_hits, question, answer: answer.ok() };
        pages.push(&if gave_up { TracePart::GaveUp(asked) } else { TracePart::Asked(asked) });
    }
}
