use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use collide_core::{IntoArg, Moving, Vec2};

use super::World;
use crate::base::{Content, WORTH_SPREADING_SORTED, unlimited};
use crate::pairs::{Pairs, in_order};
use crate::query::{Log, QueryLog, Words, of_list};
use crate::record::{AnsweredCall, AnsweredQuestion, Call, Frames, Known, Rules, Stepped, TracePart};
use crate::{
    Budget, CrowdLimit, Event, Handle, IndexedError, MoveOptions, Moves, OverBudget, PairOrder, PastError, PastHit,
    Queries, Query, Question, Report, SeparateOptions, Separation, WorldError, fingerprint,
};

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
#[derive(Default)]
pub struct Recorder {
    /// `None` if it is stopped.
    pages: Option<Box<Mutex<Pages>>>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("is_recording", &self.is_recording()).finish_non_exhaustive()
    }
}

/// What is recorded and not yet written.
#[derive(Debug, Default)]
struct Pages {
    frames: Frames,
    /// The parts of the current tick.
    parts: Vec<u8>,
    known: Known,
    /// The last state of the world that was recorded: its content, its tick and the version of its entities.
    seen: Option<(Content, u64, u64)>,
    rules: Option<(Rules, Option<CrowdLimit>)>,
}

impl Recorder {
    /// A recording that starts with a snapshot of the world.
    #[must_use]
    pub fn new(world: &World) -> Self {
        let mut recorder = Self::default();
        recorder.start(world);
        recorder
    }

    /// Starts a recording with a snapshot of the world: a new file begins with it. Ticks of an earlier recording that
    /// were not [written](Self::write) are lost.
    pub fn start(&mut self, world: &World) {
        self.pages = Some(Box::default());
        self.catch_up(world);
    }

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
    /// All calls after a [`start`](Self::start) belong to the same file; another file needs another start.
    ///
    /// # Errors
    /// Those of `to`. Bytes that it did not take are kept for the next call, which must go to the same file: if you give
    /// up a file after an error, start a new one.
    pub fn write(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.pages().map_or(Ok(0), |mut pages| pages.frames.write(to))
    }

