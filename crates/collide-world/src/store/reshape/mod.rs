//! Changes of many shapes at once, by handle or by slot.
//!
//! Rows are in order of cells, changes mostly in order of slots. To write each change to its row would read and write
//! memory at random, and needs the map from slots to rows. So each row looks up its change instead.

mod last;
mod packed;
mod rows;

use collide_broad::internal::Workers;
use collide_core::{Capsule, Circle, OrientedRect, Polygon, Rect, Shape, ShapeError, ShapeKind, Vec2};

use super::kinds::{Listed, Oriented, Stored, match_shape};
use super::{FIXED, MOVING, Set, Store};
use crate::base::{ListKind, span};
use crate::{Handle, IndexedError, WorldError};
use last::is_used_up;
use rows::{ByHandle, BySlot, Entry};

pub(super) use last::LastChanges;

pub(crate) use packed::Packed;

/// A batch is looked up by all rows if it has at least one change for this number of rows.
const ROWS_PER_CHANGE: usize = 4;

/// The number of changes that are looked up at a time.
const CHUNK: usize = 256;

/// The sum of a few numbers of at most this magnitude is finite.
const MODERATE: f32 = 1e37;

/// The value of a slot without change.
const NONE: u32 = u32::MAX;

/// A new shape, or a part of one.
pub(crate) trait Change: Copy + Sync {
    /// Whether the change is a whole shape. It is then valid for every entity.
    const IS_WHOLE: bool = true;

    /// The new shape of an entity. `None` if it is not valid or of another kind.
    fn of_kind<S: Listed<N>, const N: usize>(&self, old: impl FnOnce() -> S) -> Option<S>;

    /// The new shape of an entity.
    fn of(&self, old: impl FnOnce() -> Shape) -> Result<Shape, ShapeError>;

    /// Whether the change is valid for every entity, except for a rect with larger coordinates than [`MODERATE`].
    #[inline(always)]
    fn is_moderate(&self) -> bool {
        true
    }

    /// Whether `is_in_place` returns true for all entries. If so, [packs](Packed::fill) their changes if possible.
    fn pack<E: Entry<Change = Self>>(
        entries: &[E],
        is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
        packed: &mut Packed,
        workers: &impl Workers,
    ) -> bool;
}

/// Whole shapes, of one kind or of any.
macro_rules! whole_shapes {
    ($($shape:ty),*) => {
        $(impl Change for $shape {
            #[inline(always)]
            fn of_kind<S: Listed<N>, const N: usize>(&self, _: impl FnOnce() -> S) -> Option<S> {
                S::of(&(*self).into())
            }

            fn of(&self, _: impl FnOnce() -> Shape) -> Result<Shape, ShapeError> {
                Ok((*self).into())
            }

            /// Packs shapes that are all of one kind.
            fn pack<E: Entry<Change = Self>>(
                entries: &[E],
                is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
                packed: &mut Packed,
                workers: &impl Workers,
            ) -> bool {
                let kind = entries.first().map_or(ShapeKind::Circle, |first| Shape::from(first.change()).kind());
                macro_rules! fill {
                    ($Kind:ident) => {{
                        let of = |shape: Self| match shape.into() {
                            Shape::$Kind(shape) => Some(shape),
                            _ => None,
                        };
                        packed.fill(entries, is_in_place, of, workers)
                    }};
                }
                match kind {
                    ShapeKind::Circle => fill!(Circle),
                    ShapeKind::Rect => fill!(Rect),
                    ShapeKind::OrientedRect => fill!(OrientedRect),
                    ShapeKind::Capsule => fill!(Capsule),
                    ShapeKind::Polygon => fill!(Polygon),
                }
            }
        })*
    };
}

whole_shapes!(Shape, Circle, Rect, OrientedRect, Capsule, Polygon);

/// A new center.
impl Change for Vec2 {
    const IS_WHOLE: bool = false;

    #[inline(always)]
    fn is_moderate(&self) -> bool {
        self.abs().cmple(Self::splat(MODERATE)).all()
    }

    #[inline(always)]
    fn of_kind<S: Listed<N>, const N: usize>(&self, old: impl FnOnce() -> S) -> Option<S> {
        old().with_center(*self).ok()
    }

