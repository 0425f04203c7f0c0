//! What all contenders go through: the same ticks of the same scene.

use std::hint::black_box;
use std::time::{Duration, Instant};

use collide_bench::DT;
use collide_scenes::Scene;

use crate::contender::{Contender, Entry};
use crate::entities::Pair;

/// Ticks before any that count: buffers grow and trees settle.
const WARM_UP: usize = 10;

/// Ticks that count before the scene starts anew. Towns disperse, so no contender may see later ticks than another.
const LENGTH: usize = 60;

/// Whoever takes longer for a tick is left out.
const TOO_SLOW: Duration = Duration::from_secs(3);

/// A contender on its way.
pub struct Course<'a> {
    entry: Entry,
    scene: &'a Scene,
    contender: Box<dyn Contender>,
    ticks: usize,
}

impl<'a> Course<'a> {
    /// Warmed up, or how long a tick takes if that is too long.
    pub fn new(entry: Entry, scene: &'a Scene) -> Result<Self, Duration> {
        let mut course = Self { entry, scene, contender: (entry.make)(scene), ticks: 0 };
        course.warm_up()?;
        Ok(course)
    }

    fn warm_up(&mut self) -> Result<(), Duration> {
        for tick in 0..WARM_UP {
            let start = Instant::now();
            black_box(self.contender.tick(DT));
            // The first tick also pays for what happens once.
            if tick > 0 && start.elapsed() > TOO_SLOW {
                return Err(start.elapsed());
            }
        }
        Ok(())
    }

    /// How long so many ticks take, after one that does not count: the caches hold what others left there.
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

/// Asserts that all find the same pairs in the first ticks.
pub fn check(entries: &[Entry], scene: &Scene, ticks: usize) {
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
