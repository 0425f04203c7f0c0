//! A modified trace with valid checksums is rejected, diverges, or replays to a consistent world.
#![no_main]

use collide2d::{
    Budget, Circle, Hits, Interest, Mode, Observer, Query, Settings, Shape, SweptPairs, Threads, Trace, TraceTick,
    Vec2, World,
};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

const HEADER: usize = 12;
const HEAD: usize = 16;

/// The limit of pairs; more only make the target slow.
const MAX_PAIRS: u64 = 100_000;

/// A trace of a few ticks with all kinds of changes and queries.
fn recorded() -> Vec<u8> {
    let circle = |x: u8| Circle::new(Vec2::new(x.into(), 0.0), 1.0).unwrap();
    let mut world = World::new(Settings { events: true, threads: Threads::Serial, ..Settings::default() });
    let handles: Vec<_> = (0..8).map(|x| world.insert(circle(x)).unwrap()).collect();
    let mut interest = Interest::new();
    interest.insert(Observer::new(handles[7], 2.0, 3.0)).unwrap();
    world.start_recording();
    let mut bytes = Vec::new();
    for tick in 0..3_u8 {
        world.remove(handles[usize::from(tick)]).unwrap();
        world.insert(circle(tick + 9)).unwrap();
        world.set(handles[7], circle(tick)).unwrap();
        let asked: [Query<Shape>; 1] = [circle(tick).into()];
        world.queries().overlap_batch_into(&asked, Mode::All, &mut Hits::default()).unwrap();
        interest.update(&world);
        world.contacts_into(&mut Vec::new());
        world.swept_pairs_into(&[(handles[7], Vec2::ONE)], Budget::UNLIMITED, &mut SweptPairs::default()).unwrap();
        world.step();
        world.write_recorded(&mut bytes).unwrap();
    }
    bytes
}

/// Recomputes the checksums of all complete frames.
fn seal(trace: &mut [u8]) {
    let mut checksum = xxh3_64(&trace[..HEADER]);
    let mut at = HEADER;
    while let Some(head) = trace.get(at..at + HEAD) {
        let length = u64::from_le_bytes(head[..8].try_into().unwrap());
        let Some(end) = usize::try_from(length).ok().and_then(|length| (at + HEAD).checked_add(length)) else { return };
        let Some(payload) = trace.get(at + HEAD..end) else { return };
        checksum = xxh3_64_with_seed(payload, checksum);
        trace[at + 8..at + HEAD].copy_from_slice(&checksum.to_le_bytes());
        at = end;
    }
}

fuzz_target!(|changes: Vec<(u16, u8)>| {
    let mut bytes = recorded();
    for (at, byte) in changes {
        let at = HEADER + usize::from(at) % (bytes.len() - HEADER);
        bytes[at] ^= byte;
    }
    seal(&mut bytes);
    let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
    let cheap = |tick: &TraceTick| tick.pair_count() < MAX_PAIRS;
    for tick in Trace::new(bytes.as_slice()).map_while(Result::ok).take_while(cheap) {
        if tick.replay(&mut world).is_err() {
            break;
        }
        assert_eq!(world.validate(), Ok(()));
        assert_eq!(world.fingerprint(), tick.fingerprint());
    }
    assert_eq!(world.validate(), Ok(()));
});
