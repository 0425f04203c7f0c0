use std::fmt;

use super::set::{RowLocation, Set};
use crate::base::{Lazy, ListKind, MAX_ENTITIES, allocated};

/// The place of a slot in four bytes: the set, list and row of its entity, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(u32);

impl Place {
    /// No entity has the slot.
    pub(crate) const NONE: Self = Self(u32::MAX);

    const ROW_BITS: u32 = 26;

    /// The maximum number of rows of a cell list.
    const MAX_ROWS: usize = (1 << Self::ROW_BITS) - 1;

    pub(crate) fn new(set: usize, location: RowLocation) -> Self {
        debug_assert!(location.row < Self::MAX_ROWS, "row {} of a list", location.row);
        let kind = (set as u32) << 2 | location.kind as u32;
        Self(((kind << 3 | location.list as u32) << Self::ROW_BITS) | location.row as u32)
    }

    /// Set and location.
    pub(crate) fn get(self) -> Option<(usize, RowLocation)> {
        if self == Self::NONE {
            return None;
        }
        let (row, rest) = (self.0 as usize & Self::MAX_ROWS, self.0 >> Self::ROW_BITS);
        let kind = *ListKind::ALL.get((rest >> 3 & 3) as usize)?;
        Some(((rest >> 5) as usize, RowLocation { kind, list: (rest & 7) as usize, row }))
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

const _: () = assert!(MAX_ENTITIES == Place::MAX_ROWS && ListKind::ALL.len() <= 4, "every entity has a place");

/// The place of each slot: a map from slots to rows. It is built on the first access after the rows were sorted; a tick
/// without access does not pay for it.
#[derive(Debug, Default)]
pub(crate) struct Places {
    list: Lazy<Vec<Place>>,
}

impl Places {
    /// Bytes allocated.
    pub(crate) fn memory(&self) -> usize {
        self.list.sum(allocated)
    }

    /// Drops the map, as the rows have moved.
    pub(crate) fn forget(&mut self) {
        self.list.forget();
    }

    /// The places of all slots in these sets.
    pub(crate) fn of<const COUNT: usize>(&self, sets: [&Set; COUNT], slot_count: usize) -> &[Place] {
        self.list.get(|places| {
            places.clear();
            places.resize(slot_count, Place::NONE);
            for (number, set) in sets.into_iter().enumerate() {
                set.locations().for_each(|(slot, location)| places[slot as usize] = Place::new(number, location));
            }
        })
    }

    /// The map if it is built, to be changed along with the rows.
    pub(crate) fn known(&mut self) -> Option<&mut Vec<Place>> {
        self.list.known()
    }
}
