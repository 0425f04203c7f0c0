//! What a world writes down.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::answer::{Measured, of_blocked, of_first, of_hits, of_ranked};
use super::changes::Known;
use super::frame::Frames;
use super::part::{Asked, Part, Question, Rules, Stepped};
use crate::query::Ranked;
use crate::store::Store;
use crate::{Handle, Hits, Settings, World};

/// The record of a world. Many threads may ask at once: their questions are noted one after the other.
#[derive(Debug)]
pub(crate) struct Journal(Mutex<Pages>);

#[derive(Debug)]
struct Pages {
    frames: Frames,
    /// The parts of the tick that is not over yet.
    parts: Vec<u8>,
    known: Known,
    /// The [version](Store::version) known.
    version: u64,
    rules: Option<Rules>,
}

impl Journal {
    /// Begins with the world as it is.
    pub(super) fn start(world: &World) -> Self {
        let pages =
            Pages { frames: Frames::start(), parts: Vec::new(), known: Known::default(), version: 0, rules: None };
        let mut journal = Self(Mutex::new(pages));
        journal.whole(world);
        journal
    }

    pub(super) fn whole(&mut self, world: &World) {
        let pages = self.pages();
        pages.push(&Part::Whole(world.save().into()));
        pages.known.learn(&world.store);
        pages.version = world.store.version();
    }

    pub(super) fn stepped(&mut self, store: &Store, settings: &Settings, stepped: Stepped) {
        let pages = self.pages();
        pages.catch_up(store, settings);
        pages.push(&Part::Stepped(stepped));
        pages.frames.close(&pages.parts);
        pages.parts.clear();
    }

    pub(super) fn write(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.pages().frames.write(to)
    }

    /// What is there is whole even if a thread has panicked: parts are appended at once.
    fn pages(&mut self) -> &mut Pages {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pages {
    fn push(&mut self, part: &Part<'_>) {
        self.parts = part.write(std::mem::take(&mut self.parts));
    }

    /// Notes what has changed since the last part.
    fn catch_up(&mut self, store: &Store, settings: &Settings) {
        let rules = Rules::of(settings);
        if self.rules.replace(rules) != Some(rules) {
            self.push(&Part::Rules(rules));
        }
        if std::mem::replace(&mut self.version, store.version()) == store.version() {
            return;
        }
        let changes = self.known.changes(store);
        if !changes.is_empty() {
            let part = Part::Changed(std::borrow::Cow::Borrowed(changes));
            self.parts = part.write(std::mem::take(&mut self.parts));
        }
    }
}

/// Who notes what is asked, and of which world and time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listener<'a> {
    pub(crate) journal: &'a Journal,
    pub(crate) store: &'a Store,
    pub(crate) settings: &'a Settings,
    pub(crate) time: Option<f64>,
}

impl Listener<'_> {
    fn note(&self, most: u64, question: Question<'_>, answer: Option<u64>) {
        let mut pages = self.journal.lock();
        pages.catch_up(self.store, self.settings);
        pages.push(&Part::Asked(Asked { time: self.time, most, question, answer }));
    }

    /// Notes a question, and the hits unless there was no room for them.
    pub(crate) fn hits(&self, question: Question<'_>, hits: &Hits, fits: bool) {
        self.note(hits.most(), question, fits.then(|| of_hits(hits)));
    }

    pub(crate) fn ranked<T: Measured>(&self, question: Question<'_>, hits: &Ranked<T>, fits: bool) {
        self.note(hits.most(), question, fits.then(|| of_ranked(hits)));
    }

    pub(crate) fn first<T: Measured>(&self, question: Question<'_>, hit: Option<&(Handle, T)>) {
        self.note(u64::MAX, question, Some(of_first(hit)));
    }

    pub(crate) fn blocked(&self, question: Question<'_>, blocked: &[bool]) {
        self.note(u64::MAX, question, Some(of_blocked(blocked)));
    }
}
