//! The views of all observers, and their changes.

use std::ops::Range;

use collide_broad::internal::{Workers, grown};
use collide_core::overlaps;

use crate::Handle;
use crate::base::{Reused, max_pieces};

use super::ObserverId;
#[cfg(feature = "recording")]
use super::ObserverStatus;
use super::nearest::NearestViews;
use super::rank::Ranking;
use super::sight::{ActiveObserver, Near, Scene, Sight};

/// The view of an observer after an update. All lists are in order of slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View<'a> {
    /// The entities in view.
    pub visible: &'a [Handle],
    /// The entities in view that were not in view before the update.
    pub entered: &'a [Handle],
    /// The entities that were in view before the update and no longer are: too far away, on other layers, removed, or
    /// not among the nearest.
    pub left: &'a [Handle],
}

/// The views of all observers, by slot. Each piece of work holds the lists of some hundred observers one after the
/// other. They share memory, so it need not grow when one observer sees more than before.
#[derive(Clone, Debug, Default)]
pub(super) struct Views {
    /// `None` for a slot without observer.
    pub(super) observers: Vec<Option<ActiveObserver>>,
    /// The number of slots in a piece.
    step: usize,
    pieces: Vec<ViewPiece>,
}

#[derive(Clone, Debug, Default)]
struct ViewPiece {
    visible: Vec<Handle>,
    entered: Vec<Handle>,
    left: Vec<Handle>,
    /// The ends of the lists of each observer.
    ends: Vec<Ends>,
    candidate_count: usize,
    ranking: Reused<Ranking>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    visible: usize,
    entered: usize,
    left: usize,
}

impl Views {
    /// Views of what each observer sees, in order of the observers, who have `slot_count` slots. `None` if a list is not in
    /// order.
    #[cfg(feature = "recording")]
    pub(super) fn of_visible(lists: &[(ObserverId, Vec<Handle>)], slot_count: usize) -> Option<Self> {
        let is_sorted = lists.is_sorted_by(|(a, _), (b, _)| a.slot < b.slot);
        if !is_sorted || !lists.iter().all(|(_, list)| list.is_sorted_by(|a, b| a < b)) {
            return None;
        }
        let (mut observers, mut piece) = (vec![None; slot_count], ViewPiece::default());
        let mut lists = lists.iter().peekable();
        for (slot, observer) in (0..).zip(&mut observers) {
            if let Some((id, visible)) = lists.next_if(|(id, _)| id.slot == slot) {
                *observer = Some(ActiveObserver { id: *id, status: ObserverStatus::Watching, sight: None });
                piece.visible.extend_from_slice(visible);
            }
            piece.ends.push(piece.end());
        }
        lists.next().is_none().then(|| Self { observers, step: slot_count.max(1), pieces: vec![piece] })
    }

    /// The view of an observer; empty if there is no such observer.
    pub(super) fn of(&self, id: ObserverId) -> View<'_> {
        match self.observer(id) {
            Some(_) => self.pieces[id.slot as usize / self.step].view(id.slot as usize % self.step),
            None => View::default(),
        }
    }

    pub(super) fn observer(&self, id: ObserverId) -> Option<&ActiveObserver> {
        self.observers.get(id.slot as usize)?.as_ref().filter(|observer| observer.id == id)
    }

    /// The views, observer by observer.
    pub(super) fn iter(&self) -> impl Iterator<Item = (ObserverId, View<'_>)> {
        self.observers.iter().flatten().map(|observer| (observer.id, self.of(observer.id)))
    }

    /// The total numbers of candidates, and of visible, entered and left entities.
    pub(super) fn counts(&self) -> [usize; 4] {
        let sum = |of: fn(&ViewPiece) -> usize| self.pieces.iter().map(of).sum();
        let [visible, entered] = [sum(|piece| piece.visible.len()), sum(|piece| piece.entered.len())];
        [sum(|piece| piece.candidate_count), visible, entered, sum(|piece| piece.left.len())]
    }

    /// Empties the lists of entities that entered or left, and keeps those in view.
    pub(super) fn clear_changes(&mut self) {
        for ViewPiece { entered, left, ends, .. } in &mut self.pieces {
            entered.clear();
            left.clear();
            ends.iter_mut().for_each(|end| *end = Ends { visible: end.visible, ..Ends::default() });
        }
    }

    /// Computes the views of all observers. `nearest` are the views that are known already, `before` the previous views.
    pub(super) fn look(&mut self, scene: Scene<'_>, nearest: &NearestViews, before: &Self, workers: &impl Workers) {
        let Self { observers, step, pieces } = self;
        *step = observers.len().div_ceil(max_pieces(workers)).max(1);
        let used = observers.len().div_ceil(*step);
        pieces.iter_mut().for_each(ViewPiece::clear);
        let (observers, step) = (&*observers, *step);
        workers.each(grown(pieces, used), |number, piece| {
            piece.look(observers, number * step..((number + 1) * step).min(observers.len()), &scene, nearest, before);
        });
    }
}

