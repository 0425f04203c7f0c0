//! The course of all contenders: the same ticks of the same scene.

use std::hint::black_box;
use std::time::{Duration, Instant};

use collide_bench::{DT, Start};

use crate::contender::{Contender, Entry};
use crate::entities::Pair;

/// The warm-up ticks: buffers grow and trees settle.
const WARM_UP: usize = 10;

/// The measured ticks before the scene restarts. Towns disperse, so all contenders must run the same ticks.
const LENGTH: usize = 60;

/// The time limit of a tick. Slower contenders are left out.
const TOO_SLOW: Duration = Duration::from_secs(3);

/// A contender and its current tick.
pub struct Course<'a> {
    entry: Entry,
    scene: &'a dyn Start,
    contender: Box<dyn Contender>,
    ticks: usize,
}

impl<'a> Course<'a> {
    /// Starts and warms up the contender.
    ///
    /// # Errors
    /// The time of a tick if it is over the limit.
    pub fn new(entry: Entry, scene: &'a dyn Start) -> Result<Self, Duration> {
        let mut course = Self { entry, scene, contender: (entry.make)(scene), ticks: 0 };
        course.warm_up()?;
        Ok(course)
    }

    fn warm_up(&mut self) -> Result<(), Duration> {
        for tick in 0..WARM_UP {
            let start = Instant::now();
            black_box(self.contender.tick(DT));
            // The first tick includes one-time costs.
            if tick > 0 && start.elapsed() > TOO_SLOW {
                return Err(start.elapsed());
            }
        }
        Ok(())
    }

    /// The time of `ticks` ticks, after one that is not measured, because other contenders have used the caches.
    pub fn time(&mut self, ticks: usize) -> Duration {
        let mut total = Duration::ZERO;
        for tick in 0..=ticks {
            if self.ticks == LENGTH {
                self.contender = (self.entry.make)(self.scene);
                self.warm_up().ok();
                self.ticks = 0;
            }
            let start = Instant::now();
            black_box(self.contender.tick(DT));
            if tick > 0 {
                total += start.elapsed();
            }
            self.ticks += 1;
        }
        total
    }
}

/// Asserts that all contenders find the same pairs in the first ticks.
pub fn check(entries: &[Entry], scene: &dyn Start, ticks: usize) {
    let mut expected: Vec<Vec<Pair>> = Vec::new();
    for entry in entries {
        let mut contender = (entry.make)(scene);
        for tick in 0..ticks {
            let start = Instant::now();
            let count = contender.tick(DT);
            let elapsed = start.elapsed();
            let mut pairs: Vec<Pair> = contender.pairs().into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            assert_eq!(pairs.len(), count, "{}", entry.name);
            pairs.sort_unstable();
            match expected.get(tick) {
                None => expected.push(pairs),
                Some(expected) => {
                    assert_eq!(count, expected.len(), "{} and {} count pairs", entry.name, entries[0].name);
                    assert!(pairs == *expected, "{} and {} find the same pairs", entry.name, entries[0].name);
                }
            }
            if elapsed > TOO_SLOW {
                break;
            }
        }
    }
}
