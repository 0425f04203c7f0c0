//! `broccoli`: a tree with a sweep in every node, rebuilt at each tick as its documentation advises.

use broccoli::aabb::Rect;
use collide_bench::Start;

use crate::contender::Contender;
use crate::entities::{Entities, Pair};

pub struct Broccoli<E> {
    entities: E,
    boxes: Vec<(Rect<f32>, u32)>,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for Broccoli<E> {
    fn name() -> &'static str {
        "broccoli"
    }

    fn new(scene: &dyn Start) -> Self {
        Self { entities: E::new(scene), boxes: Vec::new(), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, boxes, pairs } = self;
        entities.advance(dt);
        // Keeping the boxes in the order of the last tree is slower: filling them takes longer than the new tree saves.
        boxes.clear();
        boxes.extend(entities.ids().map(|id| {
            let bounds = entities.bounds(id);
            (Rect::new(bounds.min[0], bounds.max[0], bounds.min[1], bounds.max[1]), id)
        }));
        pairs.clear();
        broccoli::Tree::new(boxes)
            .find_colliding_pairs(|a, b| entities.test(*a.unpack_inner(), *b.unpack_inner(), pairs));
        pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
