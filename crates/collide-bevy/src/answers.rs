use std::ops::Deref;

use bevy_ecs::prelude::Entity;
use collide2d::error::OverBudget;
use collide2d::{Answers, Handle, Impact, Moving, Nearest, Query, Ray, RayHit, Sector, Segment, Shape};

use crate::EntityQuery;
use crate::entity_map::EntityMap;

/// The entities that the shapes of a batch overlap, in order of slots.
pub type OverlapHits = EntityAnswers<Shape, Entity>;
/// The entities that overlap the sectors of a batch, in order of slots.
pub type SectorHits = EntityAnswers<Sector, Entity>;
/// The entities that the rays of a batch hit, and where, by entry.
pub type RayHits = EntityAnswers<Ray, (Entity, RayHit)>;
/// The entities that the segments of a batch hit, and where, by entry.
pub type SegmentHits = EntityAnswers<Segment, (Entity, RayHit)>;
/// The entities that the moving shapes of a batch hit (shapecast), by time of impact.
pub type SweepHits = EntityAnswers<Moving, (Entity, Impact)>;
/// The entities nearest to the shapes of a batch, and their distances, by distance.
pub type NearestHits = EntityAnswers<Nearest, (Entity, f32)>;

/// The [`Answers`] to a batch of queries, with entities instead of handles. Dereferences to `Answers`.
///
/// Reuses its memory: keep one in a `Local` or a resource, and use it for many batches. Its types have the names
/// [`OverlapHits`], [`SectorHits`], [`RayHits`], [`SegmentHits`], [`SweepHits`] and [`NearestHits`].
#[derive(Debug)]
pub struct EntityAnswers<Q, H: sealed::Hit> {
    queries: Vec<Query<Q>>,
    by_handle: Answers<H::ByHandle>,
    by_entity: Answers<H>,
}

impl<Q, H: sealed::Hit> Default for EntityAnswers<Q, H> {
    fn default() -> Self {
        Self { queries: vec![], by_handle: Answers::default(), by_entity: Answers::default() }
    }
}

impl<Q, H: sealed::Hit> Deref for EntityAnswers<Q, H> {
    type Target = Answers<H>;

    fn deref(&self) -> &Answers<H> {
        &self.by_entity
    }
}

impl<Q, H: sealed::Hit> EntityAnswers<Q, H> {
    /// The indices of the queries that exceeded [`Budget::max_candidates_each`](collide2d::Budget::max_candidates_each), in
    /// ascending order.
    #[must_use]
    pub fn stopped(&self) -> &[u32] {
        self.by_handle.stopped()
    }

    /// The work of the last batch, in the units of [`Budget::max_work`](collide2d::Budget::max_work).
    #[must_use]
    pub fn work(&self) -> u64 {
        self.by_handle.work()
    }

    /// Runs a batch of queries, and replaces handles by entities.
    pub(crate) fn fill(
        &mut self,
        queries: &[EntityQuery<Q>],
        entities: &EntityMap,
        ask: impl FnOnce(&[Query<Q>], &mut Answers<H::ByHandle>) -> Result<(), OverBudget>,
    ) -> Result<(), OverBudget>
    where
        Q: Copy,
    {
        self.resolve(queries, entities);
        ask(&self.queries, &mut self.by_handle)?;
        for query in 0..self.by_handle.len() {
            let hits =
                self.by_handle.of(query).iter().map(|hit| H::by_entity(hit, |handle| entity_of(entities, handle)));
            self.by_entity.push(self.by_handle.count(query), hits);
        }
        Ok(())
    }

    /// The queries with handles instead of entities. Clears the answers to earlier queries.
    pub(crate) fn resolve(&mut self, queries: &[EntityQuery<Q>], entities: &EntityMap) -> &[Query<Q>]
    where
        Q: Copy,
    {
        self.by_entity.clear();
        self.queries.clear();
        self.queries.extend(queries.iter().map(|query| query.resolve(entities)));
        &self.queries
    }
}

/// The entity of a handle. The map has every handle that the engine may return; any other gives the placeholder.
pub(crate) fn entity_of(entities: &EntityMap, handle: Handle) -> Entity {
    entities.entity(handle).unwrap_or(Entity::PLACEHOLDER)
}

mod sealed {
    use super::{Entity, Handle};

    /// A hit with an entity, and the engine's hit with a handle.
    pub trait Hit: Sized {
        type ByHandle;
        fn by_entity(hit: &Self::ByHandle, entity: impl Fn(Handle) -> Entity) -> Self;
    }

    impl Hit for Entity {
        type ByHandle = Handle;

        fn by_entity(handle: &Handle, entity: impl Fn(Handle) -> Entity) -> Self {
            entity(*handle)
        }
    }

    impl<T: Copy> Hit for (Entity, T) {
        type ByHandle = (Handle, T);

        fn by_entity((handle, measure): &(Handle, T), entity: impl Fn(Handle) -> Entity) -> Self {
            (entity(*handle), *measure)
        }
    }
}
