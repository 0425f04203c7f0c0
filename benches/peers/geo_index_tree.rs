//! `geo-index`: a packed tree along a Hilbert curve, built at each tick, then joined with itself, which gives each pair
//! twice.

use collide_bench::Start;
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTreeBuilder, RTreeIndex};

use crate::contender::Contender;
use crate::entities::{Entities, Pair};

pub struct GeoIndex<E> {
    entities: E,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for GeoIndex<E> {
    fn name() -> &'static str {
        "geo-index"
    }

    fn new(scene: &dyn Start) -> Self {
        Self { entities: E::new(scene), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, pairs } = self;
        entities.advance(dt);
        let mut builder = RTreeBuilder::<f32>::new(entities.len() as u32);
        for bounds in entities.ids().map(|id| entities.bounds(id)) {
            builder.add(bounds.min[0], bounds.min[1], bounds.max[0], bounds.max[1]);
        }
        let tree = builder.finish::<HilbertSort>();
        pairs.clear();
        for (a, b) in tree.intersection_candidates_with_other_tree(&tree) {
            if a < b {
                entities.test(a, b, pairs);
            }
        }
        pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
