//! Work, counted without a clock.

use collide_core::exact_work;

/// Counts the work of one query or mover, up to a limit, in units of [`Budget::max_work`](crate::Budget::max_work). Each
/// place that works adds what it costs there; exact arithmetic is included by itself, so a meter stays on one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    done: u64,
    limit: u64,
    /// The exact arithmetic of this thread before.
    exact: u64,
}

impl Default for Meter {
    /// Without a limit.
    fn default() -> Self {
        Self::new(u64::MAX)
    }
}

impl Meter {
    pub(crate) fn new(limit: u64) -> Self {
        Self { done: 0, limit, exact: exact_work() }
    }

    /// Adds this much work.
    #[inline]
    pub(crate) fn add(&mut self, units: u64) {
        self.done = self.done.saturating_add(units);
    }

    /// The work that was added, without exact arithmetic.
    pub(crate) fn counted(&self) -> u64 {
        self.done
    }

    /// The work so far, in units.
    #[inline]
    pub(crate) fn done(&self) -> u64 {
        self.done.saturating_add(exact_work().wrapping_sub(self.exact))
    }

    /// Whether the limit is exceeded: the caller stops, and its result is not used.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.done() > self.limit
    }
}
