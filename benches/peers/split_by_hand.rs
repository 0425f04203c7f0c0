//! A grid split by hand for scenes in which most entities rest: their grid and their pairs are computed once.

use collide_bench::Start;

use crate::cells::Cells;
use crate::circles::Circles;
use crate::contender::Contender;
use crate::entities::{Entities, Pair, movers};
use crate::one_day_grid::largest;

pub struct SplitByHand {
    movers: Circles,
    mover_ids: Vec<u32>,
    mover_cells: Cells,
    standing_ids: Vec<u32>,
    standing_cells: Cells,
    /// The number of pairs of resting entities, which are the first in `pairs`.
    standing_pairs: usize,
    pairs: Vec<Pair>,
}

impl Contender for SplitByHand {
    fn name() -> &'static str {
        "split by hand"
    }

    fn new(scene: &dyn Start) -> Self {
        let mover_ids = movers(scene);
        let standing_ids: Vec<u32> =
            (0..scene.shapes().len() as u32).filter(|id| mover_ids.binary_search(id).is_err()).collect();
        let [movers, standing] = [&mover_ids, &standing_ids].map(|ids| Circles::select(scene, ids));
        let radius = largest(&movers).max(largest(&standing));
        let cells = |circles: &Circles| Cells::new(circles.len(), circles.border.low, circles.border.high, radius);
        let (mover_cells, mut standing_cells) = (cells(&movers), cells(&standing));
        standing_cells.build(&standing.discs);
        let mut pairs = Vec::new();
        standing_cells.pairs_into(&mut pairs);
        name(&mut pairs, &standing_ids);
        let standing_pairs = pairs.len();
        Self { movers, mover_ids, mover_cells, standing_ids, standing_cells, standing_pairs, pairs }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.movers.advance(dt);
        self.mover_cells.build(&self.movers.discs);
        self.pairs.truncate(self.standing_pairs);
        self.mover_cells.pairs_into(&mut self.pairs);
        name(&mut self.pairs[self.standing_pairs..], &self.mover_ids);
        for (disc, id) in self.movers.discs.iter().zip(&self.mover_ids) {
            self.standing_cells.hits(*disc, |other| self.pairs.push((*id, self.standing_ids[other as usize])));
        }
        self.pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}

/// Replaces positions in a list by the ids at these positions.
fn name(pairs: &mut [Pair], ids: &[u32]) {
    for (a, b) in pairs {
        (*a, *b) = (ids[*a as usize], ids[*b as usize]);
    }
}
