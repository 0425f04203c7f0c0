//! The uniform grid that a good engineer writes in a day.

use collide_bench::Start;

use crate::cells::Cells;
use crate::circles::Circles;
use crate::contender::Contender;
use crate::entities::{Entities, Pair};

pub struct OneDayGrid {
    circles: Circles,
    cells: Cells,
    pairs: Vec<Pair>,
}

/// The radius of the largest circle.
pub fn largest(circles: &Circles) -> f32 {
    circles.discs.iter().fold(0.0, |largest, disc| disc.radius.max(largest))
}

impl Contender for OneDayGrid {
    fn name() -> &'static str {
        "one-day grid"
    }

    fn new(scene: &dyn Start) -> Self {
        let circles = Circles::new(scene);
        let cells = Cells::new(circles.len(), circles.border.low, circles.border.high, largest(&circles));
        Self { circles, cells, pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.circles.advance(dt);
        self.cells.build(&self.circles.discs);
        self.pairs.clear();
        self.cells.pairs_into(&mut self.pairs);
        self.pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