    /// [`World::step`], recorded.
    pub fn step<'a>(&mut self, world: &'a mut World) -> &'a Report {
        unlimited(self.step_within(world, Budget::UNLIMITED))
    }

    /// [`World::step_within`], recorded.
    ///
    /// # Errors
    /// Those of the world. The tick then goes on.
    pub fn step_within<'a>(
        &mut self,
        world: &'a mut World,
        budget: impl Into<Budget>,
    ) -> Result<&'a Report, OverBudget> {
        self.catch_up(world);
        world.step_within(budget)?;
        if let Some(mut pages) = self.pages() {
            pages.step(world);
        }
        Ok(world.report().expect("there was a step"))
    }

    /// [`World::queries`], recorded. Many threads may query at once: their queries are recorded one after the other.
    #[must_use]
    pub fn queries<'a>(&'a self, world: &'a World) -> Queries<'a> {
        self.catch_up(world);
        self.log(world.queries(), None)
    }

    /// [`World::at`], recorded.
    ///
    /// # Errors
    /// Those of the world.
    pub fn at<'a>(&'a self, world: &'a World, tick: f64) -> Result<Queries<'a>, PastError> {
        self.catch_up(world);
        Ok(self.log(world.at(tick)?, Some(tick)))
    }

    /// [`World::move_batch_into`], recorded unless the options have a closure.
    ///
    /// # Errors
    /// Those of the world. The call is then not recorded.
    pub fn move_batch_into(
        &mut self,
        world: &mut World,
        moving: &[(Handle, impl IntoArg<Vec2> + Copy)],
        options: &MoveOptions<'_>,
        out: &mut Moves,
    ) -> Result<(), IndexedError<WorldError>> {
        self.catch_up(world);
        world.move_batch_into(moving, options, out)?;
        if options.slide.pass.is_none() && self.is_recording() {
            let moving = moving.iter().map(|(handle, motion)| (*handle, (*motion).into())).collect();
            let (options, max_neighbors) = (*options, options.max_neighbors);
            let call = if max_neighbors == usize::MAX {
                Call::Move { moving, options }
            } else {
                Call::MoveWithin { moving, options, max_neighbors }
            };
            self.called(call, || out.fingerprint());
            self.call_moved(world, out.handles().iter().copied());
        }
        Ok(())
    }

    /// [`World::separate_into`], recorded unless the options have a closure.
    ///
    /// # Errors
    /// Those of the world. The call is then not recorded.
    pub fn separate_into(
        &mut self,
        world: &mut World,
        movers: &[Handle],
        options: &SeparateOptions<'_>,
        out: &mut Separation,
    ) -> Result<(), IndexedError<WorldError>> {
        self.catch_up(world);
        world.separate_into(movers, options, out)?;
        let SeparateOptions { rounds, max_neighbors, rules, slide, layers } = *options;
        if slide.pass.is_none() {
            let (movers, rules) = (movers.into(), rules.into());
            let call = Call::Separate { movers, rounds, max_neighbors, rules, layers, slide };
            self.called(call, || out.fingerprint());
            self.call_moved(world, out.ends().iter().map(|(handle, _)| *handle));
        }
        Ok(())
    }

    /// [`World::sweep_through`], recorded.
    ///
    /// # Errors
    /// Those of the world. The call is then not recorded.
    pub fn sweep_through(
        &self,
        world: &World,
        query: impl IntoArg<Query<Moving>>,
        from: f64,
        to: f64,
    ) -> Result<Option<PastHit>, PastError> {
        self.catch_up(world);
        let query = query.into();
        let hit = world.sweep_through(query, from, to)?;
        self.called(Call::SweepThrough { query, from, to }, || of_list(&[hit]));
        Ok(hit)
    }

    fn log<'a>(&'a self, queries: Queries<'a>, time: Option<f64>) -> Queries<'a> {
        if self.is_recording() { queries.logged(Log { log: self, time }) } else { queries }
    }

    fn called(&self, call: Call<'_>, answer: impl FnOnce() -> u64) {
        if let Some(mut pages) = self.pages() {
            pages.push(&TracePart::Called(AnsweredCall { call, answer: answer() }));
        }
    }

    fn call_moved(&self, world: &World, movers: impl Iterator<Item = Handle>) {
        if let Some(mut pages) = self.pages() {
            pages.known.call_moved(&world.store, movers);
        }
    }

    /// Records what has changed since the last call.
    fn catch_up(&self, world: &World) {
        if let Some(mut pages) = self.pages() {
            pages.catch_up(world);
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

    /// Ends a tick with the result of its step.
    fn step(&mut self, world: &World) {
        self.seen = Some((world.content, world.tick(), world.store.version()));
        self.push(&TracePart::Stepped(world.stepped()));
        self.frames.close(&self.parts);
        self.parts.clear();
    }

    fn catch_up(&mut self, world: &World) {
        let World { content, store, settings, .. } = world;
        let now = (*content, world.tick(), store.version());
        let before = self.seen.replace(now).filter(|(content, tick, _)| (*content, *tick) == (now.0, now.1));
        if before.is_none() {
            self.push(&TracePart::Whole(world.save().into()));
            self.known.learn(store);
        }
        let rules = (Rules::of(settings), settings.crowd);
        if self.rules.replace(rules) != Some(rules) {
            self.push(&TracePart::Rules(rules.0));
            if let Some(limit) = rules.1 {
                self.push(&TracePart::Crowd(limit));
            }
        }
        if before.is_some_and(|before| before != now) {
            let changes = self.known.changes(store);
            if !changes.is_empty() {
                self.parts = TracePart::Changed(Cow::Borrowed(changes)).write(std::mem::take(&mut self.parts));
            }
        }
    }
}

impl QueryLog for Recorder {
    fn answered(&self, time: Option<f64>, max_hits: u64, question: Question<'_>, answer: Result<u64, OverBudget>) {
        let gave_up = answer.is_err_and(|over| over.what == "work");
        let max_neighbors = if let Question::Free(_, options) = question { options.max_neighbors } else { usize::MAX };
        let asked = AnsweredQuestion { time, max_hits, question, answer: answer.ok() };
        if let Some(mut pages) = self.pages() {
            pages.push(&match max_neighbors {
                _ if gave_up => TracePart::GaveUp(asked),
                usize::MAX => TracePart::Asked(asked),
                limit => TracePart::AskedWithin(asked, limit),
            });
        }
    }
}

impl Moves {
    pub(super) fn fingerprint(&self) -> u64 {
        fingerprint(self.handles().iter().flat_map(Words::words).chain(self.slides().iter().flat_map(Words::words)))
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
