//! The events of pairs, for all changes of their entities between two ticks.

use collide_scenes::SceneKind;
use collide2d::{
    Circle, Entity, EventKind, Handle, Layers, Mobility, PairOrder, Rect, Settings, Strategy, Threads, Vec2, World,
};

fn at(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()
}

fn world() -> World {
    World::new(Settings { events: true, ..Settings::default() })
}

/// Steps, and returns the events.
fn kinds(world: &mut World) -> Vec<(EventKind, Handle, Handle)> {
    world.step();
    world.events().iter().map(|event| (event.kind, event.a, event.b)).collect()
}

/// A change of the second of two overlapping entities, and the expected events.
type Row = (&'static str, fn(&mut World, Handle), &'static [EventKind]);

#[test]
fn the_truth_table_of_one_tick() {
    use EventKind::{Began, Ended, Stayed};
    let rows: &[Row] = &[
        ("nothing", |_, _| (), &[Stayed]),
        ("moved within", |world, b| world.set(b, at(1.5)).unwrap(), &[Stayed]),
        ("moved to touch", |world, b| world.set(b, at(2.0)).unwrap(), &[Stayed]),
        ("moved away", |world, b| world.set(b, at(2.5)).unwrap(), &[Ended]),
        ("teleported", |world, b| world.set(b, at(1e30)).unwrap(), &[Ended]),
        (
            "there and back",
            |world, b| {
                world.set(b, at(50.0)).unwrap();
                world.set(b, at(1.0)).unwrap();
            },
            &[Stayed],
        ),
        (
            "shape changed",
            |world, b| {
                world.set(b, Rect::new(Vec2::ZERO, Vec2::ONE).unwrap()).unwrap();
            },
            &[Stayed],
        ),
        ("removed", |world, b| _ = world.remove(b).unwrap(), &[Ended]),
        (
            "removed, slot taken here",
            |world, b| {
                world.remove(b).unwrap();
                assert_eq!(world.insert(at(1.0)).unwrap().slot(), b.slot());
            },
            &[Ended, Began],
        ),
        (
            "removed, slot taken elsewhere",
            |world, b| {
                world.remove(b).unwrap();
                world.insert(at(80.0)).unwrap();
            },
            &[Ended],
        ),
        (
            "layers part",
            |world, b| {
                let entity = world.entity(b).unwrap();
                world.set(b, entity.with_layers(Layers { mask: 0, ..Layers::ALL })).unwrap();
            },
            &[Ended],
        ),
        (
            "sensor",
            |world, b| {
                let entity = world.entity(b).unwrap();
                world.set(b, entity.as_sensor()).unwrap();
            },
            &[Stayed],
        ),
        (
            "fell asleep",
            |world, b| {
                let entity = world.entity(b).unwrap();
                world.set(b, Entity { mobility: Mobility::Sleeping, ..entity }).unwrap();
            },
            &[Stayed],
        ),
        (
            "made static",
            |world, b| {
                let entity = world.entity(b).unwrap();
                world.set(b, Entity { mobility: Mobility::Static, ..entity }).unwrap();
            },
            &[Stayed],
        ),
    ];
    for (what, change, expected) in rows {
        for mobility in [Mobility::Dynamic, Mobility::Static, Mobility::Sleeping] {
            for strategy in Strategy::ALL {
                let settings = Settings { events: true, static_pairs: true, strategy, ..Settings::default() };
                let mut world = World::new(settings);
                let a = world.insert(Entity { mobility, ..Entity::new(at(0.0)) }).unwrap();
                let b = world.insert(Entity { mobility, ..Entity::new(at(1.0)) }).unwrap();
                assert_eq!(kinds(&mut world), [(Began, a, b)]);
                change(&mut world, b);
                let found = kinds(&mut world);
                let found_kinds: Vec<_> = found.iter().map(|(kind, ..)| *kind).collect();
                assert_eq!(found_kinds, *expected, "{what}, {mobility:?}, {strategy}");
                for (kind, first, second) in found {
                    // A pair ends under its old handle.
                    assert!(first == a && (second == b || kind == Began), "{what}");
                    assert!(world.events_of(second).any(|event| event.kind == kind), "{what}");
                }
            }
        }
    }
}

