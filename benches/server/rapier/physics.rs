//! The parts of rapier2d that find collisions: colliders without rigid bodies, both phases, and queries.

use std::sync::{Mutex, PoisonError};

use collide2d::{Layers, Vec2};
use rapier2d::dynamics::{IntegrationParameters, IslandManager, RigidBodySet, SoftBodySet, SoftBodyTearEvent};
use rapier2d::geometry::{
    ActiveCollisionTypes, BroadPhaseBvh, ColliderBuilder, ColliderHandle, ColliderSet, CollisionEvent, ContactPair,
    Group, InteractionGroups, InteractionTestMode, NarrowPhase,
};
use rapier2d::math::Vector;
use rapier2d::pipeline::{ActiveEvents, CollisionPipeline, EventHandler, QueryFilter, QueryPipeline};

/// Colliders, and an index of where they were at the last `step`.
pub struct Physics {
    pub colliders: ColliderSet,
    /// Only because the calls require them: there are no bodies.
    islands: IslandManager,
    bodies: RigidBodySet,
    soft_bodies: SoftBodySet,
    parameters: IntegrationParameters,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    pipeline: CollisionPipeline,
    events: Events,
}

impl Physics {
    pub fn new() -> Self {
        Self {
            colliders: ColliderSet::new(),
            islands: IslandManager::new(),
            bodies: RigidBodySet::new(),
            soft_bodies: SoftBodySet::new(),
            parameters: IntegrationParameters::default(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            pipeline: CollisionPipeline::new(),
            events: Events::default(),
        }
    }

    /// Adds a collider. Queries find it at once.
    pub fn insert(&mut self, collider: ColliderBuilder, layers: Layers) -> ColliderHandle {
        // A collider without a body counts as fixed.
        let types = ActiveCollisionTypes::FIXED_FIXED;
        let collider = collider.collision_groups(groups(layers)).active_collision_types(types);
        let handle = self.colliders.insert(collider.active_events(ActiveEvents::COLLISION_EVENTS));
        self.broad_phase.set_aabb(&self.parameters, handle, self.colliders[handle].compute_aabb());
        handle
    }

    pub fn remove(&mut self, handle: ColliderHandle) {
        let Self { colliders, islands, bodies, soft_bodies, .. } = self;
        colliders.remove(handle, islands, bodies, soft_bodies, false);
    }

    pub fn at(&self, handle: ColliderHandle) -> Vector {
        self.colliders[handle].translation()
    }

    /// Queries of what these layers meet.
    pub fn queries(&self, layers: Layers) -> QueryPipeline<'_> {
        let (dispatcher, filter) = (self.narrow_phase.query_dispatcher(), QueryFilter::from(groups(layers)));
        self.broad_phase.as_query_pipeline(dispatcher, &self.bodies, &self.colliders, filter)
    }

    /// Queries of what these layers meet, without one collider.
    pub fn queries_except(&self, layers: Layers, handle: ColliderHandle) -> QueryPipeline<'_> {
        self.queries(layers).with_filter(QueryFilter::from(groups(layers)).exclude_collider(handle))
    }

    /// Both phases, for all colliders that moved, came or went.
    pub fn step(&mut self) {
        self.pipeline.step(
            self.parameters.prediction_distance(),
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &self.events,
        );
    }

    /// The pairs that overlapped at the last step.
    pub fn pairs(&self) -> impl Iterator<Item = [ColliderHandle; 2]> {
        let pairs = self.narrow_phase.intersection_pairs();
        pairs.filter_map(|(a, b, is_overlap)| is_overlap.then_some([a, b]))
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<CollisionEvent> {
        std::mem::take(self.events.0.get_mut().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Collects began and ended overlaps.
#[derive(Default)]
struct Events(Mutex<Vec<CollisionEvent>>);

impl EventHandler for Events {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    fn handle_contact_force_event(&self, _: f32, _: &RigidBodySet, _: &ColliderSet, _: &ContactPair, _: f32) {}

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}

/// The same rule as that of [`Layers`], with 32 groups.
fn groups(layers: Layers) -> InteractionGroups {
    let [category, mask] = [layers.category, layers.mask].map(|bits| Group::from_bits_truncate(bits as u32));
    InteractionGroups::new(category, mask, InteractionTestMode::And)
}

pub fn vector(at: Vec2) -> Vector {
    Vector::new(at.x, at.y)
}
