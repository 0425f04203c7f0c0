//! Entities of a larger world, in the slots that they have there.

use super::{Place, Store};
use crate::{Entity, Handle, WorldError};

impl Store {
    /// Puts an entity into the slot that its handle names, if that is nobody's and has not had a later generation.
    pub(crate) fn insert_as(&mut self, handle: Handle, entity: Entity) -> Result<(), WorldError> {
        self.check_room(&[entity])?;
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
        self.seat(handle.slot, entity);
        self.version += 1;
        Ok(())
    }

    /// Takes an entity out. Its handle stays as good as it was.
    pub(crate) fn take_out(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        let place = self.place(handle).ok_or(WorldError::Stale { handle })?;
        self.become_part();
        self.version += 1;
        Ok(self.unseat(handle.slot, place))
    }

    /// Makes room for a slot. Those passed over have never been held.
    fn reach(&mut self, index: usize) {
        self.generations.resize(index + 1, 0);
        if let Some(places) = self.places.known() {
            places.resize(index + 1, Place::NONE);
        }
    }

    /// Slots are given out elsewhere from now on.
    fn become_part(&mut self) {
        self.part = true;
        self.free = Vec::new();
    }
}