#[test]
fn events_may_be_asked_for_at_any_time() {
    let mut world = World::new(Settings { order: PairOrder::AsFound, ..Settings::default() });
    let (a, b) = (world.insert(at(0.0)).unwrap(), world.insert(at(1.0)).unwrap());
    world.step();
    assert!(world.events().is_empty() && world.events_of(a).next().is_none());
    world.set_settings(Settings { events: true, ..Settings::default() });
    assert_eq!(kinds(&mut world), [(EventKind::Stayed, a, b)]);
    world.set_settings(Settings::default());
    world.step();
    assert!(world.events().is_empty());
}

#[test]
fn a_step_over_budget_emits_no_events() {
    let mut world = world();
    let (a, b) = (world.insert(at(0.0)).unwrap(), world.insert(at(1.0)).unwrap());
    world.step();
    let c = world.insert(at(0.5)).unwrap();
    assert_eq!(world.step_within(2).unwrap_err().limit, 2);
    assert_eq!((world.tick(), world.pairs().len()), (1, 1));
    // A loop that reads the events after each step, even a failed one, does not read the same ones twice.
    assert!(world.events().is_empty() && world.events_of(a).next().is_none());
    assert_eq!(world.step_within(3).unwrap().pair_count, 3);
    let events: Vec<_> = world.events().iter().map(|event| (event.kind, event.a, event.b)).collect();
    // The next step compares with the last one that did not fail.
    assert_eq!(events, [(EventKind::Stayed, a, b), (EventKind::Began, a, c), (EventKind::Began, b, c)]);
    assert_eq!(kinds(&mut world), [(EventKind::Stayed, a, b), (EventKind::Stayed, a, c), (EventKind::Stayed, b, c)]);
}

/// Every strategy stops early on a crowd on one point: the budget bounds its memory.
#[test]
fn a_pile_is_given_up() {
    for strategy in Strategy::ALL {
        for threads in [1, 2] {
            for mobility in [Mobility::Dynamic, Mobility::Static] {
                let threads = Threads::new(threads).unwrap();
                let mut world = World::new(Settings { strategy, threads, static_pairs: true, ..Settings::default() });
                for _ in 0..20_000 {
                    world.insert(Entity { mobility, ..Entity::new(at(0.0)) }).unwrap();
                }
                let error = world.step_within(100_000).unwrap_err();
                // Of two hundred million pairs.
                assert!((100_001..20_000_000).contains(&error.found), "{strategy}: {error}");
                assert!(world.pairs().is_empty() && world.report().is_none());
            }
        }
    }
}

/// Counting uses no memory for pairs.
#[test]
fn counting_leaves_the_tick_alone() {
    let mut world = world();
    for shape in SceneKind::Mixed.generate(2_000, 4).shapes() {
        world.insert(shape).unwrap();
    }
    let count = world.count_pairs();
    assert_eq!((world.tick(), world.pairs().len()), (0, 0));
    assert_eq!(world.step().pair_count, count);
    let before: Vec<_> = world.pairs().iter().collect();
    assert_eq!(world.count_pairs(), count);
    assert_eq!(world.pairs(), before);
    world.step();
    assert!(world.events().iter().all(|event| event.kind == EventKind::Stayed));
}

/// For thousands of rooms: an empty world is small, and may move to another thread.
#[test]
fn an_empty_world_is_small() {
    fn is_send<T: Send + Sync>(_: &T) {}
    let mut made = None;
    let heap = allocation_counter::measure(|| {
        made = Some(World::new(Settings { threads: Threads::Serial, ..Settings::default() }))
    });
    is_send(&made);
    let bytes = size_of::<World>() as u64 + heap.bytes_current as u64;
    assert!(bytes < 4096, "{} and {} bytes", size_of::<World>(), heap.bytes_current);
}

/// Events are complete even if the pairs of the tick before were listed as found.
#[test]
fn events_may_be_asked_for_after_pairs_as_found() {
    let scene = SceneKind::Mixed.generate(2_000, 3);
    let mut world = World::new(Settings { order: PairOrder::AsFound, ..Settings::default() });
    scene.shapes().iter().for_each(|shape| _ = world.insert(shape).unwrap());
    let count = world.step().pair_count;
    assert!(!world.pairs().slots().is_sorted());
    world.set_settings(Settings { events: true, ..Settings::default() });
    world.step();
    assert_eq!(world.events().len() as u64, count);
    assert!(world.events().iter().all(|event| event.kind == EventKind::Stayed));
}
