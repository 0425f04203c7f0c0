//! Changes of many shapes at once, by handle or by slot.
//!
//! Rows are in order of cells, changes mostly in order of slots. To write each change to its row would read and write
//! memory at random, and needs the map from slots to rows. So each row looks up its change instead.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use collide_broad::Workers;
use collide_core::{Circle, OrientedRect, Rect, Shape, ShapeError, Vec2};

use super::circles_mut::first_of;
use super::kinds::{Listed, PayloadOf, RowsMut, Stored, each_kind, match_variant};
use super::{MOVING, Set, Store};
use crate::base::{Pieces, allocated, max_pieces};
use crate::{Handle, IndexedError, WorldError};

/// A batch is looked up by all rows if it has at least one change for this number of rows.
const ROWS_PER_CHANGE: usize = 4;

/// The number of changes that are looked up at a time.
const CHUNK: usize = 256;

/// The value of a slot without change.
const NONE: u32 = u32::MAX;

/// A new shape, or a part of one.
pub(crate) trait Change: Copy + Sync {
    /// The new shape of an entity. `None` if it is not valid or of another kind.
    fn of_kind<S: Listed<N>, const N: usize>(&self, old: impl FnOnce() -> S) -> Option<S>;

    /// The new shape of an entity.
    fn of(&self, old: impl FnOnce() -> Shape) -> Result<Shape, ShapeError>;
}

/// Whole shapes, of any kind or of one.
macro_rules! whole_shapes {
    ($($shape:ty),*) => {
        $(impl Change for $shape {
            #[inline(always)]
            fn of_kind<S: Listed<N>, const N: usize>(&self, _: impl FnOnce() -> S) -> Option<S> {
                S::of(&(*self).into()).copied()
            }

            fn of(&self, _: impl FnOnce() -> Shape) -> Result<Shape, ShapeError> {
                Ok((*self).into())
            }
        })*
    };
}

whole_shapes!(Shape, Circle, Rect, OrientedRect);

/// A new center.
impl Change for Vec2 {
    #[inline(always)]
    fn of_kind<S: Listed<N>, const N: usize>(&self, old: impl FnOnce() -> S) -> Option<S> {
        old().with_center(*self).ok()
    }

    fn of(&self, old: impl FnOnce() -> Shape) -> Result<Shape, ShapeError> {
        match_variant!(Shape, old(), shape => shape.with_center(*self).map(Shape::from))
    }
}

/// The index of the last change of each slot in a batch. Between batches no slot has one.
#[derive(Debug, Default)]
pub(super) struct LastChanges {
    of_slot: Vec<u32>,
    /// The number of changes, if each is at the index of its slot. Then `of_slot` is not used.
    in_order: Option<usize>,
}

impl LastChanges {
    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.of_slot)
    }

    /// Enters the index of each change at its slot. Returns the number of slots, or the index of the first handle with
    /// another generation than its slot. Not checked: whether the slot has an entity.
    fn enter<T: Sync>(
        &mut self,
        changes: &[(Handle, T)],
        generations: &[u32],
        workers: &impl Workers,
    ) -> Result<usize, usize> {
        if changes.len() <= generations.len() && are_at_their_slots(changes, generations, workers) {
            self.in_order = Some(changes.len());
            return Ok(changes.len());
        }
        self.of_slot.resize(generations.len(), NONE);
        let mut slots = 0;
        for (index, (handle, _)) in changes.iter().enumerate() {
            let slot = handle.slot as usize;
            if generations.get(slot) != Some(&handle.generation) {
                return Err(index);
            }
            let last = std::mem::replace(&mut self.of_slot[slot], index as u32);
            slots += usize::from(last == NONE);
        }
        Ok(slots)
    }

    /// Removes the changes that were entered.
    fn clear<T>(&mut self, changes: &[(Handle, T)]) {
        if self.in_order.take().is_some() {
            return;
        }
        if changes.len() > self.of_slot.len() / ROWS_PER_CHANGE {
            return self.of_slot.fill(NONE);
        }
        for (handle, _) in changes {
            if let Some(index) = self.of_slot.get_mut(handle.slot as usize) {
                *index = NONE;
            }
        }
    }

    /// The index of the change of a slot, or [`NONE`].
    #[inline(always)]
    fn index(&self, slot: u32) -> u32 {
        match self.in_order {
            Some(count) if (slot as usize) < count => slot,
            Some(_) => NONE,
            None => self.of_slot[slot as usize],
        }
    }
}

/// Whether no insertion has returned this handle: its slot may have this generation, but has no entity.
fn is_used_up(handle: Handle) -> bool {
    handle.generation == u32::MAX
}

