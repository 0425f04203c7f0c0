//! The recording of a world.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::changes::Known;
use super::frame::Frames;
use super::trace_part::{AnsweredCall, AnsweredQuestion, Rules, Stepped, TracePart};
use crate::base::Content;
use crate::query::QueryLog;
use crate::store::Store;
use crate::{OverBudget, Question, Settings};

/// Records a world: its changes, its steps, and the calls that are made through the recorder, with their answers.
/// [`write`](Self::write) writes the recording to a file or a socket, a [`Trace`](crate::Trace) reads it, and
/// [`TraceTick::replay`](crate::TraceTick::replay) runs it again, here or on another machine.
///
/// Call the recorder instead of the world:
///
/// | of the world | of the recorder |
/// |---|---|
/// | [`World::step`](crate::World::step), [`step_within`](crate::World::step_within) | [`step`](Self::step), [`step_within`](Self::step_within) |
/// | [`World::queries`](crate::World::queries), [`at`](crate::World::at) | [`queries`](Self::queries), [`at`](Self::at): then every kind of query |
/// | [`World::move_batch_into`](crate::World::move_batch_into) | [`move_batch_into`](Self::move_batch_into) |
/// | [`World::separate_into`](crate::World::separate_into) | [`separate_into`](Self::separate_into) |
/// | [`World::sweep_through`](crate::World::sweep_through) | [`sweep_through`](Self::sweep_through) |
///
/// [`Recorder::default`] is a recorder that is stopped: its calls are those of the world. So a server can switch a
/// recording on and off.
///
/// What changes the world needs no recorder: before each of these calls, all entities that changed since the last one
/// are recorded. Queries of the world itself are not recorded. If the world is stepped without the recorder, restored,
/// or overwritten by `clone_from`, or if the recorder gets another world, the recording goes on with a snapshot of it.
///
/// Not recorded are [`Interest`](crate::Interest), which follows from the rest, settings that change no answer, and
/// calls with a closure or an exception list ([`filtered`](crate::Queries::filtered),
/// [`except`](crate::Queries::except), [`SlideOptions::pass`](crate::SlideOptions::pass)) or with
/// [`entering`](crate::Queries::entering). A tick ends with its step: what came after the last step is not written yet.
///
/// **Cost:** after a change, each call of the recorder compares every entity with a copy. In each tick, do not mix
/// calls and changes: first all changes, then all calls, or the other way round. The copy takes memory, and each entity
/// that moved takes about ten bytes in the recording.
///
/// ```
/// use collide_core::{Circle, Vec2};
/// use collide_world::{Recorder, Settings, Trace, World};
/// let mut world = World::new(Settings::default());
/// let ball = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
/// let mut recorder = Recorder::new(&world);
/// let mut file = Vec::new();
/// for x in [0.0, 1.0, 2.0] {
///     world.set(ball, Circle::new(Vec2::new(x, 0.0), 1.0)?)?;
///     assert_eq!(recorder.queries(&world).overlap(Circle::new(Vec2::ZERO, 4.0)?), [ball]);
///     recorder.step(&mut world);
///     recorder.write(&mut file)?;
/// }
///
/// let mut again = World::new(Settings::default());
/// for tick in Trace::new(file.as_slice()) {
///     assert_eq!(tick?.replay(&mut again)?.answered, 1);
/// }
/// assert_eq!(again.shape(ball), world.shape(ball));
/// assert_eq!(again.fingerprint(), world.fingerprint());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Recorder {
    /// `None` if it is stopped.
    pages: Option<Box<Mutex<Pages>>>,
}

#[derive(Debug)]
struct Pages {
    frames: Frames,
    /// The parts of the current tick.
    parts: Vec<u8>,
    known: Known,
    /// The last state of the world that was recorded.
    seen: Option<Seen>,
    rules: Option<Rules>,
}

/// What differs if a world has changed other than by changes of entities, and the [version](Store::version) of the
/// entities.
#[derive(Clone, Copy, Debug)]
struct Seen {
    content: Content,
    tick: u64,
    version: u64,
}

