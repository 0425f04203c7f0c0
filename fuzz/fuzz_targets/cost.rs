//! The work of ticks, queries and observers is bounded by the numbers of entities and results: the limits of
//! `collide-world/tests/cost`, in scenes that libFuzzer chooses.
#![no_main]

use libfuzzer_sys::{arbitrary, fuzz_target};

#[path = "../../crates/collide-world/tests/cost/limits.rs"]
mod limits;
#[path = "../../crates/collide-world/tests/cost/scene.rs"]
mod scene;

use limits::{check_observers, check_queries, check_ticks};
use scene::Description;

#[derive(Debug, arbitrary::Arbitrary)]
struct Input {
    positions: u8,
    sizes: u8,
    unit: u8,
    outliers: u8,
    kind: u8,
    seed: u32,
}

/// Fewer entities than in the test, so that many scenes are tried.
const COUNT: usize = 1_000;

fuzz_target!(|input: Input| {
    let Input { positions, sizes, unit, outliers, kind, seed } = input;
    // The ranges of the test.
    let unit = match i32::from(unit) {
        unit @ 0..80 => unit - 120,
        unit @ 80..130 => unit - 40,
        _ => 0,
    };
    let sizes = i32::from(sizes % 60);
    let description = Description {
        count: COUNT,
        positions: positions % 6,
        sizes,
        unit,
        outliers: outliers % 5,
        kind: kind % 4,
        seed,
    };
    check_ticks(&description);
    check_queries(&description, 0);
    check_queries(&description, seed as usize % COUNT);
    check_observers(&description);
});
