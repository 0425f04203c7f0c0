use collide_core::segment_shape;
use collide_core::{IntoArg, Ray, RayHit, Segment, Shape, Touching, cast_ray, cast_segment};

use super::Question;
use super::input::query_from;
use super::ranked::RankedQuery;
use super::{Mode, Outcomes, Queries, Query, RayHits, Rules};
use crate::base::{ListKind, Meter, work};
use crate::search::{Along, Collector, Outline};
use crate::{Handle, OverBudget};

query_from!(Ray, Segment);

impl RankedQuery for Ray {
    fn work(&self, kind: ListKind) -> u64 {
        8 * work::measure(kind)
    }

    type Hit = RayHit;
    type Zone = Along;

    fn middle(&self) -> [f64; 2] {
        self.origin().to_array().map(f64::from)
    }

    #[inline]
    fn zone(&self, beyond: f64) -> Along {
        let motion = self.direction().to_array().map(f64::from);
        Along::new(Outline::of_point(self.origin()).widened(beyond), motion, self.max_t().into())
    }

    #[inline]
    fn hit(&self, shape: Shape, _: Rules) -> Option<RayHit> {
        cast_ray(self, shape)
    }

    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        Question::Ray(queries.into(), mode)
    }
}

impl RankedQuery for Segment {
    fn work(&self, kind: ListKind) -> u64 {
        8 * work::measure(kind)
    }

    type Hit = RayHit;
    type Zone = Along;

    fn middle(&self) -> [f64; 2] {
        self.from().to_array().map(f64::from)
    }

    fn zone(&self, beyond: f64) -> Along {
        let motion = self.to().as_dvec2() - self.from().as_dvec2();
        Along::new(Outline::of_point(self.from()).widened(beyond), motion.to_array(), 1.0)
    }

    fn hit(&self, shape: Shape, rules: Rules) -> Option<RayHit> {
        if rules.touching.accepts(segment_shape(self, shape)) { cast_segment(self, shape) } else { None }
    }

    fn question(queries: &[Query<Self>], mode: Mode) -> Question<'_> {
        Question::Segment(queries.into(), mode)
    }
}

/// The results of [`Queries::blocked_batch_into`]: whether at least one entity overlaps each segment.
pub type Sights = Outcomes<bool>;

/// Whether any entity overlaps a segment.
struct Blocked<'a> {
    segment: &'a Segment,
    touching: Touching,
    found: bool,
}

impl Collector for Blocked<'_> {
    fn work(&self, kind: ListKind) -> u64 {
        4 * work::measure(kind)
    }

    fn max_distance(&self) -> f64 {
        if self.found { f64::NEG_INFINITY } else { 1.0 }
    }

    #[inline(always)]
    fn collect(&mut self, _: u32, shape: Shape) {
        self.found |= self.touching.accepts(segment_shape(self.segment, shape));
    }
}

