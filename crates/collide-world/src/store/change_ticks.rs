//! The tick at which each entity last changed.

use std::borrow::Borrow;

use collide_core::Shape;

use super::kinds::{List, Listed, UserData, each_kind};
use super::set::{RowLocation, Set};
use super::{MOVING, Store};
use crate::base::{allocated, copy_of};
use crate::{Entity, Handle, Invalid, Mobility};

/// The tick of the last change of each slot, [if the settings ask for it](crate::Settings::change_ticks).
#[derive(Debug, Default)]
pub(super) struct ChangeTicks {
    /// The current tick.
    now: u64,
    /// For every slot that is or was taken.
    of_slot: Vec<u64>,
    /// Scratch memory: a copy of the dynamic entities.
    before: Set,
}

/// `clone_from` reuses the memory of the overwritten ticks. The scratch memory is not copied.
impl Clone for ChangeTicks {
    fn clone(&self) -> Self {
        copy_of(self)
    }

    fn clone_from(&mut self, source: &Self) {
        self.now = source.now;
        self.of_slot.clone_from(&source.of_slot);
    }
}

impl ChangeTicks {
    pub(super) fn new(now: u64, of_slot: Vec<u64>) -> Box<Self> {
        Box::new(Self { now, of_slot, before: Set::default() })
    }

    pub(super) fn tick(&mut self, tick: u64) {
        self.now = tick;
    }

    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>() + allocated(&self.of_slot) + self.before.memory()
    }

    pub(super) fn of_slot(&self) -> &[u64] {
        &self.of_slot
    }

    pub(super) fn validate(&self, slot_count: usize) -> Result<(), Invalid> {
        check_change_ticks(&self.of_slot, self.now, slot_count)
    }

    /// Marks the dynamic entities that differ from the copy. Their rows are in the same places.
    fn compare(&mut self, moving: &Set) {
        let Self { now, of_slot, before } = self;
        each_kind!(S => for (before, list) in S::lists(before).lists().iter().zip(S::lists(moving).lists()) {
            for (row, slot) in list.ids().iter().enumerate() {
                if differs_in::<S, _>(before, list, row) {
                    of_slot[*slot as usize] = *now;
                }
            }
        });
    }
}

/// Whether a row differs between two lists.
fn differs_in<S: Listed<N>, const N: usize>(a: &List<S, N>, b: &List<S, N>, row: usize) -> bool {
    let shape = |list| (*S::in_row(list, row).borrow()).into();
    a.row(row).map(f32::to_bits) != b.row(row).map(f32::to_bits)
        || a.payload()[row].data() != b.payload()[row].data()
        || (!S::IS_EXACT && differ(&shape(a), &shape(b)))
}

/// Whether two shapes differ in a bit of a stored number.
fn differ(a: &Shape, b: &Shape) -> bool {
    let bits = |shape: &Shape| (shape.kind(), shape.to_numbers().map(f32::to_bits));
    bits(a) != bits(b)
}

/// Whether to replace one entity by the other is a change. To fall asleep or to wake is none.
pub(crate) fn is_change(before: &Entity, now: &Entity) -> bool {
    let Entity { shape, data, mobility, layers, sensor } = *now;
    let is_static = |mobility| mobility == Mobility::Static;
    (before.data, is_static(before.mobility), before.layers, before.sensor)
        != (data, is_static(mobility), layers, sensor)
        || differ(&before.shape, &shape)
}

/// Checks that there is a tick for each slot, none after the current one.
pub(super) fn check_change_ticks(ticks: &[u64], now: u64, slot_count: usize) -> Result<(), Invalid> {
    if ticks.len() != slot_count {
        return Err(Invalid::UnknownSlot { slot: ticks.len() as u32, slot_count });
    }
    let later = (0..).zip(ticks).find(|(_, tick)| **tick > now);
    later.map_or(Ok(()), |(slot, tick)| Err(Invalid::ChangeTick { slot, tick: *tick }))
}

/// Rows that are being changed. They are compared even if the user's code panics.
struct Watched<'a> {
    moving: &'a mut Set,
    ticks: &'a mut ChangeTicks,
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        self.ticks.compare(self.moving);
    }
}

impl Store {
    /// Switches change ticks on or off. At first, all entities have changed at this tick.
    pub(crate) fn set_change_ticks(&mut self, is_on: bool, tick: u64) {
        if is_on != self.change_ticks.is_some() {
            self.change_ticks = is_on.then(|| ChangeTicks::new(tick, vec![tick; self.slot_count()]));
            self.changes.note_all();
        }
    }

    /// The entities that have changed at a tick or later, in order of slots.
    pub(crate) fn changed_since(&self, tick: u64) -> impl Iterator<Item = Handle> {
        let of_slot = self.change_ticks.iter().flat_map(|ticks| &ticks.of_slot);
        let slots = (0..).zip(of_slot).filter(move |(_, changed)| **changed >= tick);
        slots.filter_map(|(slot, _)| {
            let generation = self.generations[slot as usize];
            self.places()[slot as usize].get().map(|_| Handle { slot, generation })
        })
    }

    /// Whether the entity of a slot has changed at the current tick.
    #[cfg(feature = "recording")]
    pub(crate) fn has_changed_now(&self, slot: u32) -> bool {
        let ticks = self.change_ticks.as_ref();
        ticks.is_some_and(|ticks| ticks.of_slot.get(slot as usize) == Some(&ticks.now))
    }

    /// Marks the entity of a slot as changed at the current tick.
    #[inline]
    pub(crate) fn mark(&mut self, slot: u32) {
        if let Some(ticks) = &mut self.change_ticks {
            ticks.of_slot.resize(self.generations.len(), ticks.now);
            ticks.of_slot[slot as usize] = ticks.now;
        }
    }

    /// Marks the entity at a place if it differs from what it becomes.
    #[inline]
    pub(super) fn mark_change(&mut self, slot: u32, place: (usize, RowLocation), now: impl FnOnce(Entity) -> Entity) {
        if self.change_ticks.is_some() {
            let before = self.entity(slot, place);
            if is_change(&before, &now(before)) {
                self.mark(slot);
            }
        }
    }

    /// Changes dynamic entities in place, and marks those that differ then.
    pub(super) fn change_rows<R>(&mut self, change: impl FnOnce(&mut Set) -> R) -> R {
        self.changes.note_all();
        let moving = &mut self.sets[MOVING];
        let Some(ticks) = &mut self.change_ticks else { return change(moving) };
        ticks.before.clone_from(moving);
        let watched = Watched { moving, ticks };
        change(watched.moving)
    }
}
