//! The map between entities and handles.

use bevy_ecs::prelude::*;
use collide2d::Handle;

/// An entity in the engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MapEntry {
    pub(crate) entity: Entity,
    pub(crate) handle: Handle,
    /// Whether the entity is static or sleeping.
    pub(crate) fixed: bool,
    /// Whether the entity has a [`StableId`](crate::StableId), which then is its data.
    pub(crate) has_stable_id: bool,
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
    by_index: Vec<Option<MapEntry>>,
    by_slot: Vec<Option<(u32, Entity)>>,
    count: usize,
    /// Removed entities that are in the history. Sorted by handle after [`forget_before`](Self::forget_before).
    removed: Vec<RemovedEntity>,
}

impl EntityMap {
    /// The number of entities with a handle.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn entry(&self, entity: Entity) -> Option<&MapEntry> {
        let entry = self.by_index.get(entity.index_u32() as usize)?.as_ref()?;
        (entry.entity == entity).then_some(entry)
    }

    pub(crate) fn entry_mut(&mut self, entity: Entity) -> Option<&mut MapEntry> {
        let entry = self.by_index.get_mut(entity.index_u32() as usize)?.as_mut()?;
        (entry.entity == entity).then_some(entry)
    }

    /// The entity that has a handle, or had it at a tick in the history.
    pub(crate) fn entity(&self, handle: Handle) -> Option<Entity> {
        match self.by_slot.get(handle.slot() as usize) {
            Some(Some((generation, entity))) if *generation == handle.generation() => Some(*entity),
            _ => {
                let index = self.removed.binary_search_by_key(&handle, |removed| removed.handle).ok()?;
                Some(self.removed[index].entity)
            }
        }
    }

    /// All handles of an entity, the current one first. An entity that was removed and inserted again had others
    /// before.
    pub(crate) fn handles(&self, entity: Entity) -> impl Iterator<Item = Handle> {
        let removed = self.removed.iter().filter(move |removed| removed.entity == entity).map(|removed| removed.handle);
        self.entry(entity).map(|entry| entry.handle).into_iter().chain(removed)
    }

    pub(crate) fn insert(&mut self, entry: MapEntry) {
        let (index, slot) = (entry.entity.index_u32() as usize, entry.handle.slot() as usize);
        if index >= self.by_index.len() {
            self.by_index.resize(index + 1, None);
        }
        if slot >= self.by_slot.len() {
            self.by_slot.resize(slot + 1, None);
        }
        self.by_index[index] = Some(entry);
        self.by_slot[slot] = Some((entry.handle.generation(), entry.entity));
        self.count += 1;
    }

    /// Removes an entity, which had its handle until `tick`.
    pub(crate) fn remove(&mut self, MapEntry { entity, handle, .. }: MapEntry, tick: u64) {
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
    pub(crate) fn iter(&self) -> impl Iterator<Item = &MapEntry> {
        self.by_index.iter().flatten()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
