//! Whether a batch of changes fits, so that it can be made as a whole or not at all.

use super::{FIXED, MOVING, Store};
use crate::base::MOST;
use crate::{Entity, Handle, WorldError};

impl Store {
    /// Whether all of these can be inserted.
    pub(crate) fn check_room(&self, entities: &[Entity]) -> Result<(), WorldError> {
        let fits = |number: usize| {
            let more = entities.iter().filter(|entity| entity.mobility.set() == number).count();
            self.sets[number].len() + more <= MOST
        };
        if fits(MOVING) && fits(FIXED) { Ok(()) } else { Err(WorldError::Full) }
    }

    /// Whether all of these can be changed, whatever their order.
    pub(crate) fn check_updates(&self, updates: &[(Handle, Entity)]) -> Result<(), WorldError> {
        let mut incoming = [0; 2];
        for &(handle, entity) in updates {
            let (set, _) = self.place(handle).ok_or(WorldError::Stale { handle })?;
            let next = entity.mobility.set();
            incoming[next] += usize::from(set != next);
        }
        let fits = |number: usize| self.sets[number].len() + incoming[number] <= MOST;
        if fits(MOVING) && fits(FIXED) { Ok(()) } else { Err(WorldError::Full) }
    }
}
