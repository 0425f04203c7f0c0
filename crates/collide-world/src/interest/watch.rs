//! What each observer sees now, from what lies within its circles.

use std::ops::Range;

use collide_broad::Workers;
use collide_core::{Circle, distance};

use super::Seat;
use super::views::Lists;
use crate::workers::Pool;
use crate::{Handle, Hits, World};

/// Observers for each piece of work.
const PIECE: usize = 64;

/// The circles of all observers, and what they saw before.
pub(super) struct Watch<'a> {
    pub(super) world: &'a World,
    pub(super) seats: &'a [Seat],
    pub(super) before: &'a Lists,
    pub(super) inner: &'a Hits,
    pub(super) outer: &'a Hits,
}

/// What some observers see: now, newly, no longer.
#[derive(Debug, Default)]
pub(super) struct Piece {
    lists: [Lists; 3],
    /// Those in view by their distance.
    ranked: Vec<(f32, Handle)>,
    view: Vec<Handle>,
}

impl Piece {
    pub(super) fn list(&self, number: usize) -> &Lists {
        &self.lists[number]
    }
}

impl Watch<'_> {
    pub(super) fn run(&self, pieces: &mut Vec<Piece>, workers: &Pool) {
        let count = self.seats.len().div_ceil(PIECE);
        if pieces.len() < count {
            pieces.resize_with(count, Piece::default);
        }
        // More than are needed were needed once; they say nothing now.
        workers.each(pieces, |number, piece| {
            piece.lists.iter_mut().for_each(Lists::clear);
            let end = self.seats.len().min((number + 1) * PIECE);
            self.watch((number * PIECE).min(end)..end, piece);
        });
    }

    fn watch(&self, slots: Range<usize>, piece: &mut Piece) {
        for slot in slots {
            let seat = &self.seats[slot];
            let before = if seat.fresh || seat.observer.is_none() { &[] } else { self.before.of(slot) };
            self.look(slot, before, &mut piece.view);
            self.limit(seat, &mut piece.view, &mut piece.ranked);
            let [views, entered, left] = &mut piece.lists;
            piece.view.iter().for_each(|handle| views.push(*handle));
            without(&piece.view, before).for_each(|handle| entered.push(handle));
            without(before, &piece.view).for_each(|handle| left.push(handle));
            piece.lists.iter_mut().for_each(Lists::end);
        }
    }

    /// Who is in the inner circle, or was in view and is in the outer one.
    fn look(&self, slot: usize, before: &[Handle], view: &mut Vec<Handle>) {
        view.clear();
        let (mut inner, mut before) = (self.inner.of(slot).iter().peekable(), before.iter().peekable());
        for handle in self.outer.of(slot) {
            // All three are in order.
            while inner.next_if(|near| *near < handle).is_some() {}
            while before.next_if(|known| *known < handle).is_some() {}
            let known = before.next_if_eq(&handle).is_some();
            let near = inner.next_if_eq(&handle).is_some();
            if known | near {
                view.push(*handle);
            }
        }
    }

    /// Leaves the nearest, if they are too many.
    fn limit(&self, seat: &Seat, view: &mut Vec<Handle>, ranked: &mut Vec<(f32, Handle)>) {
        let (Some(observer), Some(point)) = (seat.observer, seat.point) else { return };
        if view.len() <= observer.most {
            return;
        }
        let Ok(point) = Circle::new(point, 0.0) else { return };
        let ranks = view.iter().filter_map(|handle| Some((distance(point, self.world.get(*handle)?), *handle)));
        ranked.clear();
        ranked.extend(ranks);
        ranked.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        view.clear();
        view.extend(ranked.iter().take(observer.most).map(|(_, handle)| *handle));
        view.sort_unstable();
    }
}

/// Those of one list in order that are not in another.
fn without<'a>(these: &'a [Handle], those: &'a [Handle]) -> impl Iterator<Item = Handle> {
    let mut those = those.iter().peekable();
    these.iter().copied().filter(move |handle| {
        while those.next_if(|other| *other < handle).is_some() {}
        those.next_if_eq(&handle).is_none()
    })
}