/// A world as a recorder sees it.
pub(crate) struct Recorded<'a> {
    pub(crate) content: Content,
    pub(crate) tick: u64,
    pub(crate) store: &'a Store,
    pub(crate) settings: &'a Settings,
    pub(crate) save: &'a dyn Fn() -> Vec<u8>,
}

impl Recorder {
    /// Stops the recording. Ticks that were not [written](Self::write) are lost.
    pub fn stop(&mut self) {
        self.pages = None;
    }

    /// Whether it records.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.pages.is_some()
    }

    /// Writes the ticks that were recorded since the last call, and returns the number of bytes. Until then they are
    /// kept in memory. `to` is not flushed.
    ///
    /// # Errors
    /// Those of `to`. Bytes that it did not take are kept for the next call.
    pub fn write(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.pages().map_or(Ok(0), |pages| pages.frames.write(to))
    }

    /// Drops what was recorded, and starts a new recording.
    pub(crate) fn restart(&mut self) {
        let (frames, known) = (Frames::start(), Known::default());
        self.pages = Some(Box::new(Mutex::new(Pages { frames, parts: Vec::new(), known, seen: None, rules: None })));
    }

    /// Records what has changed since the last call.
    pub(crate) fn catch_up(&self, world: &Recorded<'_>) {
        if let Some(mut pages) = self.lock() {
            pages.catch_up(world);
        }
    }

    /// Records the result of a step, and ends the tick.
    pub(crate) fn stepped(&mut self, stepped: Stepped) {
        if let Some(pages) = self.pages() {
            pages.stepped(stepped);
        }
    }

    pub(crate) fn called(&self, called: AnsweredCall<'_>) {
        if let Some(mut pages) = self.lock() {
            pages.push(&TracePart::Called(called));
        }
    }

    /// The pages are consistent even after a panic, as each part is appended at once.
    fn pages(&mut self) -> Option<&mut Pages> {
        self.pages.as_mut().map(|pages| pages.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    fn lock(&self) -> Option<MutexGuard<'_, Pages>> {
        self.pages.as_ref().map(|pages| pages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Pages {
    fn push(&mut self, part: &TracePart<'_>) {
        self.parts = part.write(std::mem::take(&mut self.parts));
    }

    fn stepped(&mut self, stepped: Stepped) {
        if let Some(seen) = &mut self.seen {
            seen.tick = stepped.tick;
        }
        self.push(&TracePart::Stepped(stepped));
        self.frames.close(&self.parts);
        self.parts.clear();
    }

    fn catch_up(&mut self, world: &Recorded<'_>) {
        let Recorded { content, tick, store, settings, save } = *world;
        let version = store.version();
        let before = self.seen.replace(Seen { content, tick, version });
        let is_same = |seen: &Seen| seen.content == content && seen.tick == tick;
        let known = before.filter(is_same);
        if known.is_none() {
            self.push(&TracePart::Whole(save().into()));
            self.known.learn(store);
        }
        let rules = Rules::of(settings);
        if self.rules.replace(rules) != Some(rules) {
            self.push(&TracePart::Rules(rules));
        }
        if known.is_some_and(|seen| seen.version != version) {
            let changes = self.known.changes(store);
            if !changes.is_empty() {
                let part = TracePart::Changed(Cow::Borrowed(changes));
                self.parts = part.write(std::mem::take(&mut self.parts));
            }
        }
    }
}

impl QueryLog for Recorder {
    fn answered(&self, time: Option<f64>, max_hits: u64, question: Question<'_>, answer: Result<u64, OverBudget>) {
        let gave_up = answer.is_err_and(|over| over.what == "candidates");
        let asked = AnsweredQuestion { time, max_hits, question, answer: answer.ok() };
        if let Some(mut pages) = self.lock() {
            pages.push(&if gave_up { TracePart::GaveUp(asked) } else { TracePart::Asked(asked) });
        }
    }
}
