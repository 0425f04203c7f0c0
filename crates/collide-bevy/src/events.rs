use bevy_ecs::prelude::*;
use collide2d::error::{OverBudget, ShapeError, WorldError};
use thiserror::Error;

/// Two entities overlap that did not overlap at the previous tick.
///
/// One message is written for each pair; `entity` is the one with the smaller slot. Observers: an event is triggered on
/// each of the two entities that has [`CollisionEvents`](crate::CollisionEvents); `entity` is the one it is triggered
/// on.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionStarted {
    /// One entity of the pair.
    pub entity: Entity,
    /// The other entity of the pair.
    pub other: Entity,
}

/// Two entities no longer overlap, or one of them was removed. Written and triggered like [`CollisionStarted`].
///
/// The message may contain an entity that was despawned, but never another entity with the same index.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionEnded {
    /// One entity of the pair.
    pub entity: Entity,
    /// The other entity of the pair.
    pub other: Entity,
}

/// The message for a change or a tick that failed.
#[derive(Message, Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CollideFault {
    /// The engine could not insert or update an entity.
    #[error("{entity}: {error}")]
    Collider {
        /// The entity.
        entity: Entity,
        /// The reason.
        error: WorldError,
    },
    /// A pose gives an invalid shape. The collider stays where it was.
    #[error("{entity}: {error}")]
    Pose {
        /// The entity.
        entity: Entity,
        /// The reason.
        error: ShapeError,
    },
    /// There were more pairs or work than [`CollidePlugin::with_budget`](crate::CollidePlugin::with_budget)
    /// allows. The tick has not happened.
    #[error(transparent)]
    Step(OverBudget),
    /// The movement of a tick exceeded [`MoveRules::budget`](crate::MoveRules::budget) or
    /// [`CrowdRules::budget`](crate::CrowdRules::budget). Nothing has moved.
    #[error(transparent)]
    Moves(WorldError),
}
