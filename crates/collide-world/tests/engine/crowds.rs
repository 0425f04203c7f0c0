//! A crowd costs only itself: the surplus of a place is in no pair, and all others have the pairs of a world without it.

use std::collections::BTreeSet;

use collide2d::{
    Budget, Circle, CrowdLimit, Entity, Handle, Layers, Mobility, OrientedRect, PairOrder, Rect, Rotor, Settings,
    Shape, Strategy, Threads, Touching, Trace, Vec2, World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

use crate::bodies::{capsule, polygon};
use crate::crowd_rule::{Model, places};

/// Entities of several sizes, most of them in a few places.
fn entity() -> impl Values<Value = Entity> {
    let place = prop_oneof![
        5 => (0_u8..3).prop_map(|number| Vec2::splat(f32::from(number) * 1.1)),
        2 => (-4.0_f32..4.0, -4.0_f32..4.0).prop_map(|(x, y)| Vec2::new(x, y)),
        1 => select(vec![Vec2::splat(1e9), Vec2::new(-3e38, 3e38), Vec2::new(1e-40, 0.0)]),
    ];
    let size = prop_oneof![4 => 0.2_f32..0.6, 1 => select(vec![0.0, 0.25, 0.5, 1e-3, 1e-30, 1e-42, 4.0, 64.0, 1e30])];
    let shape = (0_u8..5, place, size).prop_map(|(kind, at, size)| match kind {
        0 => Shape::from(Rect::new(at, (at + size).min(Vec2::MAX)).unwrap()),
        1 => OrientedRect::new(at, [size, 0.1], Rotor::from_degrees(30.0).unwrap()).unwrap().into(),
        2 => capsule(at, Vec2::new(size, 0.1), 30.0),
        3 => polygon(at, Vec2::new(size, 0.3), 30.0),
        _ => Circle::new(at, size).unwrap().into(),
    });
    let layers = select(vec![
        Layers::ALL,
        Layers::ALL,
        Layers { category: 1, mask: 3, group: 0 },
        Layers { category: 2, mask: 1, group: 0 },
    ]);
    let mobility =
        select(vec![Mobility::Dynamic, Mobility::Dynamic, Mobility::Dynamic, Mobility::Static, Mobility::Sleeping]);
    (shape, mobility, layers, select(vec![false, false, true])).prop_map(|(shape, mobility, layers, sensor)| Entity {
        mobility,
        layers,
        sensor,
        ..Entity::new(shape)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn steps_are_those_of_the_rule(
        first in vec(entity(), 0..120),
        then in vec((any::<usize>(), entity()), 0..80),
        limits in vec((0_u32..6, select(vec![0, 1, 3])), 5),
        same_layers in any::<bool>(),
        touching in select(Touching::ALL.to_vec()),
        order in select(PairOrder::ALL.to_vec()),
        threads in 1_usize..3,
    ) {
        let threads = Threads::new(threads).unwrap();
        let made = |entity: &Entity| {
            if same_layers { Entity { layers: Layers::ALL, sensor: false, ..*entity } } else { *entity }
        };
        let mut fingerprints = BTreeSet::new();
        for strategy in Strategy::ALL {
            let settings = Settings { strategy, touching, order, threads: threads.clone(), ..Settings::default() };
            let mut world = World::new(settings.clone());
            let mut model = Model::default();
            let mut handles: Vec<Handle> = first.iter().map(|entity| world.insert(made(entity)).unwrap()).collect();
            for (round, &(max, category)) in limits.iter().enumerate() {
                let crowd = (round != 3).then(|| CrowdLimit::new(max).with_first(category));
                world.set_settings(Settings { events: round > 0, crowd, ..settings.clone() });
                for (number, entity) in then.iter().skip(round).step_by(4) {
                    match handles.get(number % (handles.len() + 1)) {
                        Some(handle) if number % 7 > 0 => world.set(*handle, made(entity)).unwrap(),
                        Some(handle) => {
                            world.remove(*handle).unwrap();
                            handles.swap_remove(number % (handles.len() + 1));
                        }
                        None => handles.push(world.insert(made(entity)).unwrap()),
                    }
                }
                let context = format!("{strategy}, round {round}");
                let (mut fork, mut restored) = (world.clone(), World::new(world.settings().clone()));
                restored.restore(&world.save()).unwrap();
                for copy in [&mut fork, &mut restored] {
                    model.clone().step(copy, &context);
                }
                model.step(&mut world, &context);
                prop_assert_eq!(world.events(), fork.events());
                prop_assert_eq!(world.events(), restored.events());
                if order == PairOrder::BySlot || round > 0 {
                    fingerprints.insert((round, world.fingerprint()));
                }
                // The places of the report.
                let limit = CrowdLimit::new(max).with_first(category);
                let crowded = places(&world, category).into_values().filter(|list| list.len() > max as usize);
                let mut counts: Vec<_> = crowded.map(|list| (list.len(), list[max as usize])).collect();
                counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
                let crowds = world.crowds(limit);
                prop_assert_eq!(crowds.iter().map(|crowd| (crowd.count, crowd.entity)).collect::<Vec<_>>(), counts);
                prop_assert!(crowds.iter().all(|crowd| crowd.count - crowd.surplus_count == max as usize));
                let report = world.report().unwrap();
                prop_assert_eq!(report.crowd_count, if crowd.is_some() { crowds.len() } else { 0 });
                prop_assert_eq!(report.crowd.map(|crowd| crowd.count), crowds.first().filter(|_| crowd.is_some()).map(|crowd| crowd.count));
            }
        }
        prop_assert!(fingerprints.len() <= limits.len());
    }

    #[test]
    fn a_recording_replays_its_crowds(
        entities in vec(entity(), 30..90), moves in vec((any::<usize>(), entity()), 10..60), max in 0_u32..5,
    ) {
        let crowd = Some(CrowdLimit::new(max).with_first(2));
        let mut world = World::new(Settings { events: true, crowd, ..Settings::default() });
        let handles: Vec<Handle> = entities.iter().map(|entity| world.insert(*entity).unwrap()).collect();
        world.step();
        world.start_recording();
        for (tick, moves) in moves.chunks(10).enumerate() {
            for (number, entity) in moves {
                world.set(handles[number % handles.len()], *entity).unwrap();
            }
            if tick == 3 {
                world.set_settings(Settings { crowd: None, ..world.settings().clone() });
            }
            world.step();
        }
        let mut bytes = Vec::new();
        world.write_recorded(&mut bytes).unwrap();
        let mut replayed = World::new(Settings { crowd: Some(CrowdLimit::new(1)), ..Settings::default() });
        for tick in Trace::new(bytes.as_slice()) {
            tick.unwrap().replay(&mut replayed).unwrap();
        }
        prop_assert_eq!(replayed.fingerprint(), world.fingerprint());
        prop_assert_eq!(replayed.events(), world.events());
        prop_assert_eq!(replayed.settings().crowd, world.settings().crowd);
    }
}

/// Sizes that would multiply the pairs of a place: each entity is in pairs with few larger ones, those of the first
/// category and the smaller ones before others.
#[test]
fn sizes_do_not_multiply_a_crowd() {
    for (limit, is_limited) in [
        (CrowdLimit::new(1), true),
        (CrowdLimit::new(2).with_first(2), true),
        (CrowdLimit::new(3).with_first(4), true),
        (CrowdLimit::new(30), false),
    ] {
        let mut prints = BTreeSet::new();
        for strategy in Strategy::ALL {
            let mut world = World::new(Settings { strategy, crowd: Some(limit), events: true, ..Settings::default() });
            let mut model = Model::default();
            let mut handles = Vec::new();
            for number in 0..260_i32 {
                let radius = f32::exp2((number * 7 % 120 - 80) as f32);
                let at = Vec2::new(radius * ((number % 5) as f32 - 2.0) * 0.5, 0.0);
                let shape = if number % 2 == 0 {
                    Shape::from(Circle::new(at, radius).unwrap())
                } else {
                    OrientedRect::new(at, [radius, radius * 0.5], Rotor::from_degrees(30.0).unwrap()).unwrap().into()
                };
                let (category, mask) = (1 << (number % 3), if number % 11 == 0 { 1 } else { 7 });
                let entity = Entity::new(shape).with_layers(Layers { category, mask, group: 0 });
                handles.push(world.insert(Entity { sensor: number % 13 == 0, ..entity }).unwrap());
            }
            for mobility in [Mobility::Static, Mobility::Sleeping] {
                let rect = Rect::new([-1.0, -1.0], [1.0, 1.0]).unwrap();
                world.insert(Entity { mobility, ..Entity::new(rect) }).unwrap();
            }
            for round in 0..3 {
                model.step(&mut world, &format!("{strategy}, {limit:?}, round {round}"));
                assert!(world.pairs().len() as u64 <= 9 * u64::from(limit.max) * world.len() as u64);
                prints.insert((round, world.fingerprint()));
                for (number, handle) in handles.iter().enumerate().skip(round).step_by(5) {
                    let shape = world.shape(*handle).unwrap().translated(Vec2::splat(number as f32 * 0.01)).unwrap();
                    world.set(*handle, shape).unwrap();
                }
            }
            world.set_settings(Settings { crowd: None, ..world.settings().clone() });
            let all = world.count_pairs();
            assert_eq!(all > 9 * u64::from(limit.max) * world.len() as u64, is_limited);
        }
        assert_eq!(prints.len(), 3);
    }
}

/// All sizes that there are, eight of each, on one point.
#[test]
fn all_sizes_on_one_point_have_few_pairs() {
    let limit = CrowdLimit::new(8);
    let mut world = World::new(Settings { crowd: Some(limit), ..Settings::default() });
    for number in 0..2_080_i32 {
        let radius = f32::exp2((number % 260 - 140) as f32);
        world.insert(Circle::new([0.0, 0.0], radius).unwrap()).unwrap();
    }
    let report = *world.step();
    let levels = 260_u64;
    // The largest have fewer above them.
    let with_larger: u64 = (0..levels).map(|above| 8 * (above * 8).min(4 * 8)).sum();
    assert_eq!((report.surplus_count, report.pair_count), (0, with_larger + levels * (8 * 7 / 2)));
    // The search that was stopped counts too, and the limit of work holds.
    assert!(report.work > 9 * 8 * 2_080 * 16, "{}", report.work);
    assert!(world.step_within(Budget::of_work(report.work / 4)).is_err());
    assert_eq!(world.step_within(Budget::of_work(report.work)).map(|report| report.work), Ok(report.work));
}
