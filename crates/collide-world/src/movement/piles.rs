//! Which movers of a batch are in a pile, where they start. The others have few movers around, so that what they look at is
//! bounded wherever the movers are.

use collide_core::{Aabb, Moving, Relation, relation};

use super::cells::{Cells, Row};
use crate::Query;
use crate::base::{ListKind, Meter, work};

/// The movers of a batch that are in a pile. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Piles {
    bounds: Vec<Aabb>,
    cells: Cells,
    /// Whether each mover is in a pile.
    are_in: Vec<bool>,
}

/// A mover is in a pile, whatever it overlaps, if more than this many times as many others are around it.
const AROUND: usize = 32;

/// Units of work: to sort a mover, to look for a line of cells, and to compare two bounds.
const SORT: u64 = 120;
const LINE: u64 = 20;
const COMPARE: u64 = 4;

impl Piles {
    /// Finds the movers that overlap more than `max_neighbors` others that `block` them and are not smaller. Stops if the
    /// limit of the meter is exceeded.
    pub(super) fn find(
        &mut self,
        movers: &[Query<Moving>],
        max_neighbors: usize,
        block: impl Fn(usize, usize) -> bool,
        meter: &mut Meter,
    ) {
        let Self { bounds, cells, are_in } = self;
        are_in.clear();
        are_in.resize(movers.len(), false);
        if movers.len() <= max_neighbors.saturating_add(1) {
            return;
        }
        meter.add(movers.len() as u64 * SORT);
        bounds.clear();
        bounds.extend(movers.iter().map(|mover| mover.what.shape().aabb()));
        cells.fill(bounds.iter().copied());
        let search = Search { movers, bounds, cells, max_neighbors };
        for (row, &Row { number, .. }) in cells.rows().iter().enumerate() {
            if meter.is_over() {
                return;
            }
            are_in[number as usize] = search.is_in_pile(row, number as usize, &block, meter);
        }
    }

    /// Whether a mover is in a pile.
    pub(super) fn has(&self, number: usize) -> bool {
        self.are_in[number]
    }
}

struct Search<'a> {
    movers: &'a [Query<Moving>],
    bounds: &'a [Aabb],
    cells: &'a Cells,
    max_neighbors: usize,
}

impl Search<'_> {
    fn is_in_pile(&self, row: usize, number: usize, block: impl Fn(usize, usize) -> bool, meter: &mut Meter) -> bool {
        let bound = &self.bounds[number];
        let around = || self.cells.around_up(row, bound);
        // The mover itself is counted.
        let most = self.max_neighbors.saturating_mul(AROUND).saturating_add(1);
        let mut count = 0;
        for range in around() {
            meter.add(LINE);
            count += range.len();
            if count > most {
                return true;
            }
        }
        if count <= self.max_neighbors + 1 {
            return false;
        }
        let (shape, mut found, mut units) = (self.movers[number].what.shape(), 0, 0);
        for &Row { number: other, .. } in around().flat_map(|range| &self.cells.rows()[range]) {
            units += COMPARE;
            let other = other as usize;
            if other == number || !self.bounds[other].intersects(bound) || !block(number, other) {
                continue;
            }
            let blocker = self.movers[other].what.shape();
            units += work::decision(ListKind::of(&shape), ListKind::of(&blocker));
            found += usize::from(relation(shape, blocker) == Relation::Interior);
            if found > self.max_neighbors {
                break;
            }
        }
        meter.add(units);
        found > self.max_neighbors
    }
}
