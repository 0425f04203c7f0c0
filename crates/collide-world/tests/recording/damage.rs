//! Traces that are cut off or changed, and files that fail to be written.

use std::io::{self, Write};

use collide2d::error::TraceError;
use collide2d::{Settings, Threads, Trace, TraceTick, World};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::{circle, small, ticks};

#[test]
fn a_trace_cut_anywhere_has_its_whole_ticks() {
    let (bytes, fingerprints) = small();
    let mut ends = vec![0];
    let mut trace = Trace::new(bytes.as_slice());
    while let Some(tick) = trace.next() {
        tick.unwrap();
        ends.push(trace.offset() as usize);
    }
    assert_eq!(ends.len(), fingerprints.len() + 1);
    assert_eq!(ends[ends.len() - 1], bytes.len());
    for cut in 0..bytes.len() {
        let whole = ends[1..].iter().filter(|end| **end <= cut).count();
        let mut world = World::default();
        let mut trace = Trace::new(&bytes[..cut]);
        for expected in &fingerprints[..whole] {
            let tick = trace.next().unwrap().unwrap();
            assert_eq!(tick.fingerprint(), *expected);
            if cut + 3 > bytes.len() || ends.contains(&cut) {
                tick.replay(&mut world).unwrap();
                assert_eq!(world.fingerprint(), *expected);
            }
        }
        // A header by itself is a trace without ticks.
        if cut == 12 || cut > 12 && ends.contains(&cut) {
            assert!(trace.next().is_none());
            continue;
        }
        let error = trace.next().unwrap().unwrap_err();
        assert!(matches!(error, TraceError::CutOff { .. }), "{cut}: {error}");
        assert!(trace.next().is_none());
    }
    // The offset for appending.
    let mut trace = Trace::new(&bytes[..bytes.len() - 1]);
    let error = trace.by_ref().find_map(Result::err).unwrap();
    assert_eq!(trace.offset() as usize, ends[ends.len() - 2]);
    assert_eq!(error.to_string(), format!("trace: cut off after tick 4, byte {}", trace.offset()));
}

#[test]
fn a_byte_that_changed_is_noticed() {
    let (bytes, fingerprints) = small();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        let mut trace = Trace::new(damaged.as_slice());
        let found: Vec<u64> = trace.by_ref().map_while(Result::ok).map(|tick| tick.fingerprint()).collect();
        assert!(found.len() < fingerprints.len() && fingerprints.starts_with(&found), "byte {at}");
        assert!(trace.next().is_none());
    }
    let error = |bytes: &[u8]| Trace::new(bytes).find_map(Result::err).unwrap().to_string();
    assert_eq!(error(b"id,x,y,radius\n"), "trace: must begin with ctrace\\x00\\x00, begins with id,x,y,r");
    assert_eq!(error(b"ctrace\0\0\x09\0\0\0"), "trace: version must be 1, is 9");
    assert_eq!(error(b""), "trace: cut off after the start, byte 0");
    // A length in the file does not cause an allocation.
    let mut huge = bytes[..12].to_vec();
    huge.extend(u64::MAX.to_le_bytes());
    huge.extend([0; 9]);
    assert_eq!(error(&huge), "trace: damaged after the start, byte 12: invalid length of a frame");
    huge[12..20].copy_from_slice(&(1_u64 << 39).to_le_bytes());
    assert_eq!(error(&huge), "trace: cut off after the start, byte 12");
}

/// Many recordings without a tick: recursion would overflow the stack.
#[test]
fn headers_may_be_many() {
    let (bytes, fingerprints) = small();
    let mut many = bytes[..12].repeat(200_000);
    assert!(ticks(&many).is_empty());
    many.extend(&bytes);
    assert_eq!(ticks(&many).iter().map(TraceTick::fingerprint).collect::<Vec<_>>(), fingerprints);
    many.extend(&bytes[..12]);
    assert_eq!(ticks(&many).len(), fingerprints.len());
}

/// Recomputes the checksums of a trace.
fn sealed(mut trace: Vec<u8>) -> Vec<u8> {
    let mut checksum = xxh3_64(&trace[..12]);
    let mut at = 12;
    while let Some(head) = trace.get(at..at + 16) {
        let length = u64::from_le_bytes(head[..8].try_into().unwrap()) as usize;
        let Some(payload) = trace.get(at + 16..).and_then(|rest| rest.get(..length)) else { break };
        checksum = xxh3_64_with_seed(payload, checksum);
        trace[at + 8..at + 16].copy_from_slice(&checksum.to_le_bytes());
        at += 16 + length;
    }
    trace
}

/// A malicious trace with valid checksums gives an error or a consistent world.
#[test]
fn forged_traces_do_no_harm() {
    let (bytes, _) = small();
    let mut outcomes = [0; 3];
    for at in (12..bytes.len()).filter(|at| (at - 12) % 11 == 0) {
        for mask in [0x01, 0x80, 0xff] {
            let mut forged = bytes.clone();
            forged[at] ^= mask;
            let mut world = World::new(Settings { threads: Threads::Serial, ..Settings::default() });
            let outcome = Trace::new(sealed(forged).as_slice()).try_for_each(|tick| match tick {
                Ok(tick) => tick.replay(&mut world).map(|_| ()).map_err(|_| 1),
                Err(_) => Err(2),
            });
            outcomes[outcome.err().unwrap_or(0)] += 1;
            assert_eq!(world.validate(), Ok(()), "byte {at}, mask {mask:#x}");
        }
    }
    assert!(outcomes.iter().all(|count| *count > 10), "{outcomes:?}");
}

/// A file system that is full after some bytes, and later is not.
struct Full(Vec<u8>, usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(!bytes.is_empty(), "an empty write is a packet on a socket");
        let count = bytes.len().min(self.1).min(7);
        if count == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.1 -= count;
        self.0.extend(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_was_not_written_is_kept() {
    let mut world = World::default();
    let handle = world.insert(circle(0.0)).unwrap();
    world.start_recording();
    let mut file = Full(vec![], 100);
    for x in 0..5_u8 {
        world.set(handle, circle(x.into())).unwrap();
        world.step();
        if world.write_recorded(&mut file).is_err() {
            file.1 += 33;
        }
    }
    file.1 = usize::MAX;
    world.write_recorded(&mut file).unwrap();
    assert_eq!(world.write_recorded(&mut file).unwrap(), 0);
    assert_eq!(ticks(&file.0).len(), 5);
}
