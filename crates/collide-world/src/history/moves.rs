//! How far the entities move from a remembered tick to the next one.

use std::borrow::Borrow;

use super::Moment;
use super::fast::FastMovers;
use crate::base::allocated;
use crate::store::{LIST_COUNT, List, Listed, Motion, Place, RowLocation, each_kind, list_number, match_kind};

/// Entities that move by at most this fraction of a cell of their list are found around their earlier positions. A
/// search that is expanded by it visits about twice as many rows.
const SLOW: f64 = 0.5;

/// The motions from a tick to the next one. They never change an answer: searches find candidates by them.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    /// For each list of the earlier tick, by [number](list_number): how far any entity of it leaves its bound at that
    /// tick, apart from the fast ones.
    pub(crate) distances: Vec<f64>,
    pub(crate) fast: FastMovers,
}

impl Moves {
    /// Bytes allocated.
    pub(super) fn memory(&self) -> usize {
        allocated(&self.distances) + self.fast.memory()
    }

    /// Becomes the motions between two ticks.
    pub(super) fn note(&mut self, from: &Moment, to: &Moment, teleport_distance: f32) {
        let Self { distances, fast } = self;
        distances.clear();
        distances.resize(LIST_COUNT, 0.0);
        fast.begin(from.generations.len());
        let ticks = Ticks { from, to, places: to.places(), teleport_distance };
        each_kind!(S => for (index, list) in S::lists(&from.moving).lists().iter().enumerate() {
            let (farthest, ids) = (&mut distances[list_number(0, S::KIND, index)], list.ids());
            ids.iter().enumerate().for_each(|(row, slot)| ticks.note::<S, _>(list, row, *slot, farthest, fast));
        });
        let mut note = |slot: u32| {
            let Some((is_recent, RowLocation { kind, list, row })) = from.resting.location(slot) else { return };
            match_kind!(kind, S => {
                let farthest = &mut distances[list_number(1, S::KIND, list)];
                let list = &S::lists(from.resting.set(is_recent)).lists()[list];
                ticks.note::<S, _>(list, row, slot, farthest, fast);
            });
        };
        match &to.resting.changed {
            Some(slots) => slots.iter().copied().for_each(note),
            None => (0..from.generations.len() as u32).for_each(&mut note),
        }
        fast.build();
    }
}

/// Two ticks, one after the other.
struct Ticks<'a> {
    from: &'a Moment,
    to: &'a Moment,
    /// Those of the later tick.
    places: &'a [Place],
    teleport_distance: f32,
}

impl Ticks<'_> {
    /// Notes how far the entity of a row leaves its bound at the earlier tick: it is a fast one, or `farthest` is at least that.
    #[inline(always)]
    fn note<S: Listed<N>, const N: usize>(
        &self,
        list: &List<S, N>,
        row: usize,
        slot: u32,
        farthest: &mut f64,
        fast: &mut FastMovers,
    ) {
        let Self { from, to, places, teleport_distance } = *self;
        if to.generations.get(slot as usize) != Some(&from.generations[slot as usize]) {
            return;
        }
        let Some((set, location)) = to.place(places, slot) else { return };
        if location.kind != S::KIND {
            return;
        }
        let (here, there) = (S::in_row(list, row), S::in_row(&S::lists(set).lists()[location.list], location.row));
        let (here, there) = (here.borrow(), there.borrow());
        let distance = here.distance(there, teleport_distance);
        if distance <= list.cell_side() * SLOW {
            *farthest = farthest.max(distance);
        } else if let Some(motion) = Motion::new(here, there, teleport_distance) {
            fast.push(slot, motion.boxes());
        }
    }
}