/// Whether each change is at the index of its slot, with the generation of the slot, and none is used up. `generations`
/// may be longer.
fn are_at_their_slots<T: Sync>(changes: &[(Handle, T)], generations: &[u32], workers: &impl Workers) -> bool {
    let size = changes.len().div_ceil(max_pieces(workers.count())).max(1);
    let mut parts = Pieces::new();
    parts.extend(changes.chunks(size).zip(generations.chunks(size)).map(|(changes, own)| (changes, own, true)));
    workers.each(&mut parts, |number, (changes, generations, holds)| {
        let is_at_its_slot = |(slot, ((handle, _), generation)): (usize, (&(Handle, T), &u32))| {
            (handle.slot as usize == slot) & (handle.generation == *generation) & !is_used_up(*handle)
        };
        *holds = (number * size..).zip(changes.iter().zip(*generations)).all(is_at_its_slot);
    });
    parts.iter().all(|(_, _, holds)| *holds)
}

impl Store {
    /// Changes entities by handle: the last change for each. Returns the error of the first stale handle, and then
    /// nothing is changed; or that of the first change that does not give a valid shape, which alone is not made.
    pub(crate) fn change_batch<T: Change>(
        &mut self,
        changes: &[(Handle, T)],
        workers: &impl Workers,
    ) -> Result<(), IndexedError<WorldError>> {
        let mut last = std::mem::take(&mut self.last_changes);
        let done = self.enter(&mut last, changes, workers).and_then(|slot_count| {
            if self.are_few(changes) {
                return self.change_each(&last, changes, |_, _| true);
            }
            self.version += 1;
            let moving = &mut self.sets[MOVING];
            let changed = match last.in_order {
                Some(_) => moving.take_changes(&BySlot(changes), workers),
                None => moving.take_changes(&ByHandle { of_slot: &last.of_slot, changes }, workers),
            };
            if changed == slot_count { Ok(()) } else { self.change_each(&last, changes, Self::is_left) }
        });
        last.clear(changes);
        self.last_changes = last;
        done
    }

    /// Prepares for `count` changes one by one. If they are most of the dynamic entities, to note each of them would
    /// cost more than it saves.
    pub(crate) fn expect_changes(&mut self, count: usize) {
        if count * 2 > self.sets[MOVING].len() {
            self.sets[MOVING].drop_index();
        }
    }

    /// Whether to look up the row of each change, instead of the change of each row.
    fn are_few<T>(&self, changes: &[(Handle, T)]) -> bool {
        changes.is_empty() || changes.len() < self.sets[MOVING].len() / ROWS_PER_CHANGE
    }

    /// Enters changes by slot. Returns the number of slots, or the error of the first stale handle.
    fn enter<T: Sync>(
        &self,
        last: &mut LastChanges,
        changes: &[(Handle, T)],
        workers: &impl Workers,
    ) -> Result<usize, IndexedError<WorldError>> {
        let stale = |index: usize| WorldError::Stale { handle: changes[index].0 }.at(index);
        let slot_count = last.enter(changes, &self.generations, workers).map_err(stale)?;
        let used_up = last.in_order.is_none() && changes.iter().any(|(handle, _)| is_used_up(*handle));
        let is_free = |slot: &u32| last.index(*slot) != NONE;
        if self.are_few(changes) || self.part || used_up || self.free.iter().any(is_free) {
            self.check_handles(changes.iter().map(|(handle, _)| *handle))?;
        }
        Ok(slot_count)
    }

    /// Makes the last change of each slot that `is_left`, one by one. Returns the first error.
    fn change_each<T: Change>(
        &mut self,
        last: &LastChanges,
        changes: &[(Handle, T)],
        is_left: impl Fn(&Self, &(Handle, T)) -> bool,
    ) -> Result<(), IndexedError<WorldError>> {
        let mut done = Ok(());
        for (index, change) in changes.iter().enumerate() {
            if last.index(change.0.slot) == index as u32 && is_left(self, change) {
                done = done.and(self.change(change.0, &change.1).map_err(|error| error.at(index)));
            }
        }
        done
    }

    /// Whether no row has taken a change: one of a static entity, to another kind of shape, or an invalid one.
    fn is_left(&self, (handle, change): &(Handle, impl Change)) -> bool {
        self.place(*handle).is_none_or(|(set, seat)| {
            let changed = change.of(|| self.sets[set].shape(seat));
            set != MOVING || changed.map_or(true, |shape| shape.kind() != seat.kind)
        })
    }

    /// Changes one entity.
    pub(crate) fn change(&mut self, handle: Handle, change: &impl Change) -> Result<(), WorldError> {
        let old = self.shape(handle).ok_or(WorldError::Stale { handle })?;
        let shape = change.of(|| old).map_err(|error| WorldError::Shape { handle, error })?;
        self.set_shape(handle, shape)
    }

