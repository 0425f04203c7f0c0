use collide_core::{Aabb, Vec2};
use collide_world::Handle;

use crate::Workers;
use crate::tiles::{InteriorBlock, Placement};

/// The shape changed in this tick.
pub(crate) const MOVED: u8 = 1;
/// The entity is new, or more than its shape changed in this tick.
pub(crate) const CHANGED: u8 = 2;
/// The holders are checked in this tick.
pub(crate) const CHECK: u8 = 4;

/// The data of a worker about an entity that it holds, besides the entity itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) handle: Handle,
    /// The owner, [set](Rows::set_owner) by handle.
    pub(crate) owner: u32,
    /// The marks of this tick, for an own entity.
    pub(crate) mark: u8,
    /// The tile of the center at the last lookup, for an own entity.
    pub(crate) tile: u32,
    /// The workers whose tiles the entity touched at the last tick and touches at this one, for an own entity.
    pub(crate) touched: Workers,
    pub(crate) next: Workers,
    /// The workers that hold it, for an own entity.
    pub(crate) holders: Workers,
}

/// All entities that a worker holds, by slot.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    me: u32,
    /// The number of own entities.
    own: usize,
    /// The block of tiles that each row's entity stays in while it is [interior](Self::is_interior).
    interior: Vec<InteriorBlock>,
    /// For each slot `2 * (row + 1)`, plus 1 if the entity is interior. 0 for a slot without a row.
    indices: Vec<u32>,
}

impl Rows {
    /// Empty rows of a worker.
    pub(crate) fn of(me: u32) -> Self {
        Self { me, ..Self::default() }
    }

    /// The number of own entities.
    pub(crate) fn own(&self) -> usize {
        self.own
    }

    fn index(&self, slot: u32) -> Option<usize> {
        (self.indices.get(slot as usize)? >> 1).checked_sub(1).map(|index| index as usize)
    }

    /// The row of a slot, whatever the generation.
    pub(crate) fn by_slot(&self, slot: u32) -> Option<&Row> {
        self.index(slot).map(|index| &self.list[index])
    }

    pub(crate) fn get(&self, handle: Handle) -> Option<&Row> {
        self.by_slot(handle.slot()).filter(|row| row.handle == handle)
    }

    pub(crate) fn get_mut(&mut self, handle: Handle) -> Option<&mut Row> {
        let index = self.index(handle.slot())?;
        self.list.get_mut(index).filter(|row| row.handle == handle)
    }

    /// Adds a row for a slot that has none.
    pub(crate) fn push(&mut self, handle: Handle, owner: u32) -> &mut Row {
        let slot = handle.slot() as usize;
        if slot >= self.indices.len() {
            self.indices.resize(slot + 1, 0);
        }
        let none = Workers::NONE;
        let index = self.list.len();
        self.list.push(Row { handle, owner, mark: 0, tile: 0, touched: none, next: none, holders: none });
        self.own += usize::from(owner == self.me);
        self.interior.push(InteriorBlock::EMPTY);
        self.indices[slot] = (index as u32 + 1) << 1;
        &mut self.list[index]
    }

    pub(crate) fn remove(&mut self, handle: Handle) {
        let Some(index) = self.index(handle.slot()).filter(|index| self.list[*index].handle == handle) else { return };
        self.indices[handle.slot() as usize] = 0;
        let row = self.list.swap_remove(index);
        self.own -= usize::from(row.owner == self.me);
        self.interior.swap_remove(index);
        if let Some(moved) = self.list.get(index) {
            let number = &mut self.indices[moved.handle.slot() as usize];
            *number = (index as u32 + 1) << 1 | (*number & 1);
        }
    }

    /// Sets the owner of an entity.
    pub(crate) fn set_owner(&mut self, handle: Handle, owner: u32) {
        let me = self.me;
        let Some(row) = self.get_mut(handle) else { return };
        let before = std::mem::replace(&mut row.owner, owner);
        self.own = self.own + usize::from(owner == me) - usize::from(before == me);
    }

    /// Sets the tiles of an own entity. It is not interior until its holders were checked.
    pub(crate) fn set_placement(&mut self, handle: Handle, placement: Placement) {
        let Some(index) = self.index(handle.slot()).filter(|index| self.list[*index].handle == handle) else { return };
        let row = &mut self.list[index];
        (row.tile, row.next) = (placement.tile, placement.touched);
        self.interior[index] = placement.interior;
        self.indices[handle.slot() as usize] &= !1;
    }

    /// Marks an own entity as interior: no other worker holds it while it stays in its block.
    pub(crate) fn set_interior(&mut self, handle: Handle) {
        self.indices[handle.slot() as usize] |= 1;
    }

    /// Marks no entity as interior, after a change of the map.
    pub(crate) fn clear_interior(&mut self) {
        self.indices.iter_mut().for_each(|index| *index &= !1);
    }

    /// Whether the entity of a slot is the worker's own and held by no other worker.
    pub(crate) fn is_interior(&self, slot: u32) -> bool {
        self.indices.get(slot as usize).is_some_and(|index| index & 1 == 1)
    }

    /// Whether the entity of a slot is interior and stays so with another bound.
    pub(crate) fn stays_interior(&self, slot: u32, center: Vec2, bound: &Aabb) -> bool {
        self.is_interior(slot) && self.index(slot).is_some_and(|index| self.interior[index].has(center, bound))
    }
}

/// The owners of the entities of some slots: those that are equal modulo the number of workers.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    owners: Vec<Option<(u32, u32)>>,
}

impl Directory {
    /// Sets the owner of an entity, unless a later entity has the slot.
    pub(crate) fn set(&mut self, handle: Handle, owner: u32, peers: u32) {
        let index = (handle.slot() / peers) as usize;
        if index >= self.owners.len() {
            self.owners.resize(index + 1, None);
        }
        let entry = &mut self.owners[index];
        if entry.is_none_or(|(generation, _)| generation <= handle.generation()) {
            *entry = Some((handle.generation(), owner));
        }
    }

    pub(crate) fn owner(&self, handle: Handle, peers: u32) -> Option<u32> {
        let (generation, owner) = (*self.owners.get((handle.slot() / peers) as usize)?)?;
        (generation == handle.generation()).then_some(owner)
    }
}
