//! Changes, made again.

use thiserror::Error;

use super::changes::{Changes, with_center};
use crate::{Handle, World, WorldError};

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

impl World {
    /// Makes the changes that another world has gone through.
    pub(super) fn apply(&mut self, changes: &Changes) -> Result<(), Unfit> {
        for (slot, ()) in changes.gone.iter() {
            self.store.remove(self.holder(slot)?)?;
        }
        for (slot, (generation, entity)) in changes.new.iter() {
            if !self.store.put(Handle { slot, generation: *generation }, *entity)? {
                return Err(Unfit::Taken { slot });
            }
        }
        if changes.new.len() > 0 {
            self.store.find_free();
        }
        for (slot, center) in changes.moved.iter() {
            let handle = self.holder(slot)?;
            let shape = self.store.shape(handle).ok_or(Unfit::Nobody { slot })?;
            let moved = with_center(&shape, *center).map_err(|error| WorldError::Shape { handle, error })?;
            self.update(handle, moved.ok_or(Unfit::Rect { slot })?)?;
        }
        for (slot, shape) in changes.shaped.iter() {
            self.update(self.holder(slot)?, shape)?;
        }
        for (slot, entity) in changes.changed.iter() {
            self.store.set(self.holder(slot)?, *entity)?;
        }
        Ok(())
    }

    fn holder(&self, slot: u32) -> Result<Handle, Unfit> {
        let generation = self.store.generations().get(slot as usize).ok_or(Unfit::Nobody { slot })?;
        let handle = Handle { slot, generation: *generation };
        if self.store.has(handle) { Ok(handle) } else { Err(Unfit::Nobody { slot }) }
    }
}
