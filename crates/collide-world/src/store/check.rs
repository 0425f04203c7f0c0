//! Checks the consistency of a store.

use std::borrow::Borrow;

use collide_core::columns::Row;

use super::kinds::{List, Listed, RowOf, each_kind};
use super::{FIXED, MOVING, Place, Set, Store};
use crate::Invalid;

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Nothing, and the slot is not free: its generations are used up, or it belongs to another part of the world.
    None,
    Moving,
    Fixed,
    Free,
}

/// What each slot holds. Fails unless each slot is taken once or free once.
///
/// In a `part` of a larger world, a slot may also be neither taken nor free, as its entity may be in another part.
pub(crate) fn holders(
    generations: &[u32],
    free: &[u32],
    part: bool,
    [moving, fixed]: [impl Iterator<Item = u32>; 2],
) -> Result<Vec<Holder>, Invalid> {
    let slot_count = generations.len();
    let mut holders = vec![Holder::None; slot_count];
    let mut take = |slot: u32, holder| match holders.get_mut(slot as usize) {
        Some(place @ Holder::None) => {
            *place = holder;
            Ok(())
        }
        Some(_) => Err(Invalid::SlotTwice { slot }),
        None => Err(Invalid::UnknownSlot { slot, slot_count }),
    };
    let (mut moving, mut fixed) = (moving, fixed);
    moving.try_for_each(|slot| take(slot, Holder::Moving))?;
    fixed.try_for_each(|slot| take(slot, Holder::Fixed))?;
    free.iter().try_for_each(|slot| take(*slot, Holder::Free))?;
    for (slot, (holder, generation)) in (0..).zip(holders.iter().zip(generations)) {
        match holder {
            Holder::None if *generation < u32::MAX && !part => return Err(Invalid::LostSlot { slot }),
            Holder::Free if *generation == 0 => return Err(Invalid::Generation { slot, generation: 0 }),
            _ => {}
        }
    }
    Ok(holders)
}

impl Store {
    /// Checks the whole store, and returns what each slot holds.
    pub(crate) fn validate(&self) -> Result<Vec<Holder>, Invalid> {
        let slots = |set: usize| self.sets[set].locations().map(|(slot, _)| slot);
        let holders = holders(&self.generations, &self.free, self.part, [slots(MOVING), slots(FIXED)])?;
        self.filters.validate(&holders)?;
        check_generations(self.generations_at_tick(), &self.generations)?;
        self.change_ticks.as_ref().map_or(Ok(()), |ticks| ticks.validate(self.slot_count()))?;
        self.sets.iter().try_for_each(Set::validate)?;
        self.check_places()?;
        self.check_resting()?;
        if self.list_filters.are_right(self.sets.each_ref(), &self.filters) {
            Ok(holders)
        } else {
            Err(Invalid::ListFilters)
        }
    }

    /// Checks that the index of what rests has the static and sleeping shapes.
    fn check_resting(&self) -> Result<(), Invalid> {
        let Some(cells) = self.resting.known() else { return Ok(()) };
        let [_, fixed] = &self.sets;
        let differs = |(slot, location): &(u32, _)| cells.of_slot(*slot) != Some(fixed.shape(*location));
        match fixed.locations().find(differs) {
            None if cells.len() == fixed.len() => Ok(()),
            found => Err(Invalid::Place { slot: found.map_or(0, |(slot, _)| slot) }),
        }
    }

    /// Checks that the place of each slot is that of its row.
    fn check_places(&self) -> Result<(), Invalid> {
        let places = self.places();
        for (number, set) in self.sets.iter().enumerate() {
            if let Some((slot, _)) =
                set.locations().find(|(slot, location)| places[*slot as usize] != Place::new(number, *location))
            {
                return Err(Invalid::Place { slot });
            }
        }
        match places.iter().filter(|place| **place != Place::NONE).count() {
            count if count == self.len() && places.len() == self.slot_count() => Ok(()),
            count => Err(Invalid::Place { slot: count as u32 }),
        }
    }
}

/// Checks that no generation is lower than at the last tick.
pub(crate) fn check_generations(at_tick: &[u32], now: &[u32]) -> Result<(), Invalid> {
    let slot_count = now.len();
    for (slot, generation) in (0..).zip(at_tick) {
        match now.get(slot as usize) {
            Some(now) if now >= generation => {}
            Some(now) => return Err(Invalid::Generation { slot, generation: *now }),
            None => return Err(Invalid::UnknownSlot { slot, slot_count }),
        }
    }
    Ok(())
}

impl Set {
    fn validate(&self) -> Result<(), Invalid> {
        each_kind!(S => S::lists(self).lists().iter().try_for_each(check::<S, _>)?);
        Ok(())
    }
}

/// Checks that a cell list is consistent, its rows are valid shapes, and each bound is that of its shape.
fn check<S: Listed<N>, const N: usize>(list: &List<S, N>) -> Result<(), Invalid> {
    list.validate().map_err(|fault| Invalid::CellList { kind: S::KIND, fault })?;
    for (row, &slot) in list.ids().iter().enumerate() {
        RowOf::<S, N>::from_row(list.row(row)).map_err(|error| Invalid::Shape { slot, error })?;
        if S::in_row(list, row).borrow().row() != list.row(row) {
            return Err(Invalid::Bound { slot });
        }
    }
    Ok(())
}
