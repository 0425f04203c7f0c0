//! Budgets end a step by its pairs and by its work, the same for any number of threads.

use collide2d::error::BatchError;
use collide2d::{
    Batch, Budget, Circle, Entity, Hits, Layers, Mode, Nearest, NearestHits, OrientedRect, Query, Ray, RayHits, Rect,
    Rotor, Settings, Shape, Strategy, Threads, Vec2, World,
};

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
fn a_budget_of_work_ends_what_has_no_pairs() {
    for kind in 0..3 {
        for strategy in Strategy::ALL {
            let mut found = Vec::new();
            for threads in [1, 2, 4] {
                let threads = Threads::new(threads).unwrap();
                let mut world = pile_without_pairs(Settings { strategy, threads, ..Settings::default() }, 600, kind);
                let budget = Budget { max_results: 0, ..Budget::of_work(1_000_000) };
                let by_bounds = [Strategy::BruteForce, Strategy::SweepAndPrune, Strategy::RTree].contains(&strategy);
                if kind < 2 && !by_bounds {
                    // Equal filters that exclude each other are not candidates in a crowded cell.
                    assert!(world.step_within(budget).unwrap().candidate_count < 5_000, "{strategy}");
                    continue;
                }
                let over = world.step_within(budget).unwrap_err();
                assert_eq!((over.what, over.limit), ("work", 1_000_000), "{strategy}");
                assert!(over.found > 1_000_000 && over.found < 1_500_000, "{strategy}: {}", over.found);
                assert_eq!((world.tick(), world.validate()), (0, Ok(())));
                // Whether it fits does not depend on the number of threads.
                let report = *world.step_within(Budget::UNLIMITED).unwrap();
                assert_eq!((report.pair_count, world.tick()), (0, 1));
                let exact = Budget { max_work: report.work, ..budget };
                assert_eq!(world.step_within(exact).unwrap().candidate_count, report.candidate_count);
                let less = Budget { max_work: report.work - 1, ..budget };
                assert!(world.step_within(less).is_err());
                found.push((report.candidate_count, report.work));
            }
            assert!(found.iter().all(|count| *count == found[0]), "{strategy}: {found:?}");
        }
    }
}

#[test]
fn kept_pairs_of_static_entities_cost_nothing() {
    let mut world = World::new(Settings { static_pairs: true, ..Settings::default() });
    let rotor = Rotor::from_degrees(45.0).unwrap();
    let rod = |index: usize| OrientedRect::new([index as f32 * -0.01, index as f32 * 0.01], [1000.0, 0.001], rotor);
    world.extend((0..300).map(|index| Entity::fixed(rod(index).unwrap())));
    let budget = Budget { max_results: 0, ..Budget::of_work(20_000) };
    assert!(world.step_within(budget).is_err());
    world.step();
    assert_eq!(world.step_within(budget).unwrap().pair_count, 0);
}

#[test]
fn a_batch_has_a_budget() {
    let circle = Shape::from(Circle::new([10.0, 10.0], 0.5).unwrap());
    let rect = Shape::from(Rect::new([9.0, 9.0], [10.0, 10.0]).unwrap());
    // Of more rectangles than circles the circles are looked up, and the other way round.
    for (a, b) in
        [(vec![circle; 90], vec![rect; 30]), (vec![circle; 30], vec![rect; 90]), (vec![rect; 30], vec![circle; 90])]
    {
        for strategy in Strategy::ALL {
            let mut batch = Batch::new(Settings { strategy, ..Settings::default() });
            let within = a.len() as u64 * (a.len() as u64 - 1) / 2;
            let mut pairs = vec![(7, 7)];
            let found = batch.within(within - 1).pairs_into(&a, &mut pairs);
            let Err(BatchError::OverBudget(over)) = found else { panic!("{strategy}") };
            assert_eq!((over.what, over.limit), ("pairs", within - 1));
            assert!(batch.within(within - 1).count_pairs(&a).is_err());
            assert_eq!(pairs, [(7, 7)], "{strategy}");
            assert_eq!(batch.within(within).pairs_into(&a, &mut pairs).unwrap().pair_count, within, "{strategy}");
            assert_eq!(batch.within(within).count_pairs(&a).unwrap().pair_count, within, "{strategy}");
            pairs.truncate(1);
            assert!(batch.within(2_699).pairs_between_into(&a, &b, &mut pairs).is_err(), "{strategy}");
            assert!(batch.within(2_699).count_pairs_between(&a, &b).is_err(), "{strategy}");
            assert_eq!(pairs.len(), 1);
            let found = batch.within(2_700).pairs_between_into(&a, &b, &mut pairs);
            assert_eq!(found.unwrap().pair_count, 2_700, "{strategy}");
            assert_eq!(batch.within(2_700).count_pairs_between(&a, &b).unwrap().pair_count, 2_700, "{strategy}");
            assert!(pairs.is_sorted() && pairs.len() == 2_700, "{strategy}");
            assert!(batch.within(Budget::of_work(10)).count_pairs_between(&a, &b).is_err(), "{strategy}");
            // A budget is that of one call.
            assert!(batch.count_pairs_between(&a, &b).is_ok(), "{strategy}");
        }
    }
}

#[test]
fn only_hits_that_the_filter_accepts_count_as_hits() {
    let mut world = World::default();
    world.extend((0..100).map(|_| Circle::new([0.0, 0.0], 1.0).unwrap()));
    // Without it, the query would skip all others.
    let apart = Entity::new(Circle::new([9.0, 0.0], 1.0).unwrap());
    world.insert(apart.with_layers(Layers { group: 5, ..Layers::ALL })).unwrap();
    world.step();
    let nothing = Layers { mask: 0, group: 5, ..Layers::ALL };
    let query = Query::new(Shape::from(Circle::new([0.0, 0.0], 1.0).unwrap())).on(nothing);
    for count in [1, 20] {
        let mut hits = Hits::default();
        world.queries().within(0).overlap_batch_into(&vec![query; count], Mode::All, &mut hits).unwrap();
        let limited = world.queries().within(Budget { max_results: 0, ..Budget::of_work(400) });
        let over = limited.overlap_batch_into(&vec![query; count], Mode::All, &mut hits).unwrap_err();
        assert_eq!(over.what, "work", "{count} queries");
    }
}

#[test]
fn a_limit_of_hits_is_kept_by_rays_and_nearest() {
    let mut world = World::new(Settings::default());
    for x in 0..100_u8 {
        world.insert(Circle::new(Vec2::new(x.into(), 0.0), 1.0).unwrap()).unwrap();
    }
    world.step();
    let ray = Query::new(Ray::new(Vec2::new(-5.0, 0.0), Vec2::X, f32::INFINITY).unwrap());
    let mut hits = RayHits::default();
    let queries = world.queries().within(150);
    assert!(queries.ray_batch_into(&[ray], Mode::All, &mut hits).is_ok());
    let over = queries.ray_batch_into(&[ray, ray], Mode::Count, &mut hits).unwrap_err();
    assert!(over.what == "hits" && over.limit == 150 && over.found > 150 && hits.is_empty(), "{over}");
    assert!(queries.ray_batch_into(&[ray, ray], Mode::First(75), &mut hits).is_ok());
    assert_eq!((hits.total(), hits.iter().count()), (150, 2));
    let nearest = Query::new(Nearest::to(Circle::new(Vec2::ZERO, 0.0).unwrap()));
    assert!(world.queries().within(0).nearest_batch_into(&[nearest], &mut NearestHits::default()).is_err());
}
