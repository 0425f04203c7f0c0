//! What another process of a cluster sends or has saved is refused, or is consistent.
#![no_main]

use collide_cluster::{HandleAllocator, Member, SavedPart, Settings, fuzzing};
use collide_fuzz::AnyShape;
use libfuzzer_sys::{arbitrary, fuzz_target};
use timely::worker::Worker;
use xxhash_rust::xxh3::xxh3_64;

/// Magic and checksum.
const HEADER: usize = 16;

#[derive(Debug, arbitrary::Arbitrary)]
enum Input<'a> {
    Greetings(Vec<&'a [u8]>),
    Message(u8, &'a [u8]),
    /// A part of these entities, with bytes replaced, cut and appended.
    Part(Vec<AnyShape>, Vec<(u16, u8)>, Option<u16>, Vec<u8>),
}

/// A small map and few slots: numbers of slots up to the limit cost memory by design.
fn settings() -> Settings {
    Settings { max_slots: 1 << 10, ..Settings::default() }
}

fn saved(worker: &mut Worker, shapes: &[AnyShape]) -> Vec<u8> {
    let mut member = Member::new(worker, settings()).expect("one worker");
    let mut handles = HandleAllocator::default();
    for shape in shapes.iter().take(32).filter_map(|shape| shape.shape()) {
        member.insert(handles.insert().expect("room"), shape).expect("a new handle");
    }
    member.tick(worker, |_| ()).expect("a tick of one worker");
    member.save().expect("memory")
}

fn restore(worker: &mut Worker, bytes: &[u8]) {
    let Ok(part) = SavedPart::of(bytes) else {
        assert!(Member::restore(worker, settings(), 1, &[bytes]).is_err());
        return;
    };
    let map = Some(part.map).filter(|map| map.workers() == 1);
    let Ok(mut member) = Member::restore(worker, Settings { map, ..settings() }, part.tick, &[bytes]) else { return };
    let mut owned = 0;
    member.each_owned(|_, _| owned += 1);
    assert_eq!(owned, part.owned);
    // A part with pairs of entities that do not exist is refused by the tick.
    if member.tick(worker, |_| ()).is_ok() {
        member.tick(worker, |_| ()).expect("a tick after a valid one");
    }
}

fuzz_target!(|input: Input<'_>| {
    match input {
        Input::Greetings(bodies) => fuzzing::agree(&bodies[..bodies.len().min(8)]),
        Input::Message(stage, bytes) => fuzzing::open(stage, bytes),
        Input::Part(shapes, patches, cut, tail) => timely::execute_directly(move |worker| {
            let mut bytes = saved(worker, &shapes);
            bytes.truncate(cut.map_or(bytes.len(), |cut| HEADER + usize::from(cut)));
            bytes.extend(tail);
            let length = bytes.len() - HEADER;
            for (place, value) in patches.into_iter().filter(|_| length > 0) {
                bytes[HEADER + usize::from(place) % length] = value;
            }
            let checksum = xxh3_64(&bytes[HEADER..]);
            bytes[8..HEADER].copy_from_slice(&checksum.to_le_bytes());
            restore(worker, &bytes);
        }),
    }
});
