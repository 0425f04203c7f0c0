//! Golden fingerprints of pairs: over scenes, strategies, threads and SIMD levels, on every machine and in every
//! version.
//!
//! A changed value here is a changed answer for users. If this is intended, run with `COLLIDE_PRINT_GOLDEN=1 cargo test
//! --test facade golden -- --nocapture` and give the reason in the commit message.

use collide_corpus::fingerprint_of_pairs;
use collide_scenes::SceneKind;
use collide2d::columns::Simd;
use collide2d::{Batch, Settings, Strategy, Threads, Touching, World, fingerprint};

/// Scene, pairs at the last tick, fingerprint over all ticks.
const GOLDEN: &[(&str, u64, u64)] = &[
    ("uniform", 3156, 0x3d52_a12d_65ca_7ea6),
    ("towns", 12250, 0xd9c8_be62_0a3c_84ad),
    ("power-law", 4087, 0xfab1_4061_64be_806c),
    ("mostly-static", 3166, 0x3d4c_7183_5a6f_1ada),
    ("pile", 580935, 0x7c9e_5e2b_e091_1ec3),
    ("mixed", 4034, 0x2457_e2e5_0331_41c9),
    ("all-touching", 7335, 0x4497_74d8_1d1c_1fe8),
    ("capsules", 3048, 0x221e_f8f4_a324_aa58),
    ("polygons", 3611, 0x2038_3771_6dc0_1a80),
    ("city", 3071, 0x3a0f_b9de_02c0_3187),
];

const TICKS: usize = 3;
const SEED: u64 = 2026;

/// Enough entities for several threads.
fn count(kind: SceneKind) -> usize {
    if kind == SceneKind::Pile { 2_100 } else { 3_000 }
}

/// Runs a world and a stateless batch over the same scene; both must agree. Returns the values of the table.
fn run(kind: SceneKind, strategy: Strategy, threads: &Threads, simd: Simd) -> (u64, u64) {
    let settings =
        Settings { strategy, touching: Touching::Closed, threads: threads.clone(), simd, ..Settings::default() };
    let mut scene = kind.generate(count(kind), SEED);
    let (mut world, mut batch) = (World::new(settings.clone()), Batch::new(settings));
    let handles: Vec<_> = scene.shapes().iter().map(|shape| world.insert(shape).unwrap()).collect();
    let mut pairs = Vec::new();
    let mut ticks = Vec::new();
    for _ in 0..TICKS {
        scene.advance(1.0 / 30.0);
        let updates: Vec<_> = handles.iter().copied().zip(scene.shapes().iter().copied()).collect();
        world.set_batch(&updates).unwrap();
        world.step();
        batch.pairs_into(scene.shapes(), &mut pairs).unwrap();
        assert!(world.pairs().slots() == pairs, "the world and the batch have different pairs");
        let of_world = world.fingerprint();
        ticks.extend([of_world as u32, (of_world >> 32) as u32, fingerprint_of_pairs(&pairs) as u32]);
    }
    (pairs.len() as u64, fingerprint(ticks))
}

#[test]
fn fingerprints_hold_for_every_strategy_and_thread_count() {
    let pools = [1, 2, 4, 8].map(|count| Threads::new(count).unwrap());
    let print = std::env::var_os("COLLIDE_PRINT_GOLDEN").is_some();
    for (index, kind) in SceneKind::ALL.into_iter().enumerate() {
        let expected = run(kind, Strategy::BruteForce, &pools[0], Simd::best());
        if print {
            println!("    (\"{}\", {}, 0x{:016x}),", kind.name(), expected.0, expected.1);
            continue;
        }
        assert_eq!(GOLDEN[index], (kind.name(), expected.0, expected.1), "by brute force on one thread");
        for strategy in Strategy::ALL {
            // Only strategies with cell lists use SIMD.
            let on_lanes = matches!(strategy, Strategy::UniformGrid | Strategy::HierarchicalGrid);
            for simd in Simd::ALL.into_iter().filter(|simd| *simd == Simd::best() || on_lanes) {
                for threads in &pools {
                    let found = run(kind, strategy, threads, simd);
                    assert_eq!(found, expected, "{} by {strategy}, {threads:?}, {simd:?}", kind.name());
                }
            }
        }
    }
}
