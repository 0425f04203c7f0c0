//! `rstar`: bulk-loaded at each tick, then joined with itself, which gives each pair twice.

use collide_bench::Start;
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

use crate::contender::Contender;
use crate::entities::{Entities, Pair};

pub struct RStar<E> {
    entities: E,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for RStar<E> {
    fn name() -> &'static str {
        "rstar"
    }

    fn new(scene: &dyn Start) -> Self {
        Self { entities: E::new(scene), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, pairs } = self;
        entities.advance(dt);
        let leaf = |id| {
            let bounds = entities.bounds(id);
            GeomWithData::new(Rectangle::from_corners(bounds.min, bounds.max), id)
        };
        let tree = RTree::bulk_load(entities.ids().map(leaf).collect());
        pairs.clear();
        for (a, b) in tree.intersection_candidates_with_other_tree(&tree) {
            if a.data < b.data {
                entities.test(a.data, b.data, pairs);
            }
        }
        pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
