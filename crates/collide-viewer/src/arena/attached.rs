//! A world of somebody else's, handed over now and then.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use collide2d::{Settings, Threads, World};

use super::shown::{Shown, extent};
use super::source::{remembered, span};

/// No more than so many copies a second.
const LEAST_PAUSE: Duration = Duration::from_millis(33);

/// Copies take no more than one part in so many of what the steps take: what is then done with a copy takes longer than making it,
/// and though another thread does it, that one uses the same caches,
const SHARE: u32 = 80;

/// unless there has been none for so long,
const MOST_PAUSE: Duration = Duration::from_secs(1);

/// or it is a small world, of which a copy takes less: a part of a hundred of the time, thirty times a second.
const LITTLE: Duration = Duration::from_micros(100);

/// How often it is looked at where everyone is.
const EXTENT_EVERY: Duration = Duration::from_secs(2);

/// What those who look want to be handed, in order.
const NOTHING: u8 = 0;
const PRESENT: u8 = 1;
const PAST: u8 = 2;

/// The way from the program to the viewer: it holds a copy of the world at most.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exchange(Arc<Between>);

#[derive(Debug, Default)]
struct Between {
    wanted: AtomicU8,
    waiting: Mutex<Waiting>,
}

#[derive(Debug, Default)]
struct Waiting {
    world: World,
    /// The ticks that the world remembers, of which the copy may have none.
    ticks: (u64, u64),
    /// It has not been taken.
    fresh: bool,
}

/// The program's end: when to copy.
#[derive(Debug)]
pub(crate) struct Pace {
    copied: Option<Instant>,
    /// What the last copy took.
    cost: Duration,
    /// What the steps since then took.
    stepped: Duration,
}

impl Pace {
    pub(crate) const fn new() -> Self {
        Self { copied: None, cost: Duration::ZERO, stepped: Duration::ZERO }
    }

    fn is_due(&self, now: Instant) -> bool {
        let Some(copied) = self.copied else { return true };
        let pause = now - copied;
        pause >= MOST_PAUSE || (pause >= LEAST_PAUSE && (self.cost <= LITTLE || self.stepped >= self.cost * SHARE))
    }
}

impl Exchange {
    /// Copies the world, if somebody wants to see it, the last copy was taken, and it is time.
    pub(crate) fn offer(&self, world: &World, pace: &mut Pace) {
        let wanted = self.0.wanted.load(Ordering::Relaxed);
        if wanted == NOTHING {
            return;
        }
        pace.stepped += world.report().map(|report| report.times.total()).unwrap_or_default();
        let start = Instant::now();
        if !pace.is_due(start) {
            return;
        }
        let Ok(mut waiting) = self.0.waiting.try_lock() else { return };
        if waiting.fresh {
            return;
        }
        if wanted == PAST {
            waiting.world.clone_from(world);
        } else {
            world.clone_present_into(&mut waiting.world);
        }
        waiting.ticks = span(world);
        waiting.fresh = true;
        *pace = Pace { copied: Some(start), cost: start.elapsed(), stepped: Duration::ZERO };
    }
}

/// The viewer's end: what was handed over.
pub(crate) struct Attached {
    exchange: Exchange,
    pub(crate) shown: Shown,
    /// As it was when somebody began to look at the past, which stays what it is as long as it is looked at.
    pub(crate) past: Option<World>,
    ticks: (u64, u64),
    measured: Option<Instant>,
}

impl Attached {
    pub(crate) fn new(exchange: Exchange) -> Self {
        let world = World::default();
        let extent = extent(&world);
        Self { exchange, shown: Shown::new(world, extent), past: None, ticks: (0, 0), measured: None }
    }

    /// Says whether somebody is ready to see more, and whether somebody looks at the past.
    pub(crate) fn want(&mut self, more: bool, past: bool) {
        let wanted = if past && self.past.is_none() {
            PAST
        } else if more {
            PRESENT
        } else {
            NOTHING
        };
        self.exchange.0.wanted.store(wanted, Ordering::Relaxed);
        if !past {
            self.past = None;
        }
    }

    /// Takes what was handed over; whether anything was.
    pub(crate) fn take(&mut self) -> bool {
        let mut waiting = self.exchange.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if !waiting.fresh {
            return false;
        }
        waiting.fresh = false;
        std::mem::swap(&mut waiting.world, &mut self.shown.world);
        self.ticks = waiting.ticks;
        drop(waiting);
        // Answers are found on this thread: those of the program have a tick to make.
        let settings = Settings { threads: Threads::Serial, ..self.shown.world.settings().clone() };
        self.shown.world.set_settings(settings);
        if self.past.is_none() && remembered(&self.shown.world).is_some() {
            // The copy for the present gives the past back, so that no more of it is held than is looked at.
            let mut present = World::default();
            self.shown.world.clone_present_into(&mut present);
            self.past = Some(std::mem::replace(&mut self.shown.world, present));
        }
        if self.measured.is_none_or(|measured| measured.elapsed() > EXTENT_EVERY) {
            self.measured = Some(Instant::now());
            self.shown.extent = extent(&self.shown.world);
        }
        self.shown.note(Duration::ZERO);
        true
    }

    /// The ticks that the program's world remembers.
    pub(crate) fn ticks(&self) -> (u64, u64) {
        self.ticks
    }
}
