//! Snapshots: a world as bytes, and back.
//!
//! All numbers are little-endian. A list is its length as a `u64`, followed by its items. Items with several columns
//! are written column by column.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `collide` and a zero |
//! | 4 | version of the format |
//! | 8 | XXH3 of all bytes that follow |
//! | 8 | tick |
//! | list of 4 | generation of each slot |
//! | list of 4 | free slots, the next one last |
//! | 1 | flags: 1 an entity was removed since the tick, 2 the settings ask for change ticks |
//! | list of 4 | with flag 1: the generations at the tick |
//! | list of 4, 8, 8 | with flag 1: the entities removed since that had a slot at the tick: slot, data, category |
//! | 8 for each slot | with flag 2: the tick of its last change |
//! | list of 8, 8, 8, 1 | collision filters in use, from number 1: category, mask, group; flags: 1 sensor, 2 sleeping |
//! | list of 4 | filter number of each slot, up to the last slot without the default filter, number 0 |
//! | 1 | what could be a pair of the tick: 1 two static entities, 2 two sensors |
//! | list of 8 | pairs of the tick: two slots |
//! | list of 8 | held pairs, in order of slots |
//! | 5 lists | dynamic entities: circles, rectangles, oriented rectangles, capsules, polygons |
//! | 5 lists | static and sleeping entities, in the same way |
//!
//! The columns of entities are the slot (4 bytes), the data (8) and the [numbers](ShapeKind::columns) of the shape
//! (4 each).
//!
//! Until the first release the version stays 1 and may change. After it, a change of the format gets a new version, and
//! the versions of earlier releases stay readable.

mod read;
#[cfg(feature = "serde")]
mod serde;

use collide_core::ShapeKind;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::Invalid;
use crate::base::{PairRules, Writer};
use crate::store::Store;
use read::Saved;

#[cfg(feature = "serde")]
pub use serde::Snapshot;

const MAGIC: [u8; 8] = *b"collide\0";

/// The version of the format.
const VERSION: u32 = 1;

/// The oldest version that is read. Unit tests have a version 0, which is version 1 without the byte of `PairRules`:
/// they test that older versions can be read.
const OLDEST: u32 = if cfg!(test) { 0 } else { VERSION };

// A new kind of shape adds lists, and so changes the format.
const _: () = assert!(ShapeKind::ALL.len() == 5 && VERSION == 1);

/// The number of bytes of magic, version and checksum.
const HEADER: usize = 20;

/// The limit of the tick number, far enough from overflow.
const MOST_TICKS: u64 = 1 << 63;

/// Overwrites `bytes` with a world.
pub(crate) fn write(store: &Store, ticked: &Ticked<'_>, bytes: &mut Vec<u8>) {
    let Ticked { tick, pairs, held, rules } = *ticked;
    let mut writer = Writer::new(bytes, HEADER);
    writer.numbers(&[tick], u64::to_le_bytes);
    store.save(&mut writer);
    writer.numbers(&[u8::from(rules)], u8::to_le_bytes);
    writer.list(pairs, bytes_of_pair);
    writer.list(held, bytes_of_pair);
    store.sets.iter().for_each(|set| set.save(&mut writer));
    writer.finish();
    let checksum = xxh3_64(&bytes[HEADER..]);
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12..HEADER].copy_from_slice(&checksum.to_le_bytes());
}

fn bytes_of_pair((a, b): &(u32, u32)) -> [u8; 8] {
    (u64::from(*a) | u64::from(*b) << 32).to_le_bytes()
}

/// The results of a tick that later ticks need.
pub(crate) struct Ticked<'a> {
    pub(crate) tick: u64,
    pub(crate) pairs: &'a [(u32, u32)],
    /// The pairs whose end is open as an entity took no part.
    pub(crate) held: &'a [(u32, u32)],
    /// Which entities of one sort could be one of the pairs.
    pub(crate) rules: PairRules,
}

/// The state of the ticker in a snapshot.
#[derive(Debug)]
pub(crate) struct Restored {
    pub(crate) tick: u64,
    pub(crate) pairs: Vec<(u32, u32)>,
    pub(crate) held: Vec<(u32, u32)>,
    /// Whether the pairs are not in order of slots.
    pub(crate) as_found: bool,
    /// Which entities of one sort could be one of the pairs.
    pub(crate) rules: PairRules,
}

/// Replaces the entities of a store by those of a saved world. The store is unchanged if the bytes are invalid.
pub(crate) fn read(bytes: &[u8], store: &mut Store) -> Result<Restored, SnapshotError> {
    let (version, body) = body(bytes)?;
    let saved = Saved::read(version, body)?;
    let as_found = saved.check()?;
    let Saved { tick, roster, rules, pairs, held, sets } = saved;
    store.restore(tick, roster, sets);
    Ok(Restored { tick, pairs, held, as_found, rules })
}

/// The version and the bytes after the header, if the header is valid.
fn body(bytes: &[u8]) -> Result<(u32, &[u8]), SnapshotError> {
    let truncated = SnapshotError::Truncated { field: "header", needed: HEADER as u64, left: bytes.len() };
    let (header, body) = bytes.split_first_chunk::<HEADER>().ok_or(truncated)?;
    let [m0, m1, m2, m3, m4, m5, m6, m7, v0, v1, v2, v3, checksum @ ..] = *header;
    let (magic, version) = ([m0, m1, m2, m3, m4, m5, m6, m7], u32::from_le_bytes([v0, v1, v2, v3]));
    if magic != MAGIC {
        return Err(SnapshotError::Magic { found: magic });
    }
    if !(OLDEST..=VERSION).contains(&version) {
        return Err(SnapshotError::Version { found: version });
    }
    let (noted, found) = (u64::from_le_bytes(checksum), xxh3_64(body));
    if noted == found { Ok((version, body)) } else { Err(SnapshotError::Checksum { noted, found }) }
}

/// The error of bytes that are not a valid snapshot. See [`World::restore`](crate::World::restore).
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes do not start with the magic number of a snapshot.
    #[error("magic: must be \"{}\", is \"{}\"", MAGIC.escape_ascii(), found.escape_ascii())]
    Magic {
        /// The first bytes.
        found: [u8; 8],
    },
    /// The snapshot has another version of the format.
    #[error("version: must be {VERSION}, is {found}")]
    Version {
        /// The version of the snapshot.
        found: u32,
    },
    /// The checksum is wrong: the bytes have changed since they were written.
    #[error("checksum: must be {found:016x}, is {noted:016x}")]
    Checksum {
        /// The checksum in the header.
        noted: u64,
        /// The checksum of the content.
        found: u64,
    },
    /// The bytes end before the end of a field.
    #[error("{field}: needs {needed} bytes, has {left}")]
    Truncated {
        /// The field.
        field: &'static str,
        /// The number of bytes that the field needs, at most `u64::MAX`.
        needed: u64,
        /// The number of bytes left.
        left: usize,
    },
    /// There are more bytes after the last field.
    #[error("end: must be the last byte, {left} are left")]
    TooLong {
        /// The number of bytes left.
        left: usize,
    },
    /// A flag has an unknown value.
    #[error("{field}: must be a known flag, is {value}")]
    Flag {
        /// The field.
        field: &'static str,
        /// Its value.
        value: u8,
    },
    /// The tick number is too large.
    #[error("tick: must be below {MOST_TICKS}, is {tick}")]
    Tick {
        /// The tick.
        tick: u64,
    },
    /// The content is inconsistent, or holds an invalid shape.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}
