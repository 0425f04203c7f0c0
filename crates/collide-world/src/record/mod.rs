//! A world that writes down what happens to it, and worlds that go through the same again.
//!
//! A trace is a header and a frame for each tick, and may be followed by another trace: so a server that starts again appends to
//! the file it has. Numbers in headers and frames are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ctrace` and two zeros |
//! | 4 | version of the format |
//!
//! | bytes | what |
//! |---|---|
//! | 8 | length of the payload |
//! | 8 | XXH3 of the payload, seeded with that of the frame before, or of the header with zero |
//! | length | payload: parts one after the other, as postcard writes them; the last one ends the tick |
//!
//! A part is a whole world as [saved](World::save), the rules of the world, what has changed since the part before, questions
//! and the fingerprint of their answers, or the end of the tick with what it found.

mod answer;
mod apply;
mod changes;
mod frame;
mod journal;
mod part;
mod replay;

use std::io::{self, Write};

use crate::{PairOrder, World};
pub(crate) use answer::Measured;
pub(crate) use journal::{Journal, Listener};
pub(crate) use part::Question;
use part::Stepped;

pub use apply::Unfit;
pub use frame::{Trace, TraceError, TraceTick};
pub use replay::{Divergence, Phase, Replayed};

impl World {
    /// From now on the world writes down what happens to it, beginning with how it is: to be [written](Self::write_recorded) to a
    /// file or a socket, read as a [`Trace`] and gone through again by [`replay`](Self::replay), there or elsewhere.
    ///
    /// Written down are all changes, however made; all [`queries`](Self::queries), also of the [past](Self::at), and the
    /// fingerprints of their answers; and what each step found. Not what [`Interest`](crate::Interest) finds, which follows from
    /// the same, nor settings that change no answer, nor what a [`fork`](Self::fork) goes through, which records nothing. What
    /// happens after the last step is lost.
    ///
    /// Costs a look at each entity at each step, and at each question that follows a change: ask first and move then, or move all
    /// and ask then. Beyond that a copy of each entity in memory, and some ten bytes for each that has moved.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, Trace, World};
    /// let mut world = World::new(Settings::default());
    /// let ball = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// world.start_recording();
    /// let mut file = Vec::new();
    /// for x in [0.0, 1.0, 2.0] {
    ///     world.update(ball, Circle::new(Vec2::new(x, 0.0), 1.0)?)?;
    ///     world.step();
    ///     world.write_recorded(&mut file)?;
    /// }
    ///
    /// let mut again = World::new(Settings::default());
    /// for tick in Trace::new(file.as_slice()) {
    ///     again.replay(&tick?)?;
    /// }
    /// assert_eq!(again.get(ball), world.get(ball));
    /// assert_eq!(again.fingerprint(), world.fingerprint());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_recording(&mut self) {
        self.journal = None;
        self.journal = Some(Box::new(Journal::start(self)));
    }

    /// Writes down no more. What has not been [written](Self::write_recorded) is lost.
    pub fn stop_recording(&mut self) {
        self.journal = None;
    }

    /// Whether what happens is written down.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.journal.is_some()
    }

    /// Hands over the ticks that were recorded since this was called last, and returns how many bytes that were. Until then they are
    /// kept in memory. `to` is not flushed.
    ///
    /// # Errors
    /// What `to` answers. What it has not taken, to the byte, is kept for the next call.
    pub fn write_recorded(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.journal.as_mut().map_or(Ok(0), |journal| journal.write(to))
    }

    /// Notes that the world was replaced by another one.
    pub(crate) fn record_whole(&mut self) {
        if let Some(mut journal) = self.journal.take() {
            journal.whole(self);
            self.journal = Some(journal);
        }
    }

    /// Notes what a step has found.
    pub(crate) fn record_step(&mut self) {
        if let Some(mut journal) = self.journal.take() {
            journal.stepped(&self.store, &self.settings, self.stepped());
            self.journal = Some(journal);
        }
    }

    /// What the last step has found.
    fn stepped(&self) -> Stepped {
        let by_slot = self.settings.order == PairOrder::BySlot || self.settings.events;
        Stepped {
            tick: self.tick(),
            pair_count: self.pairs().len() as u64,
            pairs: if by_slot { self.fingerprint() } else { answer::of_pairs(self) },
            events: self.settings.events.then(|| answer::of_events(self.events())),
        }
    }
}
