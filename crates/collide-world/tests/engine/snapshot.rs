//! Clones and restored worlds evolve like the original (rollback). Invalid snapshots are rejected.

use crate::changes::{Change, Model, apply, change};
use collide_scenes::SceneKind;
use collide2d::error::{Invalid, SnapshotError};
use collide2d::report::Reason;
use collide2d::{
    Circle, CrowdLimit, Entity, History, Layers, Mobility, OrientedRect, PairOrder, Query, Rect, Rotor, Settings,
    Strategy, Threads, Touching, Vec2, World,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;
use xxhash_rust::xxh3::xxh3_64;

/// Magic, version and checksum.
const HEADER: usize = 20;

/// Applies a change to a world and its model. Returns the answer of a query as text.
fn apply_to(change: &Change, world: &mut World, model: &mut Model) -> String {
    match change {
        Change::Ask(shape, layers, but) => {
            let query = Query::from(shape).on(*layers);
            let query = model.keys().nth(but % (model.len() + 1)).map_or(query.solid(), |but| query.except(*but));
            format!("{:?}", world.queries().overlap(query))
        }
        Change::StepWithin(most) => world.step_within(*most).is_ok().to_string(),
        change => {
            apply(change, world, model);
            String::new()
        }
    }
}

/// A world after these changes, and its model.
fn after(changes: &[Change], settings: Settings) -> (World, Model) {
    let (mut world, mut model) = (World::new(settings), Model::new());
    for change in changes {
        apply_to(change, &mut world, &mut model);
    }
    (world, model)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_restored_world_goes_on_as_the_one_saved(
        first in vec(change(), 0..100),
        then in vec(change(), 1..60),
        strategy in select(Strategy::ALL.to_vec()),
        touching in select(vec![Touching::Closed, Touching::Open]),
        [static_pairs, sensor_pairs, events] in any::<[bool; 3]>(),
    ) {
        let settings = Settings { strategy, touching, static_pairs, sensor_pairs, events, ..Settings::default() };
        let settings = Settings { threads: Threads::Serial, ..settings };
        let (mut world, mut model) = after(&first, settings.clone());
        // Restores into a world with another past.
        let (mut restored, _) = after(&then, settings);
        let bytes = world.save();
        restored.restore(&bytes).unwrap();
        let mut same = model.clone();
        prop_assert_eq!(restored.save(), bytes);
        prop_assert_eq!(restored.validate(), Ok(()));
        prop_assert_eq!(restored.fingerprint(), world.fingerprint());
        prop_assert!(restored.iter().eq(world.iter()));
        for change in then.iter().chain([&Change::Step]) {
            let answer = apply_to(change, &mut world, &mut model);
            prop_assert_eq!(apply_to(change, &mut restored, &mut same), answer);
            prop_assert_eq!(restored.pairs(), world.pairs());
            prop_assert_eq!(restored.fingerprint(), world.fingerprint());
            if matches!(change, Change::Step) {
                prop_assert_eq!(restored.events(), world.events());
            }
            prop_assert_eq!(restored.validate(), Ok(()));
        }
        prop_assert!(same == model);
    }

    #[test]
    fn a_fork_goes_on_to_the_byte(
        first in vec(change(), 0..100),
        then in vec(change(), 1..60),
        strategy in select(vec![Strategy::Auto, Strategy::HierarchicalGrid, Strategy::RTree]),
        order in select(vec![PairOrder::AsFound, PairOrder::BySlot]),
        [static_pairs, sensor_pairs, events] in any::<[bool; 3]>(),
    ) {
        let history = History { ticks: 3, ..History::default() };
        let settings = Settings { strategy, order, events, history, ..Settings::default() };
        let settings = Settings { static_pairs, sensor_pairs, threads: Threads::Serial, ..settings };
        let (mut world, mut model) = after(&first, settings);
        let (mut other, _) = after(&then, Settings::default());
        other.clone_from(&world);
        let mut forks = [(world.clone(), model.clone()), (other, model.clone())];
        for change in then.iter().chain([&Change::Step]) {
            let answer = apply_to(change, &mut world, &mut model);
            for (fork, same) in &mut forks {
                prop_assert_eq!(apply_to(change, fork, same), answer.clone());
                prop_assert_eq!(fork.pairs().slots(), world.pairs().slots());
                prop_assert_eq!(fork.events(), world.events());
                prop_assert_eq!(reason(fork), reason(&world));
                prop_assert_eq!(fork.validate(), Ok(()));
                prop_assert_eq!(fork.save(), world.save());
                if let Change::Ask(shape, ..) = change {
                    let then = world.tick() as f64 - 1.0;
                    let past = |world: &World| world.at(then).map(|queries| queries.overlap(shape));
                    prop_assert_eq!(format!("{:?}", past(fork)), format!("{:?}", past(&world)));
                }
            }
        }
        prop_assert!(forks.iter().all(|(_, same)| *same == model));
    }

    #[test]
    fn bytes_with_a_valid_checksum_are_an_error_or_a_world(
        changes in vec(change(), 0..30),
        patches in vec((any::<usize>(), select(vec![0_u8, 1, 2, 0x7f, 0x80, 0xff])), 0..6),
        noise in vec(any::<u8>(), 0..200),
        cut in 0..3_u8,
    ) {
        let (world, _) = after(&changes, Settings::default());
        let mut bytes = world.save();
        match cut {
            0 => bytes.splice(HEADER.., noise).for_each(drop),
            1 => bytes.extend(noise),
            _ => {}
        }
        for (place, value) in patches {
            let len = bytes.len() - HEADER;
            if let Some(byte) = bytes.get_mut(HEADER + place % len.max(1)) {
                *byte = value;
            }
        }
        is_refused_or_a_world(&mut World::default(), &sealed(bytes));
    }
}

/// The bytes with a valid checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = xxh3_64(&bytes[HEADER..]);
    bytes[12..HEADER].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// The bytes are rejected, or give a consistent world that can step.
fn is_refused_or_a_world(world: &mut World, bytes: &[u8]) {
    let before = world.save();
    if world.restore(bytes).is_err() {
        assert_eq!(world.save(), before);
        return;
    }
    assert_eq!(world.validate(), Ok(()));
    world.set_settings(Settings { events: true, ..Settings::default() });
    let gone: Vec<_> = world.iter().map(|(handle, _)| handle).take(2).collect();
    world.remove_batch(&gone).unwrap();
    for _ in 0..2 {
        world.insert(Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap();
        world.step();
        assert_eq!(world.validate(), Ok(()));
    }
}

/// At least one entity of each kind, and one removed after the tick.
fn small() -> World {
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    let handles = [0.0, 1.0, 2.5].map(|x| world.insert(circle(x)).unwrap());
    let wall = Rect::new(Vec2::ZERO, Vec2::new(4.0, 0.5)).unwrap();
    world.insert(Entity { mobility: Mobility::Sleeping, ..Entity::new(wall) }).unwrap();
    let door = OrientedRect::new(Vec2::ONE, Vec2::ONE, Rotor::from_degrees(30.0).unwrap()).unwrap();
    world.insert(Entity::fixed(door).with_data(7).as_sensor()).unwrap();
    let layers = Layers { group: -1, ..Layers::ALL };
    world.insert(Entity::new(wall).with_layers(layers)).unwrap();
    world.remove(handles[0]).unwrap();
    world.insert(circle(1.5)).unwrap();
    world.step();
    world.remove(handles[1]).unwrap();
    world
}

#[test]
fn every_flip_and_every_cut_is_refused() {
    let (bytes, mut world) = (small().save(), World::default());
    world.insert(Circle::new(Vec2::ZERO, 1.0).unwrap()).unwrap();
    let before = world.save();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            assert!(world.restore(&flipped).is_err(), "bit {bit} of byte {place}");
            if place >= HEADER {
                is_refused_or_a_world(&mut world.clone(), &sealed(flipped));
            }
        }
        assert!(world.restore(&bytes[..place]).is_err(), "cut at {place}");
        if place >= HEADER {
            let cut = sealed(bytes[..place].to_vec());
            assert!(matches!(world.restore(&cut), Err(SnapshotError::Truncated { .. })), "cut at {place}");
        }
    }
    assert_eq!(world.save(), before);
    world.step();
    world.restore(&bytes).unwrap();
    assert_eq!(world.save(), bytes);
}

