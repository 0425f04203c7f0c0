use std::io::{self, Write};

use super::World;
use crate::base::{Pool, WORTH_SPREADING_SORTED};
use crate::pairs::{Pairs, in_order};
use crate::record::{Journal, Stepped};
use crate::{Event, Handle, PairOrder, fingerprint};

/// # Recording
impl World {
    /// Starts a recording with a snapshot of the world. [`write_recorded`](Self::write_recorded) writes it to a file or
    /// a socket, [`Trace`](crate::Trace) reads it, and [`replay`](Self::replay) runs it again, here or on another
    /// machine.
    ///
    /// Recorded are all changes, all [`queries`](Self::queries), also those of the [past](Self::at), with fingerprints
    /// of their answers, and the result of each step. Not recorded are [`Interest`](crate::Interest), which follows
    /// from the rest, settings that change no answer, queries with a [closure or an exception
    /// list](crate::Queries::filtered), and clones of this world. A tick ends with its step: changes and queries after
    /// the last step are not recorded.
    ///
    /// Cost: at each step, and at each query after a change, every entity is compared with a copy. In each tick, do not
    /// mix queries and changes: first all changes, then all queries, or the other way round. The copy takes memory, and
    /// each entity that moved takes about ten bytes in the recording.
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
    ///     world.step();
    ///     world.write_recorded(&mut file)?;
    /// }
    ///
    /// let mut again = World::new(Settings::default());
    /// for tick in Trace::new(file.as_slice()) {
    ///     again.replay(&tick?)?;
    /// }
    /// assert_eq!(again.shape(ball), world.shape(ball));
    /// assert_eq!(again.fingerprint(), world.fingerprint());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_recording(&mut self) {
        self.journal = None;
        self.journal = Some(Box::new(Journal::start(self.save(), &self.store)));
    }

    /// Stops the recording. Ticks that were not [written](Self::write_recorded) are lost.
    pub fn stop_recording(&mut self) {
        self.journal = None;
    }

    /// Whether the world is recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.journal.is_some()
    }

    /// Writes the ticks that were recorded since the last call, and returns the number of bytes. Until then they are
    /// kept in memory. `to` is not flushed.
    ///
    /// # Errors
    /// Those of `to`. Bytes that it did not take are kept for the next call.
    pub fn write_recorded(&mut self, to: &mut impl Write) -> io::Result<usize> {
        self.journal.as_mut().map_or(Ok(0), |journal| journal.write(to))
    }

    /// Records that the world was replaced by another one.
    pub(crate) fn record_whole(&mut self) {
        if let Some(mut journal) = self.journal.take() {
            journal.whole(self.save(), &self.store);
            self.journal = Some(journal);
        }
    }

    /// Records the result of a step.
    pub(crate) fn record_step(&mut self) {
        if let Some(mut journal) = self.journal.take() {
            journal.stepped(&self.store, &self.settings, self.stepped());
            self.journal = Some(journal);
        }
    }

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
    let slots = world.settings.threads.run(pairs.len(), WORTH_SPREADING_SORTED, |threads| {
        in_order(pairs.slots(), pairs.generations.len(), &Pool { threads })
    });
    Pairs { slots: &slots, ..pairs }.fingerprint(world.tick())
}

fn of_events(events: &[Event]) -> u64 {
    fingerprint(
        events
            .iter()
            .flat_map(|Event { kind, a, b }| std::iter::once(*kind as u32).chain(names(a).into_iter().chain(names(b)))),
    )
}

fn names(handle: &Handle) -> [u32; 2] {
    [handle.slot, handle.generation]
}
