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

/// The changes of a tick: what several make of one entity is one.
#[derive(Debug, Default)]
pub(crate) struct Feed {
    /// Those of whom nothing but another shape was fed.
    shapes: Vec<(Handle, Shape)>,
    /// The others, in the order in which they were fed.
    fates: Vec<(Handle, Fate)>,
    /// For each slot what was fed of it last: twice its number in one of the lists, and two; and one, if in the second. Zero for nothing.
    last: Vec<u32>,
}

/// What was fed of an entity, and where it is on its list.
enum Last {
    Shape(usize),
    Fate(usize),
}

impl Feed {
    fn last(&self, handle: Handle) -> Option<Last> {
        let number = *self.last.get(handle.slot() as usize)?;
        let place = (number >> 1).checked_sub(1)? as usize;
        if number & 1 == 0 {
            (self.shapes.get(place)?.0 == handle).then_some(Last::Shape(place))
        } else {
            (self.fates.get(place)?.0 == handle).then_some(Last::Fate(place))
        }
    }

    fn set_last(&mut self, handle: Handle, count: usize, fate: u32) {
        let slot = handle.slot() as usize;
        if slot >= self.last.len() {
            self.last.resize(slot + 1, 0);
        }
        self.last[slot] = (count as u32) << 1 | fate;
    }

    fn push(&mut self, handle: Handle, fate: Fate) {
        self.fates.push((handle, fate));
        self.set_last(handle, self.fates.len(), 1);
    }

    pub(crate) fn insert(&mut self, handle: Handle, entity: Entity) -> Result<(), ClusterError> {
        if self.last(handle).is_some() {
            return Err(ClusterError::Twice { handle });
        }
        self.push(handle, Fate::New(entity));
        Ok(())
    }

    pub(crate) fn reshape(&mut self, handle: Handle, shape: Shape) -> Result<(), ClusterError> {
        match self.last(handle) {
            None => {
                self.shapes.push((handle, shape));
                self.set_last(handle, self.shapes.len(), 0);
            }
            Some(Last::Shape(place)) => self.shapes[place].1 = shape,
            Some(Last::Fate(place)) => {
                let fate = &mut self.fates[place].1;
                *fate = match *fate {
                    Fate::New(entity) => Fate::New(Entity { shape, ..entity }),
                    Fate::Changed(Change::Entity(entity)) => Fate::Changed(Change::Entity(Entity { shape, ..entity })),
                    Fate::Changed(Change::Shape(_)) => Fate::Changed(Change::Shape(shape)),
                    Fate::Nothing | Fate::Changed(Change::Remove) => return Err(ClusterError::Twice { handle }),
                };
            }
        }
        Ok(())
    }

    /// Anything else that becomes of an entity.
    pub(crate) fn change(&mut self, handle: Handle, change: Change) -> Result<(), ClusterError> {
        match self.last(handle) {
            None => self.push(handle, Fate::Changed(change)),
            Some(Last::Shape(place)) => {
                let end = (self.shapes.len() as u32) << 1;
                self.shapes.swap_remove(place);
                if let Some(&(moved, _)) = self.shapes.get(place)
                    && self.last[moved.slot() as usize] == end
                {
                    self.set_last(moved, place + 1, 0);
                }
                self.push(handle, Fate::Changed(change));
            }
            Some(Last::Fate(place)) => {
                let fate = &mut self.fates[place].1;
                *fate = match (*fate, change) {
                    (Fate::Nothing | Fate::Changed(Change::Remove), _) => return Err(ClusterError::Twice { handle }),
                    (Fate::New(_), Change::Remove) => Fate::Nothing,
                    (Fate::New(_), Change::Entity(entity)) => Fate::New(entity),
                    (_, change) => Fate::Changed(change),
                };
            }
        }
        Ok(())
    }

    /// All of them, to be [given back](Self::give_back); there are none meanwhile.
    pub(crate) fn take(&mut self) -> Self {
        for handle in self.shapes.iter().map(|(handle, _)| handle).chain(self.fates.iter().map(|(handle, _)| handle)) {
            self.last[handle.slot() as usize] = 0;
        }
        std::mem::take(self)
    }

    pub(crate) fn shapes(&self) -> &[(Handle, Shape)] {
        &self.shapes
    }

    pub(crate) fn fates(&self) -> &[(Handle, Fate)] {
        &self.fates
    }

    /// Keeps the memory of those that were taken.
    pub(crate) fn give_back(&mut self, mut taken: Self) {
        taken.shapes.clear();
        taken.fates.clear();
        *self = taken;
    }
}
