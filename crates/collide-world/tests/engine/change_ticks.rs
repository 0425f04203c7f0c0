//! The tick of the last change of each entity, compared with copies of all entities.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::changes::{Model, apply, change};
use collide2d::error::{Invalid, SnapshotError};
use collide2d::{
    Circle, DVec2, Entity, Handle, Layers, Mobility, MoveOptions, Moves, Origin, Rect, SeparateOptions, Separation,
    Settings, Shape, Strategy, Threads, Vec2, World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};
use proptest::sample::select;
use xxhash_rust::xxh3::xxh3_64;

fn on() -> Settings {
    Settings { change_ticks: true, ..Settings::default() }
}

fn circle(x: f32) -> Circle {
    Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()
}

/// What decides whether an entity is as before.
fn state(entity: &Entity) -> (String, [u32; Shape::NUMBERS], u64, bool, Layers, bool) {
    let Entity { shape, data, mobility, layers, sensor } = *entity;
    let is_static = mobility == Mobility::Static;
    (shape.kind().to_string(), shape.to_numbers().map(f32::to_bits), data, is_static, layers, sensor)
}

/// The tick of the last change of each entity.
#[derive(Clone, Default)]
struct Expected(BTreeMap<Handle, u64>);

impl Expected {
    /// Compares the entities with those before.
    fn update(&mut self, before: &World, world: &World, tick: u64) {
        self.0.retain(|handle, _| world.has(*handle));
        for (handle, entity) in world {
            if before.entity(handle).as_ref().map(state) != Some(state(&entity)) {
                self.0.insert(handle, tick);
            }
        }
    }

    fn since(&self, tick: u64) -> Vec<Handle> {
        self.0.iter().filter(|(_, last)| **last >= tick).map(|(handle, _)| *handle).collect()
    }
}

fn changed(world: &World) -> Vec<Vec<Handle>> {
    (0..=world.tick() + 1).map(|tick| world.changed_since(tick).collect()).collect()
}

