//! A part of a larger world: entities keep the slots that they have in the larger world.

use super::{Place, Store};
use crate::{Entity, Handle, WorldError};

impl Store {
    /// Inserts an entity into the slot of its handle, if no entity has the slot and it had no later generation.
    pub(crate) fn insert_at(&mut self, handle: Handle, entity: Entity) -> Result<(), WorldError> {
        self.check_room(&[entity]).map_err(|full| full.error)?;
        let index = handle.slot as usize;
        match self.generations.get(index) {
            None => self.reach(index),
            Some(generation) if *generation > handle.generation => return Err(WorldError::Stale { handle }),
            Some(generation) => {
                let generation = *generation;
                if self.places()[index].get().is_some() {
                    return Err(WorldError::Taken { handle, holder: Handle { generation, ..handle } });
                }
                if generation != handle.generation {
                    self.keep_generations();
                }
            }
        }
        self.become_part();
        self.generations[index] = handle.generation;
        self.put_in_set(handle.slot, entity);
        self.changes.note(handle.slot);
        self.mark(handle.slot);
        Ok(())
    }

    /// Takes an entity out. Its handle does not become stale by that.
    pub(crate) fn take(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        let place = self.place(handle).ok_or(WorldError::Stale { handle })?;
        self.become_part();
        self.changes.note(handle.slot);
        Ok(self.take_out(handle.slot, place))
    }

    /// Adds slots up to `index`. New slots before it were never used.
    pub(super) fn reach(&mut self, index: usize) {
        self.generations.resize(index + 1, 0);
        if let Some(places) = self.places.known() {
            places.resize(index + 1, Place::NONE);
        }
    }

    /// From now on slots are allocated by the larger world.
    fn become_part(&mut self) {
        self.part = true;
        self.free = Vec::new();
    }
}
