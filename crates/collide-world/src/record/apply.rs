//! Applies recorded changes to a store.

use collide_core::Vec2;
use thiserror::Error;

use super::changes::Changes;
use crate::store::{Store, with_center};
use crate::{Handle, WorldError};

/// The error for recorded changes that do not fit the replayed world.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ReplayMismatch {
    /// A change names a slot that has no entity.
    #[error("slot {slot}: has no entity")]
    NoEntity {
        /// The slot.
        slot: u32,
    },
    /// An insertion names a slot that is taken, that had a later generation, or that skips too many slots.
    #[error("slot {slot}: is not free for the generation given")]
    Taken {
        /// The slot.
        slot: u32,
    },
    /// A change moves a rectangle by its center; rectangles are moved by their corners.
    #[error("slot {slot}: is a rectangle, which has no center to move")]
    Rect {
        /// The slot.
        slot: u32,
    },
    /// The observers or views of an [`Interest`](crate::Interest) are not valid.
    #[error("interest {number}: its observers or views are not valid")]
    Interest {
        /// The number of the `Interest` in the recording.
        number: usize,
    },
    /// The changed entity is not valid.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// Applies the recorded changes of another world.
pub(crate) fn apply(changes: &Changes, store: &mut Store) -> Result<(), ReplayMismatch> {
    for (slot, ()) in changes.gone.iter() {
        store.remove(holder(store, slot)?)?;
    }
    for (slot, (generation, entity)) in changes.new.iter() {
        if !store.put(Handle { slot, generation: *generation }, *entity)? {
            return Err(ReplayMismatch::Taken { slot });
        }
    }
    if changes.new.len() > 0 {
        store.find_free();
    }
    for (slot, center) in changes.moved.iter() {
        let handle = holder(store, slot)?;
        let shape = store.shape(handle).ok_or(ReplayMismatch::NoEntity { slot })?;
        let moved = with_center(&shape, Vec2::from(*center)).ok_or(ReplayMismatch::Rect { slot })?;
        store.set_shape(handle, moved.map_err(|error| WorldError::Shape { handle, error })?)?;
        store.mark(slot);
    }
    for (slot, shape) in changes.shaped.iter() {
        store.set_shape(holder(store, slot)?, *shape)?;
        store.mark(slot);
    }
    for (slot, entity) in changes.changed.iter() {
        store.set(holder(store, slot)?, *entity)?;
    }
    Ok(())
}

/// The handle of the entity that has a slot.
fn holder(store: &Store, slot: u32) -> Result<Handle, ReplayMismatch> {
    let generation = store.generations().get(slot as usize).ok_or(ReplayMismatch::NoEntity { slot })?;
    let handle = Handle { slot, generation: *generation };
    if store.has(handle) { Ok(handle) } else { Err(ReplayMismatch::NoEntity { slot }) }
}
