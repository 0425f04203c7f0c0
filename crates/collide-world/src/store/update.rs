use std::sync::{Mutex, PoisonError};

use collide_broad::Workers;
use collide_core::{Circle, Shape, ShapeError};

use super::EntityMut;
use super::circles_mut::{CHUNK, CirclesMut, first_of};
use super::kinds::{Listed, PieceMut, RowsMut, each_kind, match_variant};
use super::set::Set;
use crate::base::Pieces;

impl Set {
    /// Lets every shape be changed. What has become of another kind stays as it was and is put on the list, with slot and data.
    pub(crate) fn update_each(
        &mut self,
        change: impl Fn(&mut EntityMut<'_>) + Sync + Send,
        changed_kind: &mut Vec<(u32, Shape, u64)>,
        workers: &impl Workers,
    ) {
        let list = Mutex::new(std::mem::take(changed_kind));
        // In one place for all kinds, so that the compiler puts the user's code in here.
        let work = |_: usize, piece: &mut PieceMut<'_>| {
            for row in 0..match_variant!(PieceMut, piece, rows => rows.slots.len()) {
                let mut entity = match_variant!(PieceMut, piece, rows => rows.entity(row));
                change(&mut entity);
                if let Some(changed) = entity.changed_kind() {
                    list.lock().unwrap_or_else(PoisonError::into_inner).push(changed);
                }
            }
        };
        each_kind!(S => for table in S::lists_mut(self).lists_mut() {
            let pieces = table.pieces_mut(workers);
            let pieces = pieces.map(|(columns, slots, payload)| S::piece(RowsMut { columns, slots, payload }));
            workers.each(&mut pieces.collect::<Pieces<_>>(), work);
        });
        *changed_kind = list.into_inner().unwrap_or_else(PoisonError::into_inner);
        // In whatever order threads came to them.
        changed_kind.sort_unstable_by_key(|(slot, ..)| *slot);
    }

    /// Lets all circles be changed, some hundreds at a time. Of those that are no longer circles, which stay as they were,
    /// returns the first by slot.
    pub(crate) fn update_circles(
        &mut self,
        change: impl Fn(CirclesMut<'_>) + Sync + Send,
        workers: &impl Workers,
    ) -> Option<(u32, ShapeError)> {
        let mut first = None;
        for table in Circle::lists_mut(self).lists_mut() {
            let mut pieces: Pieces<_> = table.pieces_mut(workers).map(|piece| (piece, None)).collect();
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
