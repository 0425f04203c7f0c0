use std::time::Duration;
// `std::time::Instant` panics in a WebAssembly module without a system.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown", not(feature = "host-clock")))]
use web_time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown", feature = "host-clock"))]
use super::host_clock::Instant;

/// Wall time of each phase of a tick or a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Times {
    /// Computing the bounds of shapes, if the strategy does not keep them.
    pub bounds: Duration,
    /// Sorting the shapes into cells, or building the index.
    pub index: Duration,
    /// Finding candidate pairs and testing them exactly.
    pub pairs: Duration,
    /// Bringing the pairs into canonical order.
    pub order: Duration,
    /// Comparing the pairs with those of the previous tick.
    pub events: Duration,
    /// Copying the entities into the history.
    pub history: Duration,
}

impl Times {
    /// The number of phases.
    pub(crate) const PHASES: usize = 6;

    /// The name and time of each phase, in the order in which the phases run.
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

    /// The sum of all phases.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.phases().iter().map(|(_, time)| *time).sum()
    }
}

/// Measures one phase after the other.
pub(crate) struct Clock {
    last: Instant,
    pub(crate) times: Times,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { last: Instant::now(), times: Times::default() }
    }

    /// Adds the time since the last lap to a phase.
    pub(crate) fn lap(&mut self, phase: impl FnOnce(&mut Times) -> &mut Duration) {
        let now = Instant::now();
        *phase(&mut self.times) += now - self.last;
        self.last = now;
    }
}
