//! Fingerprints of every kind of answer: over scenes of all mobilities, layers and sensors, both touching rules,
//! strategies, threads and SIMD levels. `golden.rs` pins the pairs of more threads and larger scenes.
//!
//! A changed value in `tests/golden/answers.csv` is a changed answer for users. If this is intended, write the file
//! with `COLLIDE_WRITE_GOLDEN=1 cargo test --test facade golden_answers` and give the reason in the commit message.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use collide_corpus::answers::{KINDS, Questions, name, of_events};
use collide_corpus::bits::Bits;
use collide_scenes::SceneKind;
use collide2d::columns::Simd;
use collide2d::{
    Batch, Change, Entity, Filter, Handle, History, Interest, Layers, Mobility, Observer, Settings, Shape, Strategy,
    SweptPairs, Threads, Touching, Vec2, World, fingerprint,
};

const SEED: u64 = 77;

/// Two ticks under each touching rule.
const TICKS: usize = 4;

/// The pinned results of a scene, in addition to the answers of each kind of query, present and past.
const OTHERS: [&str; 7] = ["pairs", "events", "contacts", "swept", "interest", "batch", "between"];

const TEAM: Layers = Layers { category: 2, mask: u64::MAX, group: 0 };

/// Enough entities for several threads; fewer if a fixed share of all pairs overlaps.
fn count(kind: SceneKind) -> usize {
    if kind == SceneKind::Pile { 300 } else { 2_100 }
}

/// All mobilities, sensors and some layers.
fn entity(index: usize, shape: Shape) -> Entity {
    let mobility = match index % 17 {
        1 | 9 => Mobility::Static,
        4 => Mobility::Sleeping,
        _ => Mobility::Dynamic,
    };
    let layers = match index % 11 {
        3 => Layers { group: -1, ..Layers::ALL },
        5 => TEAM,
        _ => Layers::ALL,
    };
    Entity { mobility, layers, sensor: index % 13 == 2, ..Entity::new(shape) }
}

/// A filter of each kind, by index.
fn filter(index: usize, handles: &[Handle]) -> Filter {
    match index % 4 {
        0 => Filter { except: Some(handles[index]), ..Filter::default() },
        1 => Filter { layers: Some(Layers { mask: 2, ..Layers::ALL }), ..Filter::default() },
        2 => Filter { sensors: false, ..Filter::default() },
        _ => Filter::default(),
    }
}

/// The results of a run as numbers. Each list gives a fingerprint.
#[derive(Default)]
struct Numbers {
    others: [Vec<u32>; OTHERS.len()],
    now: [Vec<u32>; KINDS.len()],
    past: [Vec<u32>; KINDS.len()],
}

fn append(lists: &mut [Vec<u32>], fingerprints: [u64; KINDS.len()]) {
    for (list, fingerprint) in lists.iter_mut().zip(fingerprints) {
        list.extend([fingerprint as u32, (fingerprint >> 32) as u32]);
    }
}

/// The lines of the file for a scene.
fn run(kind: SceneKind, settings: &Settings) -> String {
    let mut numbers = Numbers::default();
    let mut scene = kind.generate(count(kind), SEED);
    let history = History { ticks: 3, teleport_distance: 1.0 };
    let mut world = World::new(Settings { events: true, history, ..settings.clone() });
    let mut batch = Batch::new(settings.clone());
    let entities = scene.shapes().iter().enumerate().map(|(index, shape)| entity(index, *shape));
    let mut handles: Vec<Handle> = entities.map(|entity| world.insert(entity).unwrap()).collect();
    let mut interest = Interest::default();
    for (index, handle) in handles.iter().enumerate().step_by(40) {
        let observer = Observer::new(*handle, 3.0, 4.5).with_max_visible(if index % 80 == 0 { 6 } else { usize::MAX });
        interest.insert(if index % 120 == 0 { observer.on(TEAM) } else { observer }).unwrap();
    }
    interest.insert(Observer::new(Vec2::ZERO, 8.0, 8.0)).unwrap();

    for tick in 0..TICKS {
        let touching = if tick < TICKS / 2 { Touching::Closed } else { Touching::Open };
        world.set_settings(Settings { touching, ..world.settings().clone() });
        batch.set_settings(Settings { touching, ..batch.settings().clone() });
        scene.advance(0.05);
        // Static entities move once.
        let moves = |index: &usize| tick == 2 || entity(*index, scene.shapes()[0]).mobility != Mobility::Static;
        let moved: Vec<_> =
            (0..handles.len()).filter(moves).map(|index| (handles[index], scene.shapes()[index])).collect();
        world.set_batch(&moved).unwrap();
        let leaver = tick * 31 + 7;
        world.remove(handles[leaver]).unwrap();
        handles[leaver] = world.insert(entity(leaver, scene.shapes()[leaver])).unwrap();
        world.step();
        interest.update(&world).unwrap();
        note(&mut numbers, &world, &interest, &handles, scene.velocities());
        let questions = Questions::around(&scene.shapes()[..40], |index| filter(index, &handles));
        append(&mut numbers.now, questions.ask(&world.queries(), u64::MAX));
        for back in [[0.0, 1.5], [0.375, 1.0]][tick % 2] {
            if let Ok(then) = world.at(world.tick() as f64 - back) {
                append(&mut numbers.past, questions.ask(&then, u64::MAX));
            }
        }
        // A batch of this size uses another code path.
        let few = Questions::around(&scene.shapes()[40..44], |index| filter(index, &handles));
        append(&mut numbers.now, few.ask(&world.queries(), 9));
        if tick % 2 == 0 {
            let [.., together, between] = &mut numbers.others;
            let (other, mut pairs) = (kind.generate(count(kind), SEED + 1), Vec::new());
            batch.pairs_into(scene.shapes(), &mut pairs).unwrap();
            together.extend(pairs.iter().flat_map(|&(a, b)| [a, b]));
            batch.pairs_between_into(scene.shapes(), other.shapes(), &mut pairs).unwrap();
            between.extend(pairs.iter().flat_map(|&(a, b)| [a, b]));
        }
    }
    let mut text = String::new();
    let names = OTHERS.map(str::to_owned).into_iter();
    let names = names.chain(KINDS.map(str::to_owned)).chain(KINDS.map(|kind| format!("{kind} past")));
    let lists = numbers.others.into_iter().chain(numbers.now).chain(numbers.past);
    for (name, list) in names.zip(lists) {
        assert!(!list.is_empty(), "{kind}, {name}");
        writeln!(text, "{kind},{name},{:016x}", fingerprint(list)).unwrap();
    }
    text
}

