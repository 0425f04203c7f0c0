//! A search for the worst case of each public call: scenes, sizes, motions and options are changed step by step, and a change
//! that raises the work for each entity, query and result is kept. `COLLIDE_CLIMB=100 cargo test --release --test cost
//! climb -- --nocapture` tries 100 times the number of changes, and prints the worst that it found.

mod calls;
mod genes;

use calls::{CALLS, Cost};
use genes::{Gene, Genes};

/// The number of entities, and the number of changes of the normal run for each call.
const COUNT: usize = 400;
const CHANGES: usize = 20;

/// Numbers from 0 to 1.
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed * 2 + 1;
    move || {
        state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x9E37_79B9_7F4A_7C15);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The worst of some trials.
fn climb(call: calls::Call, changes: usize, seed: u64) -> (Cost, Genes) {
    let mut next = numbers(seed);
    let (mut worst, mut worst_genes) = (Cost::default(), [0.0; Gene::COUNT]);
    let (mut here, mut genes) = (Cost::default(), worst_genes);
    for change in 0..changes {
        let mut changed = genes;
        // Now and then, it starts somewhere else.
        if change % 40 == 0 {
            changed = std::array::from_fn(|_| next());
            here = Cost::default();
        } else {
            for _ in 0..1 + (next() * 3.0) as usize {
                let gene = (next() * Gene::COUNT as f64) as usize % Gene::COUNT;
                changed[gene] =
                    if next() < 0.5 { next() } else { (genes[gene] + (next() - 0.5) * 0.1).clamp(0.0, 1.0) };
            }
        }
        let cost = call(&changed, COUNT);
        if cost.each() >= here.each() {
            (here, genes) = (cost, changed);
        }
        if cost.each() > worst.each() {
            (worst, worst_genes) = (cost, changed);
        }
    }
    (worst, worst_genes)
}

#[test]
fn no_scene_makes_a_call_dear() {
    let times = std::env::var("COLLIDE_CLIMB").map_or(1, |times| times.parse().expect("a number"));
    let mut over = Vec::new();
    for (number, (name, max_each, call)) in (0..).zip(CALLS) {
        let (cost, genes) = climb(call, CHANGES * times, number);
        println!("{name}: {} units for each of {}, at most {max_each}: {genes:?}", cost.each(), cost.items);
        if cost.each() > max_each {
            over.push(format!(
                "{name}: {} units for each of {}, at most {max_each}: {genes:?}",
                cost.each(),
                cost.items
            ));
        }
    }
    assert!(over.is_empty(), "{over:#?}");
}
