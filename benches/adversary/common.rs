//! What the rows share.

use std::time::Instant;

use collide2d::Vec2;

/// The repetitions of which the median is printed.
pub const AGAIN: usize = 7;

/// Prints the median time of `count` items of work, in microseconds an item.
pub fn row(name: &str, count: usize, mut work: impl FnMut()) {
    let mut time = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6 / count as f64
    };
    let first = time();
    let mut times: Vec<f64> = (0..AGAIN).map(|_| time()).collect();
    times.sort_unstable_by(f64::total_cmp);
    println!("| {name} | {:.2} | {first:.2} |", times[AGAIN / 2]);
}

/// A point of a low-discrepancy sequence in the unit square.
pub fn spread(index: usize) -> Vec2 {
    let part = |step: f64| (index as f64 * step).fract() as f32;
    Vec2::new(part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2))
}
