//! Work, counted without a clock.

use collide_core::exact_work;

/// Counts work up to a limit, in units of [`Budget::max_work`](crate::Budget::max_work). Each place that works adds what it
/// costs there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    done: u64,
    limit: u64,
    /// The exact arithmetic of this thread before, for a meter that includes it.
    exact: Option<u64>,
}

impl Default for Meter {
    /// Without a limit.
    fn default() -> Self {
        Self::new(u64::MAX)
    }
}

impl Meter {
    pub(crate) fn new(limit: u64) -> Self {
        Self { done: 0, limit, exact: None }
    }

    /// A meter of work on this thread, which includes exact arithmetic.
    pub(crate) fn of_this_thread(limit: u64) -> Self {
        Self { exact: Some(exact_work()), ..Self::new(limit) }
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

    /// The work so far.
    #[inline]
    pub(crate) fn done(&self) -> u64 {
        self.done.saturating_add(self.exact.map_or(0, |before| exact_work().wrapping_sub(before)))
    }

    /// Whether the limit is exceeded: the caller stops, and its result is not used.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.done() > self.limit
    }

    /// Whether the limit is exceeded if this much work is added.
    #[inline]
    pub(crate) fn is_over_with(&self, units: u64) -> bool {
        self.done().saturating_add(units) > self.limit
    }

    /// Adds the units, which are zero then. Whether the limit is kept.
    #[inline]
    pub(crate) fn allows(&mut self, units: &mut u64) -> bool {
        self.add(std::mem::take(units));
        !self.is_over()
    }

    /// Adds the units, which are zero then, if the limit is kept. Else the limit is exceeded, and the work is not to be
    /// done.
    #[inline]
    pub(crate) fn has_room(&mut self, units: &mut u64) -> bool {
        let is_over = self.is_over_with(*units);
        self.add(if is_over { self.left().saturating_add(1) } else { *units });
        *units = 0;
        !is_over
    }

    /// The work that may still be done.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.done())
    }
}
