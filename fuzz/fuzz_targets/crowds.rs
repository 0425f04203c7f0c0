//! Worlds with a crowd limit against the rule of `collide-world/tests/engine`: pairs, events and held pairs, of a world, of
//! its copies and of one that is restored from its bytes.
#![no_main]

use arbitrary::Arbitrary;
use collide_fuzz::{AnyShape, Number};
use collide2d::{CrowdLimit, Entity, Handle, Layers, Mobility, Settings, Shape, Strategy, Threads, World};
use libfuzzer_sys::{arbitrary, fuzz_target};

#[path = "../../crates/collide-world/tests/engine/crowd_rule.rs"]
mod crowd_rule;

use crowd_rule::Model;

const MAX_ENTITIES: usize = 64;

#[derive(Debug, Arbitrary)]
enum Change {
    /// Some copies of a shape, each at some distance from the one before.
    Insert {
        shape: AnyShape,
        count: u8,
        off: [Number; 2],
        kind: u8,
    },
    Remove(u8),
    Reshape(u8, AnyShape),
    /// An entity gets the shape of another one.
    Join(u8, u8),
    Replace(u8, u8),
    Limit {
        max: u8,
        first: u8,
        events: bool,
    },
    Step,
}

#[derive(Debug, Arbitrary)]
struct Input {
    strategy: u8,
    changes: Vec<Change>,
}

fn entity(shape: Shape, kind: u8) -> Entity {
    // Most are dynamic.
    let mobility = Mobility::ALL[usize::from(kind % 8).saturating_sub(5)];
    let layers = if kind < 128 {
        Layers::ALL
    } else {
        Layers { category: 1 << (kind >> 3 & 1), mask: u64::from(kind >> 4 & 3), group: 0 }
    };
    Entity { mobility, layers, sensor: kind & 0x40 != 0, ..Entity::new(shape) }
}

fn chosen(handles: &[Handle], number: u8) -> Option<Handle> {
    handles.get(usize::from(number) % handles.len().max(1)).copied()
}

fuzz_target!(|input: Input| {
    let strategy = Strategy::ALL[usize::from(input.strategy) % Strategy::ALL.len()];
    let crowd = Some(CrowdLimit::new(2));
    let settings = Settings { strategy, crowd, events: true, threads: Threads::Serial, ..Settings::default() };
    // `strategy` has other bits than those of the strategy.
    let settings = Settings { sensor_pairs: input.strategy > 127, ..settings };
    let (mut world, mut model, mut handles) = (World::new(settings), Model::default(), Vec::new());
    for change in &input.changes {
        match change {
            Change::Insert { shape, count, off, kind } => {
                let Some(mut shape) = shape.shape() else { continue };
                for _ in 0..(usize::from(*count) % 16).min(MAX_ENTITIES - handles.len()) {
                    handles.push(world.insert(entity(shape, *kind)).expect("room"));
                    shape = shape.translated(Number::pair(*off)).unwrap_or(shape);
                }
            }
            Change::Remove(number) => {
                let Some(handle) = chosen(&handles, *number) else { continue };
                world.remove(handle).expect("there");
                handles.retain(|other| *other != handle);
            }
            Change::Reshape(number, shape) => {
                let (Some(handle), Some(shape)) = (chosen(&handles, *number), shape.shape()) else { continue };
                world.set(handle, shape).expect("there");
            }
            Change::Join(number, to) => {
                let (Some(handle), Some(to)) = (chosen(&handles, *number), chosen(&handles, *to)) else { continue };
                let shape = world.shape(to).expect("there");
                world.set(handle, shape).expect("there");
            }
            Change::Replace(number, kind) => {
                let Some(handle) = chosen(&handles, *number) else { continue };
                let shape = world.shape(handle).expect("there");
                world.set(handle, entity(shape, *kind)).expect("there");
            }
            Change::Limit { max, first, events } => {
                let crowd = (*max < 250).then(|| CrowdLimit::new(u32::from(max % 8)).with_first(u64::from(*first)));
                world.set_settings(Settings { crowd, events: *events, ..world.settings().clone() });
            }
            Change::Step => {
                let (mut fork, mut restored) = (world.clone(), World::new(world.settings().clone()));
                restored.restore(&world.save()).expect("saved by a world");
                model.clone().step(&mut fork, "a copy");
                model.clone().step(&mut restored, "restored");
                model.step(&mut world, "the world");
                assert_eq!(world.events(), fork.events());
                assert_eq!(world.events(), restored.events());
            }
        }
    }
});
