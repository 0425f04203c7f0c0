//! Two sensors are a pair only if the settings ask for it.

use std::collections::BTreeSet;

use crate::bodies::{capsule, polygon};
use crate::crowd_rule::{Model, Pairs, expected};
use collide2d::{
    Budget, Circle, CrowdLimit, Entity, EventKind, Handle, Layers, Mobility, Moving, PairOrder, Query, Rect, Settings,
    Shape, SlideOptions, Strategy, SweptPairs, Threads, Touching, Trace, Vec2, World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy as Values, any, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;

fn at(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()
}

fn sensor(x: f32, mobility: Mobility) -> Entity {
    Entity { mobility, ..Entity::new(at(x)).as_sensor() }
}

fn settings(strategy: Strategy, sensor_pairs: bool) -> Settings {
    Settings { strategy, sensor_pairs, events: true, ..Settings::default() }
}

/// Entities of which most are sensors, and a number for a group of their own.
fn entity() -> impl Values<Value = (Entity, u8)> {
    let place = prop_oneof![
        3 => (0_u8..3).prop_map(|number| Vec2::splat(f32::from(number) * 0.7)),
        2 => (-6.0_f32..6.0, -6.0_f32..6.0).prop_map(|(x, y)| Vec2::new(x, y)),
    ];
    let shape = (0_u8..4, place, 0.1_f32..1.0).prop_map(|(kind, at, size)| match kind {
        0 => Shape::from(Rect::new(at, at + size).unwrap()),
        1 => capsule(at, Vec2::new(size, 0.1), 30.0),
        2 => polygon(at, Vec2::new(size, 0.3), 30.0),
        _ => Circle::new(at, size).unwrap().into(),
    });
    let layers = select(vec![
        Layers::ALL,
        Layers::ALL,
        Layers { category: 1, mask: 2, group: 0 },
        Layers { category: 2, mask: 1, group: 0 },
        Layers { group: -1, ..Layers::ALL },
        Layers { mask: 0, group: 1, ..Layers::ALL },
    ]);
    let mobility = select(Mobility::ALL.to_vec());
    let sensor = select(vec![false, true, true]);
    (shape, mobility, layers, sensor, any::<u8>()).prop_map(|(shape, mobility, layers, sensor, group)| {
        (Entity { mobility, layers, sensor, ..Entity::new(shape) }, group)
    })
}

/// What layers the entities have.
#[derive(Clone, Copy, Debug)]
enum Layering {
    Default,
    Few,
    /// More filters than there are bits for.
    Many,
}

impl Layering {
    fn of(self, &(entity, group): &(Entity, u8)) -> Entity {
        let layers = match self {
            Self::Default => Layers::ALL,
            Self::Few => entity.layers,
            Self::Many => Layers { group: i64::from(group) - 128, ..entity.layers },
        };
        Entity { layers, ..entity }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Between the second and the third step only the settings change.
    #[test]
    fn pairs_and_events_are_those_of_the_rule(
        first in vec(entity(), 0..160),
        then in vec((any::<usize>(), entity()), 0..60),
        rounds in vec((any::<[bool; 2]>(), select(vec![None, None, Some(2)])), 6),
        layering in select(vec![Layering::Default, Layering::Few, Layering::Many]),
        only in select(vec![None, Some(Mobility::Static), Some(Mobility::Sleeping)]),
        touching in select(Touching::ALL.to_vec()),
        order in select(PairOrder::ALL.to_vec()),
        threads in 1_usize..3,
    ) {
        let threads = Threads::new(threads).unwrap();
        let made = |entity: &(Entity, u8)| {
            let entity = layering.of(entity);
            let resting = only.filter(|_| entity.mobility != Mobility::Dynamic);
            Entity { mobility: resting.unwrap_or(entity.mobility), ..entity }
        };
        let mut fingerprints = BTreeSet::new();
        for strategy in Strategy::ALL {
            let threads = threads.clone();
            let settings = Settings { touching, order, threads, ..settings(strategy, false) };
            let (mut world, mut model) = (World::new(settings.clone()), Model::default());
            let mut handles: Vec<Handle> = first.iter().map(|entity| world.insert(made(entity)).unwrap()).collect();
            for (round, &([static_pairs, sensor_pairs], crowd)) in rounds.iter().enumerate() {
                let crowd = crowd.map(CrowdLimit::new);
                let events = round > 0;
                world.set_settings(Settings { static_pairs, sensor_pairs, crowd, events, ..settings.clone() });
                if round != 2 {
                    for (number, entity) in then.iter().skip(round).step_by(5) {
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
                let context = format!("{strategy}, round {round}");
                let mut fork = world.clone();
                model.clone().step(&mut fork, &context);
                model.step(&mut world, &context);
                prop_assert_eq!(world.events(), fork.events());
                if events {
                    fingerprints.insert((round, world.fingerprint()));
                }
            }
        }
        prop_assert_eq!(fingerprints.len(), rounds.len() - 1);
    }
}

/// Every pair of mobilities, of two sensors and of one.
#[test]
fn two_sensors_are_a_pair_if_the_settings_say_so() {
    for strategy in Strategy::ALL {
        for first in Mobility::ALL {
            for second in Mobility::ALL {
                for [static_pairs, sensor_pairs, both] in flags() {
                    let settings = Settings { static_pairs, ..settings(strategy, sensor_pairs) };
                    let mut world = World::new(settings);
                    let a = world.insert(sensor(0.0, first)).unwrap();
                    let b = world.insert(Entity { sensor: both, ..sensor(1.0, second) }).unwrap();
                    // Others far away, so that each set has entities.
                    for (number, mobility) in Mobility::ALL.into_iter().enumerate() {
                        world.insert(sensor(100.0 * (number + 1) as f32, mobility)).unwrap();
                    }
                    world.step();
                    let both_static = first == Mobility::Static && second == Mobility::Static;
                    let is_pair = (static_pairs || !both_static) && (sensor_pairs || !both);
                    let pairs: &[_] = if is_pair { &[(a, b)] } else { &[] };
                    let flags = [static_pairs, sensor_pairs, both];
                    assert_eq!(world.pairs(), pairs, "{strategy}, {first}, {second}, {flags:?}");
                    // Sensors have no contacts.
                    let mut contacts = Vec::new();
                    world.contacts_into(&mut contacts);
                    assert_eq!(contacts, vec![None; pairs.len()]);
                }
            }
        }
    }
}

fn flags() -> impl Iterator<Item = [bool; 3]> {
    (0..8_u8).map(|bits| [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0])
}

/// Nothing changes between the steps but the setting: what is kept from tick to tick follows it.
#[test]
fn a_switch_shows_at_the_next_step() {
    use EventKind::{Began, Ended, Stayed};
    for strategy in Strategy::ALL {
        for (first, second) in Mobility::ALL.into_iter().flat_map(|a| Mobility::ALL.map(|b| (a, b))) {
            for count in [2, 20] {
                let world = &mut World::new(Settings { static_pairs: true, ..settings(strategy, false) });
                let [a, b] = [(0.0, first), (1.0, second)].map(|(x, of)| world.insert(sensor(x, of)).unwrap());
                for number in 2..count {
                    world.insert(sensor(100.0 * number as f32, Mobility::ALL[number % 3])).unwrap();
                }
                let mut kinds = |sensor_pairs| {
                    world.set_settings(Settings { sensor_pairs, ..world.settings().clone() });
                    let count = world.count_pairs();
                    let report = *world.step();
                    assert_eq!((count, world.validate()), (report.pair_count, Ok(())));
                    assert!(world.events().iter().all(|event| (event.a, event.b) == (a, b)));
                    world.events().iter().map(|event| event.kind).collect::<Vec<_>>()
                };
                let expected = [(false, vec![]), (true, vec![Began]), (true, vec![Stayed]), (false, vec![Ended])];
                for (sensor_pairs, expected) in expected.iter().chain(&expected) {
                    assert_eq!(kinds(*sensor_pairs), *expected, "{strategy}, {first}, {second}");
                }
            }
        }
    }
}

/// A cell whose rows are sorted by filter, of which a join skips whole groups: all sensors in one place.
#[test]
fn a_pile_of_sensors() {
    for strategy in Strategy::ALL {
        for mobility in Mobility::ALL {
            let mut world = World::new(Settings { static_pairs: true, ..settings(strategy, false) });
            for number in 0..300_i16 {
                let group = Layers { group: i64::from(number % 3 - 1), ..Layers::ALL };
                let shape = Circle::new(Vec2::splat(f32::from(number) * 1e-3), 1.0).unwrap();
                world
                    .insert(Entity { mobility, sensor: number % 10 > 0, layers: group, ..Entity::new(shape) })
                    .unwrap();
            }
            for sensor_pairs in [false, true, false, true, true] {
                world.set_settings(Settings { sensor_pairs, ..world.settings().clone() });
                world.step();
                let found: Pairs = world.pairs().iter().collect();
                assert!(found == expected(&world, &BTreeSet::new()), "{strategy}, {mobility}, {sensor_pairs}");
            }
        }
    }
}

/// Swept pairs are pairs; queries and movement do not depend on the setting.
#[test]
fn swept_pairs_depend_on_it_and_queries_do_not() {
    for count in [1, 200] {
        for (sensor_pairs, then) in [(false, true), (true, false), (false, false), (true, true)] {
            let mut world = World::new(settings(Strategy::Auto, sensor_pairs));
            let movers: Vec<_> = (0..count).map(|_| world.insert(sensor(0.0, Mobility::Dynamic)).unwrap()).collect();
            let [target, wall] = [10.0, 20.0].map(|x| sensor(x, Mobility::Static)).map(|of| world.insert(of).unwrap());
            let walker = world.insert(at(-10.0)).unwrap();
            world.set(wall, Entity::fixed(at(20.0))).unwrap();
            world.step();
            // Swept pairs use a switched setting at once.
            world.set_settings(settings(Strategy::Auto, then));
            let motion = Vec2::new(30.0, 0.0);
            let moving: Vec<_> = movers.iter().map(|mover| (*mover, motion)).collect();
            let mut swept = SweptPairs::default();
            world.swept_pairs_into(&moving, Budget::UNLIMITED, &mut swept).unwrap();
            let among = if then { count * (count - 1) / 2 } else { 0 };
            assert_eq!(swept.list().len(), among + count * if then { 2 } else { 1 });
            assert_eq!(swept.list().iter().filter(|pair| pair.b == target).count(), if then { count } else { 0 });
            assert_eq!(swept.list().iter().filter(|pair| pair.b == wall).count(), count);
            let all = Query::from(Rect::new([-100.0; 2], [100.0; 2]).unwrap());
            assert_eq!(world.queries().overlap(all).len(), count + 3);
            assert_eq!(world.queries().overlap(all.solid()), [wall, walker]);
            let motion = Moving::new(at(-10.0), Vec2::new(100.0, 0.0)).unwrap();
            let slide = world.queries().slide(Query::from(motion).except(walker), &SlideOptions::default());
            assert_eq!(slide.hits().iter().map(|hit| hit.handle).collect::<Vec<_>>(), [wall]);
        }
    }
}

/// The saved world: two sensors, and a third that was removed since; with a limit of crowds the pairs are held.
fn saved(sensor_pairs: bool, crowd: Option<CrowdLimit>) -> (Vec<u8>, [Handle; 4]) {
    let mut world = World::new(settings(Strategy::Auto, sensor_pairs));
    let of = [true, true, false, true].map(|sensor| Entity { sensor, ..Entity::new(at(0.0)) });
    let handles = of.map(|entity| world.insert(entity).unwrap());
    world.step();
    assert_eq!(world.pairs().len(), if sensor_pairs { 6 } else { 3 });
    if crowd.is_some() {
        world.set_settings(Settings { crowd, ..world.settings().clone() });
        world.step();
        assert!(world.pairs().is_empty());
    }
    world.remove(handles[3]).unwrap();
    (world.save(), handles)
}

#[test]
fn a_snapshot_is_restored_under_the_own_settings() {
    for (was, is) in [(false, false), (true, true), (true, false), (false, true)] {
        for crowd in [None, Some(CrowdLimit::new(1))] {
            let (bytes, [a, b, solid, gone]) = saved(was, crowd);
            let mut world = World::new(settings(Strategy::Auto, is));
            world.restore(&bytes).unwrap();
            assert_eq!(world.validate(), Ok(()));
            let has = |pair| world.pairs().iter().any(|other| other == pair);
            // Dropped at once if the own settings have them off.
            assert_eq!(has((a, b)), was && is && crowd.is_none());
            assert_eq!(has((a, solid)), crowd.is_none());
            assert_eq!(world.save() == bytes, !was || is);
            world.step();
            let kind = |pair| world.events().iter().find(|event| (event.a, event.b) == pair).map(|event| event.kind);
            let expected = match (was, is) {
                (true, true) => Some(EventKind::Stayed),
                (false, true) => Some(EventKind::Began),
                // No event says that it ended.
                (_, false) => None,
            };
            assert_eq!((kind((a, b)), kind((a, solid))), (expected, Some(EventKind::Stayed)), "{was}, {is}, {crowd:?}");
            // Whether an entity that is gone was a sensor is not known: its pairs end with an event.
            assert_eq!(kind((a, gone)), was.then_some(EventKind::Ended));
        }
    }
}

/// A pair whose entities became sensors after the step is not dropped: with equal settings the restored world goes on
/// as the saved one.
#[test]
fn a_restored_pair_that_became_sensors_ends_with_an_event() {
    let mut world = World::new(settings(Strategy::Auto, false));
    let [a, b] = [0.0, 1.0].map(|x| world.insert(at(x)).unwrap());
    world.step();
    for (of, x) in [(a, 0.0), (b, 1.0)] {
        world.set(of, sensor(x, Mobility::Dynamic)).unwrap();
    }
    let mut restored = World::new(settings(Strategy::Auto, false));
    restored.restore(&world.save()).unwrap();
    for world in [&mut world, &mut restored] {
        assert_eq!(world.pairs(), [(a, b)]);
        world.step();
        assert_eq!(world.events().iter().map(|event| event.kind).collect::<Vec<_>>(), [EventKind::Ended]);
    }
}

/// A replay takes over the recorded setting, whatever its own. Swept pairs are recorded with it.
#[test]
fn a_trace_is_replayed_under_the_recorded_settings() {
    for [was, is, own] in flags() {
        let mut world = World::new(settings(Strategy::Auto, was));
        let [first, _] = [0.0, 1.0].map(|x| world.insert(sensor(x, Mobility::Sleeping)).unwrap());
        world.step();
        world.start_recording();
        world.set_settings(settings(Strategy::Auto, is));
        let mut swept = SweptPairs::default();
        world.swept_pairs_into(&[(first, Vec2::X)], Budget::UNLIMITED, &mut swept).unwrap();
        assert_eq!(swept.list().len(), usize::from(is));
        (0..2).for_each(|_| _ = world.step());
        let mut trace = Vec::new();
        world.write_recorded(&mut trace).unwrap();
        let mut again = World::new(settings(Strategy::Auto, own));
        for tick in Trace::new(trace.as_slice()) {
            tick.unwrap().replay(&mut again).unwrap();
        }
        assert_eq!((again.settings().sensor_pairs, again.pairs().len()), (is, usize::from(is)));
        assert_eq!((again.tick(), again.save()), (3, world.save()));
    }
}
