//! The model of a hundred workers: the finder of a pair holds both entities, no entity is lost, and shares are even.

#[path = "../examples/hundred/model.rs"]
#[allow(dead_code, reason = "the example uses more of it")]
mod model;

use model::{Crowd, Model, Share};

const WORKERS: usize = 100;
const COUNT: usize = 20_000;

/// Checks the shares of a crowd, of which the heaviest may weigh `limit` times the mean.
fn shares_are_even(name: &str, limit: f64) {
    let mut model = Model::new(Crowd::of(name, COUNT).unwrap(), 1, WORKERS);
    let mut again = Model::new(Crowd::of(name, COUNT).unwrap(), 1, WORKERS);
    let mut cut = false;
    for tick in 1..=24 {
        let shared = model.tick(1.0 / 30.0);
        assert_eq!(shared, again.tick(1.0 / 30.0), "tick {tick}: the same each time");
        assert_eq!(shared.shares.iter().map(|share| share.own).sum::<u64>(), COUNT as u64);
        let sum = |of: fn(&Share) -> u64| shared.shares.iter().map(of).sum::<u64>();
        assert_eq!(sum(|share| share.found), sum(|share| share.pairs), "tick {tick}: each pair once");
        let (max, mean) = (shared.shares.iter().map(Share::weight).max().unwrap(), sum(Share::weight) / WORKERS as u64);
        if tick > 3 {
            assert!(shared.skew(Share::weight) <= limit, "tick {tick}: {max}, {mean}");
        }
        cut |= shared.rebalanced;
    }
    assert!(cut);
}

#[test]
fn shares_of_a_uniform_crowd() {
    shares_are_even("uniform", 1.3);
}

#[test]
fn shares_of_towns() {
    shares_are_even("towns", 1.3);
}

#[test]
fn shares_of_mixed_shapes() {
    shares_are_even("mixed", 1.3);
}

/// Between two cuts the edge of a crowd crosses shares that are about as wide as its way.
#[test]
fn shares_of_a_crowd_that_moves_far() {
    shares_are_even("crowd-10", 1.5);
}
