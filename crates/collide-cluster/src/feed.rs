use collide_core::Shape;
use collide_world::{Entity, Handle};
use serde::{Deserialize, Serialize};

use crate::ClusterError;

/// A change of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Change {
    /// A new shape.
    Shape(Shape),
    /// A new shape, data, mobility or filter.
    Entity(Entity),
    /// The removal of the entity.
    Remove,
}

/// The changes of an entity in a tick, as one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PendingChange {
    Inserted(Entity),
    Changed(Change),
    /// The entity was inserted and removed in the same tick.
    Cancelled,
}

/// The changes of a tick, merged for each entity.
#[derive(Debug, Default)]
pub(crate) struct Feed {
    /// Entities that change only their shape.
    shapes: Vec<(Handle, Shape)>,
    /// All other changes, in the order of feeding.
    pending: Vec<(Handle, PendingChange)>,
    /// The entry of each slot: `2 * (index + 1)` for `shapes`, `2 * (index + 1) + 1` for `pending`, and 0 for none.
    last: Vec<u32>,
}

/// The index of an entity's entry in its list.
enum LastEntry {
    Shape(usize),
    Pending(usize),
}

impl Feed {
    fn last(&self, handle: Handle) -> Option<LastEntry> {
        let number = *self.last.get(handle.slot() as usize)?;
        let index = (number >> 1).checked_sub(1)? as usize;
        if number & 1 == 0 {
            (self.shapes.get(index)?.0 == handle).then_some(LastEntry::Shape(index))
        } else {
            (self.pending.get(index)?.0 == handle).then_some(LastEntry::Pending(index))
        }
    }

    fn set_last(&mut self, handle: Handle, count: usize, list: u32) {
        let slot = handle.slot() as usize;
        if slot >= self.last.len() {
            self.last.resize(slot + 1, 0);
        }
        self.last[slot] = (count as u32) << 1 | list;
    }

    fn push(&mut self, handle: Handle, change: PendingChange) {
        self.pending.push((handle, change));
        self.set_last(handle, self.pending.len(), 1);
    }

    pub(crate) fn insert(&mut self, handle: Handle, entity: Entity) -> Result<(), ClusterError> {
        if self.last(handle).is_some() {
            return Err(ClusterError::Twice { handle });
        }
        self.push(handle, PendingChange::Inserted(entity));
        Ok(())
    }

    pub(crate) fn reshape(&mut self, handle: Handle, shape: Shape) -> Result<(), ClusterError> {
        match self.last(handle) {
            None => {
                self.shapes.push((handle, shape));
                self.set_last(handle, self.shapes.len(), 0);
            }
            Some(LastEntry::Shape(index)) => self.shapes[index].1 = shape,
            Some(LastEntry::Pending(index)) => {
                let pending = &mut self.pending[index].1;
                *pending = match *pending {
                    PendingChange::Inserted(entity) => PendingChange::Inserted(Entity { shape, ..entity }),
                    PendingChange::Changed(Change::Entity(entity)) => {
                        PendingChange::Changed(Change::Entity(Entity { shape, ..entity }))
                    }
                    PendingChange::Changed(Change::Shape(_)) => PendingChange::Changed(Change::Shape(shape)),
                    PendingChange::Cancelled | PendingChange::Changed(Change::Remove) => {
                        return Err(ClusterError::Twice { handle });
                    }
                };
            }
        }
        Ok(())
    }

    /// Adds a change of more than the shape.
    pub(crate) fn change(&mut self, handle: Handle, change: Change) -> Result<(), ClusterError> {
        match self.last(handle) {
            None => self.push(handle, PendingChange::Changed(change)),
            Some(LastEntry::Shape(index)) => {
                let end = (self.shapes.len() as u32) << 1;
                self.shapes.swap_remove(index);
                if let Some(&(moved, _)) = self.shapes.get(index)
                    && self.last[moved.slot() as usize] == end
                {
                    self.set_last(moved, index + 1, 0);
                }
                self.push(handle, PendingChange::Changed(change));
            }
            Some(LastEntry::Pending(index)) => {
                let pending = &mut self.pending[index].1;
                *pending = match (*pending, change) {
                    (PendingChange::Cancelled | PendingChange::Changed(Change::Remove), _) => {
                        return Err(ClusterError::Twice { handle });
                    }
                    (PendingChange::Inserted(_), Change::Remove) => PendingChange::Cancelled,
                    (PendingChange::Inserted(_), Change::Entity(entity)) => PendingChange::Inserted(entity),
                    (_, change) => PendingChange::Changed(change),
                };
            }
        }
        Ok(())
    }

    /// Takes all changes. [`recycle`](Self::recycle) gives their memory back.
    pub(crate) fn take(&mut self) -> Self {
        for handle in self.shapes.iter().map(|(handle, _)| handle).chain(self.pending.iter().map(|(handle, _)| handle))
        {
            self.last[handle.slot() as usize] = 0;
        }
        std::mem::take(self)
    }

    pub(crate) fn shapes(&self) -> &[(Handle, Shape)] {
        &self.shapes
    }

    pub(crate) fn pending(&self) -> &[(Handle, PendingChange)] {
        &self.pending
    }

    /// Keeps the memory of changes that were taken.
    pub(crate) fn recycle(&mut self, mut taken: Self) {
        taken.shapes.clear();
        taken.pending.clear();
        *self = taken;
    }
}
