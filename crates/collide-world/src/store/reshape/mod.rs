//! Changes of many shapes at once, by handle or by slot.
//!
//! Rows are in order of cells, changes mostly in order of slots. To write each change to its row would read and write
//! memory at random, and needs the map from slots to rows. So each row looks up its change instead.

mod last;
mod packed;
mod rows;

use collide_broad::Workers;
use collide_core::{Circle, OrientedRect, Rect, Shape, ShapeError, ShapeKind, Vec2};

use super::circles_mut::first_of;
use super::kinds::{Listed, Stored, match_kind, match_variant};
use super::{MOVING, Set, Store};
use crate::{Handle, IndexedError, WorldError};
use last::is_used_up;
use rows::{ByHandle, BySlot, Entry};

pub(super) use last::LastChanges;

pub(crate) use packed::Packed;

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

    /// Whether `is_in_place` returns true for all entries. If so, [packs](Packed::fill) their changes if possible.
    fn pack<E: Entry<Change = Self>>(
        entries: &[E],
        is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
        packed: &mut Packed,
        workers: &impl Workers,
    ) -> bool;
}

/// A whole shape of any kind.
impl Change for Shape {
    #[inline(always)]
    fn of_kind<S: Listed<N>, const N: usize>(&self, _: impl FnOnce() -> S) -> Option<S> {
        S::of(self).copied()
    }

    fn of(&self, _: impl FnOnce() -> Shape) -> Result<Shape, ShapeError> {
        Ok(*self)
    }

    /// Packs shapes that are all of one kind.
    fn pack<E: Entry<Change = Self>>(
        entries: &[E],
        is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
        packed: &mut Packed,
        workers: &impl Workers,
    ) -> bool {
        let kind = entries.first().map_or(ShapeKind::Circle, |first| first.change().kind());
        match_kind!(kind, S => packed.fill(entries, is_in_place, |shape| <S as Listed<_>>::of(&shape).copied(), workers))
    }
}

/// [`Change::pack`] for changes that are packed as they are.
macro_rules! pack_as_it_is {
    () => {
        fn pack<E: Entry<Change = Self>>(
            entries: &[E],
            is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
            packed: &mut Packed,
            workers: &impl Workers,
        ) -> bool {
            packed.fill(entries, is_in_place, Some, workers)
        }
    };
}

/// Whole shapes of one kind.
macro_rules! shapes_of_one_kind {
    ($($shape:ty),*) => {
        $(impl Change for $shape {
            #[inline(always)]
            fn of_kind<S: Listed<N>, const N: usize>(&self, _: impl FnOnce() -> S) -> Option<S> {
                S::of(&(*self).into()).copied()
            }

            fn of(&self, _: impl FnOnce() -> Shape) -> Result<Shape, ShapeError> {
                Ok((*self).into())
            }

            pack_as_it_is!();
        })*
    };
}

shapes_of_one_kind!(Circle, Rect, OrientedRect);

/// A new center.
impl Change for Vec2 {
    #[inline(always)]
    fn of_kind<S: Listed<N>, const N: usize>(&self, old: impl FnOnce() -> S) -> Option<S> {
        old().with_center(*self).ok()
    }

    fn of(&self, old: impl FnOnce() -> Shape) -> Result<Shape, ShapeError> {
        match_variant!(Shape, old(), shape => shape.with_center(*self).map(Shape::from))
    }

    pack_as_it_is!();
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
                Some(_) => {
                    let packed = last.packed.give_to(moving, workers);
                    packed.unwrap_or_else(|| moving.take_changes(&BySlot(changes), workers))
                }
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
    fn enter<T: Change>(
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

impl Set {
    /// Gives each row the shape of its slot. Returns false if the number of shapes or a kind differs; some rows may then
    /// have their shape and others not.
    pub(crate) fn set_shapes(&mut self, shapes: &[Shape], packed: &mut Packed, workers: &impl Workers) -> bool {
        if self.len() != shapes.len() {
            return false;
        }
        if shapes.is_empty() {
            return true;
        }
        Shape::pack(shapes, |_, _| true, packed, workers);
        let changed = packed.give_to(self, workers);
        changed.unwrap_or_else(|| self.take_changes(&BySlot(shapes), workers)) == shapes.len()
    }
}
