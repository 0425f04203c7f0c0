//! Budgets end a step by its pairs and by its candidates, the same for any number of threads.

use collide2d::{Budget, Circle, Entity, Layers, OrientedRect, Rotor, Settings, Strategy, Threads, Vec2, World};

/// Entities in one place of which no two are a pair.
fn pile_without_pairs(settings: Settings, count: usize, kind: usize) -> World {
    let mut world = World::new(settings);
    let point = Entity::new(Circle::new([10.0, 10.0], 0.5).unwrap());
    let apart = Layers { category: 1, mask: 2, ..Layers::default() };
    let rod = |index: usize| {
        let center = Vec2::new(-1.0, 1.0) * (index as f32 * 0.01);
        Entity::new(OrientedRect::new(center, [1000.0, 0.001], Rotor::from_degrees(45.0).unwrap()).unwrap())
    };
    world.extend((0..count).map(|index| match kind {
        0 => point.with_layers(apart),
        1 => point.as_sensor(),
        _ => rod(index),
    }));
    world
}

#[test]
fn a_budget_of_candidates_ends_what_has_no_pairs() {
    for kind in 0..3 {
        for strategy in Strategy::ALL {
            let mut found = Vec::new();
            for threads in [1, 2, 4] {
                let threads = Threads::new(threads).unwrap();
                let mut world = pile_without_pairs(Settings { strategy, threads, ..Settings::default() }, 600, kind);
                let budget = Budget { max_pairs: 0, max_candidates: 50_000 };
                let by_bounds = [Strategy::BruteForce, Strategy::SweepAndPrune, Strategy::RTree].contains(&strategy);
                if kind < 2 && !by_bounds {
                    // Equal filters that exclude each other are not candidates in a crowded cell.
                    assert!(world.step_within(budget).unwrap().candidate_count < 5_000, "{strategy}");
                    continue;
                }
                let over = world.step_within(budget).unwrap_err();
                assert_eq!((over.what, over.limit), ("candidates", 50_000), "{strategy}");
                assert!(over.found > 50_000 && over.found < 180_000, "{strategy}: {}", over.found);
                assert_eq!((world.tick(), world.validate()), (0, Ok(())));
                // Whether it fits does not depend on the number of threads.
                let report = *world.step_within(Budget::UNLIMITED).unwrap();
                assert_eq!((report.pair_count, world.tick()), (0, 1));
                let exact = Budget { max_candidates: report.candidate_count, ..budget };
                assert_eq!(world.step_within(exact).unwrap().candidate_count, report.candidate_count);
                let less = Budget { max_candidates: report.candidate_count - 1, ..budget };
                assert!(world.step_within(less).is_err());
                found.push(report.candidate_count);
            }
            assert!(found.iter().all(|count| *count == found[0]), "{strategy}: {found:?}");
        }
    }
}

#[test]
fn kept_candidates_of_static_entities_cost_nothing() {
    let mut world = World::default();
    let rotor = Rotor::from_degrees(45.0).unwrap();
    let rod = |index: usize| OrientedRect::new([index as f32 * -0.01, index as f32 * 0.01], [1000.0, 0.001], rotor);
    world.extend((0..300).map(|index| Entity::fixed(rod(index).unwrap())));
    let budget = Budget { max_pairs: 0, max_candidates: 1_000 };
    assert!(world.step_within(budget).is_err());
    world.step();
    assert_eq!(world.step_within(budget).unwrap().pair_count, 0);
}
