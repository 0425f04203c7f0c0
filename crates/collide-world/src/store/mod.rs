//! The entities of a world and their places in the sorted lists.

mod change_log;
mod change_ticks;
mod check;
mod circles_mut;
mod entities;
mod entity_mut;
mod filter;
mod filter_table;
mod fixed_changes;
mod kinds;
mod list_filters;
mod places;
mod removed;
mod reshape;
mod resting;
mod room;
mod roster;
mod saved;
mod set;
mod shapes;
mod shard;
mod summary;
mod surplus;
mod update;

use collide_broad::internal::{Layout, Workers};
use collide_core::Shape;

use crate::base::{CollisionFilter, MAX_ENTITIES, allocated, copy_of};
use crate::{Entity, Handle, Mobility, WorldError};
use change_ticks::ChangeTicks;
use fixed_changes::FixedChanges;
use removed::Removed;
use reshape::LastChanges;

/// The indices of the set of dynamic entities, and of the set of static and sleeping ones.
const MOVING: usize = 0;
const FIXED: usize = 1;

pub use circles_mut::CirclesMut;
pub use entities::Entities;
pub use entity_mut::EntityMut;
pub use filter::Filter;
pub use summary::CellListStats;

pub(crate) use change_log::{ChangeLog, Changed};
#[cfg(feature = "recording")]
pub(crate) use change_ticks::is_change;
pub(crate) use check::{Holder, holders};
pub(crate) use filter::{EntityFilters, Resolved, filter_setters};
pub(crate) use filter_table::FilterTable;
pub(crate) use fixed_changes::FixedChange;
pub(crate) use kinds::{
    Corners, Interpolation, List, Listed, Motion, PayloadOf, Rounded, RowOf, SavedRows, Stored, each_kind, map_points,
    match_kind,
};
pub(crate) use kinds::{row_types, with_center};
pub(crate) use list_filters::{LIST_COUNT, ListBits, ListFilters, list_number};
pub(crate) use places::{Place, Places};
pub(crate) use removed::{Tag, Tags};
pub(crate) use reshape::Packed;
use resting::RestingIndex;
pub(crate) use resting::{Extent, RestingCells, RestingRow};
pub(crate) use roster::Roster;
pub(crate) use set::{RowLocation, Set, sample};
pub(crate) use shapes::Shapes;
pub(crate) use summary::{SAMPLE, Sample};
pub(crate) use surplus::Surplus;

/// The entities by handle, their shapes in order of cells.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// The dynamic entities, and the static and sleeping ones.
    pub(crate) sets: [Set; 2],
    generations: Vec<u32>,
    free: Vec<u32>,
    pub(crate) places: Places,
    pub(crate) resting: RestingIndex,
    pub(crate) filters: FilterTable,
    pub(crate) list_filters: ListFilters,
    /// Scratch memory of batches.
    last_changes: Option<Box<LastChanges>>,
    pub(crate) changes: ChangeLog,
    change_ticks: Option<Box<ChangeTicks>>,
    /// The number of changes of the static set, now and at the last search for the pairs within it.
    static_version: u64,
    static_seen: u64,
    pub(crate) fixed_changes: FixedChanges,
    /// The `static_version` for which `has_huge_static` is known.
    huge_static_at: u64,
    /// Whether a rect of the static set is not [moderate](Store::has_moderate_shapes).
    has_huge_static: bool,
    /// The generations before the first removal since the last tick, if there was one.
    at_tick: Vec<u32>,
    removed_since: bool,
    /// Created on first use, so that an empty world is small.
    removed: Option<Box<Removed>>,
    /// Whether a larger world allocates the slots. Slots without entity are then not free.
    part: bool,
    /// The number of slots that were skipped by entities [put](Self::put) into later ones.
    unseen: u32,
}

/// `clone_from` reuses the memory of the overwritten store. The places of entities are not copied.
impl Clone for Store {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.sets.clone_from(&source.sets);
        self.generations.clone_from(&source.generations);
        self.free.clone_from(&source.free);
        self.places.forget();
        self.resting.copy(&source.resting);
        self.filters.clone_from(&source.filters);
        self.list_filters.copy(&source.list_filters);
        (self.static_version, self.static_seen) = (source.static_version, source.static_seen);
        self.fixed_changes.clone_from(&source.fixed_changes);
        self.changes.note_all();
        self.change_ticks.clone_from(&source.change_ticks);
        (self.huge_static_at, self.has_huge_static) = (source.huge_static_at, source.has_huge_static);
        self.unseen = source.unseen;
        (self.removed_since, self.part) = (source.removed_since, source.part);
        if source.removed_since {
            self.at_tick.clone_from(&source.at_tick);
        }
        self.removed.clone_from(&source.removed);
    }
}

impl Store {
    /// Sets how each set groups shapes by size.
    pub(crate) fn set_layout(&mut self, layout: Layout) {
        self.sets.iter_mut().for_each(|set| set.set_layout(layout));
    }

