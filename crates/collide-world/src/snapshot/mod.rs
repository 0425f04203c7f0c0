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
//! | 1, list of 4 | whether an entity was removed since the tick, and if so the generations at the tick |
//! | list of 8, 8, 8, 1 | collision filters in use: category, mask, group; flags: 1 sensor, 2 sleeping |
//! | list of 4 | filter number of each slot, up to the last slot that has not the default filter, which is number 0 |
//! | 1 | whether two static entities could be a pair of the tick; not in version 1, where they could |
//! | list of 8 | pairs of the tick |
//! | list of 8 | held pairs, in order of slots; only from version 4 |
//! | 6 lists | dynamic, then static and sleeping: circles, rectangles, oriented rectangles; each slot, data, numbers |
//!
//! Each version stays readable: `tests/fixtures` of the project has files of all versions.

mod read;
#[cfg(feature = "serde")]
mod serde;

use collide_core::ShapeKind;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::Invalid;
use crate::base::Writer;
use crate::store::{Set, Store};
use read::Saved;

#[cfg(feature = "serde")]
pub use serde::Snapshot;

const MAGIC: [u8; 8] = *b"collide\0";

/// The newest version of the format. Each change of the format gets a new version.
const VERSION: u32 = 4;

/// The first version whose pairs may be without those of two static entities.
const STATIC_PAIRS: u32 = 2;

/// The first version with capsules and polygons. A world without them is saved in the version before, so its bytes stay
/// the same.
const CAPSULES: u32 = 3;

/// The first version with held pairs. A world without them is saved in a version before.
const HELD: u32 = 4;

// A new kind of shape adds a list, and so needs a new version.
const _: () = assert!(ShapeKind::ALL.len() == 5 && VERSION == HELD);

/// The kinds of shape that a version has lists of, in this order.
fn kinds_of(version: u32) -> &'static [ShapeKind] {
    use ShapeKind::{Capsule, Circle, OrientedRect, Polygon, Rect};
    if version < CAPSULES { &[Circle, Rect, OrientedRect] } else { &[Circle, Rect, OrientedRect, Capsule, Polygon] }
}

/// The number of bytes of magic, version and checksum.
const HEADER: usize = 20;

/// The limit of the tick number, far enough from overflow.
const MOST_TICKS: u64 = 1 << 63;

/// Overwrites `bytes` with a world.
pub(crate) fn write(store: &Store, ticked: &Ticked<'_>, bytes: &mut Vec<u8>) {
    let Ticked { tick, pairs, held, static_pairs } = *ticked;
    let has_capsules = store.sets.iter().any(Set::has_capsules_or_polygons);
    let version = match (held, has_capsules) {
        ([_, ..], _) => HELD,
        ([], true) => CAPSULES,
        ([], false) => CAPSULES - 1,
    };
    let mut writer = Writer::new(bytes, HEADER);
    writer.numbers(&[tick], u64::to_le_bytes);
    store.save(&mut writer);
    writer.numbers(&[u8::from(static_pairs)], u8::to_le_bytes);
    writer.list(pairs, bytes_of_pair);
    if version >= HELD {
        writer.list(held, bytes_of_pair);
    }
    store.sets.iter().for_each(|set| set.save(kinds_of(version), &mut writer));
    writer.finish();
    let checksum = xxh3_64(&bytes[HEADER..]);
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&version.to_le_bytes());
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
    /// Whether two static entities could be one of the pairs.
    pub(crate) static_pairs: bool,
}

/// The state of the ticker in a snapshot.
#[derive(Debug)]
pub(crate) struct Restored {
    pub(crate) tick: u64,
    pub(crate) pairs: Vec<(u32, u32)>,
    pub(crate) held: Vec<(u32, u32)>,
    /// Whether the pairs are not in order of slots.
    pub(crate) as_found: bool,
    /// Whether two static entities could be one of the pairs.
    pub(crate) static_pairs: bool,
}

/// Replaces the entities of a store by those of a saved world. The store is unchanged if the bytes are invalid.
pub(crate) fn read(bytes: &[u8], store: &mut Store) -> Result<Restored, SnapshotError> {
    let (version, body) = body(bytes)?;
    let saved = Saved::read(version, body)?;
    let as_found = saved.check()?;
    let Saved { tick, roster, static_pairs, pairs, held, sets } = saved;
    store.restore(roster);
    store.sets.iter_mut().zip(sets).for_each(|(set, rows)| set.refill(&rows));
    Ok(Restored { tick, pairs, held, as_found, static_pairs })
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
    if !(1..=VERSION).contains(&version) {
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
    /// The snapshot has an unknown version of the format.
    #[error("version: must be from 1 to {VERSION}, is {found}")]
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
