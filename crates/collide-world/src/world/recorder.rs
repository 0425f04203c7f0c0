//! What a world writes down while it is recorded.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::World;
use crate::base::{Content, WORTH_SPREADING_SORTED};
use crate::interest::{KnownInterests, ReplayedInterests, Update};
use crate::pairs::{Pairs, in_order};
use crate::query::{QueryLog, Terms, Words};
use crate::record::{AnsweredQuestion, Call, Frames, Known, QuestionAnswer, Rules, Stepped, TracePart};
use crate::{
    Event, Handle, Interest, Moves, OverBudget, PairOrder, PastHit, Question, Separation, SweptPair, fingerprint,
};

/// Records a world, once it is started.
#[derive(Default)]
pub(crate) struct Recorder {
    /// `None` if it is stopped.
    pages: Option<Box<Mutex<Pages>>>,
    /// The views of a trace that is replayed.
    pub(super) replayed: Option<Box<ReplayedInterests>>,
}

/// What is recorded and not yet written.
#[derive(Default)]
struct Pages {
    frames: Frames,
    /// The parts of the current tick.
    parts: Vec<u8>,
    known: Known,
    interests: KnownInterests,
    /// The last state of the world that was recorded: its content, its tick and the version of its entities.
    seen: Option<(Content, u64, u64)>,
    rules: Option<Rules>,
}

/// Without its contents: the code to print them would be in every program.
impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("is_on", &self.is_on()).finish_non_exhaustive()
    }
}

impl Recorder {
    pub(super) fn start(&mut self) {
        self.pages = Some(Box::default());
    }

    pub(super) fn stop(&mut self) {
        self.pages = None;
    }

    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.pages.is_some()
    }

    pub(super) fn write(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.pages().map_or(Ok(0), |mut pages| pages.frames.write(to))
    }

    /// Records what has changed since the last call.
    pub(super) fn catch_up(&self, world: &World) {
        if let Some(mut pages) = self.pages() {
            pages.catch_up(world);
        }
    }

    pub(super) fn call(&self, call: Call<'_>, answer: impl FnOnce() -> u64) {
        if let Some(mut pages) = self.pages() {
            pages.push(&TracePart::Called(call, answer()));
        }
    }

    /// Remembers the entities that a call has moved.
    pub(super) fn moved(&self, world: &World, movers: impl Iterator<Item = Handle>) {
        if let Some(mut pages) = self.pages() {
            pages.known.call_moved(&world.store, movers);
        }
    }

    /// The update that an [`Interest`] is about to make, if there is a recording.
    pub(super) fn next_update(&self, interest: &Interest) -> Option<Update> {
        self.pages().map(|mut pages| pages.interests.next_update(interest))
    }

    /// Records an update that was made.
    pub(super) fn updated(&self, update: Update, interest: &Interest) {
        if let Some(mut pages) = self.pages() {
            pages.interests.updated(update.number, interest);
            pages.push(&TracePart::Called(Call::Update(update), interest.fingerprint()));
        }
    }

    /// Ends a tick with the result of its step.
    pub(super) fn step(&self, world: &World) {
        if let Some(mut pages) = self.pages() {
            pages.step(world);
        }
    }

    /// The pages are consistent even after a panic, as each part is appended at once.
    fn pages(&self) -> Option<MutexGuard<'_, Pages>> {
        self.pages.as_ref().map(|pages| pages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Pages {
    fn push(&mut self, part: &TracePart<'_>) {
        self.parts = part.write(std::mem::take(&mut self.parts));
    }

    fn step(&mut self, world: &World) {
        self.seen = Some((world.content, world.tick(), world.store.changes.version()));
        self.push(&TracePart::Stepped(world.stepped()));
        self.frames.close(&self.parts);
        self.parts.clear();
    }

    fn catch_up(&mut self, world: &World) {
        let World { content, store, settings, .. } = world;
        let now = (*content, world.tick(), store.changes.version());
        let before = self.seen.replace(now).filter(|(content, tick, _)| (*content, *tick) == (now.0, now.1));
        if before.is_none() {
            self.push(&TracePart::Whole(world.save().into()));
            store.changes.take();
            self.known.learn(store);
            self.interests.clear();
        }
        let rules = Rules::of(settings);
        if self.rules.replace(rules) != Some(rules) {
            self.push(&TracePart::Rules(rules));
        }
        if before.is_some_and(|before| before != now) {
            let changes = self.known.changes(store, store.changes.take());
            if !changes.is_empty() {
                self.parts = TracePart::Changed(Cow::Borrowed(changes)).write(std::mem::take(&mut self.parts));
            }
        }
    }
}

impl QueryLog for Recorder {
    fn answered(&self, terms: Terms<'_>, question: Question<'_>, answer: Result<u64, OverBudget>) {
        let Terms { time, except, entering, budget } = terms;
        let answer = match answer {
            Ok(fingerprint) => QuestionAnswer::Found(fingerprint),
            Err(over) if over.what == "work" => QuestionAnswer::GaveUp,
            Err(_) => QuestionAnswer::TooManyHits,
        };
        let except = except.into();
        let asked = AnsweredQuestion { time, except, entering, budget, question, answer };
        if let Some(mut pages) = self.pages() {
            pages.push(&TracePart::Asked(asked));
        }
    }
}

impl Moves {
    pub(super) fn fingerprint(&self) -> u64 {
        let slides: Vec<_> = self.slides().collect();
        fingerprint(self.handles().iter().flat_map(Words::words).chain(slides.iter().flat_map(Words::words)))
    }
}

impl Separation {
    pub(super) fn fingerprint(&self) -> u64 {
        fingerprint(self.ends().iter().flat_map(|(handle, shape)| handle.words().chain(shape.words())))
    }
}

impl Words for PastHit {
    fn words(&self) -> impl Iterator<Item = u32> {
        let Self { handle, tick, impact } = self;
        let bits = tick.to_bits();
        handle.words().chain([bits as u32, (bits >> 32) as u32]).chain(impact.words())
    }
}

impl Words for SweptPair {
    fn words(&self) -> impl Iterator<Item = u32> {
        self.a.words().chain(self.b.words()).chain(self.impact.words())
    }
}

impl World {
    /// The result of the last step.
    pub(super) fn stepped(&self) -> Stepped {
        let by_slot = self.settings.order == PairOrder::BySlot || self.settings.events;
        Stepped {
            tick: self.tick(),
            pair_count: self.pairs().len() as u64,
            pairs: if by_slot { self.fingerprint() } else { of_pairs(self) },
            events: self.settings.events.then(|| of_events(self.events())),
        }
    }
}

/// The fingerprint of a world whose pairs are not listed by slot, as if they were.
fn of_pairs(world: &World) -> u64 {
    let pairs = world.pairs();
    let slots = world
        .settings
        .threads
        .run(pairs.len(), WORTH_SPREADING_SORTED, |workers| in_order(pairs.slots(), pairs.generations.len(), workers));
    Pairs { slots: &slots, ..pairs }.fingerprint(world.tick())
}

fn of_events(events: &[Event]) -> u64 {
    fingerprint(
        events.iter().flat_map(|Event { kind, a, b }| std::iter::once(*kind as u32).chain(a.words()).chain(b.words())),
    )
}
