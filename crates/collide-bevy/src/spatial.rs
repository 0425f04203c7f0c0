use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use collide2d::error::{OverBudget, PastError};
use collide2d::{
    Budget, Impact, IntoArg, Mode, Moving, Nearest, OrientedRect, Queries, Ray, RayHit, Sector, Segment, Shape, Sights,
    SlideHit, SlideOptions, Turn, Turning,
};

use crate::answers::entity_of;
use crate::entity_map::EntityMap;
use crate::{Collisions, EntityQuery, NearestHits, OverlapHits, RayHits, SectorHits, SegmentHits, SweepHits};

/// A system parameter for spatial queries on all colliders.
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
/// # Ok::<(), collide2d::error::ShapeError>(())
/// ```
#[derive(SystemParam, Debug)]
pub struct SpatialQuery<'w> {
    collisions: Res<'w, Collisions>,
}

impl SpatialQuery<'_> {
    /// Queries on the colliders of the last [`CollideSystems::Sync`](crate::CollideSystems). They still find entities
    /// that were despawned since then.
    #[must_use]
    pub fn now(&self) -> Spatial<'_> {
        let Collisions { world, entities, .. } = &*self.collisions;
        Spatial { queries: world.queries(), entities }
    }

    /// Queries on the colliders at an earlier tick, or between two ticks (rewind, lag compensation). They also find
    /// entities that were despawned since then.
    ///
    /// # Errors
    /// [`PastError`] if the time is not in the [history](collide2d::Settings::history).
    pub fn at(&self, time: f64) -> Result<Spatial<'_>, PastError> {
        let Collisions { world, entities, .. } = &*self.collisions;
        Ok(Spatial { queries: world.at(time)?, entities })
    }

    /// The number of the last tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.collisions.world.tick()
    }
}

/// Queries on all colliders at one time, with the rules of [`Queries`]. Several threads may use it at the same time.
///
/// The [settings](collide2d::Settings::touching) decide whether touching counts for overlaps, sectors, segments and
/// lines of sight. A ray that only touches a shape hits it, whatever the settings. Each query has a batch form, which uses
/// all threads and does not allocate once warm. [`within`](Self::within) limits batches.
#[derive(Clone, Copy, Debug)]
pub struct Spatial<'a> {
    queries: Queries<'a>,
    entities: &'a EntityMap,
}

