//! Events between categories, with the data of their entities.

use crate::changes::{Change, Model, apply, change};
use collide2d::tools::WorldTools;
use collide2d::{
    Circle, CrowdLimit, Entity, Event, EventBetween, EventKind, Handle, Layers, Settings, Strategy, Threads, Vec2,
    World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

/// The events between categories by the last entity of each handle.
fn naive(events: &[Event], known: &Model, [first, second]: [u64; 2]) -> Vec<EventBetween> {
    let is_in = |handle: &Handle, mask: u64| mask == u64::MAX || known[handle].layers.category & mask != 0;
    let ordered = |&Event { kind, a, b }: &Event| {
        let (a, b) = [(a, b), (b, a)].into_iter().find(|(a, b)| is_in(a, first) && is_in(b, second))?;
        Some(EventBetween { kind, a, b, a_data: known[&a].data, b_data: known[&b].data })
    };
    events.iter().filter_map(ordered).collect()
}

fn change_one(change: &Change, world: &mut World, model: &mut Model) {
    match change {
        Change::Ask(..) => {}
        Change::StepWithin(most) => _ = world.step_within(*most),
        change => apply(change, world, model),
    }
}

const MASKS: [u64; 6] = [0, 1, 2, 3, 4, u64::MAX];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn events_have_the_last_entity_of_each_handle(
        changes in vec(change(), 1..120),
        forked in any::<usize>(),
        strategy in select(Strategy::ALL.to_vec()),
        masks in vec(select(MASKS.to_vec()), 2),
        crowd in select(vec![None, Some(CrowdLimit { max: 3, first: 0 })]),
        [static_pairs, sensor_pairs] in any::<[bool; 2]>(),
    ) {
        let settings = Settings { strategy, static_pairs, sensor_pairs, crowd, events: true, ..Settings::default() };
        let settings = Settings { threads: Threads::Serial, ..settings };
        let (mut world, mut model) = (World::new(settings.clone()), Model::new());
        let mut known = Model::new();
        let masks = [masks[0], masks[1]];
        let mut others: Vec<(World, Model)> = vec![];
        for (number, change) in changes.iter().chain([&Change::Step, &Change::Step]).enumerate() {
            change_one(change, &mut world, &mut model);
            known.extend(&model);
            let expected = naive(world.events(), &known, masks);
            prop_assert!(world.events_between(masks[0], masks[1]).eq(expected.iter().copied()));
            for (other, model) in &mut others {
                change_one(change, other, model);
                // A restored world has none before its next step.
                let expected = if other.report().is_some() { &expected[..] } else { &[] };
                prop_assert!(other.events_between(masks[0], masks[1]).eq(expected.iter().copied()));
            }
            prop_assert_eq!(world.events_between(u64::MAX, u64::MAX).count(), world.events().len());
            if number == forked % changes.len() {
                let mut restored = World::new(settings.clone());
                restored.insert(Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap();
                restored.restore(&world.save()).unwrap();
                others = [restored, world.clone()].map(|other| (other, model.clone())).into();
            }
        }
    }
}

const COIN: u64 = 1 << 1;
const PLAYER: u64 = 1 << 2;
const ALL: u64 = u64::MAX;

fn entity(category: u64, data: u64) -> Entity {
    let layers = Layers { category, group: 1, ..Layers::ALL };
    Entity::new(Circle::new(Vec2::ZERO, 1.0).unwrap()).with_layers(layers).with_data(data)
}

/// A world after a step with a coin of data 5 and a player of data 7, in this order of slots.
fn met() -> (World, Handle, Handle) {
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let [coin, player] = [entity(COIN, 5), entity(PLAYER, 7)].map(|entity| world.insert(entity).unwrap());
    world.step();
    (world, coin, player)
}

fn rows(world: &World, first: u64, second: u64) -> Vec<(EventKind, [Handle; 2], [u64; 2])> {
    let row = |event: EventBetween| (event.kind, [event.a, event.b], [event.a_data, event.b_data]);
    world.events_between(first, second).map(row).collect()
}

#[test]
fn the_first_entity_is_of_the_first_categories() {
    let (world, coin, player) = met();
    let by_slot = vec![(EventKind::Began, [coin, player], [5, 7])];
    let reversed = vec![(EventKind::Began, [player, coin], [7, 5])];
    for (first, second) in [(COIN, PLAYER), (COIN, ALL), (ALL, PLAYER), (ALL, ALL), (COIN | PLAYER, COIN | PLAYER)] {
        assert_eq!(rows(&world, first, second), by_slot, "{first} {second}");
    }
    for (first, second) in [(PLAYER, COIN), (PLAYER, ALL), (ALL, COIN), (PLAYER, COIN | 1)] {
        assert_eq!(rows(&world, first, second), reversed, "{first} {second}");
    }
    for (first, second) in [(COIN, COIN), (PLAYER, PLAYER), (1, ALL), (0, ALL), (ALL, 0)] {
        assert_eq!(rows(&world, first, second), [], "{first} {second}");
    }
}

#[test]
fn an_entity_without_category_is_in_all() {
    let (mut world, coin, _) = met();
    let ghost = world.insert(entity(0, 9)).unwrap();
    world.step();
    assert_eq!(rows(&world, COIN, ALL).last(), Some(&(EventKind::Began, [coin, ghost], [5, 9])));
    assert_eq!(rows(&world, COIN, !0 >> 1), [(EventKind::Stayed, [coin, rows(&world, COIN, PLAYER)[0].1[1]], [5, 7])]);
}

/// An entity is removed after it was changed, and another one of another category gets its slot, in one tick.
#[test]
fn a_removed_entity_has_the_data_of_its_removal() {
    let (mut world, coin, player) = met();
    world.set(coin, entity(COIN, 6)).unwrap();
    world.remove(coin).unwrap();
    let again = world.insert(entity(PLAYER, 8)).unwrap();
    assert_eq!(again.slot(), coin.slot());
    // The events of the step before name it too.
    assert_eq!(rows(&world, PLAYER, COIN), [(EventKind::Began, [player, coin], [7, 6])]);
    let bytes = world.save();
    let mut restored = World::new(world.settings().clone());
    restored.restore(&bytes).unwrap();
    let mut clone = World::default();
    clone.clone_from(&world);
    assert_eq!((restored.save(), clone.save()), (bytes.clone(), bytes));
    assert_eq!(rows(&restored, ALL, ALL), []);
    for mut world in [world, restored, clone] {
        world.step();
        assert_eq!(rows(&world, PLAYER, COIN), [(EventKind::Ended, [player, coin], [7, 6])]);
        assert_eq!(rows(&world, PLAYER, PLAYER), [(EventKind::Began, [again, player], [8, 7])]);
        // Both are gone, removed before and after the step.
        world.remove(player).unwrap();
        assert_eq!(rows(&world, COIN, ALL), [(EventKind::Ended, [coin, player], [6, 7])]);
        world.step();
        assert_eq!(rows(&world, ALL, ALL), [(EventKind::Ended, [again, player], [8, 7])]);
        world.step();
        assert_eq!(rows(&world, ALL, ALL), []);
    }
}

#[test]
fn data_and_category_are_those_of_now() {
    let (mut world, coin, player) = met();
    world.set(coin, entity(PLAYER, 1)).unwrap();
    assert_eq!(rows(&world, COIN, ALL), []);
    assert_eq!(rows(&world, PLAYER, PLAYER), [(EventKind::Began, [coin, player], [1, 7])]);
}

#[test]
fn a_failed_step_keeps_what_the_next_one_names() {
    let (mut world, coin, player) = met();
    world.remove(coin).unwrap();
    for _ in 0..3 {
        assert!(world.insert(entity(PLAYER, 0)).is_ok() && world.step_within(0).is_err());
        assert_eq!(rows(&world, ALL, ALL), []);
    }
    world.step();
    assert_eq!(rows(&world, COIN, ALL), [(EventKind::Ended, [coin, player], [5, 7])]);
}

/// Entities that no step has seen, and those of ticks long ago.
#[test]
fn what_no_event_can_name_takes_no_memory() {
    let (mut world, ..) = met();
    let come_and_go = |world: &mut World, step: bool| {
        for number in 0..100 {
            let handle = world.insert(entity(COIN, number)).unwrap();
            if step {
                world.step();
            }
            world.remove(handle).unwrap();
        }
        world.memory()
    };
    for step in [false, true] {
        let memory = come_and_go(&mut world, step);
        assert_eq!(come_and_go(&mut world, step), memory, "{step}");
    }
}

/// The slot of an entity with the last generation is not used again.
#[test]
fn the_last_generation_of_a_slot_has_its_data() {
    let (mut world, coin, player) = met();
    let last = Handle::from_parts(9, u32::MAX);
    world.insert_at(last, entity(COIN, 3)).unwrap();
    world.step();
    world.remove(last).unwrap();
    world.step();
    let ended = [([coin, last], [5, 3]), ([last, player], [3, 7])].map(|(pair, data)| (EventKind::Ended, pair, data));
    let found: Vec<_> = rows(&world, COIN, ALL).into_iter().filter(|row| row.0 == EventKind::Ended).collect();
    assert_eq!(found, ended);
}