/// Calls that are no [`Change`](crate::changes::Change).
fn call(number: u8, world: &mut World) {
    let handles: Vec<Handle> = world.iter().map(|(handle, _)| handle).collect();
    let entity = |handle: &Handle| (*handle, world.entity(*handle).unwrap());
    match number % 6 {
        0 => {
            let moving: Vec<_> = handles.iter().step_by(2).map(|handle| (*handle, Vec2::new(0.5, 0.0))).collect();
            world.move_batch_into(&moving, &MoveOptions::default(), &mut Moves::default()).unwrap();
        }
        1 => world.separate_into(&handles, &SeparateOptions::default(), &mut Separation::default()).unwrap(),
        2 => {
            let there = Origin::new(DVec2::new(0.5, 0.0)).unwrap();
            world.rebase(&Origin::default(), &there).unwrap();
        }
        // Entities and shapes as they are.
        3 => {
            let entities: Vec<_> = handles.iter().map(entity).collect();
            let shapes: Vec<_> = entities.iter().map(|(handle, entity)| (*handle, entity.shape)).collect();
            world.set_batch(&shapes).unwrap();
            world.set_batch(&shapes[..shapes.len() / 8]).unwrap();
            world.set_batch(&entities).unwrap();
            world.update_each(|entity| entity.set_shape(entity.shape()));
            world.update_circles(|_| ()).unwrap();
        }
        // To fall asleep and to wake.
        _ => {
            let turn = |mobility| match mobility {
                Mobility::Dynamic => Mobility::Sleeping,
                Mobility::Sleeping => Mobility::Dynamic,
                Mobility::Static => Mobility::Static,
            };
            let entities = handles.iter().step_by(3).map(entity);
            let turned =
                entities.map(|(handle, entity)| (handle, Entity { mobility: turn(entity.mobility), ..entity }));
            let turned: Vec<_> = turned.collect();
            world.set_batch(&turned).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn changed_entities_are_those_of_a_comparison(
        changes in vec((change(), any::<u8>()), 1..80),
        strategy in select(Strategy::ALL.to_vec()),
        switches in any::<bool>(),
    ) {
        let settings = Settings { strategy, threads: Threads::Serial, ..on() };
        let (mut world, mut model) = (World::new(settings.clone()), Model::new());
        let (mut expected, mut kept) = (Expected::default(), None);
        for (change, number) in &changes {
            let (before, tick) = (world.clone(), world.tick());
            apply(change, &mut world, &mut model);
            expected.update(&before, &world, tick);
            if *number < 20 {
                let before = world.clone();
                call(*number, &mut world);
                expected.update(&before, &world, world.tick());
                model = world.iter().collect();
            }
            if (20..40).contains(number) {
                // Another server goes on.
                let mut other = World::new(settings.clone());
                other.restore(&world.save()).unwrap();
                prop_assert_eq!(changed(&other), changed(&world));
                world = if number % 2 == 0 { other } else { world.clone() };
            }
            if (40..50).contains(number) {
                kept = Some((world.clone(), model.clone(), expected.clone()));
            }
            if (50..60).contains(number) && let Some((before, known, ticks)) = &kept {
                world.clone_from(before);
                (model, expected) = (known.clone(), ticks.clone());
            }
            if switches && (60..64).contains(number) {
                world.set_settings(Settings { change_ticks: false, ..settings.clone() });
                prop_assert_eq!(world.changed_since(0).count(), 0);
                world.set_settings(settings.clone());
                expected.0 = world.iter().map(|(handle, _)| (handle, world.tick())).collect();
            }
            prop_assert_eq!(world.validate(), Ok(()));
            for tick in 0..=world.tick() + 1 {
                prop_assert_eq!(world.changed_since(tick).collect::<Vec<_>>(), expected.since(tick));
            }
        }
    }
}

/// The lists depend neither on threads nor on the strategy.
#[test]
fn threads_and_strategies_give_the_same() {
    let world = |threads: &Threads, strategy| {
        let mut world = World::new(Settings { threads: threads.clone(), strategy, ..on() });
        let shape = |number: u16| -> Shape {
            let x = f32::from(number);
            let rect = || Rect::new(Vec2::new(x, 1.0), Vec2::new(x + 1.0, 2.0)).unwrap();
            if number.is_multiple_of(5) { rect().into() } else { circle(x).into() }
        };
        world.extend((0..40_000_u16).map(shape));
        world.step();
        world.update_each(|entity| {
            if entity.slot() % 3 == 0 {
                entity.translate(Vec2::Y).unwrap();
            }
        });
        world.step();
        world
            .update_circles(|rows| {
                (0..rows.slots.len()).for_each(|row| rows.data[row] |= u64::from(rows.slots[row] % 7 == 0))
            })
            .unwrap();
        world.step();
        let centers: Vec<_> = world
            .iter()
            .map(|(handle, entity)| entity.shape.center() + if handle.slot() % 11 == 0 { Vec2::X } else { Vec2::ZERO })
            .collect();
        world.set_by_slot(&centers).unwrap();
        world.step();
        (0..=4).map(|tick| world.changed_since(tick).map(Handle::slot).collect()).collect::<Vec<Vec<u32>>>()
    };
    let pool = |threads| Threads::Pool(Arc::new(rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()));
    let expected = world(&Threads::Serial, Strategy::Auto);
    let last = |slot: u32| match slot {
        slot if slot % 11 == 0 => 3,
        slot if slot % 7 == 0 && slot % 5 != 0 => 2,
        slot if slot % 3 == 0 => 1,
        _ => 0,
    };
    for (tick, list) in (0..).zip(&expected) {
        assert_eq!(*list, (0..40_000).filter(|slot| last(*slot) >= tick).collect::<Vec<_>>());
    }
    for strategy in [Strategy::HierarchicalGrid, Strategy::SweepAndPrune] {
        for threads in [pool(1), pool(4)] {
            assert_eq!(world(&threads, strategy), expected, "{strategy}");
        }
    }
}

/// A fixture of the plain case.
#[test]
fn each_kind_of_change() {
    let mut world = World::new(on());
    let [a, b, c] = [0.0, 10.0, 20.0].map(|x| world.insert(circle(x)).unwrap());
    let wall = world.insert(Entity::fixed(circle(30.0))).unwrap();
    let list = |world: &World| world.changed_since(world.tick()).collect::<Vec<_>>();
    assert_eq!(list(&world), [a, b, c, wall]);
    world.step();
    assert_eq!(list(&world), []);
    assert_eq!(world.changed_since(0).count(), 4);
    let entity = world.entity(a).unwrap();
    type Change<'a> = &'a dyn Fn(&mut World);
    let changes: [(&str, bool, Change<'_>); 14] = [
        ("the same shape", false, &|world| world.set(a, circle(0.0)).unwrap()),
        ("the same center", false, &|world| world.set(a, Vec2::ZERO).unwrap()),
        ("the same entity", false, &|world| world.set(a, entity).unwrap()),
        ("negative zero", true, &|world| world.set(a, Vec2::new(-0.0, 0.0)).unwrap()),
        ("a center", true, &|world| world.set(a, Vec2::new(1.0, 0.0)).unwrap()),
        ("a radius", true, &|world| world.set(a, Circle::new(Vec2::X, 0.5).unwrap()).unwrap()),
        ("a kind", true, &|world| world.set(a, Rect::new(Vec2::ZERO, Vec2::ONE).unwrap()).unwrap()),
        ("data", true, &|world| world.set(a, entity.with_data(1)).unwrap()),
        ("layers", true, &|world| world.set(a, entity.with_layers(Layers { category: 2, ..Layers::ALL })).unwrap()),
        ("a sensor", true, &|world| world.set(a, entity.as_sensor()).unwrap()),
        ("a way back", true, &|world| world.set(a, entity).unwrap()),
        ("sleep", false, &|world| world.set(a, Entity { mobility: Mobility::Sleeping, ..entity }).unwrap()),
        ("a wall", true, &|world| world.set(a, Entity { mobility: Mobility::Static, ..entity }).unwrap()),
        ("a way there and back", true, &|world| {
            world.set(a, circle(5.0)).unwrap();
            world.set(a, circle(0.0)).unwrap();
        }),
    ];
    for (name, counts, change) in changes {
        change(&mut world);
        assert_eq!(list(&world), if counts { vec![a] } else { vec![] }, "{name}");
        world.step();
        assert_eq!(list(&world), [], "{name}");
    }
    // A removed entity is in no list, and the next one in its slot is.
    world.remove(b).unwrap();
    assert_eq!(list(&world), []);
    let next = world.insert(circle(40.0)).unwrap();
    assert_eq!((next.slot(), list(&world)), (b.slot(), vec![next]));
    // One that is pushed against the wall ends where it was.
    world.step();
    let moving = [(c, Vec2::ZERO), (next, Vec2::new(-0.5, 0.0))];
    world.move_batch_into(&moving, &MoveOptions::default(), &mut Moves::default()).unwrap();
    assert_eq!(list(&world), [next]);
}

/// Without the setting there is no list, and a snapshot is as long as without ticks.
#[test]
fn snapshots_have_ticks_if_the_setting_is_on() {
    let mut world = World::new(on());
    let handles = [0.0, 5.0].map(|x| world.insert(circle(x)).unwrap());
    world.step();
    world.set(handles[1], circle(6.0)).unwrap();
    world.step();
    let bytes = world.save();
    let mut off = World::default();
    off.restore(&bytes).unwrap();
    assert_eq!(off.changed_since(0).count(), 0);
    let shorter = off.save();
    assert_eq!(shorter.len() + 2 * 8, bytes.len());
    // A snapshot without ticks: all entities count as changed at its tick.
    let mut again = World::new(on());
    again.restore(&shorter).unwrap();
    assert_eq!(changed(&again), [handles.to_vec(), handles.to_vec(), handles.to_vec(), vec![]]);
    again.restore(&bytes).unwrap();
    assert_eq!(changed(&again), [handles.to_vec(), vec![handles[1]], vec![], vec![]]);
    assert_eq!(again.save(), bytes);
    // After the header, the tick, two generations, no free slots and the flags.
    let place = 20 + 8 + (8 + 2 * 4) + 8 + 1;
    let mut late = bytes;
    late[place..place + 8].copy_from_slice(&3_u64.to_le_bytes());
    let checksum = xxh3_64(&late[20..]).to_le_bytes();
    late[12..20].copy_from_slice(&checksum);
    assert_eq!(again.restore(&late), Err(SnapshotError::Invalid(Invalid::ChangeTick { slot: 0, tick: 3 })));
}

/// Entities that a closure has changed before it panics have changed.
#[test]
fn changes_before_a_panic_count() {
    let mut world = World::new(Settings { threads: Threads::Serial, ..on() });
    let handles = [0.0, 5.0, 10.0].map(|x| world.insert(circle(x)).unwrap());
    let panics = |world: &mut World, change: &dyn Fn(&mut World)| {
        world.step();
        assert!(catch_unwind(AssertUnwindSafe(|| change(world))).is_err());
        world.changed_since(world.tick()).collect::<Vec<_>>()
    };
    let each = |world: &mut World| {
        world.update_each(|entity| {
            assert_ne!(entity.slot(), 1);
            entity.translate(Vec2::X).unwrap();
        })
    };
    assert_eq!(panics(&mut world, &each), [handles[0]]);
    let circles = |world: &mut World| {
        _ = world.update_circles(|rows| {
            rows.y[2] += 1.0;
            panic!("after a change");
        })
    };
    assert_eq!(panics(&mut world, &circles).len(), 1);
}
