//! Work, counted without a clock.

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
}
