//! The slots of a store without the rows, as they are saved and restored.

use collide_core::ShapeKind;

use super::Place;
use super::change_ticks::{ChangeTicks, check_change_ticks};
use super::check::{Holder, check_generations};
use super::kinds::SavedRows;
use super::removed::{self, Removed, Tag};
use super::{FIXED, FilterTable, Store};
use crate::Invalid;
use crate::base::{PairRules, Writer};
use crate::{Entity, Handle, WorldError};

/// Slots, their generations and filters.
pub(crate) struct Roster {
    pub(crate) generations: Vec<u32>,
    pub(crate) free: Vec<u32>,
    /// The generations at the last tick, if an entity was removed since.
    pub(crate) at_tick: Option<Vec<u32>>,
    /// The entities removed since.
    pub(crate) removed: Vec<(Handle, Tag)>,
    /// The tick of the last change of each slot, if the saved world had [change ticks](crate::Settings::change_ticks).
    pub(crate) change_ticks: Option<Vec<u64>>,
    pub(crate) filters: FilterTable,
}

impl Roster {
    /// Checks the roster, saved at a tick, against what the slots hold.
    pub(crate) fn validate(&self, tick: u64, holders: &[Holder]) -> Result<(), Invalid> {
        self.filters.validate(holders)?;
        let ticks = self.change_ticks.as_ref();
        ticks.map_or(Ok(()), |ticks| check_change_ticks(ticks, tick, self.generations.len()))?;
        self.check_removed(holders)?;
        self.at_tick.as_ref().map_or(Ok(()), |at_tick| check_generations(at_tick, &self.generations))
    }

    /// Checks that no removed entity has its slot now. Their generations are those at the tick.
    fn check_removed(&self, holders: &[Holder]) -> Result<(), Invalid> {
        let is_there = |slot: u32, generation: u32| {
            let holder = holders.get(slot as usize).filter(|holder| **holder != Holder::None);
            holder.is_some() && self.generations[slot as usize] == generation
        };
        match self.removed.iter().find(|(handle, _)| is_there(handle.slot, handle.generation)) {
            Some((Handle { slot, .. }, _)) => Err(Invalid::SlotTwice { slot: *slot }),
            None => Ok(()),
        }
    }

    /// Whether a slot may have had an entity at the last tick.
    pub(crate) fn was_there(&self, slot: u32, holders: &[Holder]) -> bool {
        was_there(slot, self.at_tick.as_deref(), holders)
    }
}

/// Whether a slot may have had an entity at the last tick: the slot existed, and if no entity was removed since, it is
/// not free.
fn was_there(slot: u32, at_tick: Option<&[u32]>, holders: &[Holder]) -> bool {
    match at_tick {
        Some(at_tick) => (slot as usize) < at_tick.len(),
        None => holders.get(slot as usize).is_some_and(|holder| *holder != Holder::Free),
    }
}

impl Store {
    /// Writes the roster.
    pub(crate) fn save(&self, writer: &mut Writer<'_>) {
        let list = |writer: &mut Writer<'_>, numbers: &[u32]| writer.list(numbers, |number| number.to_le_bytes());
        list(writer, &self.generations);
        list(writer, &self.free);
        let change_ticks = self.change_ticks.as_ref().map(|ticks| ticks.of_slot());
        writer.numbers(&[u8::from(self.removed_since) | u8::from(change_ticks.is_some()) << 1], u8::to_le_bytes);
        if self.removed_since {
            list(writer, &self.at_tick);
            removed::save(self.removed.as_deref().map_or(&[], Removed::since_tick), writer);
        }
        writer.numbers(change_ticks.unwrap_or_default(), u64::to_le_bytes);
        self.filters.save(writer);
    }

    /// Whether a slot may have had an entity at the last tick.
    pub(crate) fn was_there(&self, slot: u32, holders: &[Holder]) -> bool {
        was_there(slot, self.removed_since.then_some(&self.at_tick), holders)
    }

    /// Whether two slots have the same entities as at the last tick, and both are static or both are sensors, as `kinds`
    /// says.
    pub(crate) fn are_alike_since_tick(&self, slots: [u32; 2], kinds: PairRules) -> bool {
        let (places, at_tick) = (self.places(), self.generations_at_tick());
        let is_same = |slot: u32| at_tick.get(slot as usize) == self.generations.get(slot as usize);
        let is_static = |slot: u32| {
            let place = places.get(slot as usize).and_then(|place| place.get());
            place.is_some_and(|(set, _)| set == FIXED) && !self.filters.get(slot).sleeping
        };
        let are_alike = (kinds.static_pairs && slots.into_iter().all(is_static))
            || (kinds.sensor_pairs && slots.into_iter().all(|slot| self.filters.get(slot).sensor));
        are_alike && slots.into_iter().all(is_same)
    }

