//! A world as bytes, and back.
//!
//! All numbers are little-endian; a list is its length as a `u64` and its items; what has several columns is written column by
//! column:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `collide` and a zero |
//! | 4 | version of the format |
//! | 8 | XXH3 of all that follows |
//! | 8 | tick |
//! | list of 4 | generation of each slot |
//! | list of 4 | free slots, the next one last |
//! | 1, list of 4 | whether anything was removed since the tick, and if so the generations then |
//! | list of 8, 8, 8, 1 | layers in use: category, mask, group; 1 for a sensor, 2 for a sleeper |
//! | list of 4 | number of the layers of each slot, as far as any has not those by default, which have the number 0 |
//! | list of 8 | pairs of the tick |
//! | 6 lists | what moves and then what does not: circles, rectangles, oriented rectangles, each slot, data, numbers |
//!
//! Each version stays readable: `tests/fixtures` of the project has files of all.

mod read;
#[cfg(feature = "serde")]
mod serde;

use collide_core::ShapeKind;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::Invalid;
use crate::base::Writer;
use crate::store::Store;
use read::Saved;

#[cfg(feature = "serde")]
pub use serde::Snapshot;

const MAGIC: [u8; 8] = *b"collide\0";

/// Version of the format: another for every change of it.
const VERSION: u32 = 1;

// One more kind of shape is one more list, and so another version.
const _: () = assert!(ShapeKind::ALL.len() == 3 && VERSION == 1);

/// Magic, version and checksum take so many bytes.
const HEADER: usize = 20;

/// Ticks counted beyond this leave no room for those to come.
const MOST_TICKS: u64 = 1 << 63;

/// Writes a world over what `bytes` held.
pub(crate) fn write(tick: u64, store: &Store, pairs: &[(u32, u32)], bytes: &mut Vec<u8>) {
    let mut writer = Writer::new(bytes, HEADER);
    writer.numbers(&[tick], u64::to_le_bytes);
    store.save(&mut writer);
    writer.list(pairs, |(a, b)| (u64::from(*a) | u64::from(*b) << 32).to_le_bytes());
    store.sets.iter().for_each(|set| set.save(&mut writer));
    writer.finish();
    let checksum = xxh3_64(&bytes[HEADER..]);
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12..HEADER].copy_from_slice(&checksum.to_le_bytes());
}

/// What a ticker goes on from.
#[derive(Debug)]
pub(crate) struct Restored {
    pub(crate) tick: u64,
    pub(crate) pairs: Vec<(u32, u32)>,
    /// Whether the pairs are not in order of slots.
    pub(crate) as_found: bool,
}

/// Puts the entities of a saved world into a store. It is as it was if the bytes are not those of a world.
pub(crate) fn read(bytes: &[u8], store: &mut Store) -> Result<Restored, SnapshotError> {
    let saved = Saved::read(body(bytes)?)?;
    let as_found = saved.check()?;
    let Saved { tick, roster, pairs, sets } = saved;
    store.restore(roster);
    store.sets.iter_mut().zip(sets).for_each(|(set, rows)| set.refill(&rows));
    Ok(Restored { tick, pairs, as_found })
}

/// What follows the header, if that is right.
fn body(bytes: &[u8]) -> Result<&[u8], SnapshotError> {
    let truncated = SnapshotError::Truncated { field: "header", needed: HEADER as u64, left: bytes.len() };
    let (header, body) = bytes.split_first_chunk::<HEADER>().ok_or(truncated)?;
    let [m0, m1, m2, m3, m4, m5, m6, m7, v0, v1, v2, v3, checksum @ ..] = *header;
    let (magic, version) = ([m0, m1, m2, m3, m4, m5, m6, m7], u32::from_le_bytes([v0, v1, v2, v3]));
    if magic != MAGIC {
        return Err(SnapshotError::Magic { found: magic });
    }
    if version != VERSION {
        return Err(SnapshotError::Version { found: version });
    }
    let (noted, found) = (u64::from_le_bytes(checksum), xxh3_64(body));
    if noted == found { Ok(body) } else { Err(SnapshotError::Checksum { noted, found }) }
}

/// Why bytes are not those of a world. See [`World::restore`](crate::World::restore).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They do not start as those of a world do.
    #[error("magic: must be {MAGIC:?}, is {found:?}")]
    Magic {
        /// How they start.
        found: [u8; 8],
    },
    /// They are of another version of the format.
    #[error("version: must be {VERSION}, is {found}")]
    Version {
        /// Of which.
        found: u32,
    },
    /// They have changed since they were written.
    #[error("checksum: must be {found:016x}, is {noted:016x}")]
    Checksum {
        /// What they say.
        noted: u64,
        /// What it is of what they hold.
        found: u64,
    },
    /// They end too early for what a field says.
    #[error("{field}: needs {needed} bytes, has {left}")]
    Truncated {
        /// Which field.
        field: &'static str,
        /// How many bytes it needs; the largest number for more than that.
        needed: u64,
        /// How many are left.
        left: usize,
    },
    /// They go on past the end.
    #[error("end: must be the last byte, {left} are left")]
    TooLong {
        /// How many bytes are left.
        left: usize,
    },
    /// A flag that there is not.
    #[error("{field}: must be a known flag, is {value}")]
    Flag {
        /// Which field.
        field: &'static str,
        /// What it holds.
        value: u8,
    },
    /// The tick leaves no room for others.
    #[error("tick: must be below {MOST_TICKS}, is {tick}")]
    Tick {
        /// The tick.
        tick: u64,
    },
    /// They contradict themselves, or what they hold is no shape.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}
