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

mod read;
#[cfg(feature = "serde")]
mod serde;
mod write;

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::{Invalid, World};
use read::Saved;

pub(crate) use write::Writer;

#[cfg(feature = "serde")]
pub use serde::Snapshot;

const MAGIC: [u8; 8] = *b"collide\0";

/// Version of the format: another for every change of it.
const VERSION: u32 = 1;

/// Magic, version and checksum take so many bytes.
const HEADER: usize = 20;

/// Ticks counted beyond this leave no room for those to come.
const MOST_TICKS: u64 = 1 << 63;

impl World {
    /// The world as bytes, for a [`restore`](Self::restore) on any machine: see [`save_into`](Self::save_into), which reuses memory.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let handle = world.insert(Circle::new(Vec2::ZERO, 1.0)?)?;
    /// let bytes = world.save();
    /// world.remove(handle)?;
    /// world.restore(&bytes)?;
    /// assert!(world.get(handle).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.save_into(&mut bytes);
        bytes
    }

    /// Writes all that decides future answers over what `bytes` held: entities, handles, the tick and its pairs. Not the
    /// [settings](Self::settings), nor the past that [`at`](Self::at) tells of.
    ///
    /// Entities take 28 to 40 bytes, pairs 8. Costs about as much as copying these. Warm, it allocates nothing.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        let mut writer = Writer::new(bytes, HEADER);
        writer.numbers(&[self.ticker.tick()], u64::to_le_bytes);
        self.store.save(&mut writer);
        writer.list(&self.ticker.pairs, |(a, b)| (u64::from(*a) | u64::from(*b) << 32).to_le_bytes());
        self.store.sets.iter().for_each(|set| write::rows(set, &mut writer));
        writer.finish();
        let checksum = xxh3_64(&bytes[HEADER..]);
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..HEADER].copy_from_slice(&checksum.to_le_bytes());
    }

    /// Becomes the world that was saved, with the settings it has itself. What follows is as it would have been there: pairs by slot,
    /// events, answers, handles and fingerprints. Pairs [as found](crate::PairOrder::AsFound) come in another order; that is the
    /// same for all worlds restored from the same bytes.
    ///
    /// Until the next step there are no [events](Self::events) and no [report](Self::report), and nothing of the
    /// [past](Self::at) is remembered. Costs some ten nanoseconds for each entity; the next step sorts them anew.
    ///
    /// # Errors
    /// [`SnapshotError`] for bytes that are not those of a world: cut off, changed on the way, of another version, or in
    /// contradiction with themselves. The world is then as it was. Bytes may come from anyone: no list is believed to be longer than
    /// what is left of them.
    ///
    /// ```
    /// use collide_world::{Settings, World};
    /// let mut bytes = World::new(Settings::default()).save();
    /// let mut world = World::new(Settings::default());
    /// assert_eq!(world.restore(&bytes), Ok(()));
    /// bytes[8] = 9;
    /// assert_eq!(world.restore(&bytes).unwrap_err().to_string(), "version: must be 1, is 9");
    /// ```
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let saved = Saved::read(body(bytes)?)?;
        let as_found = saved.check()?;
        let Saved { tick, roster, pairs, sets } = saved;
        self.store.restore(roster);
        self.store.sets.iter_mut().zip(sets).for_each(|(set, rows)| rows.refill(set));
        self.ticker.restore(tick, pairs, as_found);
        #[cfg(feature = "recording")]
        self.record_whole();
        Ok(())
    }
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

/// Why bytes are not those of a world. See [`World::restore`].
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
