//! Changes, made again.

use thiserror::Error;

use super::changes::{Changes, with_center};
use crate::store::Store;
use crate::{Handle, WorldError};

/// Why changes cannot be those of a world.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// They name a slot that is nobody's.
    #[error("slot {slot}: is nobody's")]
    Nobody {
        /// The slot.
        slot: u32,
    },
    /// They put an entity into a slot that is another's, or that no world has.
    #[error("slot {slot}: is not free for the generation given")]
    Taken {
        /// The slot.
        slot: u32,
    },
    /// They move a rectangle without saying where its corners are.
    #[error("slot {slot}: is a rectangle, which has no center to move")]
    Rect {
        /// The slot.
        slot: u32,
    },
    /// What they make of an entity is none.
    #[error(transparent)]
    World(#[from] WorldError),
}

/// Makes the changes that another world has gone through.
pub(crate) fn apply(changes: &Changes, store: &mut Store) -> Result<(), Unfit> {
    for (slot, ()) in changes.gone.iter() {
        store.remove(holder(store, slot)?)?;
    }
    for (slot, (generation, entity)) in changes.new.iter() {
        if !store.put(Handle { slot, generation: *generation }, *entity)? {
            return Err(Unfit::Taken { slot });
        }
    }
    if changes.new.len() > 0 {
        store.find_free();
    }
    for (slot, center) in changes.moved.iter() {
        let handle = holder(store, slot)?;
        let shape = store.shape(handle).ok_or(Unfit::Nobody { slot })?;
        let moved = with_center(&shape, *center).map_err(|error| WorldError::Shape { handle, error })?;
        store.set_shape(handle, moved.ok_or(Unfit::Rect { slot })?)?;
    }
    for (slot, shape) in changes.shaped.iter() {
        store.set_shape(holder(store, slot)?, *shape)?;
    }
    for (slot, entity) in changes.changed.iter() {
        store.set(holder(store, slot)?, *entity)?;
    }
    Ok(())
}

/// The handle of the entity that has a slot.
fn holder(store: &Store, slot: u32) -> Result<Handle, Unfit> {
    let generation = store.generations().get(slot as usize).ok_or(Unfit::Nobody { slot })?;
    let handle = Handle { slot, generation: *generation };
    if store.has(handle) { Ok(handle) } else { Err(Unfit::Nobody { slot }) }
}
