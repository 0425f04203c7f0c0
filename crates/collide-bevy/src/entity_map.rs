//! The map between entities and handles.

use bevy_ecs::prelude::*;
use collide2d::Handle;

/// The entity of a slot.
#[derive(Clone, Copy, Debug)]
struct Occupant {
    entity: Entity,
    /// The generation of its handle.
    generation: u32,
    /// Whether the entity has a [`StableId`](crate::StableId), which then is its data.
    has_stable_id: bool,
}

/// A removed entity, which had its handle until `tick`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RemovedEntity {
    handle: Handle,
    entity: Entity,
    tick: u64,
}

/// A map in both directions, without hashing: entities by index, handles by slot.
#[derive(Debug, Default)]
pub(crate) struct EntityMap {
    by_index: Vec<Option<(Entity, Handle)>>,
    by_slot: Vec<Option<Occupant>>,
    count: usize,
    /// Removed entities that are in the history. Sorted by handle after [`forget_before`](Self::forget_before).
    removed: Vec<RemovedEntity>,
}

impl EntityMap {
    /// The number of entities with a handle.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The handle of an entity, if it has one.
    pub(crate) fn handle(&self, entity: Entity) -> Option<Handle> {
        let (known, handle) = self.by_index.get(entity.index_u32() as usize).copied().flatten()?;
        (known == entity).then_some(handle)
    }

    /// Whether the data of the entity with this handle is a [`StableId`](crate::StableId).
    pub(crate) fn has_stable_id(&self, handle: Handle) -> bool {
        self.occupant(handle).is_some_and(|occupant| occupant.has_stable_id)
    }

    pub(crate) fn set_has_stable_id(&mut self, handle: Handle, has_stable_id: bool) {
        if let Some(Some(occupant)) = self.by_slot.get_mut(handle.slot() as usize) {
            occupant.has_stable_id = has_stable_id;
        }
    }

    fn occupant(&self, handle: Handle) -> Option<&Occupant> {
        let occupant = self.by_slot.get(handle.slot() as usize)?.as_ref()?;
        (occupant.generation == handle.generation()).then_some(occupant)
    }

    /// The entity that has a handle, or had it at a tick in the history.
    pub(crate) fn entity(&self, handle: Handle) -> Option<Entity> {
        if let Some(occupant) = self.occupant(handle) {
            return Some(occupant.entity);
        }
        let index = self.removed.binary_search_by_key(&handle, |removed| removed.handle).ok()?;
        Some(self.removed[index].entity)
    }

    /// All handles of an entity, the current one first. An entity that was removed and inserted again had others
    /// before.
    pub(crate) fn handles(&self, entity: Entity) -> impl Iterator<Item = Handle> {
        let removed = self.removed.iter().filter(move |removed| removed.entity == entity).map(|removed| removed.handle);
        self.handle(entity).into_iter().chain(removed)
    }

    pub(crate) fn insert(&mut self, entity: Entity, handle: Handle, has_stable_id: bool) {
        let (index, slot) = (entity.index_u32() as usize, handle.slot() as usize);
        if index >= self.by_index.len() {
            self.by_index.resize(index + 1, None);
        }
        if slot >= self.by_slot.len() {
            self.by_slot.resize(slot + 1, None);
        }
        self.by_index[index] = Some((entity, handle));
        self.by_slot[slot] = Some(Occupant { entity, generation: handle.generation(), has_stable_id });
        self.count += 1;
    }

    /// Removes an entity, which had its handle until `tick`.
    pub(crate) fn remove(&mut self, entity: Entity, handle: Handle, tick: u64) {
        self.by_index[entity.index_u32() as usize] = None;
        self.by_slot[handle.slot() as usize] = None;
        self.count -= 1;
        self.removed.push(RemovedEntity { handle, entity, tick });
    }

    /// Drops the entities that were removed before tick `oldest`, and sorts the others.
    pub(crate) fn forget_before(&mut self, oldest: u64) {
        self.removed.retain(|removed| removed.tick >= oldest);
        // A stable sort, which is fast on nearly sorted data.
        self.removed.sort();
    }

    /// The entities with a handle, by index.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Entity> {
        self.by_index.iter().flatten().map(|(entity, _)| *entity)
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