/// The offsets in the snapshot of two overlapping circles.
mod place {
    use super::HEADER;
    pub const TICK: usize = HEADER;
    pub const GENERATIONS: usize = TICK + 8;
    pub const FREE: usize = GENERATIONS + 8 + 3 * 4;
    pub const REMOVED: usize = FREE + 8 + 4;
    pub const PAIR_RULES: usize = REMOVED + 1 + 8 + 8;
    pub const PAIRS: usize = PAIR_RULES + 1;
    pub const HELD: usize = PAIRS + 8 + 8;
    pub const SLOTS: usize = HELD + 8 + 8;
    pub const RADIUS: usize = SLOTS + 2 * (4 + 8 + 4 + 4);
}

#[test]
fn snapshot_errors_name_the_field() {
    let circle = |x| Circle::new(Vec2::new(x, 0.0), 1.0).unwrap();
    let mut world = World::default();
    let handles = [0.0, 1.0, 9.0].map(|x| world.insert(circle(x)).unwrap());
    world.remove(handles[2]).unwrap();
    world.step();
    let bytes = world.save();
    let refusal = |place: usize, with: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[place..place + with.len()].copy_from_slice(with);
        let bytes = if place < HEADER { bytes } else { sealed(bytes) };
        World::default().restore(&bytes).unwrap_err()
    };
    let number = |number: u32| number.to_le_bytes();
    let invalid = SnapshotError::Invalid;
    assert_eq!(refusal(0, b"C"), SnapshotError::Magic { found: *b"Collide\0" });
    assert_eq!(refusal(8, &number(2)), SnapshotError::Version { found: 2 });
    assert_eq!(refusal(8, &number(0)), SnapshotError::Version { found: 0 });
    assert_eq!(refusal(place::TICK, &[255; 8]), SnapshotError::Tick { tick: u64::MAX });
    let left = bytes.len() - place::GENERATIONS - 8;
    for count in [1 << 20, 1 << 40, u64::MAX] {
        let error = SnapshotError::Truncated { field: "generations", needed: count.saturating_mul(4), left };
        assert_eq!(refusal(place::GENERATIONS, &count.to_le_bytes()), error);
    }
    assert_eq!(refusal(place::FREE + 8, &number(1)), invalid(Invalid::SlotTwice { slot: 1 }));
    assert_eq!(refusal(place::REMOVED, &[7]), SnapshotError::Flag { field: "removed", value: 7 });
    assert_eq!(refusal(place::PAIR_RULES, &[4]), SnapshotError::Flag { field: "pair rules", value: 4 });
    assert_eq!(refusal(place::PAIRS + 8, &number(1)), invalid(Invalid::Pair { a: 1, b: 1 }));
    assert_eq!(refusal(place::PAIRS + 12, &number(2)), invalid(Invalid::Pair { a: 0, b: 2 }));
    assert_eq!(refusal(place::PAIRS + 12, &number(3)), invalid(Invalid::Pair { a: 0, b: 3 }));
    assert_eq!(refusal(place::SLOTS, &number(1)), invalid(Invalid::SlotTwice { slot: 1 }));
    assert_eq!(refusal(place::SLOTS, &number(8)), invalid(Invalid::UnknownSlot { slot: 8, slot_count: 3 }));
    assert_eq!(
        refusal(place::RADIUS + 4, &f32::NAN.to_le_bytes()).to_string(),
        "slot 1: radius: must be a finite number, is NaN"
    );
    assert_eq!(
        refusal(place::RADIUS, &(-1.0_f32).to_le_bytes()).to_string(),
        "slot 0: radius: must not be negative, is -1"
    );
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(World::default().restore(&sealed(longer)), Err(SnapshotError::TooLong { left: 1 }));
    assert_eq!(World::default().restore(&bytes), Ok(()));
}

