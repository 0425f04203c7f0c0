//! A worker's part as bytes, and back.

use std::borrow::Cow;

use collide_world::{Entity, Handle, WorldError, WorldTools};
use serde::{Deserialize, Serialize};
use timely::worker::Worker;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::SavedError;
use crate::events::Pair;
use crate::rows::CHANGED;
use crate::state::WorkerState;
use crate::{ClusterError, Member, Settings, TileMap};

/// The first bytes: a name and a version.
const MAGIC: [u8; 8] = *b"collipt\x01";

/// Magic and checksum.
const HEADER: usize = 16;

/// The stored state of a part: all that later ticks depend on.
// Stored: fields are written in order. A change of the fields, their types or their order needs a new version.
#[derive(Serialize, Deserialize)]
struct Saved<'a> {
    tick: u64,
    worker: u32,
    workers: u32,
    map: Cow<'a, TileMap>,
    own: Vec<(Handle, Entity)>,
    pairs: Cow<'a, [Pair]>,
}

impl Member {
    /// Saves the worker's part: its own entities, its pairs and the tick, as bytes with a checksum. All workers
    /// [restart](Self::restore) from the parts that they saved after the same tick. The history, the observers and the
    /// changes fed since that tick are not saved.
    ///
    /// # Errors
    /// [`ClusterError::Packing`] if there is not enough memory.
    pub fn save(&self) -> Result<Vec<u8>, ClusterError> {
        let state = self.state();
        let mut own: Vec<_> =
            state.rows.list.iter().filter(|row| row.owner == state.me).map(|row| row.handle).collect();
        own.sort_unstable();
        let own = own.into_iter().filter_map(|handle| Some((handle, state.world.entity(handle)?)));
        let map = state.next_map.as_ref().unwrap_or(state.map());
        let saved = Saved {
            tick: state.tick,
            worker: state.me,
            workers: state.peers,
            map: Cow::Borrowed(map),
            own: own.collect(),
            pairs: Cow::Borrowed(&state.pairs),
        };
        let bytes = postcard::to_extend(&saved, vec![0; HEADER]).map_err(|error| ClusterError::Packing { error });
        let mut bytes = bytes?;
        let checksum = xxh3_64(&bytes[HEADER..]);
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..HEADER].copy_from_slice(&checksum.to_le_bytes());
        Ok(bytes)
    }

    /// Joins a cluster that continues from saved parts, with any number of workers: [`Member::new`] with parts.
    ///
    /// `parts` are the parts that this worker restores, saved after `tick`. Each part of that tick is restored by
    /// exactly one worker, and a worker may have none. The first tick moves entities to their owners.
    ///
    /// If the saved cluster had [`static_pairs`](collide_world::Settings::static_pairs) on and `settings` have them
    /// off, the pairs of two static entities end at the first tick. The same holds for
    /// [`sensor_pairs`](collide_world::Settings::sensor_pairs) and the pairs of two sensors.
    ///
    /// With the same number of workers and the [map](SavedPart::map) of the parts, each worker emits the same results
    /// as before.
    ///
    /// # Errors
    /// [`SavedError`] if `parts` are not parts of that tick.
    pub fn restore(worker: &mut Worker, settings: Settings, tick: u64, parts: &[&[u8]]) -> Result<Self, ClusterError> {
        Self::with(worker, settings, |state| state.restore(tick, parts))
    }
}

/// The description of a saved part, read without restoring it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPart {
    /// The tick after which it was saved.
    pub tick: u64,
    /// The worker that saved it.
    pub worker: u32,
    /// The number of workers, and of parts of that tick.
    pub workers: u32,
    /// The map of the tick after it: the [first map](Settings::map) of a cluster with the same number of workers.
    pub map: TileMap,
    /// The number of entities.
    pub owned: usize,
}

impl SavedPart {
    /// The length of the header of a part, in bytes.
    pub(crate) const HEADER: usize = HEADER;

    /// Whether bytes start with the header of a part of this version.
    pub(crate) fn has_header(bytes: &[u8]) -> bool {
        bytes.len() >= HEADER && bytes.starts_with(&MAGIC)
    }

    /// Reads the description of a part, and checks that it is complete.
    ///
    /// # Errors
    /// [`SavedError`] if the bytes are not a part.
    pub fn of(bytes: &[u8]) -> Result<Self, SavedError> {
        let Saved { tick, worker, workers, map, own, .. } = open(bytes)?;
        Ok(Self { tick, worker, workers, map: map.into_owned(), owned: own.len() })
    }
}

fn open(bytes: &[u8]) -> Result<Saved<'static>, SavedError> {
    let (header, body) = bytes.split_first_chunk::<HEADER>().ok_or(SavedError::Version)?;
    let [m0, m1, m2, m3, m4, m5, m6, m7, checksum @ ..] = *header;
    if [m0, m1, m2, m3, m4, m5, m6, m7] != MAGIC {
        return Err(SavedError::Version);
    }
    let (noted, found) = (u64::from_le_bytes(checksum), xxh3_64(body));
    if noted != found {
        return Err(SavedError::Checksum { noted, found });
    }
    postcard::from_bytes(body).map_err(|error| SavedError::Content { error })
}

impl WorkerState {
    fn restore(&mut self, tick: u64, parts: &[&[u8]]) -> Result<(), ClusterError> {
        (self.tick, self.base) = (tick, tick);
        if self.settings.map.is_none() {
            self.unweighted = tick;
        }
        for bytes in parts {
            let saved = open(bytes)?;
            if saved.tick != tick {
                return Err(SavedError::Tick { tick, found: saved.tick }.into());
            }
            self.pairs.extend_from_slice(&saved.pairs);
            if saved.workers == self.peers && saved.worker < self.peers && saved.worker != self.me {
                self.restored_pairs.extend(saved.pairs.iter().map(|pair| (*pair, saved.worker)));
            }
            for (handle, entity) in saved.own {
                self.take_over(handle, entity)?;
            }
        }
        self.pairs.sort();
        self.announce = true;
        Ok(())
    }

    /// Owns a restored entity. The first tick moves it to its owner.
    fn take_over(&mut self, handle: Handle, entity: Entity) -> Result<(), ClusterError> {
        let (slot, max_slots) = (handle.slot(), self.settings.max_slots);
        if slot >= max_slots {
            return Err(ClusterError::Slot { slot, max_slots });
        }
        match self.world.insert_at(handle, entity) {
            Ok(()) => {}
            Err(WorldError::Taken { .. } | WorldError::Stale { .. }) => return Err(SavedError::Twice { handle }.into()),
            Err(error) => return Err(error.into()),
        }
        let me = self.me;
        self.rows.push(handle, me);
        self.place(handle, &entity.shape, CHANGED);
        Ok(())
    }
}
