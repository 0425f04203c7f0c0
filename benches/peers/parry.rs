//! The bounding volume hierarchy of `parry2d`, kept from tick to tick or built anew.

use collide_scenes::Scene;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

use crate::contender::Contender;
use crate::entities::{Bounds, Entities, Pair, movers};

fn aabb(Bounds { min, max }: Bounds) -> Aabb {
    Aabb::new(Vector::new(min[0], min[1]), Vector::new(max[0], max[1]))
}

fn built<E: Entities>(entities: &E) -> Bvh {
    Bvh::from_iter(BvhBuildStrategy::Binned, entities.ids().map(|id| (id as usize, aabb(entities.bounds(id)))))
}

fn find<E: Entities>(tree: &Bvh, workspace: &mut BvhWorkspace, entities: &E, pairs: &mut Vec<Pair>) -> usize {
    pairs.clear();
    tree.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| entities.test(a, b, pairs));
    pairs.len()
}

/// Leaves are updated, the tree is improved a little and refitted, as in the documentation's loop of a physics engine
/// and in the order `rapier2d` has them.
pub struct Refit<E> {
    entities: E,
    movers: Vec<u32>,
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for Refit<E> {
    fn name() -> &'static str {
        "parry2d, refit"
    }

    fn new(scene: &Scene) -> Self {
        let entities = E::new(scene);
        let tree = built(&entities);
        Self { entities, movers: movers(scene), tree, workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.entities.advance(dt);
        if !self.movers.is_empty() {
            for id in &self.movers {
                self.tree.insert_or_update_partially(aabb(self.entities.bounds(*id)), *id, 0.0);
            }
            self.tree.optimize_incremental(&mut self.workspace);
            self.tree.refit(&mut self.workspace);
        }
        find(&self.tree, &mut self.workspace, &self.entities, &mut self.pairs)
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}

/// A new tree at each tick.
pub struct Rebuild<E> {
    entities: E,
    workspace: BvhWorkspace,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for Rebuild<E> {
    fn name() -> &'static str {
        "parry2d, rebuild"
    }

    fn new(scene: &Scene) -> Self {
        Self { entities: E::new(scene), workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.entities.advance(dt);
        find(&built(&self.entities), &mut self.workspace, &self.entities, &mut self.pairs)
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
