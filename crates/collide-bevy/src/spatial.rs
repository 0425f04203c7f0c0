use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use collide2d::{Impact, Mode, Moving, Nearest, OverBudget, PastError, Queries, Ray, RayHit, Segment, Shape};

use crate::answers::named;
use crate::roster::Roster;
use crate::{Ask, Collisions, NearestHits, OverlapHits, RayHits, SegmentHits, SweepHits};

/// Asks questions about all colliders: a parameter for systems.
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_ecs::prelude::*;
/// use collide2d::{Circle, Mode, Ray, Vec2};
/// use collide_bevy::{Ask, Collider, CollidePlugin, CollideSystems, RayHits, SpatialQuery};
///
/// #[derive(Component)]
/// struct Turret;
///
/// fn shoot(
///     spatial: SpatialQuery<'_>,
///     turrets: Query<'_, '_, (Entity, &Collider), With<Turret>>,
///     mut shots: Local<'_, Vec<Ask<Ray>>>,
///     mut hits: Local<'_, RayHits>,
/// ) -> Result {
///     shots.clear();
///     for (entity, collider) in &turrets {
///         shots.push(Ask::new(Ray::new(collider.center(), Vec2::X, 50.0)?).except(entity));
///     }
///     // All at once: on all threads, and without asking for memory once warm.
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
    /// The colliders as they were at the last [`CollideSystems::Sync`](crate::CollideSystems). Who is despawned since is still found.
    #[must_use]
    pub fn now(&self) -> Spatial<'_> {
        Spatial { queries: self.collisions.world.queries(), roster: &self.collisions.roster }
    }

    /// The colliders as they were at a tick that is [remembered](collide2d::Settings::history), or between two: what a player saw
    /// who shot. Those found may be despawned since.
    ///
    /// # Errors
    /// [`PastError`] for a time that is not remembered.
    pub fn at(&self, time: f64) -> Result<Spatial<'_>, PastError> {
        Ok(Spatial { queries: self.collisions.world.at(time)?, roster: &self.collisions.roster })
    }

    /// The newest tick.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.collisions.world.tick()
    }
}

/// All colliders at a time, to ask questions of. Many threads may ask at once.
///
/// Whether touching counts is a matter of the [settings](collide2d::Settings::touching), for rays and the rest as for pairs. Each question
/// has a form for many, which uses all threads and allocates nothing once it has been used; a batch with more answers than there
/// its [limit](crate::EntityAnswers::with_max_hits) is refused with [`OverBudget`].
#[derive(Clone, Copy, Debug)]
pub struct Spatial<'a> {
    queries: Queries<'a>,
    roster: &'a Roster,
}

impl Spatial<'_> {
    /// The shape of an entity at that time, `None` when it did not take part then.
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<Shape> {
        self.roster.handles(entity).find_map(|handle| self.queries.get(handle))
    }

    /// Who overlaps a shape, in order of slots.
    #[must_use]
    pub fn overlap(&self, question: impl Into<Ask<Shape>>) -> Vec<Entity> {
        let handles = self.queries.overlap(question.into().resolve(self.roster));
        handles.into_iter().map(|handle| named(self.roster, handle)).collect()
    }

    /// Who overlaps each of many shapes.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn overlap_batch_into(
        &self,
        questions: &[Ask<Shape>],
        mode: Mode,
        hits: &mut OverlapHits,
    ) -> Result<(), OverBudget> {
        hits.fill(questions, self.roster, |asked, raw| self.queries.overlap_batch_into(asked, mode, raw))
    }

    /// Whom a ray hits first, and where.
    #[must_use]
    pub fn ray(&self, question: impl Into<Ask<Ray>>) -> Option<(Entity, RayHit)> {
        self.named(self.queries.ray(question.into().resolve(self.roster)))
    }

    /// Whom each of many rays hits.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn ray_batch_into(&self, questions: &[Ask<Ray>], mode: Mode, hits: &mut RayHits) -> Result<(), OverBudget> {
        hits.fill(questions, self.roster, |asked, raw| self.queries.ray_batch_into(asked, mode, raw))
    }

    /// Who is first in the way of a segment, and where.
    #[must_use]
    pub fn segment(&self, question: impl Into<Ask<Segment>>) -> Option<(Entity, RayHit)> {
        self.named(self.queries.segment(question.into().resolve(self.roster)))
    }

    /// Who is in the way of each of many segments.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn segment_batch_into(
        &self,
        questions: &[Ask<Segment>],
        mode: Mode,
        hits: &mut SegmentHits,
    ) -> Result<(), OverBudget> {
        hits.fill(questions, self.roster, |asked, raw| self.queries.segment_batch_into(asked, mode, raw))
    }

    /// Whether anything is in the way of a line of sight.
    #[must_use]
    pub fn blocked(&self, question: impl Into<Ask<Segment>>) -> bool {
        self.queries.blocked(question.into().resolve(self.roster))
    }

    /// Whether anything is in the way of each of many lines of sight. Also needs room to work in, which is used again.
    pub fn blocked_batch_into(&self, questions: &[Ask<Segment>], room: &mut SegmentHits, blocked: &mut Vec<bool>) {
        let asked = room.resolve(questions, self.roster);
        self.queries.blocked_batch_into(asked, blocked);
    }

    /// What a moving shape runs into first, and when.
    #[must_use]
    pub fn sweep(&self, question: impl Into<Ask<Moving>>) -> Option<(Entity, Impact)> {
        self.named(self.queries.sweep(question.into().resolve(self.roster)))
    }

    /// What each of many moving shapes runs into.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn sweep_batch_into(
        &self,
        questions: &[Ask<Moving>],
        mode: Mode,
        hits: &mut SweepHits,
    ) -> Result<(), OverBudget> {
        hits.fill(questions, self.roster, |asked, raw| self.queries.sweep_batch_into(asked, mode, raw))
    }

    /// Who is nearest to a shape, and how far away.
    #[must_use]
    pub fn nearest(&self, question: impl Into<Ask<Nearest>>) -> Option<(Entity, f32)> {
        self.named(self.queries.nearest(question.into().resolve(self.roster)))
    }

    /// Who is nearest to each of many shapes.
    ///
    /// # Errors
    /// [`OverBudget`]; there are no answers then.
    pub fn nearest_batch_into(&self, questions: &[Ask<Nearest>], hits: &mut NearestHits) -> Result<(), OverBudget> {
        hits.fill(questions, self.roster, |asked, raw| self.queries.nearest_batch_into(asked, raw))
    }

    fn named<T>(&self, hit: Option<(collide2d::Handle, T)>) -> Option<(Entity, T)> {
        hit.map(|(handle, how)| (named(self.roster, handle), how))
    }
}
