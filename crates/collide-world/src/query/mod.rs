//! Spatial queries on the entities of a world.

mod answers;
#[cfg(feature = "serde")]
mod answers_serde;
mod batch;
mod fingerprint;
mod input;
mod log;
mod nearest;
mod outcomes;
mod overlap;
mod overlap_pairs;
mod present;
mod question;
mod ranked;
mod ray;
mod sector;
mod slide_options;
mod sweep;
mod tuning;
mod turning;

use collide_core::{Shape, Touching};

use crate::history::{Between, Moment};
use crate::search::Scope;
use crate::store::{Set, Store};
use crate::{Budget, Handle, Settings, Threads};

pub use answers::{Answers, AnswersIter, Hits, Mode, NearestHits, RayHits, SweepHits};
pub use input::{Nearest, Query};
pub use outcomes::Outcomes;
pub use question::Question;
pub use ray::Sights;
pub use slide_options::SlideOptions;
pub use turning::Turning;

pub(crate) use answers::Scratch;
pub(crate) use fingerprint::{Words, of_answers, of_list};
pub(crate) use log::{Log, QueryLog, Terms};
pub(crate) use outcomes::BatchRun;
pub(crate) use present::Present;
pub(crate) use question::questions;

pub(crate) use overlap_pairs::OverlapSearch;

/// A view of the entities of a [`World`](crate::World) that answers spatial queries. Cheap to copy; many threads may
/// use it at the same time.
///
/// | query | one | a batch |
/// |---|---|---|
/// | overlap: entities in a box or radius, or at a point | [`overlap`](Self::overlap) | [`overlap_batch_into`](Self::overlap_batch_into) |
/// | sector: melee arcs, cones of sight | [`sector`](Self::sector) | [`sector_batch_into`](Self::sector_batch_into) |
/// | raycast | [`ray`](Self::ray), [`segment`](Self::segment) | [`ray_batch_into`](Self::ray_batch_into), [`segment_batch_into`](Self::segment_batch_into) |
/// | line of sight | [`blocked`](Self::blocked) | [`blocked_batch_into`](Self::blocked_batch_into) |
/// | shapecast (time of impact); only into what it does not leave | [`sweep`](Self::sweep), [`entering`](Self::entering) | [`sweep_batch_into`](Self::sweep_batch_into) |
/// | move and slide | [`slide`](Self::slide) | [`slide_batch_into`](Self::slide_batch_into) |
/// | a free place: spawns, push-outs | [`free`](Self::free) | [`free_batch_into`](Self::free_batch_into) |
/// | turn about a hinge: doors | [`turn`](Self::turn) | [`turn_batch_into`](Self::turn_batch_into) |
/// | k nearest neighbours | [`nearest`](Self::nearest) | [`nearest_batch_into`](Self::nearest_batch_into) |
/// | any of these, as a value | | [`ask`](Self::ask) |
///
/// Answers are in a documented order, whatever the strategy and the number of threads, and exact, except near misses of
/// [`fn@collide_core::sweep`]. A batch runs on the world's threads. The [`Filter`](crate::Filter) of a query,
/// [`except`](Self::except) and [`filtered`](Self::filtered) set which entities are considered.
#[derive(Clone, Copy, Debug)]
pub struct Queries<'a> {
    pub(crate) scope: Scope<'a>,
    rules: Rules,
    threads: &'a Threads,
    /// Where queries and answers are recorded.
    log: Option<Log<'a>>,
    /// The limits of batches.
    budget: Budget,
}

/// What counts as a hit.
#[derive(Clone, Copy, Debug)]
struct Rules {
    touching: Touching,
    /// Whether a sweep hits what it touches at the start only if it enters it.
    entering: bool,
}

impl<'a> Queries<'a> {
    pub(crate) fn now(store: &'a Store, settings: &'a Settings) -> Self {
        Self::new(Scope::now(store, settings.simd), settings)
    }

    pub(crate) fn then(moment: &'a Moment, between: Option<Between<'a>>, settings: &'a Settings) -> Self {
        Self::new(Scope::then(moment, between, settings.simd), settings)
    }

    fn new(scope: Scope<'a>, Settings { touching, threads, .. }: &'a Settings) -> Self {
        let rules = Rules { touching: *touching, entering: false };
        Self { scope, rules, threads, log: None, budget: Budget::UNLIMITED }
    }

