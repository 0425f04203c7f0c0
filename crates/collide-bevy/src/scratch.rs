use bevy_ecs::prelude::*;
use collide2d::{Circle, Handle, Shape};

/// Buffers that are reused at each tick.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Changed entities, and the index of each change.
    pub(crate) changed: Vec<(Entity, usize)>,
    pub(crate) removed: Vec<(Option<u64>, Entity, Handle)>,
    pub(crate) inserted: Vec<(Option<u64>, Entity, collide2d::Entity)>,
    /// Moved circles. They are apart from other shapes because a `Shape` has five times the bytes of a circle.
    pub(crate) circles: Vec<(Handle, Circle)>,
    /// Other moved shapes.
    pub(crate) others: Vec<(Handle, Shape)>,
    /// The pairs that began in a tick.
    pub(crate) began_pairs: Vec<(Handle, Handle)>,
    /// The pairs that ended in a tick.
    pub(crate) ended_pairs: Vec<(Handle, Handle)>,
}
