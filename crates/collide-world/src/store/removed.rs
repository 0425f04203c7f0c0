//! What events say of entities beyond their handles. The events of the last step may name removed entities, so their
//! data and category are kept.

use super::{Place, RowLocation, Store};
use crate::base::{Writer, allocated, copy_of};
use crate::{Entity, Handle};

/// The data and the category of an entity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub(crate) data: u64,
    pub(crate) category: u64,
}

/// The entities removed since the step before the last one, in order of removal.
#[derive(Debug, Default)]
pub(crate) struct Removed {
    list: Vec<(Handle, Tag)>,
    /// The number of those removed before the last step.
    older: usize,
}

/// `clone_from` reuses the memory of the overwritten list.
impl Clone for Removed {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.list.clone_from(&source.list);
        self.older = source.older;
    }
}

impl Removed {
    /// These entities, removed since the last step.
    pub(super) fn of(list: Vec<(Handle, Tag)>) -> Option<Box<Self>> {
        (!list.is_empty()).then(|| Box::new(Self { list, older: 0 }))
    }

    /// The entities removed since the last step.
    pub(super) fn since_tick(&self) -> &[(Handle, Tag)] {
        &self.list[self.older..]
    }

    pub(super) fn push(&mut self, handle: Handle, Entity { data, layers, .. }: &Entity) {
        self.list.push((handle, Tag { data: *data, category: layers.category }));
    }

    /// Forgets the entities that the events of this step and later ones cannot name.
    pub(super) fn tick(&mut self) {
        self.list.drain(..self.older);
        self.older = self.list.len();
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>() + allocated(&self.list)
    }
}

/// Writes the entities removed since the last step without their generations, which are those at the tick.
pub(super) fn save(list: &[(Handle, Tag)], writer: &mut Writer<'_>) {
    writer.list(list, |(handle, _)| handle.slot.to_le_bytes());
    writer.each(list, |(_, tag)| tag.data.to_le_bytes());
    writer.each(list, |(_, tag)| tag.category.to_le_bytes());
}

/// The tags of entities by handle, for many accesses.
pub(crate) struct Tags<'a> {
    store: &'a Store,
    places: &'a [Place],
    /// In order of handles.
    removed: Vec<(Handle, Tag)>,
}

/// What was removed since the last tick.
impl Store {
    /// Marks a tick: its pairs have the current generations.
    pub(crate) fn tick(&mut self, tick: u64) {
        self.removed_since = false;
        if let Some(ticks) = &mut self.change_ticks {
            ticks.tick(tick);
        }
        if let Some(removed) = &mut self.removed {
            removed.tick();
        }
        self.check_list_filters();
    }

    /// The generations at the last tick, for all slots at that time.
    pub(crate) fn generations_at_tick(&self) -> &[u32] {
        if self.removed_since { &self.at_tick } else { &self.generations }
    }

    /// Whether an entity was removed since the last tick.
    pub(crate) fn removed_since_tick(&self) -> bool {
        self.removed_since
    }

    /// Saves the generations of the last tick, before the first of them changes.
    pub(super) fn keep_generations(&mut self) {
        if !std::mem::replace(&mut self.removed_since, true) {
            self.at_tick.clone_from(&self.generations);
        }
    }

    pub(crate) fn tags(&self) -> Tags<'_> {
        let mut removed = self.removed.as_ref().map_or_else(Vec::new, |removed| removed.list.clone());
        removed.sort_unstable_by_key(|(handle, _)| *handle);
        Tags { store: self, places: self.places(), removed }
    }

    /// Keeps the tag of an entity that is removed, if the next events may name it.
    pub(super) fn keep_removed(&mut self, handle: Handle, entity: &Entity) {
        if self.generations_at_tick().get(handle.slot as usize) == Some(&handle.generation) {
            self.removed.get_or_insert_default().push(handle, entity);
        }
    }
}

/// Of an entity now, or of a removed one when it was removed.
impl Tags<'_> {
    pub(crate) fn category(&self, handle: Handle) -> Option<u64> {
        match self.place(handle) {
            Some(_) => Some(self.store.filters.get(handle.slot).layers.category),
            None => self.removed(handle).map(|tag| tag.category),
        }
    }

    pub(crate) fn data(&self, handle: Handle) -> Option<u64> {
        match self.place(handle) {
            Some((set, location)) => Some(self.store.sets[set].data(location)),
            None => self.removed(handle).map(|tag| tag.data),
        }
    }

    fn place(&self, Handle { slot, generation }: Handle) -> Option<(usize, RowLocation)> {
        let is_there = self.store.generations.get(slot as usize) == Some(&generation);
        self.places.get(slot as usize).filter(|_| is_there)?.get()
    }

    fn removed(&self, handle: Handle) -> Option<&Tag> {
        let index = self.removed.binary_search_by_key(&handle, |(other, _)| *other).ok()?;
        Some(&self.removed[index].1)
    }
}
