//! A cluster has the same results as a single world, for every number of workers.

mod common;

use collide_world::Entity;
use common::{Dice, Feeding, Op, Tick, alone, cluster, same, settings, together};
use proptest::prelude::*;

#[test]
fn mixed_scenes_for_any_number_of_workers() {
    let script = Dice(7).script(24, 60, 24.0);
    for count in [1, 2, 3, 4, 8] {
        for feeding in [Feeding::Anyone, Feeding::Owner] {
            let workers = same(&settings(), &script, count, feeding);
            if feeding == Feeding::Anyone && count > 1 {
                let migrated: usize = workers.iter().flatten().map(|(_, report)| report.left).sum();
                assert!(migrated > 20, "{migrated} have moved to another worker");
            }
        }
    }
}

#[test]
fn nobody_and_one_tile_with_all() {
    same(&settings(), &vec![Tick::default(); 3], 3, Feeding::Anyone);
    let mut script = Dice(3).script(12, 30, 1.0);
    script[6].ops.extend((0..200).map(|who| Op::Remove(who * 31)));
    let workers = same(&settings(), &script, 3, Feeding::Anyone);
    assert!(workers.iter().flatten().any(|(_, report)| report.heaviest.is_some()));
}

#[test]
fn storms_of_migration() {
    let mut dice = Dice(11);
    let mut script = dice.script(1, 60, 16.0);
    for _ in 0..8 {
        let ops = (0..240).map(|who| Op::Move(who, dice.shape(16.0))).collect();
        script.push(Tick { ops, ..Tick::default() });
    }
    same(&settings(), &script, 4, Feeding::Owner);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_script(
        seed in any::<u64>(), count in 1_usize..6, reach in 1_u8..40, tile in -2_i8..5, owner in any::<bool>(),
        [static_pairs, sensor_pairs] in any::<[bool; 2]>(),
    ) {
        let script = Dice(seed).script(10, 30, f32::from(reach));
        let mut settings = collide_cluster::Settings { tile, ..settings() };
        (settings.world.static_pairs, settings.world.sensor_pairs) = (static_pairs, sensor_pairs);
        same(&settings, &script, count, if owner { Feeding::Owner } else { Feeding::Anyone });
    }
}

/// Takes a minute or more: `cargo test --release -p collide-cluster --test equal -- --ignored`.
#[test]
#[ignore = "for release builds"]
fn three_hundred_thousand_mixed_entities() {
    let mut scene = collide_scenes::SceneKind::Mixed.generate(300_000, 3);
    let first = scene.shapes().iter().map(|shape| Op::Insert(Entity::new(*shape))).collect();
    let mut script = vec![Tick { ops: first, ..Tick::default() }];
    for _ in 0..30 {
        scene.advance(1.0 / 30.0);
        let ops = (0..).zip(scene.shapes()).map(|(who, shape)| Op::Move(who, *shape)).collect();
        script.push(Tick { ops, ..Tick::default() });
    }
    let mut settings = collide_cluster::Settings { tile: 4, balance_every: 16, patience: None, ..settings() };
    settings.world.events = false;
    let fingerprints = |ticks: Vec<common::Brought>| ticks.into_iter().map(|tick| tick.fingerprint).collect::<Vec<_>>();
    let expected = fingerprints(alone(&settings, &script));
    let found = fingerprints(together(&cluster(&settings, &script, 3, Feeding::Owner)));
    assert_eq!(found, expected);
}
