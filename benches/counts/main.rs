//! Fixed programs whose instructions `cargo xtask counts` counts, on one thread. It prints the SIMD level, and for each
//! counted part the number of its units (entities, queries, or 1) and its rows, separated by tabs. Parts of one row are
//! added.
//!
//! Arguments choose rows whose names begin with one of them. Without callgrind the program only runs.
mod counter;
mod lists;
mod movement;
mod past;
mod queries;
mod scene;
mod server;
mod ticks;
mod tiles;
mod worlds;

use collide2d::Simd;

use counter::Counter;

fn main() {
    println!("{}", Simd::best());
    let counter = &Counter::new(std::env::args().skip(1).collect());
    server::rows(counter);
    ticks::rows(counter);
    queries::rows(counter);
    movement::rows(counter);
    worlds::rows(counter);
    past::rows(counter);
    lists::rows(counter);
    tiles::rows(counter);
}
