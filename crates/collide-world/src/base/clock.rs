use std::time::Duration;
// In a browser the clock is the page's: that of `std` panics there.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use web_time::Instant;

/// Wall time of each phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Times {
    /// Computing bounds, where they are not kept.
    pub bounds: Duration,
    /// Sorting, or building the index.
    pub index: Duration,
    /// Finding candidates and testing them exactly.
    pub pairs: Duration,
    /// Bringing the pairs into canonical order.
    pub order: Duration,
    /// Comparing the pairs with those of the tick before.
    pub events: Duration,
    /// Noting how things stand, for the history.
    pub history: Duration,
}

impl Times {
    /// How many phases there are.
    pub(crate) const PHASES: usize = 6;

    /// The phases in the order in which they are gone through, by name.
    #[must_use]
    pub fn phases(&self) -> [(&'static str, Duration); 6] {
        let Self { bounds, index, pairs, order, events, history } = *self;
        [
            ("bounds", bounds),
            ("index", index),
            ("pairs", pairs),
            ("order", order),
            ("events", events),
            ("history", history),
        ]
    }

    pub(crate) fn from_phases([bounds, index, pairs, order, events, history]: [Duration; 6]) -> Self {
        Self { bounds, index, pairs, order, events, history }
    }

    /// All phases together.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.phases().iter().map(|(_, time)| *time).sum()
    }
}

/// Measures phase after phase.
pub(crate) struct Clock {
    last: Instant,
    pub(crate) times: Times,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { last: Instant::now(), times: Times::default() }
    }

    /// Books the time since the last lap.
    pub(crate) fn lap(&mut self, phase: impl FnOnce(&mut Times) -> &mut Duration) {
        let now = Instant::now();
        *phase(&mut self.times) += now - self.last;
        self.last = now;
    }
}
