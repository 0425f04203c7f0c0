use collide_core::Shape;
use collide_world::{Entity, Handle};
use serde::{Deserialize, Serialize};

use crate::ClusterError;

/// What becomes of an entity that is there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Change {
    /// It has another shape, or is elsewhere.
    Shape(Shape),
    /// Anything else of it is another.
    Entity(Entity),
    /// It is gone.
    Remove,
}

/// What is fed of an entity in a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fate {
    New(Entity),
    Changed(Change),
    /// It came and went.
    Nothing,
}

/// The changes of a tick, in the order in which they are fed: what several make of one entity is one.
#[derive(Debug, Default)]
pub(crate) struct Feed {
    fates: Vec<(Handle, Fate)>,
    /// For each slot the number of the last of its fates, and one; zero for none.
    last: Vec<u32>,
}

impl Feed {
    fn last(&mut self, handle: Handle) -> Option<&mut Fate> {
        let number = self.last.get(handle.slot() as usize)?.checked_sub(1)?;
        let (of, fate) = self.fates.get_mut(number as usize)?;
        (*of == handle).then_some(fate)
    }

    fn push(&mut self, handle: Handle, fate: Fate) {
        let slot = handle.slot() as usize;
        if slot >= self.last.len() {
            self.last.resize(slot + 1, 0);
        }
        self.fates.push((handle, fate));
        self.last[slot] = self.fates.len() as u32;
    }

    pub(crate) fn insert(&mut self, handle: Handle, entity: Entity) -> Result<(), ClusterError> {
        if self.last(handle).is_some() {
            return Err(ClusterError::Twice { handle });
        }
        self.push(handle, Fate::New(entity));
        Ok(())
    }

    pub(crate) fn change(&mut self, handle: Handle, change: Change) -> Result<(), ClusterError> {
        let Some(fate) = self.last(handle) else {
            self.push(handle, Fate::Changed(change));
            return Ok(());
        };
        *fate = match (*fate, change) {
            (Fate::Nothing | Fate::Changed(Change::Remove), _) => return Err(ClusterError::Twice { handle }),
            (Fate::New(_), Change::Remove) => Fate::Nothing,
            (Fate::New(entity), Change::Shape(shape)) => Fate::New(Entity { shape, ..entity }),
            (Fate::New(_), Change::Entity(entity)) => Fate::New(entity),
            (Fate::Changed(Change::Entity(entity)), Change::Shape(shape)) => {
                Fate::Changed(Change::Entity(Entity { shape, ..entity }))
            }
            (_, change) => Fate::Changed(change),
        };
        Ok(())
    }

    /// All of them, to be [given back](Self::give_back); there are none meanwhile.
    pub(crate) fn take(&mut self) -> Vec<(Handle, Fate)> {
        for (handle, _) in &self.fates {
            self.last[handle.slot() as usize] = 0;
        }
        std::mem::take(&mut self.fates)
    }

    /// Keeps the memory of those that were taken.
    pub(crate) fn give_back(&mut self, mut fates: Vec<(Handle, Fate)>) {
        fates.clear();
        self.fates = fates;
    }
}