    /// Replaces all entities by those of a roster, saved at a tick, and their rows.
    pub(crate) fn restore(&mut self, tick: u64, roster: Roster, sets: [[SavedRows<'_>; ShapeKind::ALL.len()]; 2]) {
        let Roster { generations, free, at_tick, removed, change_ticks, mut filters } = roster;
        self.change_ticks = change_ticks.map(|of_slot| ChangeTicks::new(tick, of_slot));
        filters.set_sensor_pairs(self.filters.sensor_pairs());
        (self.generations, self.free, self.filters) = (generations, free, filters);
        (self.removed_since, self.part) = (at_tick.is_some(), false);
        (self.at_tick, self.removed) = (at_tick.unwrap_or_default(), Removed::of(removed));
        // Data derived from the old content is out of date.
        self.static_version += 1;
        self.fixed_changes.note_all();
        self.changes.note_all();
        self.places.forget();
        self.list_filters.forget();
        self.unseen = 0;
        self.sets.iter_mut().zip(sets).for_each(|(set, rows)| set.refill(&rows));
        self.resting.follow(&self.sets[FIXED], &self.filters);
    }
}

/// The maximum number of slots that a replay may skip: slots whose entities were inserted and removed between two
/// ticks. The limit keeps a forged trace from allocating memory for unused slots.
const MAX_UNSEEN: usize = 1 << 20;

/// Inserts entities into given slots, for replays.
impl Store {
    /// Inserts an entity into the slot of its handle. Returns false if the slot is taken or had a later generation, or
    /// if too many slots would be skipped. Call [`find_free`](Self::find_free) afterwards.
    pub(crate) fn put(&mut self, handle: Handle, entity: Entity) -> Result<bool, WorldError> {
        self.check_room(&[entity]).map_err(|full| full.error)?;
        let Handle { slot, generation } = handle;
        let index = slot as usize;
        if index >= self.generations.len() {
            // The entities in skipped slots were inserted and removed between two ticks.
            let unseen = self.unseen as usize + (index - self.generations.len());
            if unseen > MAX_UNSEEN {
                return Ok(false);
            }
            self.unseen = unseen as u32;
            self.generations.resize(index, 1);
            self.reach(index);
        }
        if self.generations[index] > generation || self.places()[index].get().is_some() {
            return Ok(false);
        }
        self.generations[index] = generation;
        self.put_in_set(slot, entity);
        self.changes.note(slot);
        self.mark(slot);
        Ok(true)
    }

    /// Rebuilds the list of free slots.
    pub(crate) fn find_free(&mut self) {
        let mut free = std::mem::take(&mut self.free);
        let slots = self.places().iter().zip(&self.generations).zip(0..);
        // A slot with the last generation may be used up, so it is not reused.
        let is_free =
            |&((place, generation), _): &((&Place, &u32), u32)| place.get().is_none() && *generation < u32::MAX;
        free.clear();
        free.extend(slots.filter(is_free).map(|(_, slot)| slot));
        free.reverse();
        self.free = free;
    }
}

#[cfg(test)]
mod tests {
    use collide_core::{Circle, Vec2};

    use super::MAX_UNSEEN;
    use crate::store::Store;
    use crate::{Entity, Handle};

    /// A few bytes of a forged trace must not allocate gigabytes, neither step by step nor at once.
    #[test]
    fn slots_are_passed_over_so_often_and_no_more() {
        let entity = Entity::new(Circle::new(Vec2::ZERO, 1.0).unwrap());
        let mut store = Store::default();
        let mut put = |slot| store.put(Handle { slot: slot as u32, generation: 0 }, entity);
        assert_eq!(put(MAX_UNSEEN / 2), Ok(true));
        assert_eq!(put(u32::MAX as usize), Ok(false));
        assert_eq!(put(MAX_UNSEEN + 2), Ok(false));
        assert_eq!(put(MAX_UNSEEN + 1), Ok(true));
        assert_eq!(put(MAX_UNSEEN + 3), Ok(false));
        assert_eq!(put(MAX_UNSEEN + 2), Ok(true));
        assert_eq!((store.slot_count(), store.len()), (MAX_UNSEEN + 3, 3));
    }
}
