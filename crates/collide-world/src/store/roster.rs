//! Who is in a store, without where they stand: what of it is saved, and restored.

#[cfg(feature = "recording")]
use super::Place;
use super::check::{Holder, check_generations};
use super::{FilterTable, Store};
use crate::Invalid;
use crate::base::Writer;
#[cfg(feature = "recording")]
use crate::{Entity, Handle, WorldError};

/// Slots, their generations and filters.
pub(crate) struct Roster {
    pub(crate) generations: Vec<u32>,
    pub(crate) free: Vec<u32>,
    /// The generations at the last tick, if anything has been removed since.
    pub(crate) at_tick: Option<Vec<u32>>,
    pub(crate) filters: FilterTable,
}

impl Roster {
    /// Looks whether it agrees with who has the slots.
    pub(crate) fn validate(&self, holders: &[Holder]) -> Result<(), Invalid> {
        self.filters.validate(holders)?;
        self.at_tick.as_ref().map_or(Ok(()), |at_tick| check_generations(at_tick, &self.generations))
    }

    /// Whether a slot may have been someone's at the last tick.
    pub(crate) fn was_there(&self, slot: u32, holders: &[Holder]) -> bool {
        was_there(slot, self.at_tick.as_deref(), holders)
    }
}

/// Whether a slot may have been someone's at the last tick: it was there, and is not free without anything having been removed.
pub(super) fn was_there(slot: u32, at_tick: Option<&[u32]>, holders: &[Holder]) -> bool {
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
        writer.numbers(&[u8::from(self.removed_since)], u8::to_le_bytes);
        if self.removed_since {
            list(writer, &self.at_tick);
        }
        self.filters.save(writer);
    }

    /// Takes over a roster. The rows are to follow.
    pub(crate) fn restore(&mut self, Roster { generations, free, at_tick, filters }: Roster) {
        (self.generations, self.free, self.filters) = (generations, free, filters);
        (self.removed_since, self.part) = (at_tick.is_some(), false);
        self.at_tick = at_tick.unwrap_or_default();
        // Others for those who keep what they know of it.
        self.static_version += 1;
        self.version += 1;
        self.places.forget();
        #[cfg(feature = "recording")]
        {
            self.unseen = 0;
        }
    }
}

/// How many slots may have come and gone within ticks without being seen, in all: a world has no more than it ever had entities at
/// once. More is asking for memory for nothing.
#[cfg(feature = "recording")]
const MAX_UNSEEN: usize = 1 << 20;

/// Entities in the slots they had elsewhere.
#[cfg(feature = "recording")]
impl Store {
    /// Puts an entity into a slot, if that is nobody's and has not had a later generation. Which slots are free is to be
    /// [looked up](Self::find_free) afterwards.
    pub(crate) fn put(&mut self, handle: Handle, entity: Entity) -> Result<bool, WorldError> {
        self.check_room(&[entity]).map_err(|full| full.error)?;
        let Handle { slot, generation } = handle;
        let index = slot as usize;
        if index >= self.generations.len() {
            // What is passed over has come and gone unseen.
            let unseen = self.unseen + (index - self.generations.len());
            if unseen > MAX_UNSEEN {
                return Ok(false);
            }
            self.unseen = unseen;
            self.generations.resize(index, 1);
            self.generations.push(generation);
            if let Some(places) = self.places.known() {
                places.resize(index + 1, Place::NONE);
            }
        }
        if self.generations[index] > generation || self.places()[index].get().is_some() {
            return Ok(false);
        }
        self.generations[index] = generation;
        self.seat(slot, entity);
        self.version += 1;
        Ok(true)
    }

    /// Looks up which slots are free.
    pub(crate) fn find_free(&mut self) {
        let mut free = std::mem::take(&mut self.free);
        let slots = self.places().iter().zip(&self.generations).zip(0..);
        // Whether a slot's generations are used up is not known of the last one: it is not given out again.
        let is_free =
            |&((place, generation), _): &((&Place, &u32), u32)| place.get().is_none() && *generation < u32::MAX;
        free.clear();
        free.extend(slots.filter(is_free).map(|(_, slot)| slot));
        free.reverse();
        self.free = free;
    }
}

#[cfg(all(test, feature = "recording"))]
mod tests {
    use collide_core::{Circle, Vec2};

    use super::MAX_UNSEEN;
    use crate::store::Store;
    use crate::{Entity, Handle};

    /// A few bytes of a forged trace must not ask for gigabytes, one slot at a time or all at once.
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
