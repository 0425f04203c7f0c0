//! Inputs that players, maps and strangers can choose: `cargo bench --bench adversary`, beside the same work on
//! ordinary inputs.
//!
//! Each row is the median of some repetitions with warm buffers, on one thread.

mod common;
mod movers;
mod moves;
mod pairs;
mod past;
mod places;
mod queries;

use collide_bench::is_test;

fn main() {
    pairs::scenes(if is_test() { 300 } else { 50_000 });
    println!("| input | us | first |\n|---|---:|---:|");
    pairs::piles(if is_test() { 2_000 } else { 40_000 });
    queries::points(if is_test() { 500 } else { 100_000 });
    places::waves(if is_test() { 30 } else { 300 });
    places::waves(if is_test() { 40 } else { 1_000 });
    queries::crowds(if is_test() { 500 } else { 50_000 });
    let bullets: &[usize] = if is_test() { &[100] } else { &[1_000, 2_000, 4_000, 8_000] };
    bullets.iter().for_each(|count| movers::crossing(*count));
    let (bullets, walls) = if is_test() { (32, 100) } else { (512, 5_000) };
    movers::excluding(bullets, walls);
    movers::contacts(if is_test() { 100 } else { 4_000 });
    movers::crowds(if is_test() { 100 } else { 10_000 });
    past::queries(if is_test() { 500 } else { 50_000 });
    moves::edges(if is_test() { 100 } else { 1_000 });
    moves::edges(if is_test() { 200 } else { 10_000 });
    moves::fields(if is_test() { 500 } else { 100_000 });
    moves::crowds(if is_test() { 30 } else { 300 });
    moves::crowds(if is_test() { 40 } else { 1_000 });
    moves::crowds(if is_test() { 50 } else { 4_000 });
}
