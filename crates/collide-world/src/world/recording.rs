use std::io::{self, Write};

use super::World;
use crate::record::{Journal, Stepped};
use crate::{Event, Handle, PairOrder, fingerprint};

impl World {
    /// From now on the world writes down what happens to it, beginning with how it is: to be [written](Self::write_recorded) to a
    /// file or a socket, read as a [`Trace`](crate::Trace) and gone through again by [`replay`](Self::replay), there or elsewhere.
    ///
    /// Written down are all changes, however made; all [`queries`](Self::queries), also of the [past](Self::at), and the
    /// fingerprints of their answers; and what each step found. Not what [`Interest`](crate::Interest) finds, which follows from
    /// the same, nor settings that change no answer, nor what a [clone](Clone) goes through, which records nothing. What
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
        self.journal = Some(Box::new(Journal::start(self.save(), &self.store)));
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
            journal.whole(self.save(), &self.store);
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
    let mut pairs: Vec<_> = world.pairs().iter().collect();
    pairs.sort_unstable_by_key(|(a, b)| (a.slot, b.slot));
    let tick = [world.tick() as u32, (world.tick() >> 32) as u32];
    fingerprint(tick.into_iter().chain(pairs.iter().flat_map(|(a, b)| names(a).into_iter().chain(names(b)))))
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
