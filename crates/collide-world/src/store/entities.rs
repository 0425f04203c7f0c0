use std::fmt;

use super::{Place, Store};
use crate::{Entity, Handle};

/// The entities of a [`World`](crate::World) in order of their slots: from [`World::iter`](crate::World::iter).
#[derive(Clone)]
pub struct Entities<'a> {
    store: &'a Store,
    places: &'a [Place],
    next: usize,
}

impl<'a> Entities<'a> {
    pub(super) fn new(store: &'a Store) -> Self {
        Self { store, places: store.places(), next: 0 }
    }
}

impl Iterator for Entities<'_> {
    type Item = (Handle, Entity);

    fn next(&mut self) -> Option<(Handle, Entity)> {
        loop {
            let (place, slot) = (self.places.get(self.next)?, self.next as u32);
            self.next += 1;
            if let Some(place) = place.get() {
                let generation = self.store.generations[slot as usize];
                return Some((Handle { slot, generation }, self.store.entity(slot, place)));
            }
        }
    }
}

impl fmt::Debug for Entities<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
