use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use collide2d::{Impact, IntoArg, Mode, Moving, Nearest, OverBudget, PastError, Queries, Ray, RayHit, Segment, Shape};

use crate::answers::entity_of;
use crate::entity_map::EntityMap;
use crate::{Collisions, EntityQuery, NearestHits, OverlapHits, RayHits, SegmentHits, SweepHits};

/// Spatial queries of all colliders: a parameter for systems.
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use collide2d::{Circle, Mode, Ray, Vec2};
/// use collide_bevy::{EntityQuery, Collider, CollidePlugin, CollideSystems, RayHits, SpatialQuery};
///
/// #[derive(Component)]
/// struct Turret;
///
/// fn shoot(
///     spatial: SpatialQuery<'_>,
///     turrets: Query<'_, '_, (Entity, &Collider), With<Turret>>,
///     mut shots: Local<'_, Vec<EntityQuery<Ray>>>,
///     mut hits: Local<'_, RayHits>,
/// ) -> Result {
///     shots.clear();
///     for (entity, collider) in &turrets {
///         shots.push(EntityQuery::new(Ray::new(collider.center(), Vec2::X, 50.0)?).except(entity));
///     }
///     // One batch: on all threads, and without allocation once warm.
///     spatial.now().ray_batch_into(&shots, Mode::First(1), &mut hits)?;
///     for (entity, hit) in hits.iter().flatten() {
///         println!("{entity} is hit at {}", hit.point);
///     }
///     Ok(())
/// }
/// let mut app = App::new();
/// app.add_plugins(CollidePlugin::new(Update)).add_systems(Update, shoot.after(CollideSystems::Step));
/// app.world_mut().spawn((Turret, Collider::from(Circle::new(Vec2::ZERO, 1.0)?)));
/// app.update();
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
#[derive(SystemParam, Debug)]
pub struct SpatialQuery<'w> {
    collisions: Res<'w, Collisions>,
}

impl SpatialQuery<'_> {
    /// The colliders as they were at the last [`CollideSystems::Sync`](crate::CollideSystems). Entities despawned since are still found.
    #[must_use]
    pub fn now(&self) -> Spatial<'_> {
        Spatial { queries: self.collisions.world.queries(), entities: &self.collisions.entities }
    }

    /// The colliders as they were at a tick that is [remembered](collide2d::Settings::history), or between two: what a player saw
    /// at a shot. Entities found may be despawned since.
    ///
    /// # Errors
    /// [`PastError`] for a time that is not remembered.
    pub fn at(&self, time: f64) -> Result<Spatial<'_>, PastError> {
        Ok(Spatial { queries: self.collisions.world.at(time)?, entities: &self.collisions.entities })
    }

    /// The newest tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.collisions.world.tick()
    }
}

/// Queries of all colliders at a time. Many threads may use it at once.
///
/// Whether touching counts is a matter of the [settings](collide2d::Settings::touching), for rays and the rest as for pairs. Each query
/// has a form for batches, which uses all threads and does not allocate once warm. A batch with more hits than the
/// [limit](crate::EntityAnswers::with_max_hits) is refused with [`OverBudget`].
#[derive(Clone, Copy, Debug)]
pub struct Spatial<'a> {
    queries: Queries<'a>,
    entities: &'a EntityMap,
}

impl Spatial<'_> {
    /// The shape of an entity at that time, `None` when it did not take part then.
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<Shape> {
        self.entities.handles(entity).find_map(|handle| self.queries.shape(handle))
    }

    /// The entities that overlap a shape, in order of slots.
    #[must_use]
    pub fn overlap(&self, query: impl IntoArg<EntityQuery<Shape>>) -> Vec<Entity> {
        let handles = self.queries.overlap(query.into().resolve(self.entities));
        handles.into_iter().map(|handle| entity_of(self.entities, handle)).collect()
    }

    /// The entities that overlap each of many shapes.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn overlap_batch_into(
        &self,
        queries: &[EntityQuery<Shape>],
        mode: Mode,
        hits: &mut OverlapHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.overlap_batch_into(queries, mode, raw))
    }

    /// The first entity that a ray hits, and where.
    #[must_use]
    pub fn ray(&self, query: impl IntoArg<EntityQuery<Ray>>) -> Option<(Entity, RayHit)> {
        self.by_entity(self.queries.ray(query.into().resolve(self.entities)))
    }

    /// The entities that each of many rays hits.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn ray_batch_into(
        &self,
        queries: &[EntityQuery<Ray>],
        mode: Mode,
        hits: &mut RayHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.ray_batch_into(queries, mode, raw))
    }

    /// The first entity that a segment hits, and where.
    #[must_use]
    pub fn segment(&self, query: impl IntoArg<EntityQuery<Segment>>) -> Option<(Entity, RayHit)> {
        self.by_entity(self.queries.segment(query.into().resolve(self.entities)))
    }

    /// The entities that each of many segments hits.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn segment_batch_into(
        &self,
        queries: &[EntityQuery<Segment>],
        mode: Mode,
        hits: &mut SegmentHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.segment_batch_into(queries, mode, raw))
    }

    /// Whether any entity blocks a line of sight.
    #[must_use]
    pub fn blocked(&self, query: impl IntoArg<EntityQuery<Segment>>) -> bool {
        self.queries.blocked(query.into().resolve(self.entities))
    }

    /// Whether any entity blocks each of many lines of sight. `room` is scratch memory.
    pub fn blocked_batch_into(
        &self,
        queries: &[EntityQuery<Segment>],
        room: &mut SegmentHits,
        blocked: &mut Vec<bool>,
    ) {
        let queries = room.resolve(queries, self.entities);
        self.queries.blocked_batch_into(queries, blocked);
    }

    /// The first entity that a moving shape hits, and when.
    #[must_use]
    pub fn sweep(&self, query: impl IntoArg<EntityQuery<Moving>>) -> Option<(Entity, Impact)> {
        self.by_entity(self.queries.sweep(query.into().resolve(self.entities)))
    }

    /// The entities that each of many moving shapes hits.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn sweep_batch_into(
        &self,
        queries: &[EntityQuery<Moving>],
        mode: Mode,
        hits: &mut SweepHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.sweep_batch_into(queries, mode, raw))
    }

    /// The entity nearest to a shape, and its distance.
    #[must_use]
    pub fn nearest(&self, query: impl IntoArg<EntityQuery<Nearest>>) -> Option<(Entity, f32)> {
        self.by_entity(self.queries.nearest(query.into().resolve(self.entities)))
    }

    /// The entities nearest to each of many shapes.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn nearest_batch_into(
        &self,
        queries: &[EntityQuery<Nearest>],
        hits: &mut NearestHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.nearest_batch_into(queries, raw))
    }

    fn by_entity<T>(&self, hit: Option<(collide2d::Handle, T)>) -> Option<(Entity, T)> {
        hit.map(|(handle, how)| (entity_of(self.entities, handle), how))
    }
}
