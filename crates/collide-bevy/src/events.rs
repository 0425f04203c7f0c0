use bevy_ecs::prelude::*;
use collide2d::{OverBudget, ShapeError, WorldError};
use thiserror::Error;

/// Two entities overlap that did not at the last tick.
///
/// As a message there is one of these for each pair, `entity` being the one earlier in the order of pairs. As an event it is
/// triggered on each of the two that has [`CollisionEvents`](crate::CollisionEvents), as `entity`.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionStarted {
    /// One of them.
    pub entity: Entity,
    /// The other one.
    pub other: Entity,
}

/// Two entities no longer overlap, or one of them is no longer there; otherwise as [`CollisionStarted`].
///
/// A message may thus name an entity that is despawned, and never another entity of the same index.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionEnded {
    /// One of them.
    pub entity: Entity,
    /// The other one.
    pub other: Entity,
}

/// A change or a tick that the engine refused, written as a message.
#[derive(Message, Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CollideFault {
    /// An entity does not take part, or not as it should.
    #[error("{entity}: {error}")]
    Collider {
        /// Which one.
        entity: Entity,
        /// Why.
        error: WorldError,
    },
    /// A pose is no place for a shape; the collider stays where it was.
    #[error("{entity}: {error}")]
    Pose {
        /// Whose.
        entity: Entity,
        /// Why.
        error: ShapeError,
    },
    /// There were more pairs than [`CollidePlugin::with_max_pairs`](crate::CollidePlugin::with_max_pairs) allows: this tick was refused.
    #[error(transparent)]
    Step(OverBudget),
}
