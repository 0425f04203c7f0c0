//! A worker's part as bytes, and back.

use std::borrow::Cow;

use collide_world::{Entity, Handle, WorldError};
use serde::{Deserialize, Serialize};
use timely::worker::Worker;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::SavedError;
use crate::events::Pair;
use crate::part::Part;
use crate::rows::CHANGED;
use crate::{ClusterError, Member, Settings, TileMap};

/// How the bytes begin: a name and a version.
const MAGIC: [u8; 8] = *b"collipt\x01";

/// Magic and checksum.
const HEADER: usize = 16;

/// What decides the future of a part, but for what others hold of it.
// Stored: fields are written in their order. A field more or fewer, of another type or at another place is another version.
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
    /// What this worker owns, its pairs and the tick, as bytes with a checksum: for a [restart](Self::restore) of all workers from what
    /// each of them saved after the same tick. Not the past, the observers, nor what was fed since.
    ///
    /// # Errors
    /// [`ClusterError::Packing`] when there is no memory for it.
    pub fn save(&self) -> Result<Vec<u8>, ClusterError> {
        let part = self.part();
        let mut own: Vec<_> = part.rows.list.iter().filter(|row| row.owner == part.me).map(|row| row.handle).collect();
        own.sort_unstable();
        let own = own.into_iter().filter_map(|handle| Some((handle, part.world.entity(handle)?)));
        let map = part.next_map.as_ref().unwrap_or(part.map());
        let saved = Saved {
            tick: part.tick,
            worker: part.me,
            workers: part.peers,
            map: Cow::Borrowed(map),
            own: own.collect(),
            pairs: Cow::Borrowed(&part.pairs),
        };
        let bytes = postcard::to_extend(&saved, vec![0; HEADER]).map_err(|error| ClusterError::Packing { error });
        let mut bytes = bytes?;
        let checksum = xxh3_64(&bytes[HEADER..]);
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..HEADER].copy_from_slice(&checksum.to_le_bytes());
        Ok(bytes)
    }

    /// Joins a cluster that goes on from where another one was saved, of as many workers or of others: [`Member::new`] with what was
    /// saved.
    ///
    /// `parts` are those that this worker brings in, any of those saved after one tick: each is to be brought in by one worker, all of them
    /// by all workers together, and a worker may have none. `tick` is that tick. Who owns what is seen to in the first tick.
    ///
    /// As many workers with the [map](SavedPart::map) of the parts bring the same as before, each of them.
    ///
    /// # Errors
    /// [`SavedError`] for bytes that are not those of parts after that tick.
    pub fn restore(worker: &mut Worker, settings: Settings, tick: u64, parts: &[&[u8]]) -> Result<Self, ClusterError> {
        Self::with(worker, settings, |part| part.restore(tick, parts))
    }
}

/// What is told of a saved part without restoring it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPart {
    /// The tick after which it was saved.
    pub tick: u64,
    /// Whose it is.
    pub worker: u32,
    /// How many workers there were, and so how many parts there are of that tick.
    pub workers: u32,
    /// The map of the tick after it: to [begin with](Settings::map), where there are as many workers again.
    pub map: TileMap,
    /// How many entities it has.
    pub owned: usize,
}

impl SavedPart {
    /// Reads what is told of a part, and looks whether all of it is there.
    ///
    /// # Errors
    /// [`SavedError`] for bytes that are not those of a part.
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

impl Part {
    fn restore(&mut self, tick: u64, parts: &[&[u8]]) -> Result<(), ClusterError> {
        (self.tick, self.base) = (tick, tick);
        if self.settings.map.is_none() {
            self.even = tick;
        }
        for bytes in parts {
            let saved = open(bytes)?;
            if saved.tick != tick {
                return Err(SavedError::Tick { tick, found: saved.tick }.into());
            }
            self.pairs.extend_from_slice(&saved.pairs);
            if saved.workers == self.peers && saved.worker < self.peers && saved.worker != self.me {
                self.brought.extend(saved.pairs.iter().map(|pair| (*pair, saved.worker)));
            }
            for (handle, entity) in saved.own {
                self.take_over(handle, entity)?;
            }
        }
        self.pairs.sort();
        self.announce = true;
        Ok(())
    }

    /// Owns an entity, until the first tick sees to who does.
    fn take_over(&mut self, handle: Handle, entity: Entity) -> Result<(), ClusterError> {
        let (slot, slots) = (handle.slot(), self.settings.slots);
        if slot >= slots {
            return Err(ClusterError::Slot { slot, slots });
        }
        match self.world.insert_as(handle, entity) {
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
