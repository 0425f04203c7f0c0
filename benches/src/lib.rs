//! Code that the benchmarks share.

mod course;
mod figure;
mod game;
mod lopsided;
mod machine;
mod server;
mod start;
pub mod whole_server;

use std::env;
use std::hint::black_box;
use std::time::Duration;

use collide2d::Vec2;

pub use course::Course;
pub use figure::{Figure, record};
pub use game::{DT, Game, Placed, Sliced, filled};
pub use lopsided::Lopsided;
pub use machine::{Timer, compiler, note_portable, processor};
pub use server::Server;
pub use start::{Bodies, Start};
// For the reports, which do not depend on the library directly.
pub use collide2d::Strategy;

/// A piece of floating-point work without memory access, of about a tenth of a millisecond: the gain of several threads
/// on it is what the machine can give. Not inlined, so that all threads run the same instructions.
#[inline(never)]
pub fn arithmetic(seed: u32) -> f64 {
    // Independent chains. A processor that waits has capacity for a second thread; one that works has not.
    let mut chains: [f64; 16] = std::array::from_fn(|chain| chain as f64 + f64::from(seed));
    // Hidden from the compiler, so that it does not simplify the work.
    let factor = black_box(0.999_999);
    for _ in 0..50_000 {
        for number in &mut chains {
            *number = *number * factor + 0.5;
        }
    }
    chains.iter().sum()
}

/// A fixed sequence of numbers from 0 to 1.
pub fn numbers() -> impl FnMut() -> f32 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    }
}

/// A point of a low-discrepancy sequence in the unit square.
pub fn spread(index: usize) -> Vec2 {
    let part = |step: f64| (index as f64 * step).fract() as f32;
    Vec2::new(part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2))
}

/// The median of some times; of two middle ones the larger.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The number of turns of each contender: the variable `COLLIDE_BENCH_ROUNDS`, or `usual`.
pub fn rounds(usual: usize) -> usize {
    env::var("COLLIDE_BENCH_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

/// Whether a bench runs only as a test, as in `cargo test --benches`, and should be short.
pub fn is_test() -> bool {
    !env::args().any(|argument| argument == "--bench")
}
