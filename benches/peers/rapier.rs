//! The broad phase of `rapier2d` without its physics: `set_aabb` for moving entities, then `update`.
//!
//! It reports changes of pairs of boxes with a margin, so the contender stores these pairs and tests them. It needs
//! colliders because `update` asks each pair of them whether it may collide.

use collide_bench::Start;
use rapier2d::dynamics::{IntegrationParameters, RigidBodySet};
use rapier2d::geometry::{
    Aabb, ActiveCollisionTypes, BroadPhaseBvh, BroadPhasePairEvent, ColliderBuilder, ColliderHandle, ColliderPair,
    ColliderSet,
};
use rapier2d::math::Vector;
use smallvec::SmallVec;

use crate::contender::Contender;
use crate::entities::{Entities, Pair, movers};

pub struct Rapier<E> {
    entities: E,
    movers: Vec<(u32, ColliderHandle)>,
    parameters: IntegrationParameters,
    colliders: ColliderSet,
    bodies: RigidBodySet,
    broad_phase: BroadPhaseBvh,
    events: Vec<BroadPhasePairEvent>,
    /// For each entity the later entities whose boxes are near.
    near: Vec<SmallVec<[u32; 4]>>,
    pairs: Vec<Pair>,
}

impl<E: Entities> Rapier<E> {
    fn set(&mut self, id: u32, handle: ColliderHandle) {
        let bounds = self.entities.bounds(id);
        let [min, max] = [bounds.min, bounds.max].map(|[x, y]| Vector::new(x, y));
        self.broad_phase.set_aabb(&self.parameters, handle, Aabb::new(min, max));
    }

    /// Applies the reported changes.
    fn update(&mut self) {
        self.broad_phase.update(&self.parameters, &self.colliders, &self.bodies, &[], &[], &mut self.events);
        let ids = |pair: ColliderPair| {
            let [a, b] = [pair.collider1, pair.collider2].map(|handle| handle.into_raw_parts().0);
            (a.min(b) as usize, a.max(b))
        };
        for event in self.events.drain(..) {
            match event {
                BroadPhasePairEvent::AddPair(pair) => {
                    let (first, second) = ids(pair);
                    self.near[first].push(second);
                }
                BroadPhasePairEvent::DeletePair(pair) => {
                    let (first, second) = ids(pair);
                    let near = &mut self.near[first];
                    let place = near.iter().position(|id| *id == second).expect("added before");
                    near.swap_remove(place);
                }
            }
        }
    }
}

impl<E: Entities> Contender for Rapier<E> {
    fn name() -> &'static str {
        "rapier2d, broad phase"
    }

    fn new(scene: &dyn Start) -> Self {
        let entities = E::new(scene);
        let mut colliders = ColliderSet::with_capacity(entities.len());
        let mut collider = || {
            // `set_aabb` sets its size.
            let builder = ColliderBuilder::ball(0.5).active_collision_types(ActiveCollisionTypes::all());
            colliders.insert(builder)
        };
        let handles: Vec<ColliderHandle> = entities.ids().map(|_| collider()).collect();
        let movers = movers(scene).into_iter().map(|id| (id, handles[id as usize])).collect();
        let mut rapier = Self {
            movers,
            parameters: IntegrationParameters::default(),
            colliders,
            bodies: RigidBodySet::new(),
            broad_phase: BroadPhaseBvh::new(),
            events: Vec::new(),
            near: vec![SmallVec::new(); entities.len()],
            pairs: Vec::new(),
            entities,
        };
        for (id, handle) in (0..).zip(handles) {
            assert_eq!(handle.into_raw_parts().0, id, "numbered in order");
            rapier.set(id, handle);
        }
        rapier.update();
        rapier
    }

    fn tick(&mut self, dt: f32) -> usize {
        self.entities.advance(dt);
        for index in 0..self.movers.len() {
            let (id, handle) = self.movers[index];
            self.set(id, handle);
        }
        self.update();
        self.pairs.clear();
        for (first, near) in (0..).zip(&self.near) {
            for second in near {
                self.entities.test(first, *second, &mut self.pairs);
            }
        }
        self.pairs.len()
    }

    fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