/// An order that depends on the past is not restored, but is the same in all restored worlds.
#[test]
fn restored_worlds_share_an_order() {
    let settings = Settings { order: PairOrder::AsFound, ..Settings::default() };
    let stepped = |kind: SceneKind, count, apart: f32| {
        let mut world = World::new(settings.clone());
        for shape in kind.generate(count, 5).shapes() {
            world.insert(shape.translated(shape.center() * apart).unwrap()).unwrap();
        }
        (0..5).for_each(|_| _ = world.step());
        world
    };
    let world = stepped(SceneKind::Mixed, 3_000, 0.0);
    let bytes = world.save();
    let mut worlds = [World::new(settings.clone()), world, stepped(SceneKind::Uniform, 9_000, 5.0)];
    worlds.iter_mut().for_each(|world| world.restore(&bytes).unwrap());
    for _ in 0..130 {
        for world in &mut worlds {
            world.update_each(|entity| _ = entity.translate(entity.center() * 0.001));
            world.step();
        }
        let [first, others @ ..] = &worlds;
        for world in others {
            assert_eq!(world.pairs().slots(), first.pairs().slots());
            assert_eq!(reason(world), reason(first));
        }
    }
    worlds.iter().for_each(|world| assert_eq!(world.validate(), Ok(())));
}