impl Spatial<'_> {
    /// The same queries with a budget for each batch, as [`Queries::within`].
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use collide_bevy::prelude::*;
    /// use collide2d::{Budget, Mode, Shape};
    ///
    /// fn look(spatial: SpatialQuery<'_>, blasts: Local<'_, Vec<EntityQuery<Shape>>>, mut hits: Local<'_, OverlapHits>) {
    ///     let limited = spatial.now().within(Budget::of_work(2_000_000)); // about 2 ms
    ///     if let Err(error) = limited.overlap_batch_into(&blasts, Mode::All, &mut hits) {
    ///         eprintln!("{error}");
    ///     }
    /// }
    /// # bevy_app::App::new().add_plugins(CollidePlugin::new(bevy_app::Update)).add_systems(bevy_app::Update, look).update();
    /// ```
    #[must_use]
    pub fn within(self, budget: impl Into<Budget>) -> Self {
        Self { queries: self.queries.within(budget), ..self }
    }

    /// The shape of an entity at that time, or `None` if it was not in the engine then.
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<Shape> {
        self.entities.handles(entity).find_map(|handle| self.queries.shape(handle))
    }

    /// Overlap query: the entities that overlap a shape, in order of slots.
    #[must_use]
    pub fn overlap(&self, query: impl IntoArg<EntityQuery<Shape>>) -> Vec<Entity> {
        let handles = self.queries.overlap(query.into().resolve(self.entities));
        handles.into_iter().map(|handle| entity_of(self.entities, handle)).collect()
    }

    /// Overlap queries: the entities that overlap each shape, in order of slots.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    pub fn overlap_batch_into(
        &self,
        queries: &[EntityQuery<Shape>],
        mode: Mode,
        hits: &mut OverlapHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.overlap_batch_into(queries, mode, raw))
    }

    /// Sector query: the entities that overlap a sector, in order of slots: for the arc of a sword or a cone of sight.
    #[must_use]
    pub fn sector(&self, query: impl IntoArg<EntityQuery<Sector>>) -> Vec<Entity> {
        let handles = self.queries.sector(query.into().resolve(self.entities));
        handles.into_iter().map(|handle| entity_of(self.entities, handle)).collect()
    }

    /// Sector queries: the entities that overlap each sector, in order of slots.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    pub fn sector_batch_into(
        &self,
        queries: &[EntityQuery<Sector>],
        mode: Mode,
        hits: &mut SectorHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.sector_batch_into(queries, mode, raw))
    }

    /// Raycast: the first entity that a ray hits, and where.
    #[must_use]
    pub fn ray(&self, query: impl IntoArg<EntityQuery<Ray>>) -> Option<(Entity, RayHit)> {
        self.by_entity(self.queries.ray(query.into().resolve(self.entities)))
    }

    /// Raycasts: the entities that each ray hits, by entry.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    pub fn ray_batch_into(
        &self,
        queries: &[EntityQuery<Ray>],
        mode: Mode,
        hits: &mut RayHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.ray_batch_into(queries, mode, raw))
    }

    /// Raycast along a segment: the first entity that it overlaps, and where.
    #[must_use]
    pub fn segment(&self, query: impl IntoArg<EntityQuery<Segment>>) -> Option<(Entity, RayHit)> {
        self.by_entity(self.queries.segment(query.into().resolve(self.entities)))
    }

    /// Raycasts along segments: the entities that each segment overlaps, by entry.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    pub fn segment_batch_into(
        &self,
        queries: &[EntityQuery<Segment>],
        mode: Mode,
        hits: &mut SegmentHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.segment_batch_into(queries, mode, raw))
    }

    /// Line of sight: whether any entity overlaps a segment.
    #[must_use]
    pub fn blocked(&self, query: impl IntoArg<EntityQuery<Segment>>) -> bool {
        self.queries.blocked(query.into().resolve(self.entities))
    }

    /// Lines of sight: whether any entity overlaps each segment. `room` is scratch memory.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `blocked` is then empty.
    pub fn blocked_batch_into(
        &self,
        queries: &[EntityQuery<Segment>],
        room: &mut SegmentHits,
        blocked: &mut Sights,
    ) -> Result<(), OverBudget> {
        let queries = room.resolve(queries, self.entities);
        self.queries.blocked_batch_into(queries, blocked)
    }

    /// Shapecast: the first entity that a moving shape hits, and the time of impact.
    #[must_use]
    pub fn sweep(&self, query: impl IntoArg<EntityQuery<Moving>>) -> Option<(Entity, Impact)> {
        self.by_entity(self.queries.sweep(query.into().resolve(self.entities)))
    }

    /// Shapecasts: the entities that each moving shape hits, by time of impact.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    pub fn sweep_batch_into(
        &self,
        queries: &[EntityQuery<Moving>],
        mode: Mode,
        hits: &mut SweepHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.sweep_batch_into(queries, mode, raw))
    }

    /// Nearest neighbour: the entity nearest to a shape, and its distance.
    #[must_use]
    pub fn nearest(&self, query: impl IntoArg<EntityQuery<Nearest>>) -> Option<(Entity, f32)> {
        self.by_entity(self.queries.nearest(query.into().resolve(self.entities)))
    }

    /// Nearest neighbours: the entities nearest to each shape, by distance.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    pub fn nearest_batch_into(
        &self,
        queries: &[EntityQuery<Nearest>],
        hits: &mut NearestHits,
    ) -> Result<(), OverBudget> {
        hits.fill(queries, self.entities, |queries, raw| self.queries.nearest_batch_into(queries, raw))
    }

    /// Move and slide: moves a shape until its motion is used up, along the entities that block it. The colliders do
    /// not change. Exclude the entity itself with [`EntityQuery::except`]. The rules are those of
    /// [`Queries::slide`]; the callback of the options takes handles: see [`Collisions::handle`].
    #[must_use]
    pub fn slide(&self, query: impl IntoArg<EntityQuery<Moving>>, options: &SlideOptions<'_>) -> EntitySlide {
        let slide = self.queries.slide(query.into().resolve(self.entities), options);
        let hit = |hit: &SlideHit| EntitySlideHit {
            entity: entity_of(self.entities, hit.handle),
            normal: hit.normal.to_array(),
            point: hit.point.to_array(),
            time: hit.time,
        };
        EntitySlide { shape: slide.shape, left: slide.left.to_array(), hits: slide.hits().iter().map(hit).collect() }
    }

    /// Turns a rectangle about a pivot until an entity blocks it: doors, barriers and turrets. The colliders do not
    /// change. Exclude the entity itself with [`EntityQuery::except`]. The rules are those of [`Queries::turn`]. Returns
    /// the rectangle at its end, the part of the angle that was blocked, and what blocks it.
    #[must_use]
    pub fn turn(&self, query: impl IntoArg<EntityQuery<Turning>>) -> (OrientedRect, f32, Option<Entity>) {
        let Turn { rect, left, hit } = self.queries.turn(query.into().resolve(self.entities));
        (rect, left, hit.map(|handle| entity_of(self.entities, handle)))
    }

    /// The nearest place of a shape, within a maximum distance, where its interior overlaps that of no entity: for
    /// spawns, and to push a shape out of what it is stuck in. `None` if none was found.
    #[must_use]
    pub fn free(&self, query: impl IntoArg<EntityQuery<Shape>>, max_distance: f32) -> Option<Shape> {
        self.queries.free(query.into().resolve(self.entities), max_distance)
    }

    fn by_entity<T>(&self, hit: Option<(collide2d::Handle, T)>) -> Option<(Entity, T)> {
        hit.map(|(handle, how)| (entity_of(self.entities, handle), how))
    }
}

/// The result of a [`slide`](Spatial::slide).
#[derive(Clone, Debug, PartialEq)]
pub struct EntitySlide {
    /// The shape at its end.
    pub shape: Shape,
    /// The motion that is left where the shape stopped, in world units: zero if it used up its motion.
    pub left: [f32; 2],
    /// What the shape ran into, in order of time.
    pub hits: Vec<EntitySlideHit>,
}

/// What a sliding shape ran into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntitySlideHit {
    /// The entity.
    pub entity: Entity,
    /// The unit vector from the moving shape to the entity.
    pub normal: [f32; 2],
    /// A contact point.
    pub point: [f32; 2],
    /// When, as a fraction of the motion from 0 to 1.
    pub time: f32,
}
