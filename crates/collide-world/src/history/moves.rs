//! How far the entities move from a remembered tick to the next one.

use std::borrow::Borrow;
use std::sync::Arc;

use super::Moment;
use super::fast::FastMovers;
use crate::base::allocated;
use crate::store::{LIST_COUNT, List, Listed, Motion, each_kind, list_number};

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
        self.distances.clear();
        self.distances.resize(LIST_COUNT, 0.0);
        self.fast.begin(from.generations.len());
        let are_still = Arc::ptr_eq(&from.fixed, &to.fixed);
        let sets = [&from.moving, &from.fixed];
        for (number, set) in sets.into_iter().enumerate().take(if are_still { 1 } else { 2 }) {
            each_kind!(S => for (index, list) in S::lists(set).lists().iter().enumerate() {
                let distance = self.fast.note::<S, _>(list, [from, to], teleport_distance);
                self.distances[list_number(number, S::KIND, index)] = distance;
            });
        }
        self.fast.build();
    }
}

impl FastMovers {
    /// Adds the fast entities of a list. Returns how far any other leaves its bound.
    fn note<S: Listed<N>, const N: usize>(
        &mut self,
        list: &List<S, N>,
        [from, to]: [&Moment; 2],
        teleport_distance: f32,
    ) -> f64 {
        let (limit, mut farthest) = (list.cell_side() * SLOW, 0.0_f64);
        for (row, slot) in list.ids().iter().enumerate() {
            let Some((set, location)) = to.location(*slot, from.generations[*slot as usize]) else { continue };
            if location.kind != S::KIND {
                continue;
            }
            let (here, there) = (S::in_row(list, row), S::in_row(&S::lists(set).lists()[location.list], location.row));
            let (here, there) = (here.borrow(), there.borrow());
            let distance = here.distance(there, teleport_distance);
            if distance <= limit {
                farthest = farthest.max(distance);
            } else if let Some(motion) = Motion::new(here, there, teleport_distance) {
                self.push(*slot, motion.boxes());
            }
        }
        farthest
    }
}
