//! The clock of a WebAssembly module that does not run in JavaScript: a function that the host provides.
#![expect(unsafe_code, reason = "the declaration of a function of the host")]

use std::ops::Sub;
use std::time::Duration;

// SAFETY: the function has no parameters, and any number that it returns is a valid time.
unsafe extern "C" {
    /// The time in nanoseconds since a moment that the host chooses. The import `env.collide_now_ns` of the module.
    safe fn collide_now_ns() -> u64;
}

/// A time of the clock of the host.
#[derive(Clone, Copy)]
pub(super) struct Instant(u64);

impl Instant {
    pub(super) fn now() -> Self {
        Self(collide_now_ns())
    }
}

impl Sub for Instant {
    type Output = Duration;

    /// Zero if the clock went back.
    fn sub(self, earlier: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}
