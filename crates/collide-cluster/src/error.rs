use std::time::Duration;

use collide_world::{PastError, WorldError};
use thiserror::Error;

use crate::TileMapError;

/// An error of a cluster.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The map of tiles is invalid.
    #[error(transparent)]
    Tiles(#[from] TileMapError),
    /// The settings have a [crowd limit](collide_world::Settings::crowd): each worker knows only a part of a crowd at a border.
    #[error("settings.crowd: a cluster has no crowd limit, is {max}")]
    Crowd {
        /// The limit.
        max: u32,
    },
    /// The handle names a slot beyond what the [settings](crate::Settings::max_slots) allow.
    #[error("handle: its slot must be below {max_slots}, is {slot}")]
    Slot {
        /// The slot.
        slot: u32,
        /// The limit of the settings.
        max_slots: u32,
    },
    /// The entity has been changed and removed, or inserted twice, within a tick.
    #[error("handle: {handle} was removed or inserted in this tick already")]
    Twice {
        /// The handle of the entity.
        handle: collide_world::Handle,
    },
    /// The time of a question is not in the history.
    #[error(transparent)]
    Past(#[from] PastError),
    /// The views of observers exceed their budget.
    #[error(transparent)]
    Views(#[from] collide_world::OverBudget),
    /// The worker's world rejected a change: a bug of this library or of a peer.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A message could not be serialized.
    #[error("message: {error}")]
    Packing {
        /// The error of the serializer.
        error: postcard::Error,
    },
    /// Received bytes are not a message of this version.
    #[error("message of worker {from}: {error}")]
    Message {
        /// The sender.
        from: u32,
        /// The error of the deserializer.
        error: postcard::Error,
    },
    /// A tick was not complete in time: another worker has stalled or is lost.
    #[error("tick {tick}: not over after {waited:?}, waiting in the stage {stage:?}")]
    Stalled {
        /// The tick. The one before it is complete on all workers.
        tick: u64,
        /// The time that this worker waited.
        waited: Duration,
        /// The next stage of this worker.
        stage: &'static str,
    },
    /// An earlier tick failed, so the worker's state is not that of the others.
    #[error("tick: an earlier tick has failed")]
    Failed,
    /// Bytes are not a saved part.
    #[error(transparent)]
    Saved(#[from] SavedError),
}

/// Why bytes are not a saved part.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The bytes do not start with the header of a saved part, or have another version.
    #[error("saved part: not of this version")]
    Version,
    /// The bytes have changed since they were written.
    #[error("saved part: checksum must be {found:016x}, is {noted:016x}")]
    Checksum {
        /// The checksum that was stored.
        noted: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// The content of the bytes is not a part.
    #[error("saved part: {error}")]
    Content {
        /// The error of the deserializer.
        error: postcard::Error,
    },
    /// The parts were saved after different ticks.
    #[error("saved part: is of tick {found}, others are of tick {tick}")]
    Tick {
        /// The tick of the parts before it.
        tick: u64,
        /// The tick of this part.
        found: u64,
    },
    /// Two parts have the same entity.
    #[error("saved part: {handle} is also in another part")]
    Twice {
        /// The entity.
        handle: collide_world::Handle,
    },
}
