//! The crate `bvh`: a bounding volume hierarchy for rays, built at each tick on one thread and queried for each entity.

use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use collide_bench::Start;

use crate::contender::Contender;
use crate::entities::{Entities, Pair};

pub struct BvhTree<E> {
    entities: E,
    leaves: Vec<Leaf>,
    pairs: Vec<Pair>,
}

struct Leaf {
    bounds: Aabb<f32, 2>,
    id: u32,
    node: usize,
}

impl Bounded<f32, 2> for Leaf {
    fn aabb(&self) -> Aabb<f32, 2> {
        self.bounds
    }
}

impl BHShape<f32, 2> for Leaf {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

impl<E: Entities> Contender for BvhTree<E> {
    fn name() -> &'static str {
        "bvh"
    }

    fn new(scene: &dyn Start) -> Self {
        let entities = E::new(scene);
        let leaves = entities.ids().map(|id| Leaf { bounds: Aabb::empty(), id, node: 0 }).collect();
        Self { entities, leaves, pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, leaves, pairs } = self;
        entities.advance(dt);
        for leaf in leaves.iter_mut() {
            let bounds = entities.bounds(leaf.id);
            leaf.bounds = Aabb::with_bounds(bounds.min.into(), bounds.max.into());
        }
        let tree = Bvh::build(leaves);
        pairs.clear();
        for a in leaves.iter() {
            for b in tree.traverse_iterator(&a.bounds, leaves) {
                if a.id < b.id {
                    entities.test(a.id, b.id, pairs);
                }
            }
        }
        pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
