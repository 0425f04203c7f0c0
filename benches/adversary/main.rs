//! Inputs that players, maps and strangers can choose: `cargo bench --bench adversary`, beside the same work on
//! ordinary inputs.
//!
//! Each row is the median of some repetitions with warm buffers, on one thread.

mod before;
mod common;
mod limits;
mod limits_of_moves;
mod movers;
mod moves;
mod pairs;
mod past;
mod places;
mod queries;
mod shared_cells;
mod views;

use collide_bench::is_test;

fn main() {
    let count = |whole: usize, tested: usize| if is_test() { tested } else { whole };
    if !std::env::args().any(|argument| argument == "limits") {
        inputs(count);
    }
    println!("| call with a limit of 1 ms' worth | ms | |\n|---|---:|---|");
    limits::run(count(20_000, 200));
    limits_of_moves::run(count(20_000, 100));
    shared_cells::run(count(20_000, 300));
}

fn inputs(count: impl Fn(usize, usize) -> usize) {
    pairs::scenes(count(50_000, 300));
    println!("| input | us | first | before |\n|---|---:|---:|---:|");
    for (number, radius) in [(10_000, 10.0), (50_000, 16.0), (100_000, 16.0)] {
        pairs::flash(count(number, 100), radius);
    }
    pairs::walls(count(10_000, 100));
    pairs::bars(count(100_000, 100));
    pairs::piles(count(40_000, 2_000));
    queries::points(count(100_000, 500));
    queries::crowds(count(50_000, 500));
    past::queries(count(50_000, 500));
    [2_000, 20_000].into_iter().for_each(|whole| views::crowds(count(whole, 300)));
    [100, 300, 1_000, 3_000].into_iter().for_each(|whole| places::waves(count(whole, 40)));
    [10, 100].into_iter().for_each(|whole| places::turns(count(whole, 10)));
    for number in [count(1_000, 30), count(10_000, 60)] {
        places::piles(number);
        places::turns(number);
        moves::edges(number);
    }
    [4_000, 16_000].into_iter().for_each(|whole| places::piles(count(whole, 40)));
    places::fields(count(10_000, 100));
    moves::fields(count(100_000, 500));
    [300, 1_000, 2_000, 4_000, 10_000].into_iter().for_each(|whole| moves::crowds(count(whole, 40)));
    moves::capsules(count(10_000, 40));
    [1_000, 2_000, 4_000, 8_000].into_iter().for_each(|whole| movers::crossing(count(whole, 100)));
    movers::excluding(count(512, 32), count(5_000, 100));
    movers::contacts(count(4_000, 100));
    movers::crowds(count(10_000, 100));
}
