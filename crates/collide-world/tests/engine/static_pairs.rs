//! Two static entities are a pair only if the settings ask for it, and otherwise cost nothing.

use std::collections::BTreeSet;

use crate::bodies::{capsule, polygon};
use crate::crowd_rule::{Pairs, expected};
use collide2d::tools::WorldTools;
use collide2d::{
    Batch, Budget, Circle, Entity, EventKind, Handle, Layers, Mobility, OrientedRect, PairOrder, Rect, Rotor, Settings,
    Shape, Strategy, SweptPairs, Threads, Touching, Trace, Vec2, World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

fn at(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()
}

fn settings(strategy: Strategy, static_pairs: bool) -> Settings {
    Settings { strategy, static_pairs, events: true, ..Settings::default() }
}

fn entity() -> impl Values<Value = Entity> {
    let place = prop_oneof![
        3 => (0_u8..3).prop_map(|number| Vec2::splat(f32::from(number) * 0.7)),
        2 => (-6.0_f32..6.0, -6.0_f32..6.0).prop_map(|(x, y)| Vec2::new(x, y)),
    ];
    let shape = (0_u8..5, place, 0.1_f32..1.0).prop_map(|(kind, at, size)| match kind {
        0 => Shape::from(Rect::new(at, at + size).unwrap()),
        2 => capsule(at, Vec2::new(size, 0.1), 30.0),
        3 => polygon(at, Vec2::new(size, 0.3), 30.0),
        1 => OrientedRect::new(at, [size, 0.1], Rotor::from_degrees(30.0).unwrap()).unwrap().into(),
        _ => Circle::new(at, size).unwrap().into(),
    });
    let layers = select(vec![
        Layers::ALL,
        Layers::ALL,
        Layers { category: 1, mask: 2, group: 0 },
        Layers { category: 2, mask: 1, group: 0 },
        Layers { group: -1, ..Layers::ALL },
    ]);
    // Many static, few sleeping, or the other way round.
    let mobility = select(vec![Mobility::Static, Mobility::Static, Mobility::Sleeping, Mobility::Dynamic]);
    (shape, mobility, layers, select(vec![false, false, true])).prop_map(|(shape, mobility, layers, sensor)| Entity {
        mobility,
        layers,
        sensor,
        ..Entity::new(shape)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn pairs_and_events_are_those_of_the_rule(
        first in vec(entity(), 0..150),
        then in vec((any::<usize>(), entity()), 0..60),
        same_layers in any::<bool>(),
        only in select(vec![None, Some(Mobility::Static), Some(Mobility::Sleeping)]),
        touching in select(vec![Touching::Closed, Touching::Open]),
        order in select(PairOrder::ALL.to_vec()),
        threads in 1_usize..3,
    ) {
        let threads = Threads::new(threads).unwrap();
        // Worlds without collision filters, and worlds in which all resting entities are static, or all sleep.
        let made = |entity: &Entity| {
            let mut entity = *entity;
            if same_layers {
                (entity.layers, entity.sensor) = (Layers::ALL, false);
            }
            if entity.mobility != Mobility::Dynamic {
                entity.mobility = only.unwrap_or(entity.mobility);
            }
            entity
        };
        for strategy in Strategy::ALL {
            let threads = threads.clone();
            let settings = Settings { touching, order, threads, ..settings(strategy, false) };
            let mut world = World::new(Settings { events: false, ..settings.clone() });
            let mut handles: Vec<Handle> = first.iter().map(|entity| world.insert(made(entity)).unwrap()).collect();
            let mut before = Pairs::new();
            for (round, static_pairs) in [false, false, true, false].into_iter().enumerate() {
                let events = round > 0;
                world.set_settings(Settings { static_pairs, events, ..settings.clone() });
                if round != 1 {
                    for (number, entity) in then.iter().skip(round).step_by(3) {
                        match handles.get(number % (handles.len() + 1)) {
                            Some(handle) if number % 7 > 0 => world.set(*handle, made(entity)).unwrap(),
                            Some(handle) => {
                                world.remove(*handle).unwrap();
                                handles.swap_remove(number % (handles.len() + 1));
                            }
                            None => handles.push(world.insert(made(entity)).unwrap()),
                        }
                    }
                }
                let now = expected(&world, &BTreeSet::new());
                prop_assert_eq!(world.count_pairs(), now.len() as u64, "{}, round {}", strategy, round);
                world.step();
                prop_assert!(world.pairs().iter().collect::<Pairs>() == now, "{}, round {}", strategy, round);
                prop_assert_eq!(world.pairs().len(), now.len());
                prop_assert_eq!(world.validate(), Ok(()));
                if events {
                    let of = |kind| world.events().iter().filter(move |event| event.kind == kind);
                    let of = |kind| of(kind).map(|event| (event.a, event.b)).collect::<Pairs>();
                    prop_assert!(of(EventKind::Began) == &now - &before, "{}, round {}", strategy, round);
                    prop_assert!(of(EventKind::Ended) == &before - &now, "{}, round {}", strategy, round);
                }
                before = now;
            }
        }
    }
}

/// Every pair of mobilities, with and without sensors.
#[test]
fn only_two_static_entities_are_no_pair() {
    for strategy in Strategy::ALL {
        for first in Mobility::ALL {
            for second in Mobility::ALL {
                for static_pairs in [false, true] {
                    for sensor in [false, true] {
                        let mut world = World::new(settings(strategy, static_pairs));
                        let insert = |world: &mut World, x, mobility, sensor| {
                            world.insert(Entity { mobility, sensor, ..Entity::new(at(x)) }).unwrap()
                        };
                        let (a, b) = (insert(&mut world, 0.0, first, sensor), insert(&mut world, 1.0, second, false));
                        // Others far away, so that each set has entities.
                        for (number, mobility) in Mobility::ALL.into_iter().enumerate() {
                            insert(&mut world, 100.0 * (number + 1) as f32, mobility, false);
                        }
                        world.step();
                        let is_pair = static_pairs || first != Mobility::Static || second != Mobility::Static;
                        let pairs: &[_] = if is_pair { &[(a, b)] } else { &[] };
                        assert_eq!(world.pairs(), pairs, "{strategy}, {first}, {second}, {static_pairs}, {sensor}");
                    }
                }
            }
        }
    }
}

/// A map of tiles side by side, of which nearly a third are walls, and entities that walk among them.
fn tile_map(settings: Settings) -> (World, Vec<Handle>) {
    let mut world = World::new(settings);
    let mut state = 7_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as f32 / (1 << 24) as f32
    };
    for y in 0..100_u8 {
        for x in 0..100_u8 {
            if random() < 0.3 {
                let min = Vec2::new(x.into(), y.into());
                world.insert(Entity::fixed(Rect::new(min, min + 1.0).unwrap())).unwrap();
            }
        }
    }
    let bot = |at| Circle::new(at, 0.3).unwrap();
    let bots = (0..100).map(|_| world.insert(bot(Vec2::new(random(), random()) * 100.0)).unwrap()).collect();
    (world, bots)
}

/// The counters of a step, and a budget that the pairs of tiles would exceed at the first step, which indexes them.
#[test]
fn static_tiles_are_not_tested_against_each_other() {
    for strategy in Strategy::ALL {
        let (mut with, _) = tile_map(Settings { events: false, ..settings(strategy, true) });
        let all = *with.step();
        let (mut world, bots) = tile_map(Settings { events: false, ..settings(strategy, false) });
        let budget = Budget { max_results: 400, ..Budget::of_work(all.work) };
        assert!(all.pair_count > 3_000 && all.candidate_count > 3_000, "{all:?}");
        for _ in 0..2 {
            let report = *world.step_within(budget).unwrap();
            assert_eq!(world.validate(), Ok(()));
            assert!((50..400).contains(&report.pair_count), "{report:?}");
            assert!((report.pair_count..600).contains(&report.candidate_count), "{report:?}");
            assert_eq!(world.count_pairs(), report.pair_count);
            // The pairs with a bot are the same, and so is what the search for them visits.
            let of_bots = with.pairs().iter().filter(|(a, b)| bots.contains(a) || bots.contains(b));
            assert!(world.pairs().iter().eq(of_bots));
            let rows = |world: &World| world.visits().map(|visits| visits.rows);
            assert_eq!(rows(&world), rows(&with), "{strategy}");
            let mut contacts = Vec::new();
            world.contacts_into(&mut contacts);
            assert_eq!(contacts.len() as u64, report.pair_count);
        }
        // A tile that sleeps is tested against its neighbours, and no other tile is.
        let before = world.report().unwrap().candidate_count;
        let tile = world.iter().find(|(_, entity)| entity.mobility == Mobility::Static).unwrap().0;
        let entity = world.entity(tile).unwrap();
        world.set(tile, Entity { mobility: Mobility::Sleeping, ..entity }).unwrap();
        let report = *world.step_within(budget).unwrap();
        assert!((before..before + 12).contains(&report.candidate_count), "{strategy}: {before}, {report:?}");
        // The map still does not depend on the tiles of one kind: it is destroyed tile by tile.
        world.remove(tile).unwrap();
        world.step_within(budget).unwrap();
    }
}

/// A pair of two entities that become static ends; a setting that is switched shows at the next step.
#[test]
fn pairs_begin_and_end_as_the_rule_says() {
    use EventKind::{Began, Ended, Stayed};
    for strategy in Strategy::ALL {
        let mut world = World::new(settings(strategy, false));
        let a = world.insert(Entity::fixed(at(0.0))).unwrap();
        let b = world.insert(at(1.0)).unwrap();
        let mut kinds = |change: &dyn Fn(&mut World)| {
            change(&mut world);
            world.step();
            assert!(world.events().iter().all(|event| (event.a, event.b) == (a, b)));
            world.events().iter().map(|event| event.kind).collect::<Vec<_>>()
        };
        let become_ = |mobility| {
            move |world: &mut World| {
                let entity = world.entity(b).unwrap();
                world.set(b, Entity { mobility, ..entity }).unwrap();
            }
        };
        let set = |static_pairs| move |world: &mut World| world.set_settings(settings(strategy, static_pairs));
        assert_eq!(kinds(&|_| ()), [Began]);
        assert_eq!(kinds(&become_(Mobility::Static)), [Ended]);
        assert_eq!(kinds(&|_| ()), []);
        assert_eq!(kinds(&become_(Mobility::Sleeping)), [Began]);
        assert_eq!(kinds(&become_(Mobility::Dynamic)), [Stayed]);
        assert_eq!(kinds(&become_(Mobility::Static)), [Ended]);
        assert_eq!(kinds(&set(true)), [Began]);
        assert_eq!(kinds(&|_| ()), [Stayed]);
        assert_eq!(kinds(&set(false)), [Ended]);
    }
}

/// Calls that name their shapes do not depend on the setting.
#[test]
fn batches_queries_and_swept_pairs_know_no_static_pairs() {
    let shapes = [0.0, 1.0].map(|x| Shape::from(at(x)));
    let mut pairs = Vec::new();
    Batch::new(Settings::default()).pairs_into(&shapes, &mut pairs).unwrap();
    assert_eq!(pairs, [(0, 1)]);
    let mut world = World::default();
    let [a, b] = [0.0, 10.0].map(|x| world.insert(Entity::fixed(at(x))).unwrap());
    world.step();
    assert_eq!(world.queries().overlap(at(1.0)), [a]);
    let mut swept = SweptPairs::default();
    world.swept_pairs_into(&[(a, Vec2::new(9.0, 0.0))], Budget::UNLIMITED, &mut swept).unwrap();
    assert_eq!(swept.list().iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>(), [(a, b)]);
}

/// The saved world: static, static, sleeping, dynamic, all in one place; and a static one that was removed since.
fn saved(static_pairs: bool) -> (Vec<u8>, [Handle; 5]) {
    let mut world = World::new(settings(Strategy::Auto, static_pairs));
    let of = [Mobility::Static, Mobility::Static, Mobility::Sleeping, Mobility::Dynamic, Mobility::Static];
    let handles = of.map(|mobility| world.insert(Entity { mobility, ..Entity::new(at(0.0)) }).unwrap());
    world.step();
    assert_eq!(world.pairs().len(), if static_pairs { 10 } else { 7 });
    world.remove(handles[4]).unwrap();
    (world.save(), handles)
}

#[test]
fn a_snapshot_is_restored_under_the_own_settings() {
    for (was, is) in [(false, false), (true, true), (true, false), (false, true)] {
        let (bytes, [a, b, c, _, gone]) = saved(was);
        let mut world = World::new(settings(Strategy::Auto, is));
        world.restore(&bytes).unwrap();
        assert_eq!(world.validate(), Ok(()));
        let has = |world: &World, pair| world.pairs().iter().any(|other| other == pair);
        // Dropped at once if the own settings have them off.
        assert_eq!(has(&world, (a, b)), was && is);
        assert!(has(&world, (a, c)) && has(&world, (b, c)) && has(&world, (c, gone)));
        assert_eq!(world.save() == bytes, !was || is);
        world.step();
        let kind = |pair| world.events().iter().find(|event| (event.a, event.b) == pair).map(|event| event.kind);
        let expected = match (was, is) {
            (true, true) => Some(EventKind::Stayed),
            (false, true) => Some(EventKind::Began),
            // No event says that it ended.
            (_, false) => None,
        };
        assert_eq!(kind((a, b)), expected);
        assert_eq!((kind((a, c)), kind((c, gone))), (Some(EventKind::Stayed), Some(EventKind::Ended)));
        // The mobility of an entity that is gone is not known: its pairs end with an event.
        assert_eq!(kind((a, gone)), was.then_some(EventKind::Ended));
    }
}

/// A pair that became static after the step is not dropped: with equal settings the restored world goes on as the saved
/// one.
#[test]
fn a_restored_pair_that_became_static_ends_with_an_event() {
    let mut world = World::new(settings(Strategy::Auto, false));
    let a = world.insert(Entity::fixed(at(0.0))).unwrap();
    let b = world.insert(at(1.0)).unwrap();
    world.step();
    world.set(b, Entity::fixed(at(1.0))).unwrap();
    let mut restored = World::new(settings(Strategy::Auto, false));
    restored.restore(&world.save()).unwrap();
    for world in [&mut world, &mut restored] {
        assert_eq!(world.pairs(), [(a, b)]);
        world.step();
        assert_eq!(world.events().iter().map(|event| event.kind).collect::<Vec<_>>(), [EventKind::Ended]);
    }
}

/// A replay takes over the recorded setting, whatever its own, and has all pairs of the step before the recording.
#[test]
fn a_trace_is_replayed_under_the_recorded_settings() {
    for (was, is, own) in [false, true].into_iter().flat_map(|was| [(was, false), (was, true)]).flat_map(both_ways) {
        let mut world = World::new(settings(Strategy::Auto, was));
        world.extend([0.0, 1.0].map(|x| Entity::fixed(at(x))));
        world.step();
        world.start_recording();
        world.set_settings(settings(Strategy::Auto, is));
        (0..2).for_each(|_| _ = world.step());
        let mut trace = Vec::new();
        world.write_recorded(&mut trace).unwrap();
        let mut again = World::new(settings(Strategy::Auto, own));
        for tick in Trace::new(trace.as_slice()) {
            tick.unwrap().replay(&mut again).unwrap();
        }
        assert_eq!((again.settings().static_pairs, again.pairs().len()), (is, usize::from(is)));
        assert_eq!((again.tick(), again.save()), (3, world.save()));
    }
}

fn both_ways((was, is): (bool, bool)) -> [(bool, bool, bool); 2] {
    [(was, is, false), (was, is, true)]
}