    /// The same queries with a [`Budget`] for each batch: a batch that exceeds it fails with
    /// [`OverBudget`](crate::OverBudget). A number is a budget of hits. A query by itself, such as
    /// [`overlap`](Self::overlap), has no limit, except the one of candidates for [`free`](Self::free): ask a batch of one.
    /// Replaces an earlier budget.
    ///
    /// ```
    /// use collide_core::{Circle, Ray, Shape, Vec2};
    /// use collide_world::{Budget, Mode, Query, RayHits, World};
    /// let ball = |x: f32| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    /// let mut world: World = (0..5_000).map(|_| ball(0.0)).collect();
    /// let target = world.insert(ball(90.0))?;
    /// world.step();
    /// let shots = [0.0, 80.0].map(|x| Query::new(Ray::new(Vec2::new(x, 0.0), Vec2::X, 50.0).unwrap()));
    /// let mut hits = RayHits::default();
    ///
    /// let refusing = world.queries().within(Budget::of_work(10_000));
    /// let error = refusing.ray_batch_into(&shots, Mode::First(1), &mut hits).unwrap_err();
    /// assert_eq!((error.what, hits.len()), ("work", 0));
    ///
    /// // One shot into a crowd costs the other shots nothing.
    /// let each = world.queries().within(Budget { max_candidates_each: 1_000, ..Budget::UNLIMITED });
    /// each.ray_batch_into(&shots, Mode::First(1), &mut hits)?;
    /// assert_eq!(hits.stopped(), [0]);
    /// assert_eq!((hits.count(0), hits.of(1)[0].0), (0, target));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(mut self, budget: impl Into<Budget>) -> Self {
        self.budget = budget.into();
        self
    }

    /// The same queries, without these entities: for example the shooter and its team. [`shape`](Self::shape) ignores
    /// the list.
    ///
    /// Costs a comparison with each handle of the list for each candidate; for long lists use
    /// [`filtered`](Self::filtered) with a set. Replaces an earlier list.
    ///
    /// ```
    /// use collide_core::{Circle, Ray, Vec2};
    /// use collide_world::{Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [shooter, friend, enemy] =
    ///     [0.0, 2.0, 4.0].map(|x| world.insert(Circle::new(Vec2::new(x, 0.0), 0.5).unwrap()).unwrap());
    /// world.step();
    /// let shot = Ray::new(Vec2::ZERO, Vec2::X, 100.0)?;
    /// let (hit, _) = world.queries().except(&[shooter, friend]).ray(shot).unwrap();
    /// assert_eq!(hit, enemy);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn except(mut self, handles: &'a [Handle]) -> Self {
        self.scope.filters.view.get_or_insert_default().except = handles;
        self
    }

    /// The same queries on the entities for which `accept` returns true. [`shape`](Self::shape) ignores the closure.
    ///
    /// `accept` is called for candidates that pass the other filters, before the exact test. So it may be called for
    /// entities that are not hits, in any order, and in a batch from several threads. Its result must depend on the
    /// handle alone. Replaces an earlier closure. Queries with a closure are not recorded.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let [red, blue] = [1, 2].map(|team| {
    ///     let body = Circle::new(Vec2::new(0.0, 0.5), 1.0).unwrap();
    ///     world.insert(Entity::new(body).with_data(team)).unwrap()
    /// });
    /// world.step();
    /// let on_team_2 = |handle| world.entity(handle).is_some_and(|entity| entity.data == 2);
    /// let blast = Circle::new(Vec2::ZERO, 3.0)?;
    /// assert_eq!(world.queries().overlap(blast), [red, blue]);
    /// assert_eq!(world.queries().filtered(&on_team_2).overlap(blast), [blue]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn filtered(mut self, accept: &'a (dyn Fn(Handle) -> bool + Sync)) -> Self {
        self.scope.filters.view.get_or_insert_default().accept = Some(accept);
        self.unrecorded()
    }

    /// The same queries for shapes that may rest against others: a [`sweep`](Self::sweep) does not hit what the shape
    /// touches at the start and then leaves or slides along. It is decided as by
    /// [`sweep_entering`](collide_core::sweep_entering). Other kinds of query do not change.
    ///
    /// ```
    /// use collide_core::{Circle, Moving, Rect, Vec2};
    /// use collide_world::{Entity, Settings, World};
    /// let mut world = World::new(Settings::default());
    /// let floor = world.insert(Entity::fixed(Rect::new(Vec2::new(-9.0, -1.0), Vec2::new(9.0, 0.0))?))?;
    /// let wall = world.insert(Entity::fixed(Rect::new(Vec2::new(4.0, 0.0), Vec2::new(5.0, 9.0))?))?;
    /// world.step();
    /// let cart = Moving::new(Circle::new(Vec2::new(0.0, 1.0), 1.0)?, Vec2::new(6.0, 0.0))?;
    /// assert_eq!(world.queries().sweep(cart).unwrap().0, floor); // touches it from the start
    /// let (hit, impact) = world.queries().entering().sweep(cart).unwrap();
    /// assert_eq!((hit, impact.time), (wall, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn entering(mut self) -> Self {
        self.rules.entering = true;
        self
    }

    /// The same queries, recorded in a log.
    pub(crate) fn logged(self, log: Log<'a>) -> Self {
        Self { log: Some(log), ..self }
    }

    /// The same queries without a log: a replay does not have what they are limited to.
    fn unrecorded(self) -> Self {
        Self { log: None, ..self }
    }

    /// The shape of an entity at the time of these queries, or `None` if it did not exist then.
    ///
    /// Cost: the first access builds a map from slots to rows for that time, some nanoseconds for each entity.
    ///
    /// ```
    /// use collide_core::{Circle, Vec2};
    /// use collide_world::{History, Settings, World};
    /// let circle = |x| Circle::new(Vec2::new(x, 0.0), 0.5);
    /// let history = History { ticks: 8, teleport_distance: 2.0 };
    /// let mut world = World::new(Settings { history, ..Settings::default() });
    /// let runner = world.insert(circle(0.0)?)?;
    /// world.step();
    /// world.set(runner, circle(2.0)?)?;
    /// world.step();
    /// world.remove(runner)?;
    /// assert_eq!(world.at(1.0)?.shape(runner), Some(circle(0.0)?.into()));
    /// assert_eq!(world.at(1.5)?.shape(runner), Some(circle(1.0)?.into()));
    /// assert_eq!(world.queries().shape(runner), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shape(&self, handle: Handle) -> Option<Shape> {
        self.scope.shape(handle)
    }

    /// The same queries with closed touching, whatever the world's rule.
    pub(crate) fn closed(self) -> Self {
        Self { rules: Rules { touching: Touching::Closed, ..self.rules }, ..self }
    }

    /// The same queries with these dynamic entities instead of those of the world. [`shape`](Self::shape) must not be
    /// called.
    pub(crate) fn with_dynamic(self, dynamic: &'a Set) -> Self {
        Self { scope: self.scope.with_dynamic(dynamic), ..self.unrecorded() }
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    pub(crate) fn threads(&self) -> &'a Threads {
        self.threads
    }
}