    /// Moves each dynamic entity to the center at the index of its slot, if there is one. An entity whose center is not
    /// valid keeps its place; returns the error of the one with the smallest slot.
    pub(crate) fn set_centers(&mut self, centers: &[Vec2], workers: &impl Workers) -> Result<(), WorldError> {
        if centers.is_empty() {
            return Ok(());
        }
        self.version += 1;
        let set = &mut self.sets[MOVING];
        let moved = set.take_changes(&BySlot(centers), workers);
        let slots = || set.seats().filter(|(slot, _)| (*slot as usize) < centers.len());
        let all = if centers.len() < self.generations.len() { slots().count() } else { set.len() };
        if moved == all {
            return Ok(());
        }
        let invalid = |(slot, seat)| Some((slot, centers[slot as usize].of(|| set.shape(seat)).err()?));
        let first = slots().filter_map(invalid).fold(None, |first, found| first_of(first, Some(found)));
        first.map_or(Ok(()), |(slot, error)| {
            Err(WorldError::Shape { handle: Handle { slot, generation: self.generations[slot as usize] }, error })
        })
    }
}

/// Changes, and the index of the change of each slot; there is at least one change.
trait Lookup: Sync {
    type Change: Change;

    /// The index of the change of a slot, or [`NONE`].
    fn index(&self, slot: u32) -> u32;

    fn change(&self, index: u32) -> Self::Change;
}

/// A change, with or without its handle.
trait Entry: Copy + Sync {
    type Change: Change;

    fn change(&self) -> Self::Change;
}

impl Entry for Vec2 {
    type Change = Self;

    #[inline(always)]
    fn change(&self) -> Self {
        *self
    }
}

impl<T: Change> Entry for (Handle, T) {
    type Change = T;

    #[inline(always)]
    fn change(&self) -> T {
        self.1
    }
}

/// Changes at the index of their slots.
struct BySlot<'a, T>(&'a [T]);

impl<T: Entry> Lookup for BySlot<'_, T> {
    type Change = T::Change;

    #[inline(always)]
    fn index(&self, slot: u32) -> u32 {
        if (slot as usize) < self.0.len() { slot } else { NONE }
    }

    #[inline(always)]
    fn change(&self, index: u32) -> T::Change {
        self.0[index as usize].change()
    }
}

/// Changes by handle, and the index of the change of each slot.
struct ByHandle<'a, T> {
    of_slot: &'a [u32],
    changes: &'a [(Handle, T)],
}

impl<T: Change> Lookup for ByHandle<'_, T> {
    type Change = T;

    #[inline(always)]
    fn index(&self, slot: u32) -> u32 {
        self.of_slot[slot as usize]
    }

    #[inline(always)]
    fn change(&self, index: u32) -> T {
        self.changes[index as usize].1
    }
}

impl Set {
    /// Gives each row the change of its slot, if there is one and it keeps the kind of the shape. Returns the number of
    /// rows that have changed.
    fn take_changes(&mut self, changes: &impl Lookup, workers: &impl Workers) -> usize {
        let total = AtomicUsize::new(0);
        each_kind!(S => for list in S::lists_mut(self).lists_mut() {
            let mut pieces = Pieces::new();
            pieces.extend(list.pieces_mut(workers));
            workers.each(&mut pieces, |_, (columns, slots, payload)| {
                let columns = columns.each_mut().map(|column| &mut **column);
                let mut rows = RowsMut::<S, _> { columns, slots, payload };
                total.fetch_add(rows.take_changes(changes), Ordering::Relaxed);
            });
        });
        total.into_inner()
    }
}

impl<S: Listed<N>, const N: usize> RowsMut<'_, S, N> {
    /// In small loops: the accesses of one loop do not depend on each other, so the processor waits for many of them at
    /// the same time.
    fn take_changes<L: Lookup>(&mut self, changes: &L) -> usize {
        let (mut count, mut indices, mut chosen) = (0, [0; CHUNK], [changes.change(0); CHUNK]);
        for first in (0..self.slots.len()).step_by(CHUNK) {
            let range = first..self.slots.len().min(first + CHUNK);
            let slots = &self.slots[range.clone()];
            for (index, slot) in indices.iter_mut().zip(slots) {
                *index = changes.index(*slot);
            }
            let indices = &indices[..slots.len()];
            for (chosen, index) in chosen.iter_mut().zip(indices) {
                *chosen = changes.change(if *index == NONE { 0 } else { *index });
            }
            count += self.take_chosen(range, indices, &chosen[..slots.len()]);
        }
        count
    }

    /// Gives each row of a range its change, unless its index is [`NONE`].
    #[inline(always)]
    fn take_chosen(&mut self, range: Range<usize>, indices: &[u32], chosen: &[impl Change]) -> usize {
        let mut count = 0;
        let mut columns = self.columns.each_mut().map(|column| &mut column[range.clone()][..indices.len()]);
        let payload = &mut self.payload[range][..indices.len()];
        for (place, (index, change)) in indices.iter().zip(chosen).enumerate() {
            let old = columns.each_ref().map(|column| column[place]);
            let payload = &mut payload[place];
            let new = change.of_kind(|| payload.shape(old)).filter(|_| *index != NONE);
            // All numbers are written, also those of rows that do not change: without a branch.
            let row = new.map_or(old, |shape| shape.replace(payload));
            columns.iter_mut().zip(row).for_each(|(column, number)| column[place] = number);
            count += usize::from(new.is_some());
        }
        count
    }
}