    fn of(&self, old: impl FnOnce() -> Shape) -> Result<Shape, ShapeError> {
        match_shape!(old(), shape => shape.with_center(*self).map(Shape::from))
    }

    fn pack<E: Entry<Change = Self>>(
        entries: &[E],
        is_in_place: impl Fn(usize, &E) -> bool + Sync + Send,
        packed: &mut Packed,
        workers: &impl Workers,
    ) -> bool {
        packed.fill(entries, is_in_place, Some, workers)
    }
}

/// Whether the changes of all entries are [moderate](Change::is_moderate). In parts without a branch, which are fast.
fn all_moderate<E, T: Change>(entries: &[E], change: impl Fn(&E) -> T) -> bool {
    let of_part = |part: &[E]| part.iter().fold(true, |all, entry| all & change(entry).is_moderate());
    entries.chunks(CHUNK).all(of_part)
}

impl Store {
    /// Changes entities by handle: the last change for each. Fails with the first stale handle, or else with the first
    /// change that gives no valid shape; nothing is changed then.
    pub(crate) fn change_batch<T: Change>(
        &mut self,
        changes: &[(Handle, T)],
        workers: &impl Workers,
    ) -> Result<(), IndexedError<WorldError>> {
        span!("update");
        let mut last = self.last_changes.take().unwrap_or_default();
        let entered = self.enter(&mut last, changes, workers);
        if let Ok(slot_count) = entered {
            self.change_entered(&last, changes, slot_count, workers);
        }
        last.clear(changes);
        self.last_changes = Some(last);
        entered.map(|_| ())
    }

    /// Makes changes that were entered.
    fn change_entered<T: Change>(
        &mut self,
        last: &LastChanges,
        changes: &[(Handle, T)],
        slot_count: usize,
        workers: &impl Workers,
    ) {
        if self.are_few(changes) {
            return self.change_each(last, changes, |_, _| true);
        }
        let changed = self.change_rows(|moving| match last.in_order {
            Some(_) => {
                let packed = last.packed.give_to(moving, workers);
                packed.unwrap_or_else(|| moving.take_changes(&BySlot(changes), workers))
            }
            None => moving.take_changes(&ByHandle { of_slot: &last.of_slot, changes }, workers),
        });
        if changed != slot_count {
            self.change_each(last, changes, Self::is_left);
        }
    }

    /// Prepares for `count` changes one by one. If they are most of the dynamic entities, to note each of them would
    /// cost more than it saves.
    pub(crate) fn expect_changes(&mut self, count: usize) {
        if count * 2 > self.sets[MOVING].len() {
            self.sets[MOVING].note_all_changed();
        }
    }

    /// Whether to look up the row of each change, instead of the change of each row.
    fn are_few<T>(&self, changes: &[(Handle, T)]) -> bool {
        changes.is_empty() || changes.len() < self.sets[MOVING].len() / ROWS_PER_CHANGE
    }

    /// Enters changes by slot and returns the number of slots. Fails with the first stale handle, or else with the first
    /// change that gives no valid shape.
    fn enter<T: Change>(
        &mut self,
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
        // Changes in order are moderate.
        let is_moderate = last.in_order.is_some() || all_moderate(changes, |(_, change)| *change);
        if !T::IS_WHOLE && (self.are_few(changes) || !(is_moderate && self.has_moderate_shapes())) {
            for (index, (handle, change)) in changes.iter().enumerate() {
                self.check_change(*handle, change).map_err(|error| error.at(index))?;
            }
        }
        Ok(slot_count)
    }

    /// Whether no rect has a coordinate above [`MODERATE`]. Reads the dynamic rects, and static ones once after a change.
    fn has_moderate_shapes(&mut self) -> bool {
        if self.huge_static_at != self.static_version {
            self.has_huge_static = !self.sets[FIXED].has_moderate_shapes();
            self.huge_static_at = self.static_version;
        }
        !self.has_huge_static && self.sets[MOVING].has_moderate_shapes()
    }

    /// Fails if a change gives no valid shape.
    fn check_change(&self, handle: Handle, change: &impl Change) -> Result<(), WorldError> {
        self.changed(handle, change).map(|_| ())
    }

