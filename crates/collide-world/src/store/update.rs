use std::sync::{Mutex, PoisonError};

use collide_broad::internal::{Workers, each_of};
use collide_core::{Circle, Shape, ShapeError};

use super::circles_mut::{CHUNK, CirclesMut, first_of};
use super::kinds::{Listed, PieceCells, PieceMut, RowsMut, each_kind, match_variant};
use super::set::Set;
use super::{EntityMut, Store};
use crate::base::Pieces;
use crate::{Entity, Handle, WorldError};

impl Store {
    /// Calls `change` for each dynamic entity.
    pub(crate) fn update_each(&mut self, change: impl Fn(&mut EntityMut<'_>) + Sync + Send, workers: &impl Workers) {
        let mut changed = Vec::new();
        self.change_rows(|moving| moving.update_each(change, &mut changed, workers));
        for (slot, shape, data) in changed {
            let handle = Handle { slot, generation: self.generations[slot as usize] };
            let before = self.get(handle).expect("the entity was just updated");
            self.set(handle, Entity { shape, data, ..before }).expect("the entity was just updated");
        }
    }

    /// Calls `change` for the dynamic circles as columns.
    pub(crate) fn update_circles(
        &mut self,
        change: impl Fn(CirclesMut<'_>) + Sync + Send,
        workers: &impl Workers,
    ) -> Result<(), WorldError> {
        match self.change_rows(|moving| moving.update_circles(change, workers)) {
            None => Ok(()),
            Some((slot, error)) => {
                let handle = Handle { slot, generation: self.generations[slot as usize] };
                Err(WorldError::Shape { handle, error })
            }
        }
    }
}

impl Set {
    /// Calls `change` for every entity. A shape of another kind is not stored, but appended to `changed_kind` with slot
    /// and data, in order of slots.
    pub(crate) fn update_each(
        &mut self,
        change: impl Fn(&mut EntityMut<'_>) + Sync + Send,
        changed_kind: &mut Vec<(u32, Shape, u64)>,
        workers: &impl Workers,
    ) {
        let list = Mutex::new(std::mem::take(changed_kind));
        // One call site for all kinds, so that the compiler inlines the user's code.
        let work = |_: usize, piece: &mut PieceMut<'_>| {
            let rows = piece.cells();
            for row in 0..match_variant!(PieceCells, &rows, rows => rows.slots.len()) {
                let mut entity = EntityMut::new(&rows, row);
                change(&mut entity);
                if let Some(changed) = entity.changed_kind() {
                    list.lock().unwrap_or_else(PoisonError::into_inner).push(changed);
                }
            }
        };
        each_kind!(S => for list in S::lists_mut(self).lists_mut() {
            let pieces = list.pieces_mut(workers);
            let pieces = pieces.map(|(columns, slots, payload)| S::piece(RowsMut { columns, slots, payload }));
            each_of(workers, pieces, work);
        });
        *changed_kind = list.into_inner().unwrap_or_else(PoisonError::into_inner);
        // The threads push in any order.
        changed_kind.sort_unstable_by_key(|(slot, ..)| *slot);
    }

    /// Calls `change` for all circles, some hundreds at a time. Invalid circles keep their old numbers; returns the
    /// error of the one with the smallest slot.
    pub(crate) fn update_circles(
        &mut self,
        change: impl Fn(CirclesMut<'_>) + Sync + Send,
        workers: &impl Workers,
    ) -> Option<(u32, ShapeError)> {
        let mut first = None;
        for list in Circle::lists_mut(self).lists_mut() {
            let mut pieces = Pieces::new();
            pieces.extend(list.pieces_mut(workers).map(|piece| (piece, None)));
            workers.each(&mut pieces, |_, (([x, y, radius], slots, data), refused)| {
                let chunks = x.chunks_mut(CHUNK).zip(y.chunks_mut(CHUNK)).zip(radius.chunks_mut(CHUNK));
                for (((x, y), radius), (slots, data)) in chunks.zip(slots.chunks(CHUNK).zip(data.chunks_mut(CHUNK))) {
                    let found = CirclesMut { x, y, radius, data, slots }.change(&change);
                    *refused = first_of(*refused, found);
                }
            });
            first = pieces.iter().fold(first, |first, (_, refused)| first_of(first, *refused));
        }
        first
    }
}
