//! What brute force would take, from a measured sample.

use collide2d::{Batch, Settings, Shape, Strategy, Threads, World};
use serde::Serialize;
use web_time::Instant;

/// The entities of the sample: 4.5 million tests.
const SAMPLE: usize = 3_000;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Estimate {
    pub(crate) count: usize,
    /// The tests of each pair of entities.
    tests: f64,
    /// The expected time of a tick, in seconds.
    seconds: f64,
    sample_tests: f64,
    sample_seconds: f64,
}

impl Estimate {
    /// Measures a sample of the world, and extrapolates to `count` entities.
    pub(super) fn of(world: &World, count: usize) -> Option<Self> {
        let shapes: Vec<Shape> = world.iter().take(SAMPLE).map(|(_, entity)| entity.shape).collect();
        let touching = world.settings().touching;
        let settings =
            Settings { strategy: Strategy::BruteForce, threads: Threads::Serial, touching, ..Settings::default() };
        let mut batch = Batch::new(settings);
        let start = Instant::now();
        batch.count_pairs(&shapes).ok()?;
        let sample_seconds = start.elapsed().as_secs_f64();
        let [tests, sample_tests] = [count, shapes.len()].map(pairs);
        let seconds = sample_seconds * tests / sample_tests.max(1.0);
        Some(Self { count, tests, seconds, sample_tests, sample_seconds })
    }
}

/// The number of pairs of this number of entities.
fn pairs(count: usize) -> f64 {
    let count = count as f64;
    count * (count - 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use collide2d::{Circle, Vec2};

    use super::*;

    #[test]
    fn a_sample_is_measured_and_multiplied() {
        let world: World = (0..50).map(|x| Circle::new(Vec2::new(x as f32, 0.0), 0.4).unwrap()).collect();
        let estimate = Estimate::of(&world, 100_000).unwrap();
        assert_eq!((estimate.tests, estimate.sample_tests), (4_999_950_000.0, 1_225.0));
        let ratio = estimate.seconds / estimate.sample_seconds;
        assert!((ratio - 4_999_950_000.0 / 1_225.0).abs() < 1.0, "{ratio}");
    }
}
