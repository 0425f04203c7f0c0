//! What the rows share.

use std::time::Instant;

use crate::before;

/// The repetitions of which the median is printed.
pub const AGAIN: usize = 7;

/// Prints the median time of `count` items of work, in microseconds an item, that of the first run, and what it was.
pub fn row(name: &str, count: usize, work: impl FnMut()) {
    row_of(name, count, AGAIN, work);
}

/// The same with this number of repetitions, for what takes seconds; with none, the time of the first run.
pub fn row_of(name: &str, count: usize, again: usize, mut work: impl FnMut()) {
    median(name, again, || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6 / count as f64
    });
}

/// The same of some microseconds.
pub fn median_of(name: &str, time: impl FnMut() -> f64) {
    median(name, AGAIN, time);
}

fn median(name: &str, again: usize, mut time: impl FnMut() -> f64) {
    let first = time();
    let mut times: Vec<f64> = (0..again).map(|_| time()).collect();
    times.sort_unstable_by(f64::total_cmp);
    let before = before::of(name).map(|before| format!("{before}")).unwrap_or_default();
    println!("| {name} | {:.2} | {first:.2} | {before} |", times.get(again / 2).unwrap_or(&first));
}