/// The reason for the strategy of the last step, and its candidates.
fn reason(world: &World) -> Option<(Reason, u64)> {
    world.report().map(|report| (report.reason, report.candidate_count))
}

/// Held pairs: in order of slots, and none of them a pair of the tick.
#[test]
fn damaged_held_pairs_are_refused() {
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    let circle = |x: f32| Circle::new([x, 0.0], 1.0).unwrap();
    let handles = [0.0, 0.0, 0.0, 9.0].map(|x| world.insert(circle(x)).unwrap());
    world.step();
    world.set_settings(Settings { crowd: Some(CrowdLimit::new(2)), ..world.settings().clone() });
    world.step();
    // Of the three in one place, the last takes no part.
    assert_eq!(world.pairs(), [(handles[0], handles[1])]);
    let bytes = world.save();
    let of = |pairs: &[(u32, u32)]| {
        let count = (pairs.len() as u64).to_le_bytes();
        let pairs = pairs.iter().flat_map(|(a, b)| [a.to_le_bytes(), b.to_le_bytes()].concat());
        count.into_iter().chain(pairs).collect::<Vec<u8>>()
    };
    let (saved, mut place) = ([of(&[(0, 1)]), of(&[(0, 2), (1, 2)])].concat(), 0);
    while !bytes[place..].starts_with(&saved) {
        place += 1;
    }
    let restored = |held: &[(u32, u32)]| {
        let mut bytes = bytes.clone();
        let held = of(held);
        let start = place + of(&[(0, 1)]).len();
        bytes[start..start + held.len()].copy_from_slice(&held);
        World::default().restore(&sealed(bytes))
    };
    let invalid = |error| Err(SnapshotError::Invalid(error));
    assert_eq!(restored(&[(0, 2), (1, 2)]), Ok(()));
    assert_eq!(restored(&[(0, 2), (0, 3)]), Ok(()));
    assert_eq!(restored(&[(1, 2), (0, 2)]), invalid(Invalid::PairOrder));
    assert_eq!(restored(&[(0, 1), (1, 2)]), invalid(Invalid::PairTwice { a: 0, b: 1 }));
    assert_eq!(restored(&[(0, 2), (0, 2)]), invalid(Invalid::PairTwice { a: 0, b: 2 }));
    assert_eq!(restored(&[(0, 2), (2, 2)]), invalid(Invalid::Pair { a: 2, b: 2 }));
    assert_eq!(restored(&[(0, 2), (1, 4)]), invalid(Invalid::Pair { a: 1, b: 4 }));
}
