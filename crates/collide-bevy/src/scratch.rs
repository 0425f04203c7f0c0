use bevy_ecs::prelude::*;
use collide2d::{Handle, Shape};

use crate::entity_map::MapEntry;

/// Buffers that are reused at each tick.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Changed entities, and the index of each change.
    pub(crate) changed: Vec<(Entity, usize)>,
    pub(crate) removed: Vec<(Option<u64>, MapEntry)>,
    pub(crate) inserted: Vec<(Option<u64>, Entity, collide2d::Entity)>,
    pub(crate) moved: Vec<(Handle, Shape)>,
    /// For each slot the index in `moved` plus one; 0 for none.
    pub(crate) of_slot: Vec<u32>,
}
