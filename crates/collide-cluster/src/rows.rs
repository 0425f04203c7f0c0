use collide_world::Handle;

use crate::Workers;
use crate::tiles::Spot;

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
    pub(crate) owner: u32,
    /// What has become of it in this tick; of one's own.
    pub(crate) mark: u8,
    /// Where it is, and the tile of its center; of one's own.
    pub(crate) spot: Spot,
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
    /// For each slot the number of its row, and one; zero for none.
    places: Vec<u32>,
}

impl Rows {
    fn place(&self, slot: u32) -> Option<usize> {
        self.places.get(slot as usize)?.checked_sub(1).map(|place| place as usize)
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
        self.list.push(Row {
            handle,
            owner,
            mark: 0,
            spot: Spot::default(),
            tile: 0,
            touched: none,
            next: none,
            holders: none,
        });
        self.places[slot] = place as u32 + 1;
        &mut self.list[place]
    }

    pub(crate) fn remove(&mut self, handle: Handle) {
        let Some(place) = self.place(handle.slot()).filter(|place| self.list[*place].handle == handle) else { return };
        self.places[handle.slot() as usize] = 0;
        self.list.swap_remove(place);
        if let Some(moved) = self.list.get(place) {
            self.places[moved.handle.slot() as usize] = place as u32 + 1;
        }
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
