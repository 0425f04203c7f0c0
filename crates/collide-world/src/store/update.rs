use std::sync::{Mutex, PoisonError};

use collide_broad::Workers;
use collide_core::{Shape, ShapeError};

use super::EntityMut;
use super::circles_mut::{CHUNK, CirclesMut, first_of};
use super::set::{Oriented, Set, bound_row};
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
        let work = |_: usize, piece: &mut Piece<'_>| {
            for row in 0..piece.len() {
                let mut place = InPlace { piece, row };
                let mut entity = place.entity();
                change(&mut entity);
                if let Some(changed) = entity.changed_kind() {
                    list.lock().unwrap_or_else(PoisonError::into_inner).push(changed);
                }
            }
        };
        let Self { circles, rects, oriented } = self;
        for table in circles.lists_mut() {
            let pieces = table.pieces_mut(workers);
            let pieces = pieces.map(|([x, y, radius], slots, data)| Piece::Circles { x, y, radius, slots, data });
            workers.each(&mut pieces.collect::<Pieces<_>>(), work);
        }
        for table in rects.lists_mut() {
            let pieces = table.pieces_mut(workers);
            let pieces = pieces.map(|(corners, slots, data)| Piece::Rects { corners, slots, data });
            workers.each(&mut pieces.collect::<Pieces<_>>(), work);
        }
        for table in oriented.lists_mut() {
            let pieces = table.pieces_mut(workers);
            let pieces = pieces.map(|(bounds, slots, rects)| Piece::Oriented { bounds, slots, rects });
            workers.each(&mut pieces.collect::<Pieces<_>>(), work);
        }
        *changed_kind = list.into_inner().unwrap_or_else(PoisonError::into_inner);
        // In whatever order threads came to them.
        changed_kind.sort_unstable_by_key(|(slot, ..)| *slot);
    }
}

impl Set {
    /// Lets all circles be changed, some hundreds at a time. Of those that are no longer circles, which stay as they were,
    /// returns the first by slot.
    pub(crate) fn update_circles(
        &mut self,
        change: impl Fn(CirclesMut<'_>) + Sync + Send,
        workers: &impl Workers,
    ) -> Option<(u32, ShapeError)> {
        let mut first = None;
        for table in self.circles.lists_mut() {
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

/// An entity being changed. Its bound is brought up to date in any case, even if the user's code panics.
struct InPlace<'a, 'p> {
    piece: &'a mut Piece<'p>,
    row: usize,
}

impl InPlace<'_, '_> {
    #[inline(always)]
    fn entity(&mut self) -> EntityMut<'_> {
        self.piece.entity(self.row)
    }
}

impl Drop for InPlace<'_, '_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.piece.settle(self.row);
    }
}

/// Rows to be gone through by one thread.
enum Piece<'a> {
    Circles { x: &'a mut [f32], y: &'a mut [f32], radius: &'a mut [f32], slots: &'a [u32], data: &'a mut [u64] },
    Rects { corners: [&'a mut [f32]; 4], slots: &'a [u32], data: &'a mut [u64] },
    Oriented { bounds: [&'a mut [f32]; 4], slots: &'a [u32], rects: &'a mut [Oriented] },
}

impl Piece<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Circles { slots, .. } | Self::Rects { slots, .. } | Self::Oriented { slots, .. } => slots.len(),
        }
    }

    #[inline(always)]
    fn entity(&mut self, row: usize) -> EntityMut<'_> {
        match self {
            Self::Circles { x, y, radius, slots, data } => {
                EntityMut::circle([&mut x[row], &mut y[row], &mut radius[row]], &mut data[row], slots[row])
            }
            Self::Rects { corners: [a, b, c, d], slots, data } => {
                EntityMut::rect([&mut a[row], &mut b[row], &mut c[row], &mut d[row]], &mut data[row], slots[row])
            }
            Self::Oriented { slots, rects, .. } => EntityMut::oriented(&mut rects[row], slots[row]),
        }
    }

    /// Brings the bound of what has been changed up to date.
    #[inline(always)]
    fn settle(&mut self, row: usize) {
        if let Self::Oriented { bounds, rects, .. } = self {
            for (column, number) in bounds.iter_mut().zip(bound_row(&rects[row].rect)) {
                column[row] = number;
            }
        }
    }
}
