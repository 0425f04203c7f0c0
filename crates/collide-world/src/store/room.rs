//! Checks whether a whole batch of changes is possible, so that it is applied as a whole or not at all.

use super::Store;
use crate::base::MAX_ENTITIES;
use crate::{Entity, Handle, IndexedError, WorldError};

impl Store {
    /// Checks that all of these entities can be inserted.
    pub(crate) fn check_room(&self, entities: &[Entity]) -> Result<(), IndexedError<WorldError>> {
        let mut counts = self.sets.each_ref().map(|set| set.len());
        for (index, entity) in entities.iter().enumerate() {
            take_room(&mut counts, entity, index)?;
        }
        Ok(())
    }

    /// Checks that all of these changes are possible, in any order.
    pub(crate) fn check_updates(&self, updates: &[(Handle, Entity)]) -> Result<(), IndexedError<WorldError>> {
        let mut counts = self.sets.each_ref().map(|set| set.len());
        for (index, (handle, entity)) in updates.iter().enumerate() {
            let stale = WorldError::Stale { handle: *handle };
            let (set, _) = self.place(*handle).ok_or(stale.at(index))?;
            if set != entity.mobility.set() {
                take_room(&mut counts, entity, index)?;
            }
        }
        Ok(())
    }

    /// Checks that all of these handles are valid.
    pub(crate) fn check_handles(
        &self,
        handles: impl IntoIterator<Item = Handle>,
    ) -> Result<(), IndexedError<WorldError>> {
        let stale = handles.into_iter().enumerate().find(|(_, handle)| !self.has(*handle));
        stale.map_or(Ok(()), |(index, handle)| Err(WorldError::Stale { handle }.at(index)))
    }
}

/// Counts one more entity in its set.
fn take_room(counts: &mut [usize; 2], entity: &Entity, index: usize) -> Result<(), IndexedError<WorldError>> {
    let count = &mut counts[entity.mobility.set()];
    *count += 1;
    if *count <= MAX_ENTITIES { Ok(()) } else { Err(WorldError::Full.at(index)) }
}
