//! The bounding volume hierarchy of `parry2d`, kept from tick to tick or rebuilt.

use collide_bench::Start;
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

fn update<E: Entities>(tree: &mut Bvh, entities: &E, movers: &[u32]) {
    for id in movers {
        tree.insert_or_update_partially(aabb(entities.bounds(*id)), *id, 0.0);
    }
}

fn find<E: Entities>(tree: &Bvh, workspace: &mut BvhWorkspace, entities: &E, pairs: &mut Vec<Pair>) -> usize {
    pairs.clear();
    tree.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| entities.test(a, b, pairs));
    pairs.len()
}

/// Updates the leaves, optimises the tree incrementally and refits it, as in the documentation's loop of a physics
/// engine and in the order of `rapier2d`.
pub struct Refit<E> {
    entities: E,
    movers: Vec<u32>,
    passes: usize,
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for Refit<E> {
    fn name() -> &'static str {
        "parry2d, refit"
    }

    fn new(scene: &dyn Start) -> Self {
        let (entities, movers) = (E::new(scene), movers(scene));
        // The documentation advises one pass at each step. If most entities move, five make a tick at least a third
        // faster.
        let passes = if movers.len() * 4 > entities.len() { 5 } else { 1 };
        let tree = built(&entities);
        Self { entities, movers, passes, tree, workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, movers, passes, tree, workspace, pairs } = self;
        entities.advance(dt);
        if !movers.is_empty() {
            update(tree, entities, movers);
            for _ in 0..*passes {
                tree.optimize_incremental(workspace);
            }
            tree.refit(workspace);
        }
        find(tree, workspace, entities, pairs)
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}

/// A new tree at each tick, over the leaves of the last one: faster than without them.
pub struct Rebuild<E> {
    entities: E,
    movers: Vec<u32>,
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<Pair>,
}

impl<E: Entities> Contender for Rebuild<E> {
    fn name() -> &'static str {
        "parry2d, rebuild"
    }

    fn new(scene: &dyn Start) -> Self {
        let (entities, movers) = (E::new(scene), movers(scene));
        let tree = built(&entities);
        Self { entities, movers, tree, workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }

    fn tick(&mut self, dt: f32) -> usize {
        let Self { entities, movers, tree, workspace, pairs } = self;
        entities.advance(dt);
        update(tree, entities, movers);
        tree.rebuild(workspace, BvhBuildStrategy::Binned);
        find(tree, workspace, entities, pairs)
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