    /// Statistics of the cell lists that the entities are sorted into.
    pub(crate) fn cell_lists(&self) -> impl Iterator<Item = CellListStats> {
        [Mobility::Dynamic, Mobility::Static].into_iter().flat_map(|mobility| {
            let cell_lists = self.sets[mobility.set()].cell_lists();
            cell_lists.map(move |(kind, count, [size, side], cells)| CellListStats {
                kind,
                mobility,
                count,
                size,
                side,
                cells,
            })
        })
    }

    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        let sets: usize = self.sets.iter().map(Set::memory).sum();
        let slots = [&self.generations, &self.free, &self.at_tick].into_iter().map(allocated).sum::<usize>();
        sets + slots
            + self.places.memory()
            + self.resting.memory()
            + self.fixed_changes.memory()
            + self.filters.memory()
            + self.list_filters.memory()
            + self.last_changes.as_ref().map_or(0, |changes| changes.memory())
            + self.change_ticks.as_ref().map_or(0, |ticks| ticks.memory())
            + self.removed.as_ref().map_or(0, |removed| removed.memory())
    }

    /// The bytes of them that indexes take which are built on first use.
    pub(crate) fn index_memory(&self) -> usize {
        self.sets.iter().map(Set::index_memory).sum::<usize>() + self.places.memory() + self.resting.memory()
    }

    pub(crate) fn len(&self) -> usize {
        self.sets.iter().map(Set::len).sum()
    }

    /// The number of slots ever used. All slots are below it.
    pub(crate) fn slot_count(&self) -> usize {
        self.generations.len()
    }

    /// Sorts the sets that have changed. The pairs and the layout of the static set are left to the next tick.
    pub(crate) fn sort(&mut self, workers: &impl Workers) {
        let Self { sets: [moving, fixed], filters, .. } = self;
        if !moving.is_sorted() {
            moving.sort(workers, None);
        }
        if !fixed.is_sorted() {
            fixed.sort_apart(workers, None, &|slot| filters.number(slot) as u32);
        }
        self.check_list_filters();
    }

    /// Whether the static set has changed since the last [search](Input::of) for the pairs within it.
    pub(crate) fn static_changed(&self) -> bool {
        self.static_seen != self.static_version
    }

    /// A search for the pairs within the static set begins.
    pub(crate) fn note_static_seen(&mut self) {
        self.static_seen = self.static_version;
    }

    /// Changes with every change of the static set.
    pub(crate) fn static_version(&self) -> u64 {
        self.static_version
    }

    fn check_list_filters(&mut self) {
        let Self { sets, list_filters, .. } = self;
        list_filters.check(sets.each_ref());
    }

    /// The current generations.
    pub(crate) fn generations(&self) -> &[u32] {
        &self.generations
    }

    fn places(&self) -> &[Place] {
        let [moving, fixed] = &self.sets;
        self.places.of([moving, fixed], self.generations.len())
    }

    fn place(&self, handle: Handle) -> Option<(usize, RowLocation)> {
        let generation = self.generations.get(handle.slot as usize)?;
        if *generation != handle.generation {
            return None;
        }
        self.places().get(handle.slot as usize)?.get()
    }

    pub(crate) fn insert(&mut self, entity: Entity) -> Result<Handle, WorldError> {
        let full = self.sets[entity.mobility.set()].len() >= MAX_ENTITIES;
        let slot = match self.free.last() {
            _ if full => return Err(WorldError::Full),
            Some(slot) => *slot,
            None => u32::try_from(self.generations.len()).map_err(|_| WorldError::Full)?,
        };
        if self.free.pop().is_none() {
            self.generations.push(0);
            if let Some(places) = self.places.known() {
                places.push(Place::NONE);
            }
        }
        self.changes.note(slot);
        self.mark(slot);
        self.put_in_set(slot, entity);
        Ok(Handle { slot, generation: self.generations[slot as usize] })
    }

    /// Stores an entity in the set of its mobility.
    fn put_in_set(&mut self, slot: u32, entity: Entity) {
        let set = entity.mobility.set();
        if set == FIXED {
            self.note_resting(slot, Some((entity.shape, entity.mobility)));
        }
        self.filters.set(slot, entity.collision_filter());
        let filter = self.filters.number(slot);
        let location = self.sets[set].push_apart(entity.shape, filter as u32, slot, entity.data);
        self.list_filters.add(self.sets.each_ref(), set, location, filter);
        self.set_place(slot, Place::new(set, location));
    }

    /// Notes that a static or sleeping entity changes to this shape and mobility, or is neither any more.
    fn note_resting(&mut self, slot: u32, resting: Option<(Shape, Mobility)>) {
        self.fixed_changes.note(slot, resting.map(|(shape, _)| shape), self.sets[FIXED].len(), self.static_version);
        self.static_version += 1;
        self.resting.note(slot, resting.map(|(shape, mobility)| (shape, mobility == Mobility::Static)));
    }

    /// Updates the map from slots to rows, if it was built.
    fn set_place(&mut self, slot: u32, place: Place) {
        if let Some(places) = self.places.known() {
            places[slot as usize] = place;
        }
    }

    /// Takes the entity at a place out of its set.
    fn take_out(&mut self, slot: u32, (set, location): (usize, RowLocation)) -> Entity {
        if set == FIXED {
            self.note_resting(slot, None);
        }
        let entity = self.entity(slot, (set, location));
        let moved = self.sets[set].swap_remove(location);
        self.list_filters.remove(self.sets.each_ref(), set, location, self.filters.number(slot));
        self.filters.give_up(slot);
        self.set_place(slot, Place::NONE);
        if let Some(moved) = moved {
            self.set_place(moved, Place::new(set, location));
        }
        entity
    }

    /// The entity with a slot and a place.
    fn entity(&self, slot: u32, (set, location): (usize, RowLocation)) -> Entity {
        let (shape, data) = (self.sets[set].shape(location), self.sets[set].data(location));
        let CollisionFilter { layers, sensor, sleeping } = *self.filters.get(slot);
        let mobility = match set {
            FIXED if sleeping => Mobility::Sleeping,
            FIXED => Mobility::Static,
            _ => Mobility::Dynamic,
        };
        Entity { shape, data, mobility, layers, sensor }
    }

    pub(crate) fn remove(&mut self, handle: Handle) -> Result<Entity, WorldError> {
        let place = self.place(handle).ok_or(WorldError::Stale { handle })?;
        let entity = self.take_out(handle.slot, place);
        self.changes.note(handle.slot);
        self.keep_generations();
        self.keep_removed(handle, &entity);
        // A slot whose generations are used up is never reused, so no stale handle becomes valid again.
        if let Some(next) = handle.generation.checked_add(1) {
            self.generations[handle.slot as usize] = next;
            if !self.part {
                self.free.push(handle.slot);
            }
        }
        Ok(entity)
    }

    pub(crate) fn has(&self, handle: Handle) -> bool {
        self.place(handle).is_some()
    }

    /// The shape of an entity.
    pub(crate) fn shape(&self, handle: Handle) -> Option<Shape> {
        self.place(handle).map(|(set, location)| self.sets[set].shape(location))
    }

    /// The shapes by slot, for many accesses.
    pub(crate) fn shapes(&self) -> Shapes<'_> {
        Shapes { sets: &self.sets, places: self.places() }
    }

    pub(crate) fn get(&self, handle: Handle) -> Option<Entity> {
        self.place(handle).map(|place| self.entity(handle.slot, place))
    }

    /// The entity in a slot, with its generation.
    pub(crate) fn at(&self, slot: u32) -> Option<(u32, Entity)> {
        let place = self.places().get(slot as usize)?.get()?;
        Some((self.generations[slot as usize], self.entity(slot, place)))
    }

    /// Replaces an existing entity.
    pub(crate) fn set(&mut self, handle: Handle, entity: Entity) -> Result<(), WorldError> {
        let (set, location) = self.place(handle).ok_or(WorldError::Stale { handle })?;
        let next = entity.mobility.set();
        if set != next && self.sets[next].len() >= MAX_ENTITIES {
            return Err(WorldError::Full);
        }
        self.changes.note(handle.slot);
        self.mark_change(handle.slot, (set, location), |_| entity);
        if set == FIXED && next == FIXED {
            self.note_resting(handle.slot, Some((entity.shape, entity.mobility)));
        }
        if set == next && self.sets[set].set(location, entity.shape, entity.data) {
            self.list_filters.remove(self.sets.each_ref(), set, location, self.filters.number(handle.slot));
            self.filters.set(handle.slot, entity.collision_filter());
            self.list_filters.add(self.sets.each_ref(), set, location, self.filters.number(handle.slot));
        } else {
            self.take_out(handle.slot, (set, location));
            self.put_in_set(handle.slot, entity);
        }
        Ok(())
    }

    /// Replaces the shape of an existing entity.
    pub(crate) fn set_shape(&mut self, handle: Handle, shape: Shape) -> Result<(), WorldError> {
        let (set, location) = self.place(handle).ok_or(WorldError::Stale { handle })?;
        let data = self.sets[set].data(location);
        self.mark_change(handle.slot, (set, location), |before| Entity { shape, ..before });
        if self.sets[set].set(location, shape, data) {
            self.changes.note(handle.slot);
            if set == FIXED {
                let sleeping = self.filters.get(handle.slot).sleeping;
                let mobility = if sleeping { Mobility::Sleeping } else { Mobility::Static };
                self.note_resting(handle.slot, Some((shape, mobility)));
            }
            return Ok(());
        }
        let entity = self.entity(handle.slot, (set, location));
        self.set(handle, Entity { shape, ..entity })
    }

    /// The entities in order of their slots.
    pub(crate) fn iter(&self) -> Entities<'_> {
        Entities::new(self)
    }
}
