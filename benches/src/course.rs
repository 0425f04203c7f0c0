//! The same ticks for all contenders.

use std::time::Duration;

/// The warm-up ticks: buffers grow, and shapes get sorted.
const WARM_UP: usize = 10;

/// The measured ticks before the scene restarts. Towns disperse, so fast and slow contenders must run the same ticks.
const LENGTH: usize = 60;

/// A contender, created when it is first timed.
pub struct Course<'a, T> {
    make: Box<dyn Fn() -> T + 'a>,
    tick: fn(&mut T) -> Duration,
    state: Option<T>,
    left: usize,
}

impl<'a, T> Course<'a, T> {
    /// A contender whose `tick` returns its time, or the measured part of it.
    pub fn new(make: impl Fn() -> T + 'a, tick: fn(&mut T) -> Duration) -> Self {
        Self { make: Box::new(make), tick, state: None, left: 0 }
    }

    /// The time of `ticks` ticks.
    pub fn time(&mut self, ticks: u64) -> Duration {
        (0..ticks).map(|_| self.next()).sum()
    }

    fn next(&mut self) -> Duration {
        if self.left == 0 {
            // Frees a large state before the next one is created.
            self.state = None;
        }
        let state = self.state.get_or_insert_with(|| {
            let mut state = (self.make)();
            for _ in 0..WARM_UP {
                (self.tick)(&mut state);
            }
            self.left = LENGTH;
            state
        });
        self.left -= 1;
        (self.tick)(state)
    }
}
