//! Work, counted without a clock.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the work of one query or mover, up to a limit. One unit stands for about a nanosecond of the reference machine:
/// each place that works adds what it costs there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    done: u64,
    limit: u64,
}

impl Default for Meter {
    /// Without a limit.
    fn default() -> Self {
        Self::new(u64::MAX)
    }
}

impl Meter {
    pub(crate) fn new(limit: u64) -> Self {
        Self { done: 0, limit }
    }

    /// Adds this much work.
    pub(crate) fn add(&mut self, units: u64) {
        self.done = self.done.saturating_add(units);
    }

    /// The work so far, in units.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// Whether the limit is exceeded: the caller stops, and its result is not used.
    pub(crate) fn is_over(&self) -> bool {
        self.done > self.limit
    }

    /// The work that may still be done.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.done)
    }

    /// Does work whose pieces run at the same time, and adds the work of all of them.
    pub(crate) fn shared<R>(&mut self, work: impl FnOnce(&SharedMeter) -> R) -> R {
        let shared = SharedMeter { done: AtomicU64::new(self.done), limit: self.limit };
        let result = work(&shared);
        self.done = shared.done.into_inner();
        result
    }
}

/// A meter that several threads add to. Work stops only if the sum exceeds the limit, so whether it does depends neither
/// on the number of threads nor on their order.
#[derive(Debug)]
pub(crate) struct SharedMeter {
    done: AtomicU64,
    limit: u64,
}

impl SharedMeter {
    /// Adds this much work.
    pub(crate) fn add(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    /// As [`Meter::is_over`].
    pub(crate) fn is_over(&self) -> bool {
        self.done.load(Ordering::Relaxed) > self.limit
    }
}
