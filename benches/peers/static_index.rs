//! `static_aabb2d_index`: a packed tree along a Hilbert curve, built at each tick and queried for each of its boxes, in
//! its own order.

use collide_bench::Start;
use static_aabb2d_index::StaticAABB2DIndexBuilder;

use crate::contender::Contender;
use crate::entities::{Entities, Pair};

pub struct StaticIndex<E> {
    entities: E,
    stack: Vec<usize>,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for StaticIndex<E> {
    fn name() -> &'static str {
        "static_aabb2d_index"
    }

    fn new(scene: &dyn Start) -> Self {
        Self { entities: E::new(scene), stack: Vec::new(), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, stack, pairs } = self;
        entities.advance(dt);
        let mut builder = StaticAABB2DIndexBuilder::<f32>::new(entities.len());
        for bounds in entities.ids().map(|id| entities.bounds(id)) {
            builder.add(bounds.min[0], bounds.min[1], bounds.max[0], bounds.max[1]);
        }
        let index = builder.build().expect("the announced number of boxes");
        pairs.clear();
        for (bounds, &a) in index.item_boxes().iter().zip(index.item_indices()) {
            let mut visitor = |b: usize| {
                if a < b {
                    entities.test(a as u32, b as u32, pairs);
                }
            };
            let (min, max) = ([bounds.min_x, bounds.min_y], [bounds.max_x, bounds.max_y]);
            index.visit_query_with_stack(min[0], min[1], max[0], max[1], &mut visitor, stack);
        }
        pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
