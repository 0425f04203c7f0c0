//! Whether all that a store keeps agrees.

use collide_broad::{Anchored, CellList, Payload};
use collide_core::{Circle, Rect};

use super::{FIXED, Kind, MOVING, Oriented, Place, Set, Store, bound_row};
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
        let Self { circles, rects, oriented } = self;
        circles.lists().iter().try_for_each(|table| check::<Circle, _, 3>(table, Kind::Circle))?;
        rects.lists().iter().try_for_each(|table| check::<Rect, _, 4>(table, Kind::Rect))?;
        for table in oriented.lists() {
            check::<Rect, Oriented, 4>(table, Kind::Oriented)?;
            let rows = table.ids().iter().zip(table.payload()).enumerate();
            for (row, (&slot, oriented)) in rows {
                if table.row(row) != bound_row(&oriented.rect) {
                    return Err(Invalid::Bound { slot });
                }
            }
        }
        Ok(())
    }
}

/// Looks whether a table is in order and its rows are shapes.
fn check<S: Anchored<N>, P: Payload, const N: usize>(table: &CellList<S, P, N>, kind: Kind) -> Result<(), Invalid> {
    table.validate().map_err(|fault| Invalid::CellList { kind: kind.name(), fault })?;
    for (row, &slot) in table.ids().iter().enumerate() {
        S::from_row(table.row(row)).map_err(|error| Invalid::Shape { slot, error })?;
    }
    Ok(())
}
