//! Fingerprints of what is found, pinned: over scenes, strategies and threads, on every machine and in every version.
//!
//! A changed value here is a changed answer for users. If it is meant, run with `COLLIDE_PRINT_GOLDEN=1 cargo test
//! --test golden -- --nocapture` and say in the change why.

use collide::{Batch, Settings, Strategy, Threads, Touching, World, fingerprint};
use collide_scenes::SceneKind;

/// Scene, pairs at the last tick, fingerprint over all ticks.
const GOLDEN: &[(&str, u64, u64)] = &[
    ("uniform", 4958, 0x7dc0_aafd_4b07_23b4),
    ("towns", 16122, 0x6e07_3226_eac3_f795),
    ("power-law", 9460, 0xd9d8_4c1c_641f_a4a6),
    ("mostly-static", 4944, 0xf7cf_10d9_9ba3_ecde),
    ("pile", 490953, 0xd338_cfe0_94ad_fd26),
    ("mixed", 5569, 0xcc3f_77ce_ba11_7491),
    ("all-touching", 14128, 0x479f_9a14_d8f3_aa75),
];

const TICKS: usize = 3;
const SEED: u64 = 2026;

/// Big enough that the work is spread over the threads.
fn count(kind: SceneKind) -> usize {
    if kind == SceneKind::Pile { 2_100 } else { 3_000 }
}

/// Steps a world and a stateless batch over the same scene; both must agree. Returns what the table pins.
fn run(kind: SceneKind, strategy: Strategy, threads: &Threads) -> (u64, u64) {
    let settings = Settings { strategy, touching: Touching::Closed, threads: threads.clone() };
    let mut scene = kind.generate(count(kind), SEED);
    let (mut world, mut batch) = (World::new(settings.clone()), Batch::new(settings));
    let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    let mut pairs = Vec::new();
    let mut ticks = Vec::new();
    for _ in 0..TICKS {
        scene.advance(1.0 / 30.0);
        let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
        world.update_batch(&updates).unwrap();
        world.step();
        batch.pairs_into(scene.shapes(), &mut pairs).unwrap();
        assert!(world.pairs().iter().map(|(a, b)| (a.slot(), b.slot())).eq(pairs.iter().copied()));
        ticks.extend([world.fingerprint() as u32, (world.fingerprint() >> 32) as u32]);
        ticks.push(fingerprint(pairs.iter().flat_map(|&(a, b)| [a, b])) as u32);
    }
    (pairs.len() as u64, fingerprint(ticks))
}

#[test]
fn fingerprints_hold_for_every_strategy_and_thread_count() {
    let pools = [1, 2, 4, 8].map(|count| Threads::new(count).unwrap());
    let print = std::env::var_os("COLLIDE_PRINT_GOLDEN").is_some();
    for (index, kind) in SceneKind::ALL.into_iter().enumerate() {
        let expected = run(kind, Strategy::BruteForce, &pools[0]);
        if print {
            println!("    (\"{}\", {}, 0x{:016x}),", kind.name(), expected.0, expected.1);
            continue;
        }
        assert_eq!(GOLDEN[index], (kind.name(), expected.0, expected.1), "by brute force on one thread");
        for strategy in Strategy::ALL {
            for threads in &pools {
                assert_eq!(run(kind, strategy, threads), expected, "{} by {strategy}, {threads:?}", kind.name());
            }
        }
    }
}
