//! Spatial queries on the entities of a world.

mod answers;
#[cfg(feature = "serde")]
mod answers_serde;
mod batch;
mod best;
mod candidates;
mod fast;
mod fingerprint;
mod input;
mod inside;
mod log;
mod near;
mod nearest;
mod outcomes;
mod outline;
mod overlap;
mod overlap_pairs;
mod path;
mod present;
mod probe;
mod question;
mod ranked;
mod ray;
mod relative;
mod sector;
mod slide_options;
mod slots;
mod sweep;
mod tuning;
mod turning;

use collide_core::{Shape, Simd, Touching};

use crate::base::ListKind;
use crate::history::{Between, Moment};
use crate::store::{EntityFilters, FilterTable, ListFilters, Places, Resolved, Set, Store, list_number};
use crate::{Budget, Filter, Handle, Settings, Threads};

pub use answers::{Answers, AnswersIter, Hits, Mode, NearestHits, RayHits, SweepHits};
pub use input::{Nearest, Query};
pub use outcomes::Outcomes;
pub use question::Question;
pub use ray::Sights;
pub use slide_options::SlideOptions;
pub use turning::Turning;

pub(crate) use answers::Scratch;
pub(crate) use batch::Spatial;
pub(crate) use fingerprint::{Words, of_answers, of_list};
pub(crate) use inside::{NearestInside, point_of};
pub(crate) use log::{Log, QueryLog, Terms};
pub(crate) use near::Accepts;
pub(crate) use outcomes::{Answering, BatchRun};
pub(crate) use overlap_pairs::rect_of;
pub(crate) use present::Present;
pub(crate) use question::questions;
pub(crate) use tuning::{F32_ROUNDING, SWEEP_ROUNDING, WORTH_SPREADING};

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
    sets: [&'a Set; 2],
    filters: EntityFilters<'a>,
    places: &'a Places,
    /// `None` for other sets than those of a world.
    list_filters: Option<&'a ListFilters>,
    /// The next tick and the fraction, if the time lies between two ticks.
    between: Option<Between<'a>>,
    rules: Rules,
    simd: Simd,
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
        let Store { sets, filters, list_filters, places, .. } = store;
        Self::new(sets.each_ref(), (filters, list_filters), store.generations(), places, settings)
    }

    pub(crate) fn then(moment: &'a Moment, between: Option<Between<'a>>, settings: &'a Settings) -> Self {
        let Moment { moving, fixed, generations, filters, list_filters, places, .. } = moment;
        Self { between, ..Self::new([moving, fixed], (filters, list_filters), generations, places, settings) }
    }

    fn new(
        sets: [&'a Set; 2],
        (table, list_filters): (&'a FilterTable, &'a ListFilters),
        generations: &'a [u32],
        places: &'a Places,
        settings: &'a Settings,
    ) -> Self {
        let Settings { touching, simd, ref threads, .. } = *settings;
        let filters = EntityFilters { table, generations, view: None };
        let rules = Rules { touching, entering: false };
        let list_filters = Some(list_filters);
        Self {
            sets,
            filters,
            places,
            list_filters,
            between: None,
            rules,
            simd,
            threads,
            budget: Budget::UNLIMITED,
            log: None,
        }
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
        self.filters.view.get_or_insert_default().except = handles;
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
        self.filters.view.get_or_insert_default().accept = Some(accept);
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
        if self.filters.generations.get(handle.slot as usize) != Some(&handle.generation) {
            return None;
        }
        if let Some(between) = self.between {
            return between.shape(handle.slot);
        }
        let places = self.places.of(self.sets, self.filters.generations.len());
        let (set, location) = places.get(handle.slot as usize)?.get()?;
        Some(self.sets[set].shape(location))
    }

    /// The same queries with closed touching, whatever the world's rule.
    pub(crate) fn closed(self) -> Self {
        Self { rules: Rules { touching: Touching::Closed, ..self.rules }, ..self }
    }

    /// The same queries with these dynamic entities instead of those of the world. [`shape`](Self::shape) must not be
    /// called.
    pub(crate) fn with_dynamic(mut self, dynamic: &'a Set) -> Self {
        self.sets[0] = dynamic;
        self.list_filters = None;
        self.unrecorded()
    }

    /// The same queries on the entities of these sets alone, all of them. [`shape`](Self::shape) must not be called.
    pub(crate) fn only(self, sets: [&'a Set; 2]) -> Self {
        let filters = EntityFilters { view: None, ..self.filters };
        Self { sets, filters, list_filters: None, ..self.unrecorded() }
    }

    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    pub(crate) fn threads(&self) -> &'a Threads {
        self.threads
    }

    /// Whether a query skips a list, as its filter accepts none of the rows.
    fn skips(&self, filter: &Resolved) -> impl Fn(usize, ListKind, usize) -> bool + use<> {
        let lists = match self.list_filters {
            Some(lists) if filter.is_picky() => lists.accepted(filter, self.sets, self.filters.table),
            Some(_) | None => u64::MAX,
        };
        move |set, kind, list| lists >> list_number(set, kind, list) & 1 == 0
    }

    /// The number of entities.
    fn len(&self) -> usize {
        self.sets.iter().map(|set| set.len()).sum()
    }

    pub(crate) fn handle(&self, slot: u32) -> Handle {
        Handle { slot, generation: self.filters.generations[slot as usize] }
    }

    /// The category of the entity in a slot.
    pub(crate) fn category(&self, slot: u32) -> u64 {
        self.filters.table.get(slot).layers.category
    }

    /// A filter for these queries.
    pub(crate) fn resolved(&self, filter: &Filter) -> Resolved {
        Resolved::new(filter, self.filters.generations)
    }

    /// Whether a handle is not stale, and the filter accepts its entity.
    pub(crate) fn accepts(&self, handle: Handle, filter: &Resolved) -> bool {
        self.filters.generations.get(handle.slot as usize) == Some(&handle.generation)
            && filter.accepts(handle.slot, &self.filters)
    }
}
