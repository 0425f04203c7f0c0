//! The world of a program, copied at intervals.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use collide2d::tools::WorldTools;
use collide2d::{Settings, Threads, World};
use web_time::Instant;

use super::snapshot::{Snapshot, extent, remembered, span};

/// The minimum time between two copies.
const MIN_PAUSE: Duration = Duration::from_millis(33);

/// A copy is made when the steps since the last one took `SHARE` times its cost. Work on a copy takes longer than
/// making it, and the thread that does it uses the same caches.
const SHARE: u32 = 80;

/// The maximum time between two copies, whatever they cost.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// A copy that costs less is made thirty times a second: at most 1 % of the time.
const CHEAP_COPY: Duration = Duration::from_micros(100);

/// The time between two computations of the extent.
const EXTENT_EVERY: Duration = Duration::from_secs(2);

/// What the clients request, in ascending order.
const NOTHING: u8 = 0;
const PRESENT: u8 = 1;
const PAST: u8 = 2;

/// The exchange between program and viewer. It holds at most one copy of the world.
#[derive(Clone, Debug, Default)]
pub struct Exchange(Arc<SharedCopy>);

#[derive(Debug, Default)]
struct SharedCopy {
    requested: AtomicU8,
    pending: Mutex<PendingCopy>,
}

#[derive(Debug, Default)]
struct PendingCopy {
    world: World,
    /// The remembered ticks of the world. The copy may have none of them.
    ticks: (u64, u64),
    /// Whether it has not been taken.
    fresh: bool,
}

/// The program's side: decides when to copy.
#[derive(Debug, Default)]
pub struct Pace {
    copied: Option<Instant>,
    /// The cost of the last copy.
    cost: Duration,
    /// The time of all steps since the last copy.
    stepped: Duration,
}

impl Pace {
    fn is_due(&self, now: Instant) -> bool {
        let Some(copied) = self.copied else { return true };
        let pause = now - copied;
        pause >= MAX_PAUSE || (pause >= MIN_PAUSE && (self.cost <= CHEAP_COPY || self.stepped >= self.cost * SHARE))
    }
}

impl Exchange {
    /// Copies the world, if a client requests it, the last copy was taken, and it is due.
    pub fn offer(&self, world: &World, pace: &mut Pace) {
        let requested = self.0.requested.load(Ordering::Relaxed);
        if requested == NOTHING {
            return;
        }
        pace.stepped += world.report().map(|report| report.times.total()).unwrap_or_default();
        let start = Instant::now();
        if !pace.is_due(start) {
            return;
        }
        let Ok(mut pending) = self.0.pending.try_lock() else { return };
        if pending.fresh {
            return;
        }
        if requested == PAST {
            pending.world.clone_from(world);
        } else {
            world.clone_present_into(&mut pending.world);
        }
        pending.ticks = span(world);
        pending.fresh = true;
        *pace = Pace { copied: Some(start), cost: start.elapsed(), stepped: Duration::ZERO };
    }
}

#[cfg(test)]
impl Exchange {
    /// The bytes of the copy that is exchanged.
    pub(super) fn memory(&self) -> usize {
        self.0.pending.lock().unwrap().world.memory()
    }
}

/// The viewer's side: the last copy.
pub(crate) struct ProgramWorld {
    exchange: Exchange,
    pub(crate) snapshot: Snapshot,
    /// The world when a client started to view the past. It stays the same while a client views the past.
    pub(crate) past: Option<World>,
    ticks: (u64, u64),
    measured: Option<Instant>,
}

impl ProgramWorld {
    pub(crate) fn new(exchange: Exchange) -> Self {
        let world = World::default();
        let extent = extent(&world);
        Self { exchange, snapshot: Snapshot::new(world, extent), past: None, ticks: (0, 0), measured: None }
    }

    /// Frees the copies. The exchange can be attached again.
    pub(super) fn rest(self) -> Exchange {
        *self.exchange.0.pending.lock().unwrap_or_else(PoisonError::into_inner) = PendingCopy::default();
        self.exchange
    }

    /// Requests a copy if a client is ready for `more`, with its history if a client views the `past`.
    pub(crate) fn request(&mut self, more: bool, past: bool) {
        let requested = if past && self.past.is_none() {
            PAST
        } else if more {
            PRESENT
        } else {
            NOTHING
        };
        self.exchange.0.requested.store(requested, Ordering::Relaxed);
        if !past {
            self.past = None;
        }
    }

    /// Takes the pending copy. Returns whether there was one.
    pub(crate) fn take(&mut self) -> bool {
        let mut pending = self.exchange.0.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if !pending.fresh {
            return false;
        }
        pending.fresh = false;
        std::mem::swap(&mut pending.world, &mut self.snapshot.world);
        self.ticks = pending.ticks;
        drop(pending);
        // Queries run on this thread, as the threads of the program have their own work.
        let settings = Settings { threads: Threads::Serial, ..self.snapshot.world.settings().clone() };
        self.snapshot.world.set_settings(settings);
        if self.past.is_none() && remembered(&self.snapshot.world).is_some() {
            // Only the copy for the past keeps the history.
            let mut present = World::default();
            self.snapshot.world.clone_present_into(&mut present);
            self.past = Some(std::mem::replace(&mut self.snapshot.world, present));
        }
        if self.measured.is_none_or(|measured| measured.elapsed() > EXTENT_EVERY) {
            self.measured = Some(Instant::now());
            self.snapshot.extent = extent(&self.snapshot.world);
        }
        self.snapshot.note(Duration::ZERO);
        true
    }

    /// The ticks that the program's world remembers.
    pub(crate) fn ticks(&self) -> (u64, u64) {
        self.ticks
    }
}
