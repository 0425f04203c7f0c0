use collide_core::ShapeError;
use thiserror::Error;

use super::entity::MOST;
use crate::Handle;

/// Why a world refused a call. It is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The entity was removed. A handle of another world is not told from one of this world.
    #[error("handle: {handle} is stale, its entity was removed")]
    Stale {
        /// The handle given.
        handle: Handle,
    },
    /// The numbers it was given make no shape.
    #[error("handle {handle}: {error}")]
    Shape {
        /// Whose they are.
        handle: Handle,
        /// What is wrong with them.
        error: ShapeError,
    },
    /// The slot is another entity's.
    #[error("handle {handle}: its slot is that of {holder}")]
    Taken {
        /// The handle given.
        handle: Handle,
        /// Who has the slot.
        holder: Handle,
    },
    /// There is no room for another entity of its mobility.
    #[error("world: is full, {} dynamic and as many static entities are the most", MOST)]
    Full,
}
