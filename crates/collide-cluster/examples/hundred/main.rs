//! Simulates the load balance and the traffic of a hundred workers in one process:
//! `cargo run --release -p collide-cluster --example hundred -- 100 200000 240`.
//!
//! Nothing is timed. The tiles, the shares and their cuts are those of a cluster; bytes are computed from the content
//! of the messages.

mod model;

use model::{Crowd, Model, Share, Tick};

const DT: f32 = 1.0 / 30.0;

/// Ticks until shares are even.
const WARM_UP: usize = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = arguments.iter().filter_map(|number| number.parse().ok()).collect();
    let [workers, count, ticks] = numbers[..] else {
        println!("arguments: WORKERS ENTITIES TICKS [SCENES]");
        return;
    };
    let selected = &arguments[3..];
    println!(
        "| scene | tile | heaviest share: p50, max | heaviest load: p50, max | heaviest tile | ghosts of own | cuts | left a tick | KB a tick: mean, max |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for name in ["uniform", "towns", "power-law", "mixed", "crowd-10", "crowd-30", "crowd-100"] {
        if !selected.is_empty() && !selected.iter().any(|selected| selected == name) {
            continue;
        }
        for tile in [2, 4] {
            row(name, count, workers, ticks, tile);
        }
    }
}

fn row(name: &str, count: usize, workers: usize, ticks: usize, tile: i8) {
    let Some(crowd) = Crowd::of(name, count) else { return };
    let mut model = Model::new(crowd, tile, workers);
    let all: Vec<Tick> = (0..ticks).map(|_| model.tick(DT)).skip(WARM_UP).collect();
    let of = |of: &dyn Fn(&Tick) -> f64| {
        let mut list: Vec<f64> = all.iter().map(of).collect();
        list.sort_unstable_by(f64::total_cmp);
        (list[list.len() / 2], list[list.len() - 1])
    };
    let sum = |tick: &Tick, of: fn(&Share) -> u64| tick.shares.iter().map(of).sum::<u64>() as f64;
    let weights = of(&|tick| tick.skew(Share::weight));
    let loads = of(&|tick| tick.skew(Share::load));
    let tile_share = of(&|tick| tick.heaviest as f64 * workers as f64 / sum(tick, Share::weight));
    let ghosts = of(&|tick| sum(tick, |share| share.ghosts) / sum(tick, |share| share.own));
    let cuts = all.iter().filter(|tick| tick.rebalanced).count();
    let left = of(&|tick| sum(tick, |share| share.left));
    let bytes = of(&|tick| sum(tick, |share| share.bytes) / workers as f64 / 1e3);
    let max_bytes = of(&|tick| tick.shares.iter().map(|share| share.bytes).max().unwrap_or(0) as f64 / 1e3);
    println!(
        "| {name} | {} | {:.2}, {:.2} | {:.2}, {:.2} | {:.2} | {:.3} | {cuts} | {:.0} | {:.1}, {:.1} |",
        2_u32.pow(tile as u32),
        weights.0,
        weights.1,
        loads.0,
        loads.1,
        tile_share.0,
        ghosts.0,
        left.0,
        bytes.0,
        max_bytes.1
    );
}
