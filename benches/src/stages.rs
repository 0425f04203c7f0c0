//! The stages of a tick, and how much of each runs on one thread only.
//!
//! The engine opens a span for each stage, and a span `spread` in it while all threads share its work.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// The time of a stage, without the stages in it.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The name of its span.
    pub name: &'static str,
    /// The time on one thread.
    pub serial: Duration,
    /// The time on all threads.
    pub spread: Duration,
}

impl Stage {
    /// The processor time if all threads are busy while they share the work.
    pub fn work(&self, threads: u32) -> Duration {
        self.serial + self.spread * threads
    }
}

const SPREAD: &str = "spread";

/// An open span, and the time of the spans in it.
struct Open {
    name: &'static str,
    since: Instant,
    inner: Duration,
}

thread_local! {
    static OPEN: RefCell<Vec<Open>> = const { RefCell::new(Vec::new()) };
}

/// Adds up the times of all stages. Its list is also that of the names: a span's number is the index in it plus one.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<Stage>>>);

impl Listener {
    fn with<R>(&self, run: impl FnOnce(&mut Vec<Stage>) -> R) -> R {
        run(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn number(&self, name: &'static str) -> u64 {
        self.with(|stages| {
            let known = stages.iter().position(|stage| stage.name == name);
            let index = known.unwrap_or_else(|| {
                stages.push(Stage { name, serial: Duration::ZERO, spread: Duration::ZERO });
                stages.len() - 1
            });
            index as u64 + 1
        })
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "collide" && metadata.is_span()
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        Id::from_u64(self.number(span.metadata().name()))
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, span: &Id) {
        let name = self.with(|stages| stages[span.into_u64() as usize - 1].name);
        OPEN.with_borrow_mut(|open| open.push(Open { name, since: Instant::now(), inner: Duration::ZERO }));
    }

    fn exit(&self, _: &Id) {
        OPEN.with_borrow_mut(|open| {
            let Some(closed) = open.pop() else { return };
            let time = closed.since.elapsed();
            let outer = open.last_mut().map(|outer| {
                outer.inner += time;
                outer.name
            });
            // Work that is spread outside of any stage is a stage of its own.
            let spread = closed.name == SPREAD;
            let name = if spread { outer.unwrap_or(SPREAD) } else { closed.name };
            let number = self.number(name) as usize;
            self.with(|stages| {
                let stage = &mut stages[number - 1];
                if spread { stage.spread += time } else { stage.serial += time - closed.inner }
            });
        });
    }
}

/// Runs `work` and returns its stages, in the order in which they first ran.
///
/// The work must stay on the calling thread, except for what is spread: call it in a pool, with
/// [`Threads::Current`](collide2d::Threads::Current).
pub fn stages(work: impl FnOnce()) -> Vec<Stage> {
    let listener = Listener::default();
    tracing::subscriber::with_default(listener.clone(), work);
    listener.with(|stages| stages.iter().filter(|stage| stage.work(1) > Duration::ZERO).copied().collect())
}
