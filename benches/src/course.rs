//! The same ticks for everyone.

use std::time::Duration;

/// Ticks before any that count: buffers grow, and shapes come to be sorted.
const WARM_UP: usize = 10;

/// Ticks that count before the scene starts anew. Towns disperse, so who is fast may not see later ticks than who is slow.
const LENGTH: usize = 60;

/// Something that ticks, made when it is first timed.
pub struct Course<'a, T> {
    make: Box<dyn Fn() -> T + 'a>,
    tick: fn(&mut T) -> Duration,
    state: Option<T>,
    left: usize,
}

impl<'a, T> Course<'a, T> {
    /// One whose ticks tell themselves how long they took, or what of them counts.
    pub fn new(make: impl Fn() -> T + 'a, tick: fn(&mut T) -> Duration) -> Self {
        Self { make: Box::new(make), tick, state: None, left: 0 }
    }

    /// How long so many ticks take.
    pub fn time(&mut self, ticks: u64) -> Duration {
        (0..ticks).map(|_| self.next()).sum()
    }

    fn next(&mut self) -> Duration {
        if self.left == 0 {
            // A large one should be gone before the next is made.
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
