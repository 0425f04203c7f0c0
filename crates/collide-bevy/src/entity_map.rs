//! Which entity has which handle.

use bevy_ecs::prelude::*;
use collide2d::Handle;

/// The place of an entity in the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) entity: Entity,
    pub(crate) handle: Handle,
    /// Whether it is static or asleep.
    pub(crate) fixed: bool,
    /// Whether it has a [`StableId`](crate::StableId), which then is its data.
    pub(crate) named: bool,
}

/// Who had a handle until a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gone {
    handle: Handle,
    entity: Entity,
    tick: u64,
}

/// Looks up both ways without hashing: entities by their index, handles by their slot.
#[derive(Debug, Default)]
pub(crate) struct Roster {
    by_index: Vec<Option<Seat>>,
    by_slot: Vec<Option<(u32, Entity)>>,
    count: usize,
    /// Those that a past tick may still name, in order of handles once [sorted](Self::settle).
    gone: Vec<Gone>,
}

impl Roster {
    /// How many have a seat.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn seat(&self, entity: Entity) -> Option<&Seat> {
        let seat = self.by_index.get(entity.index_u32() as usize)?.as_ref()?;
        (seat.entity == entity).then_some(seat)
    }

    pub(crate) fn seat_mut(&mut self, entity: Entity) -> Option<&mut Seat> {
        let seat = self.by_index.get_mut(entity.index_u32() as usize)?.as_mut()?;
        (seat.entity == entity).then_some(seat)
    }

    /// Who has a handle, or had it at a tick that is remembered.
    pub(crate) fn entity(&self, handle: Handle) -> Option<Entity> {
        match self.by_slot.get(handle.slot() as usize) {
            Some(Some((generation, entity))) if *generation == handle.generation() => Some(*entity),
            _ => {
                let place = self.gone.binary_search_by_key(&handle, |gone| gone.handle).ok()?;
                Some(self.gone[place].entity)
            }
        }
    }

    /// All handles of an entity, that of now first: one that came back has others in the past.
    pub(crate) fn handles(&self, entity: Entity) -> impl Iterator<Item = Handle> {
        let gone = self.gone.iter().filter(move |gone| gone.entity == entity).map(|gone| gone.handle);
        self.seat(entity).map(|seat| seat.handle).into_iter().chain(gone)
    }

    pub(crate) fn take_seat(&mut self, seat: Seat) {
        let (index, slot) = (seat.entity.index_u32() as usize, seat.handle.slot() as usize);
        if index >= self.by_index.len() {
            self.by_index.resize(index + 1, None);
        }
        if slot >= self.by_slot.len() {
            self.by_slot.resize(slot + 1, None);
        }
        self.by_index[index] = Some(seat);
        self.by_slot[slot] = Some((seat.handle.generation(), seat.entity));
        self.count += 1;
    }

    /// Gives a seat up after a tick.
    pub(crate) fn leave(&mut self, Seat { entity, handle, .. }: Seat, tick: u64) {
        self.by_index[entity.index_u32() as usize] = None;
        self.by_slot[handle.slot() as usize] = None;
        self.count -= 1;
        self.gone.push(Gone { handle, entity, tick });
    }

    /// Brings those who are gone in order, and forgets whom no tick from this one on names.
    pub(crate) fn settle(&mut self, oldest: u64) {
        self.gone.retain(|gone| gone.tick >= oldest);
        // Not by the unstable sort: nearly all are in order already, which this one makes use of.
        self.gone.sort();
    }

    /// Those with a seat, by their index.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Seat> {
        self.by_index.iter().flatten()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
