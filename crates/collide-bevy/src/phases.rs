use bevy_ecs::prelude::*;

/// The phases of a tick: system sets in the schedule of the [plugin](crate::CollidePlugin), which run in this order.
///
/// Move colliders before [`Sync`](Self::Sync), or in an earlier schedule. A [`SpatialQuery`](crate::SpatialQuery) has
/// the colliders of the last [`Sync`](Self::Sync). Entities spawned or despawned by commands take effect at the next
/// one.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollideSystems {
    /// The first part of [`Follow`](Self::Follow): [poses](crate::Pose) that depend on other components are brought up
    /// to date, such as `GlobalTransform`.
    Pose,
    /// A [`FollowPlugin`](crate::FollowPlugin) computes colliders from their [poses](crate::Pose).
    Follow,
    /// The engine is updated with inserted, removed and changed colliders.
    Sync,
    /// Entities with a [`Motion`](crate::Motion) slide along what blocks them. Then those of a [`Crowd`](crate::Crowd)
    /// move apart.
    Move,
    /// The engine runs a tick: pairs, events, history.
    Step,
    /// Events are written as messages, and triggered for observers.
    Emit,
}
