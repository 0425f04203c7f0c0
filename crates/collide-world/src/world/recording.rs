use std::io::{self, Write};

use super::World;
use crate::interest::Update;
use crate::query::Log;
use crate::record::Call;
use crate::{Interest, Queries};

/// # Recording
///
/// A world that is recorded writes down what happens to it, to replay a match on another machine and to find where it
/// took another way. A [`Trace`](crate::Trace) reads a recording, and [`TraceTick::replay`](crate::TraceTick::replay)
/// runs it again.
impl World {
    /// Starts a recording with a snapshot of the world: a new file begins with it. Ticks of an earlier recording that were
    /// not [written](Self::write_recorded) are lost.
    ///
    /// Recorded are all changes, and all calls that ask or move, each with a fingerprint of its answer: steps, queries of
    /// every kind in the present and the past, moves, separations, swept pairs, contacts, and the updates of each
    /// [`Interest`](crate::Interest) that looks at this world. A world that is [restored](Self::restore) or overwritten by
    /// `clone_from` is recorded as a snapshot. A [clone](Clone::clone) is not recorded.
    ///
    /// Not recorded are settings that change no answer, calls that fail, and calls with a closure
    /// ([`Queries::filtered`](crate::Queries::filtered), [`SlideOptions::pass`](crate::SlideOptions::pass)): of these only
    /// the changes. A tick ends with its step: what came after the last step is not written yet. Many threads may query
    /// at once: their queries are recorded one after the other.
    ///
    /// **Cost:** after changes of single entities, the next recorded call compares these with a copy; after a batch that
    /// changes at least a quarter of the dynamic entities, and after [`set_by_slot`](Self::set_by_slot),
    /// [`update_each`](Self::update_each) and [`update_circles`](Self::update_circles), it compares all. So make such
    /// changes together. The copy takes memory, and each entity
    /// that moved takes about ten bytes in the recording. A world that is not recorded pays a branch for each call.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Trace, World};
    /// let mut world = World::new(Settings::default());
    /// let ball = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.start_recording();
    /// let mut file = Vec::new();
    /// for x in [0.0, 1.0, 2.0] {
    ///     world.set(ball, Circle::new(Vec2::new(x, 0.0), 1.0)?)?;
    ///     assert_eq!(world.queries().overlap(Circle::new(Vec2::ZERO, 4.0)?), [ball]);
    ///     world.step();
    ///     world.write_recorded(&mut file)?;
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
    pub fn start_recording(&mut self) {
        self.recorder.start();
        self.store.changes.listen(true);
        self.record_changes();
    }

    /// Stops the recording. Ticks that were not [written](Self::write_recorded) are lost.
    pub fn stop_recording(&mut self) {
        self.recorder.stop();
        self.store.changes.listen(false);
    }

    /// Whether the world is recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.recorder.is_on()
    }

    /// Writes the ticks that were recorded since the last call, and returns the number of bytes. Until then they are
    /// kept in memory. `to` is not flushed. Without a recording nothing is written.
    ///
    /// All calls after a [`start_recording`](Self::start_recording) belong to the same file; another file needs another
    /// start.
    ///
    /// # Errors
    /// Those of `to`. Bytes that it did not take are kept for the next call, which must go to the same file: if you give
    /// up a file after an error, start a new one.
    pub fn write_recorded(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.recorder.write(to)
    }

    /// Records what has changed since the last call.
    pub(super) fn record_changes(&self) {
        self.recorder.catch_up(self);
    }

    /// Records a call and the fingerprint of its answer.
    pub(super) fn record_call<'a>(&self, call: impl FnOnce() -> Call<'a>, answer: impl FnOnce() -> u64) {
        if self.is_recording() {
            self.recorder.call(call(), answer);
        }
    }

    /// The update that an [`Interest`] is about to make, if the world is recorded.
    pub(super) fn next_update(&self, interest: &Interest) -> Option<Update> {
        self.record_changes();
        self.recorder.next_update(interest)
    }

    /// Records an update that was made.
    pub(super) fn updated(&self, update: Update, interest: &Interest) {
        self.recorder.updated(update, interest);
    }

    /// Queries at a time that are recorded, if the world is. `time` is `None` for the present.
    pub(super) fn recorded<'a>(&'a self, queries: Queries<'a>, time: Option<f64>) -> Queries<'a> {
        if !self.is_recording() {
            return queries;
        }
        self.record_changes();
        queries.logged(Log { log: &self.recorder, time })
    }
}
