//! Whether all that a store keeps agrees.

use std::borrow::Borrow;

use collide_core::columns::Row;

use super::kinds::{List, Listed, RowOf, each_kind};
use super::{FIXED, MOVING, Place, Set, Store};
use crate::Invalid;

/// Who has a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Nobody: its generations are used up.
    Nobody,
    Moving,
    Fixed,
    Free,
}

/// Who has each slot, if each is either taken once or free once.
///
/// Of a part of a larger world, slots may be nobody's that are others' elsewhere.
pub(crate) fn holders(
    generations: &[u32],
    free: &[u32],
    part: bool,
    [moving, fixed]: [impl Iterator<Item = u32>; 2],
) -> Result<Vec<Holder>, Invalid> {
    let slot_count = generations.len();
    let mut holders = vec![Holder::Nobody; slot_count];
    let mut take = |slot: u32, holder| match holders.get_mut(slot as usize) {
        Some(place @ Holder::Nobody) => {
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
            Holder::Nobody if *generation < u32::MAX && !part => return Err(Invalid::LostSlot { slot }),
            Holder::Free if *generation == 0 => return Err(Invalid::Generation { slot, generation: 0 }),
            _ => {}
        }
    }
    Ok(holders)
}

impl Store {
    /// Looks whether all that it keeps agrees; says who has each slot.
    pub(crate) fn validate(&self) -> Result<Vec<Holder>, Invalid> {
        let slots = |set: usize| self.sets[set].seats().map(|(slot, _)| slot);
        let holders = holders(&self.generations, &self.free, self.part, [slots(MOVING), slots(FIXED)])?;
        self.filters.validate(&holders)?;
        check_generations(self.generations_at_tick(), &self.generations)?;
        self.sets.iter().try_for_each(Set::validate)?;
        self.check_places()?;
        Ok(holders)
    }

    /// Looks whether everyone is found where it is.
    fn check_places(&self) -> Result<(), Invalid> {
        let places = self.places();
        for (number, set) in self.sets.iter().enumerate() {
            if let Some((slot, _)) =
                set.seats().find(|(slot, seat)| places[*slot as usize] != Place::new(number, *seat))
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

/// Looks whether no generation is before that of the last tick.
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

/// Looks whether a table is in order, its rows are shapes, and bounds are those of the shapes beside them.
fn check<S: Listed<N>, const N: usize>(table: &List<S, N>) -> Result<(), Invalid> {
    table.validate().map_err(|fault| Invalid::CellList { kind: S::KIND, fault })?;
    for (row, &slot) in table.ids().iter().enumerate() {
        RowOf::<S, N>::from_row(table.row(row)).map_err(|error| Invalid::Shape { slot, error })?;
        if S::at(table, row).borrow().row() != table.row(row) {
            return Err(Invalid::Bound { slot });
        }
    }
    Ok(())
}