    /// The shape of an entity after a change.
    fn changed(&self, handle: Handle, change: &impl Change) -> Result<Shape, WorldError> {
        let old = self.shape(handle).ok_or(WorldError::Stale { handle })?;
        change.of(|| old).map_err(|error| WorldError::Shape { handle, error })
    }

    /// Makes the last change of each slot that `is_left`, one by one. They were checked.
    fn change_each<T: Change>(
        &mut self,
        last: &LastChanges,
        changes: &[(Handle, T)],
        is_left: impl Fn(&Self, &(Handle, T)) -> bool,
    ) {
        for (index, change) in changes.iter().enumerate() {
            if last.index(change.0.slot) == index as u32 && is_left(self, change) {
                self.change(change.0, &change.1).expect("a checked change");
            }
        }
    }

    /// Whether no row has taken a change: one of a static entity, or to another kind of shape. A part of a shape is not
    /// computed again: its row may have it already, and rounding may not let it have it twice.
    fn is_left<T: Change>(&self, (handle, change): &(Handle, T)) -> bool {
        self.place(*handle).is_none_or(|(set, location)| {
            let changed = || change.of(|| self.sets[set].shape(location));
            set != MOVING || (T::IS_WHOLE && changed().is_ok_and(|shape| ListKind::of(&shape) != location.kind))
        })
    }

    /// Changes one entity.
    pub(crate) fn change(&mut self, handle: Handle, change: &impl Change) -> Result<(), WorldError> {
        let shape = self.changed(handle, change)?;
        self.set_shape(handle, shape)
    }

    /// Changes each dynamic entity by the change at the index of its slot, if there is one. Fails with the smallest slot
    /// whose change gives no valid shape; nothing is changed then.
    pub(crate) fn change_by_slot<T: Change>(
        &mut self,
        changes: &[T],
        workers: &impl Workers,
    ) -> Result<(), IndexedError<WorldError>> {
        span!("update");
        if changes.is_empty() {
            return Ok(());
        }
        let is_moderate = T::IS_WHOLE || (all_moderate(changes, |change| *change) && self.has_moderate_shapes());
        if !is_moderate {
            for handle in self.dynamic_handles(changes.len()) {
                let index = handle.slot as usize;
                self.check_change(handle, &changes[index]).map_err(|error| error.at(index))?;
            }
        }
        let changed = self.change_rows(|moving| moving.take_changes(&BySlot(changes), workers));
        if T::IS_WHOLE && changed < self.sets[MOVING].len() {
            // What is left gets another kind of shape.
            for handle in self.dynamic_handles(changes.len()) {
                let change = (handle, changes[handle.slot as usize]);
                if self.is_left(&change) {
                    self.change(handle, &change.1).expect("a whole shape is valid");
                }
            }
        }
        Ok(())
    }

    /// The handles of the dynamic entities in the first slots, in order of slots.
    pub(crate) fn dynamic_handles(&self, slot_count: usize) -> Vec<Handle> {
        let slots = (0..self.places().len().min(slot_count) as u32).filter(|slot| {
            let place = self.places()[*slot as usize].get();
            place.is_some_and(|(set, _)| set == MOVING)
        });
        slots.map(|slot| Handle { slot, generation: self.generations[slot as usize] }).collect()
    }
}

impl Set {
    /// Whether each shape can be moved to every [`MODERATE`] center: where the bound and the position are moderate, the
    /// points are not far from the position.
    fn has_moderate_shapes(&self) -> bool {
        fn are_moderate<S: Listed<N>, const N: usize>(set: &Set, position: impl Fn(&S::Payload) -> Vec2) -> bool {
            let of_column = |column: &[f32]| column.iter().fold(true, |all, number| all & (number.abs() <= MODERATE));
            S::lists(set).lists().iter().all(|list| {
                list.columns().into_iter().all(of_column)
                    && list.payload().iter().fold(true, |all, row| all & position(row).is_moderate())
            })
        }
        are_moderate::<Rect, _>(self, |_| Vec2::ZERO)
            && are_moderate::<Oriented, _>(self, |row| row.stored().position())
            && are_moderate::<Polygon, _>(self, |row| row.stored().position())
    }

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