/// Appends the answers after a step.
fn note(numbers: &mut Numbers, world: &World, interest: &Interest, handles: &[Handle], velocities: &[Vec2]) {
    let [pairs, events, contacts, swept, views, ..] = &mut numbers.others;
    let halves = |number: u64| [number as u32, (number >> 32) as u32];
    pairs.extend(halves(world.fingerprint()));
    events.extend(halves(of_events(world.events())));

    let mut list = Vec::new();
    world.contacts_into(&mut list);
    for contact in list {
        contacts.push(contact.is_some().into());
        contact.iter().for_each(|contact| contact.push_bits(contacts));
    }

    let moving: Vec<_> = handles.iter().copied().zip(velocities.iter().copied()).step_by(5).collect();
    let mut found = SweptPairs::default();
    world.swept_pairs_into(&moving, &mut found).unwrap();
    for pair in found.list() {
        swept.extend(name(pair.a).into_iter().chain(name(pair.b)));
        pair.impact.push_bits(swept);
    }

    for (id, change) in interest.changes() {
        let (entered, handle) = match change {
            Change::Entered(handle) => (1, handle),
            Change::Left(handle) => (0, handle),
        };
        views.extend([id.slot(), id.generation(), entered]);
        views.extend(name(handle));
    }
}

#[test]
fn every_answer_is_the_same_for_every_strategy_thread_count_and_instruction_set() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/answers.csv");
    let settings =
        |strategy, threads, simd| Settings { strategy, threads, simd, static_pairs: true, ..Settings::default() };
    if std::env::var_os("COLLIDE_WRITE_GOLDEN").is_some() {
        let by_brute_force = settings(Strategy::BruteForce, Threads::Serial, Simd::Portable);
        let rows: String = SceneKind::ALL.iter().map(|kind| run(*kind, &by_brute_force)).collect();
        fs::write(&path, format!("scene,what,fingerprint\n{rows}")).unwrap();
    }
    let text = fs::read_to_string(path).unwrap();
    let pools = [1, 2].map(|count| Threads::new(count).unwrap());
    for kind in SceneKind::ALL {
        let expected: Vec<&str> = text.lines().filter(|line| line.split(',').next() == Some(kind.name())).collect();
        for strategy in Strategy::ALL {
            // Only the grids use SIMD for pairs; queries use it under every strategy.
            let on_lanes = matches!(strategy, Strategy::UniformGrid | Strategy::HierarchicalGrid);
            let levels = Simd::ALL.into_iter().filter(|simd| *simd != Simd::best() && on_lanes);
            let ways = pools.iter().map(|threads| (threads, Simd::best())).chain(levels.map(|simd| (&pools[1], simd)));
            for (threads, simd) in ways {
                let found = run(kind, &settings(strategy, threads.clone(), simd));
                assert_eq!(found.lines().count(), expected.len());
                for (found, expected) in found.lines().zip(&expected) {
                    assert_eq!(found, *expected, "by {strategy}, {threads:?}, {simd:?}");
                }
            }
        }
    }
}