impl Queries<'_> {
    /// Raycast: the entities that each ray hits, and where. `Mode::First(1)` is a usual shot, `First(3)` one that
    /// passes through three entities.
    ///
    /// **Order:** by [entry](RayHit::entry), then by slot. **Touching:** a ray that grazes a shape hits it, whatever
    /// the world's rule; see [`cast_ray`].
    ///
    /// **Cost:** some hundred nanoseconds for a ray that soon reaches its maximum number of hits; else as much again
    /// for each hundred entities along the ray. A ray without end stops behind the last entity. A batch runs in spatial
    /// order and on the world's threads. The first very long ray after a step may build a tree over the entities, 15 to
    /// 20 nanoseconds for each. Otherwise a batch does not allocate once `hits` has grown.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Ray, Vec2};
    /// use collide_world::{Mode, Query, RayHits, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let shooter = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// let target = world.insert(Circle::new(Vec2::new(8.0, 0.0), 1.0)?)?;
    /// world.step();
    /// let shots = [Vec2::X, Vec2::Y].map(|way| Query::new(Ray::new(Vec2::ZERO, way, 50.0).unwrap()).except(shooter));
    /// let mut hits = RayHits::default();
    /// world.queries().ray_batch_into(&shots, Mode::First(1), &mut hits)?;
    /// let (hit, at) = hits.of(0)[0];
    /// assert_eq!((hit, at.point), (target, Vec2::new(7.0, 0.0)));
    /// assert!(hits.of(1).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ray_batch_into(&self, rays: &[Query<Ray>], mode: Mode, hits: &mut RayHits) -> Result<(), OverBudget> {
        self.answer_into(rays, mode, hits)
    }

    /// Raycast: the first entity that a ray hits, and where. At equal [entry](RayHit::entry), the one with the smallest
    /// slot. A graze is a hit, whatever the world's touching rule.
    ///
    /// Costs what [`ray_batch_into`](Self::ray_batch_into) costs, which is faster for many rays.
    ///
    /// ```
    /// use collide_core::{Circle, Ray, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let target = world.insert(Circle::new(Vec2::new(8.0, 0.0), 1.0)?)?;
    /// world.step();
    /// let (hit, at) = world.queries().ray(Ray::new(Vec2::ZERO, Vec2::X, 50.0)?).unwrap();
    /// assert_eq!((hit, at.entry, at.exit), (target, 7.0, 9.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ray(&self, query: impl IntoArg<Query<Ray>>) -> Option<(Handle, RayHit)> {
        self.first(&query.into())
    }

    /// Raycast between two points: the entities that each segment overlaps, and where. `Mode::First(1)` is the first
    /// entity in the way.
    ///
    /// **Order:** by [entry](RayHit::entry), here the fraction of the segment from 0 to 1, then by slot. **Touching**
    /// counts by the world's [rule](crate::Settings::touching). A segment ends exactly at its end point; a
    /// [ray](Self::ray_batch_into) to the same point may have a rounded direction.
    ///
    /// **Cost:** that of a ray. [`blocked_batch_into`](Self::blocked_batch_into) costs less if only the line of sight
    /// matters. Does not allocate once `hits` has grown.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `hits` is then empty.
    ///
    /// ```
    /// use collide_core::{Circle, Segment, Vec2};
    /// use collide_world::{Mode, Query, RayHits, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [far, near] = [12.0, 8.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap()).unwrap());
    /// world.step();
    /// let sight = Query::new(Segment::new(Vec2::ZERO, Vec2::new(14.0, 0.0))?);
    /// let mut hits = RayHits::default();
    /// world.queries().segment_batch_into(&[sight, sight.except(near)], Mode::First(1), &mut hits)?;
    /// let first = |query| hits.of(query)[0];
    /// assert_eq!((first(0).0, first(0).1.entry), (near, 0.5));
    /// assert_eq!(first(1).0, far);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn segment_batch_into(
        &self,
        segments: &[Query<Segment>],
        mode: Mode,
        hits: &mut RayHits,
    ) -> Result<(), OverBudget> {
        self.answer_into(segments, mode, hits)
    }

    /// Raycast between two points: the first entity that a segment overlaps, and where. At equal
    /// [entry](RayHit::entry), the one with the smallest slot. Touching counts by the world's
    /// [rule](crate::Settings::touching).
    ///
    /// Costs what a [ray](Self::ray) costs. For many segments [`segment_batch_into`](Self::segment_batch_into) is
    /// faster.
    ///
    /// ```
    /// use collide_core::{Circle, Segment, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let tree = world.insert(Circle::new(Vec2::new(8.0, 0.0), 1.0)?)?;
    /// world.step();
    /// let (who, hit) = world.queries().segment(Segment::new(Vec2::ZERO, Vec2::new(14.0, 0.0))?).unwrap();
    /// assert_eq!((who, hit.point), (tree, Vec2::new(7.0, 0.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn segment(&self, query: impl IntoArg<Query<Segment>>) -> Option<(Handle, RayHit)> {
        self.first(&query.into())
    }

    /// Line of sight: for each segment, whether at least one entity overlaps it. Touching counts by the world's
    /// [rule](crate::Settings::touching). `out` has one value for each segment, in the same order.
    ///
    /// **Cost:** less than a [ray](Self::ray_batch_into), as the search stops at the first entity found. Does not allocate
    /// once `out` has grown.
    ///
    /// # Errors
    /// [`OverBudget`] if the batch exceeds the [budget](Self::within). `out` is then empty.
    ///
    /// ```
    /// use collide_core::{Rect, Segment, Vec2};
    /// use collide_world::{Entity, Query, Settings, Sights, World};
    /// let mut world = World::new(Settings::default());
    /// world.insert(Entity::fixed(Rect::new(Vec2::new(4.0, 0.0), Vec2::new(5.0, 5.0))?))?;
    /// world.step();
    /// let sight = |y| Query::new(Segment::new(Vec2::new(0.0, y), Vec2::new(9.0, y)).unwrap());
    /// let mut blocked = Sights::default();
    /// world.queries().blocked_batch_into(&[sight(5.0), sight(5.5)], &mut blocked)?;
    /// assert_eq!(blocked.list(), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blocked_batch_into(&self, segments: &[Query<Segment>], out: &mut Sights) -> Result<(), OverBudget> {
        let blocked = |query: &Query<Segment>, (): &mut (), meter: &mut Meter| self.is_blocked(query, meter);
        out.fill(self, segments, |query| query.what.from(), blocked)?;
        self.record(Question::Blocked(segments.into()), out.list());
        Ok(())
    }

    /// Line of sight: whether any entity overlaps a segment. Touching counts by the world's
    /// [rule](crate::Settings::touching).
    ///
    /// Costs less than a [ray](Self::ray), as the search stops at the first entity found. For many segments
    /// [`blocked_batch_into`](Self::blocked_batch_into) is faster.
    ///
    /// ```
    /// use collide_core::{Circle, Segment, Vec2};
    /// use collide_world::{Query, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let guard = world.insert(Circle::new(Vec2::ZERO, 0.5)?)?;
    /// world.step();
    /// let sight = Segment::new(Vec2::ZERO, Vec2::new(9.0, 3.0))?;
    /// assert!(world.queries().blocked(sight));
    /// assert!(!world.queries().blocked(Query::from(sight).except(guard)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn blocked(&self, query: impl IntoArg<Query<Segment>>) -> bool {
        let query = query.into();
        let blocked = self.is_blocked(&query, &mut Meter::default());
        self.record(Question::Blocked(std::slice::from_ref(&query).into()), &[blocked]);
        blocked
    }

    fn is_blocked(&self, query: &Query<Segment>, meter: &mut Meter) -> bool {
        let segment = &query.what;
        let filter = self.scope.resolved(&query.filter);
        let mut blocked = Blocked { segment, touching: self.rules.touching, found: false };
        self.scope.search(&|margin| segment.zone(margin), &filter, &mut blocked, meter);
        blocked.found
    }
}
