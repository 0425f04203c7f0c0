//! A modified snapshot with a valid checksum is rejected, or gives a consistent world that can step.
#![no_main]

use collide_fuzz::AnyShape;
use collide2d::{Circle, Entity, Layers, Mobility, Settings, Vec2, World};
use libfuzzer_sys::{arbitrary, fuzz_target};
use xxhash_rust::xxh3::xxh3_64;

/// Magic, version and checksum.
const HEADER: usize = 20;

#[derive(Debug, arbitrary::Arbitrary)]
enum Change {
    Insert(AnyShape, u8, i8),
    Remove(u8),
    Step,
}

#[derive(Debug, arbitrary::Arbitrary)]
struct Input {
    changes: Vec<Change>,
    /// Bytes to replace.
    patches: Vec<(u16, u8)>,
    /// The length to truncate to, and the bytes to append.
    cut: Option<u16>,
    tail: Vec<u8>,
}

fn apply(change: &Change, world: &mut World) {
    match change {
        Change::Insert(shape, kind, group) => {
            let Some(shape) = shape.shape() else { return };
            let mobility = [Mobility::Dynamic, Mobility::Static, Mobility::Sleeping][usize::from(kind % 3)];
            let layers = Layers { group: i64::from(*group), ..Layers::ALL };
            let entity = Entity { mobility, layers, sensor: kind & 0x80 != 0, ..Entity::new(shape) };
            world.insert(entity).expect("room");
        }
        Change::Remove(number) => {
            let chosen = world.iter().nth(usize::from(*number));
            chosen.into_iter().for_each(|(handle, _)| _ = world.remove(handle).expect("it is there"));
        }
        Change::Step => _ = world.step(),
    }
}

fuzz_target!(|input: Input| {
    let mut world = World::new(Settings { events: true, ..Settings::default() });
    input.changes.iter().take(64).for_each(|change| apply(change, &mut world));
    let before = world.save();
    let mut bytes = before.clone();
    bytes.truncate(input.cut.map_or(bytes.len(), |cut| HEADER + usize::from(cut)));
    bytes.extend(&input.tail);
    for (place, value) in &input.patches {
        let body = &mut bytes[HEADER..];
        if let Some(byte) = body.len().checked_sub(1).map(|last| &mut body[usize::from(*place) % (last + 1)]) {
            *byte = *value;
        }
    }
    let checksum = xxh3_64(&bytes[HEADER..]);
    bytes[12..HEADER].copy_from_slice(&checksum.to_le_bytes());
    if world.restore(&bytes).is_err() {
        assert_eq!(world.save(), before);
    }
    for _ in 0..2 {
        assert_eq!(world.validate(), Ok(()));
        world.insert(Circle::new(Vec2::ZERO, 1.0).expect("a circle")).expect("room");
        world.step();
        apply(&Change::Remove(0), &mut world);
    }
    assert_eq!(world.validate(), Ok(()));
});
