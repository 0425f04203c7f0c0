use collide_core::{Aabb, Vec2};
use collide_world::Handle;

use crate::Workers;
use crate::tiles::{Calm, Spot};

/// Its shape is another than at the last tick.
pub(crate) const MOVED: u8 = 1;
/// It is new, or anything but its shape is another.
pub(crate) const CHANGED: u8 = 2;
/// Who holds it is to be looked at.
pub(crate) const CHECK: u8 = 4;

/// What a worker knows of an entity that it holds, besides what its world knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) handle: Handle,
    /// Who owns it; [set](Rows::set_owner) by its handle.
    pub(crate) owner: u32,
    /// What has become of it in this tick; of one's own.
    pub(crate) mark: u8,
    /// The tile of its center, when that was looked up last; of one's own.
    pub(crate) tile: u32,
    /// Whose tiles it touches, since the last tick and from this one on; of one's own.
    pub(crate) touched: Workers,
    pub(crate) next: Workers,
    /// Who holds it; of one's own.
    pub(crate) holders: Workers,
}

/// All that a worker holds, by slot.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    me: u32,
    /// How many it owns.
    own: usize,
    /// For each row where it may go without anything to be noted, once it is [calm](Self::calm).
    calm: Vec<Calm>,
    /// For each slot twice the number of its row, and two; and one, if it is calm. Zero for none.
    places: Vec<u32>,
}

impl Rows {
    /// Those of a worker: none.
    pub(crate) fn of(me: u32) -> Self {
        Self { me, ..Self::default() }
    }

    /// How many the worker owns.
    pub(crate) fn own(&self) -> usize {
        self.own
    }

    fn place(&self, slot: u32) -> Option<usize> {
        (self.places.get(slot as usize)? >> 1).checked_sub(1).map(|place| place as usize)
    }

    /// Who has a slot, whatever the generation.
    pub(crate) fn holder(&self, slot: u32) -> Option<&Row> {
        self.place(slot).map(|place| &self.list[place])
    }

    pub(crate) fn get(&self, handle: Handle) -> Option<&Row> {
        self.holder(handle.slot()).filter(|row| row.handle == handle)
    }

    pub(crate) fn get_mut(&mut self, handle: Handle) -> Option<&mut Row> {
        let place = self.place(handle.slot())?;
        self.list.get_mut(place).filter(|row| row.handle == handle)
    }

    /// Adds a row for a slot that has none.
    pub(crate) fn push(&mut self, handle: Handle, owner: u32) -> &mut Row {
        let slot = handle.slot() as usize;
        if slot >= self.places.len() {
            self.places.resize(slot + 1, 0);
        }
        let none = Workers::NONE;
        let place = self.list.len();
        self.list.push(Row { handle, owner, mark: 0, tile: 0, touched: none, next: none, holders: none });
        self.own += usize::from(owner == self.me);
        self.calm.push(Calm::NOWHERE);
        self.places[slot] = (place as u32 + 1) << 1;
        &mut self.list[place]
    }

    pub(crate) fn remove(&mut self, handle: Handle) {
        let Some(place) = self.place(handle.slot()).filter(|place| self.list[*place].handle == handle) else { return };
        self.places[handle.slot() as usize] = 0;
        let row = self.list.swap_remove(place);
        self.own -= usize::from(row.owner == self.me);
        self.calm.swap_remove(place);
        if let Some(moved) = self.list.get(place) {
            let number = &mut self.places[moved.handle.slot() as usize];
            *number = (place as u32 + 1) << 1 | (*number & 1);
        }
    }

    /// Another worker owns it, or this one.
    pub(crate) fn set_owner(&mut self, handle: Handle, owner: u32) {
        let me = self.me;
        let Some(row) = self.get_mut(handle) else { return };
        let before = std::mem::replace(&mut row.owner, owner);
        self.own = self.own + usize::from(owner == me) - usize::from(before == me);
    }

    /// Notes where one of the worker's own is, from now on. Who holds it is to be seen to.
    pub(crate) fn set_spot(&mut self, handle: Handle, spot: Spot) {
        let Some(place) = self.place(handle.slot()).filter(|place| self.list[*place].handle == handle) else { return };
        let row = &mut self.list[place];
        (row.tile, row.next) = (spot.tile, spot.touched);
        self.calm[place] = spot.calm;
        self.places[handle.slot() as usize] &= !1;
    }

    /// Nobody else holds this one of the worker's own: so it stays while it is where it is calm.
    pub(crate) fn set_calm(&mut self, handle: Handle) {
        self.places[handle.slot() as usize] |= 1;
    }

    /// No one is calm any longer, as tiles have other owners.
    pub(crate) fn stir(&mut self) {
        self.places.iter_mut().for_each(|place| *place &= !1);
    }

    /// Whether who has a slot is the worker's own, and held by nobody else.
    pub(crate) fn is_calm(&self, slot: u32) -> bool {
        self.places.get(slot as usize).is_some_and(|place| place & 1 == 1)
    }

    /// Whether that is so, and stays so at another place.
    pub(crate) fn stays_calm(&self, slot: u32, center: Vec2, bound: &Aabb) -> bool {
        self.is_calm(slot) && self.place(slot).is_some_and(|place| self.calm[place].has(center, bound))
    }
}

/// Who owns the entities of some slots: every so many-th of all.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    homes: Vec<Option<(u32, u32)>>,
}

impl Directory {
    /// Notes who owns an entity, unless its slot has gone to a later one.
    pub(crate) fn set(&mut self, handle: Handle, owner: u32, peers: u32) {
        let place = (handle.slot() / peers) as usize;
        if place >= self.homes.len() {
            self.homes.resize(place + 1, None);
        }
        let home = &mut self.homes[place];
        if home.is_none_or(|(generation, _)| generation <= handle.generation()) {
            *home = Some((handle.generation(), owner));
        }
    }

    pub(crate) fn owner(&self, handle: Handle, peers: u32) -> Option<u32> {
        let (generation, owner) = (*self.homes.get((handle.slot() / peers) as usize)?)?;
        (generation == handle.generation()).then_some(owner)
    }
}
