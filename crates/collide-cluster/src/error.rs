use std::time::Duration;

use collide_world::{PastError, WorldError};
use thiserror::Error;

use crate::TileMapError;

/// What a cluster cannot do.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// There is no such map of tiles.
    #[error(transparent)]
    Tiles(#[from] TileMapError),
    /// The handle names a slot beyond what the [settings](crate::Settings::slots) allow.
    #[error("handle: its slot must be below {slots}, is {slot}")]
    Slot {
        /// The slot.
        slot: u32,
        /// How many there may be.
        slots: u32,
    },
    /// The entity has been changed and removed, or inserted twice, within a tick.
    #[error("handle: {handle} was removed or inserted in this tick already")]
    Twice {
        /// Whose it is.
        handle: collide_world::Handle,
    },
    /// The past that is asked about is not remembered.
    #[error(transparent)]
    Past(#[from] PastError),
    /// What observers may see is more than there is room for.
    #[error(transparent)]
    Views(#[from] collide_world::OverBudget),
    /// A part of the world refused a change: a fault of this library, or of a peer.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A message could not be packed.
    #[error("message: {error}")]
    Packing {
        /// Why not.
        error: postcard::Error,
    },
    /// What came is no message of this version.
    #[error("message of worker {from}: {error}")]
    Message {
        /// Whose it is.
        from: u32,
        /// What is wrong with it.
        error: postcard::Error,
    },
    /// A tick was not over in time: another worker has stalled, or is gone.
    #[error("tick {tick}: not over after {waited:?}, waits in the stage {stage:?}")]
    Stalled {
        /// Which tick. The one before was the last that is complete everywhere.
        tick: u64,
        /// How long it was waited for.
        waited: Duration,
        /// What this worker has still to do.
        stage: &'static str,
    },
    /// A tick has failed before, and the worker's part is no longer that of the others.
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
        /// What they say.
        noted: u64,
        /// What it is of what they hold.
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
