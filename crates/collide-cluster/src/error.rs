use std::time::Duration;

use collide_world::{PastError, WorldError};
use thiserror::Error;

use crate::TileMapError;

/// An error of a cluster.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// There is no such map of tiles.
    #[error(transparent)]
    Tiles(#[from] TileMapError),
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
    /// The time of a question is not remembered.
    #[error(transparent)]
    Past(#[from] PastError),
    /// The views of observers exceed their budget.
    #[error(transparent)]
    Views(#[from] collide_world::OverBudget),
    /// The worker's world refused a change: a fault of this library, or of a peer.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A message could not be packed.
    #[error("message: {error}")]
    Packing {
        /// Why not.
        error: postcard::Error,
    },
    /// Received bytes are not a message of this version.
    #[error("message of worker {from}: {error}")]
    Message {
        /// The sender.
        from: u32,
        /// What is wrong with it.
        error: postcard::Error,
    },
    /// A tick was not complete in time: another worker has stalled or is lost.
    #[error("tick {tick}: not over after {waited:?}, waits in the stage {stage:?}")]
    Stalled {
        /// The tick. The one before it is complete on all workers.
        tick: u64,
        /// The time waited.
        waited: Duration,
        /// The next stage of this worker.
        stage: &'static str,
    },
    /// An earlier tick failed, so the worker's state is not that of the others.
    #[error("tick: one has failed before")]
    Failed,
    /// Bytes that are not those of a saved part.
    #[error(transparent)]
    Saved(#[from] SavedError),
}

/// Why bytes are not those of a saved part.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SavedError {
    /// They do not start as those of a part do, or are of another version.
    #[error("saved part: is none of this version")]
    Version,
    /// They have changed since they were written.
    #[error("saved part: checksum must be {found:016x}, is {noted:016x}")]
    Checksum {
        /// The checksum that was stored.
        noted: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// What they hold is no part.
    #[error("saved part: {error}")]
    Content {
        /// What is wrong with it.
        error: postcard::Error,
    },
    /// Some are of one tick and some of another.
    #[error("saved part: is of tick {found}, others are of tick {tick}")]
    Tick {
        /// The tick of those before.
        tick: u64,
        /// That of this one.
        found: u64,
    },
    /// Two of them have the same entity.
    #[error("saved part: {handle} is in another one, too")]
    Twice {
        /// The entity.
        handle: collide_world::Handle,
    },
}