impl ViewPiece {
    fn clear(&mut self) {
        self.visible.clear();
        self.entered.clear();
        self.left.clear();
        self.ends.clear();
        self.candidate_count = 0;
    }

    fn view(&self, number: usize) -> View<'_> {
        let start = number.checked_sub(1).map_or(Ends::default(), |before| self.ends[before]);
        let end = self.ends[number];
        View {
            visible: &self.visible[start.visible..end.visible],
            entered: &self.entered[start.entered..end.entered],
            left: &self.left[start.left..end.left],
        }
    }

    /// Computes the views of the observers in `range`.
    fn look(
        &mut self,
        observers: &[Option<ActiveObserver>],
        range: Range<usize>,
        scene: &Scene<'_>,
        nearest: &NearestViews,
        before: &Views,
    ) {
        let sights = observers[range.clone()].iter().flatten().filter_map(|observer| observer.sight);
        let first = sights.filter_map(|sight| sight.query()).next();
        let first = first.map_or(0, |first| scene.found.partition_point(|(query, _)| *query < first));
        let mut found = &scene.found[first..];
        for observer in &observers[range] {
            if let Some(observer) = observer {
                let old = before.of(observer.id).visible;
                match &observer.sight {
                    Some(sight) => match sight.near {
                        Near::Overlapping(query) => {
                            let count = found.iter().take_while(|(other, _)| *other == query).count();
                            self.see(sight, &found[..count], old, scene);
                            found = &found[count..];
                        }
                        Near::Nearest(search) => {
                            let view = nearest.of(search);
                            self.visible.extend_from_slice(view);
                            self.candidate_count += view.len();
                            compare(old, view, &mut self.entered, &mut self.left);
                        }
                    },
                    None => self.left.extend_from_slice(old),
                }
            }
            self.ends.push(self.end());
        }
    }

    fn end(&self) -> Ends {
        Ends { visible: self.visible.len(), entered: self.entered.len(), left: self.left.len() }
    }

    /// Lists the visible entities: those in `found` that are in `old` or overlap the inner circle. Both lists are in
    /// order.
    fn see(&mut self, sight: &Sight, found: &[(u32, u32)], mut old: &[Handle], scene: &Scene<'_>) {
        let start = self.visible.len();
        if found.len() > sight.max_visible {
            return self.see_nearest(sight, found, old, scene);
        }
        let Scene { shapes, generations, .. } = *scene;
        for &(_, slot) in found {
            let handle = Handle { slot, generation: generations[slot as usize] };
            while let [gone, rest @ ..] = old
                && *gone < handle
            {
                self.left.push(*gone);
                old = rest;
            }
            if let [seen, rest @ ..] = old
                && *seen == handle
            {
                self.visible.push(handle);
                old = rest;
            } else if !sight.has_ring() || shapes.at(slot).is_some_and(|shape| overlaps(sight.inner, shape)) {
                self.visible.push(handle);
                self.entered.push(handle);
            }
        }
        self.left.extend_from_slice(old);
        self.candidate_count += if sight.is_limited() { self.visible.len() - start } else { found.len() };
    }

    /// The same if there may be more than `max_visible`.
    fn see_nearest(&mut self, sight: &Sight, found: &[(u32, u32)], old: &[Handle], scene: &Scene<'_>) {
        let Self { visible, entered, left, ranking, candidate_count, .. } = self;
        let start = visible.len();
        visible.extend(ranking.of(sight, found, old, scene));
        visible[start..].sort_unstable();
        *candidate_count += visible.len() - start;
        compare(old, &visible[start..], entered, left);
    }
}

/// The handles that are in one list and not in the other. Both lists are sorted.
fn compare(mut old: &[Handle], mut new: &[Handle], entered: &mut Vec<Handle>, left: &mut Vec<Handle>) {
    loop {
        match (old, new) {
            ([gone, olds @ ..], [come, news @ ..]) if gone == come => (old, new) = (olds, news),
            ([gone, olds @ ..], [come, ..]) if gone < come => {
                left.push(*gone);
                old = olds;
            }
            ([_, ..], [come, news @ ..]) => {
                entered.push(*come);
                new = news;
            }
            (gone, come) => {
                left.extend_from_slice(gone);
                entered.extend_from_slice(come);
                return;
            }
        }
    }
}
