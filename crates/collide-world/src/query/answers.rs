use std::any::Any;
use std::fmt;
use std::ops::{Index, Range};

use collide_core::{Impact, RayHit};

use crate::{Budget, Handle};

/// How much of each answer a batch of queries returns.
// Stored by serde: a variant's number is its position here. Add new variants at the end; never remove or reorder them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Mode {
    /// All hits.
    #[default]
    All,
    /// At most this number of hits for each query: those with the smallest slots for overlaps, the nearest for all
    /// other queries.
    First(usize),
    /// The number of hits only, without a list.
    Count,
}

/// The answers to a batch of queries: the hits of each query, in the order of the queries.
///
/// The hits of query `i` are [`of(i)`](Self::of), which is `hits()[starts()[i]..starts()[i + 1]]`; with [`Mode::Count`]
/// there are no hits, and `starts` only gives the counts. Each kind of query
/// documents the order of its hits. `Answers` also holds the buffers of the search: reuse one for many batches, and
/// batches do not allocate once the buffers have grown.
///
/// ```
/// use collide_core::{Circle, Shape, Vec2};
/// use collide_world::{Hits, Mode, Query, Settings, World};
/// let circle = |x| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
/// let mut world = World::new(Settings::default());
/// let handles = [0.0, 1.5, 9.0].map(|x| world.insert(circle(x)).unwrap());
/// world.step();
///
/// let mut hits = Hits::default();
/// let queries = [1.0, 20.0, 9.0].map(|x| Query::new(circle(x)));
/// world.queries().overlap_batch_into(&queries, Mode::All, &mut hits)?;
/// assert_eq!(hits.of(0), [handles[0], handles[1]]);
/// assert_eq!(hits.count(1), 0);
/// assert_eq!(hits.starts(), [0, 2, 2, 3]);
/// assert_eq!(hits.hits(), handles);
/// # Ok::<(), collide_world::OverBudget>(())
/// ```
pub struct Answers<H> {
    pub(super) starts: Vec<usize>,
    pub(super) hits: Vec<H>,
    pub(super) budget: Budget,
    /// The limit of candidates of each query.
    pub(super) max_candidates: u64,
    /// The queries that exceeded it, in order.
    pub(super) stopped: Vec<u32>,
    pub(super) scratch: Scratch,
}

/// The entities that shapes overlap, in order of slots.
pub type Hits = Answers<Handle>;

/// The entities that rays or segments hit, by [entry](RayHit::entry) and then by slot.
///
/// ```
/// use collide_core::{Circle, Ray, Vec2};
/// use collide_world::{Mode, Query, RayHits, Settings, World};
/// let mut world = World::new(Settings::default());
/// let far = world.insert(Circle::new(Vec2::new(9.0, 0.0), 1.0)?)?;
/// let near = world.insert(Circle::new(Vec2::new(5.0, 0.0), 1.0)?)?;
/// world.step();
///
/// let mut hits = RayHits::default();
/// let shot = Query::new(Ray::new(Vec2::ZERO, Vec2::X, 100.0)?);
/// world.queries().ray_batch_into(&[shot], Mode::All, &mut hits)?;
/// let entries: Vec<_> = hits.of(0).iter().map(|(handle, hit)| (*handle, hit.entry)).collect();
/// assert_eq!(entries, [(near, 4.0), (far, 8.0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RayHits = Answers<(Handle, RayHit)>;

/// The entities that moving shapes hit, by [time](Impact::time) and then by slot.
pub type SweepHits = Answers<(Handle, Impact)>;

/// The nearest entities and their distances, by distance and then by slot.
pub type NearestHits = Answers<(Handle, f32)>;

impl<H> Default for Answers<H> {
    fn default() -> Self {
        let (max_candidates, stopped, scratch) = (u64::MAX, vec![], Scratch::default());
        Self { starts: vec![0], hits: vec![], budget: Budget::UNLIMITED, max_candidates, stopped, scratch }
    }
}

impl<H> Answers<H> {
    /// Empty answers with a limit: a batch with more than `max_hits` hits in total fails with
    /// [`OverBudget`](crate::OverBudget). The default is no limit.
    #[must_use]
    pub fn with_max_hits(max_hits: u64) -> Self {
        Self { budget: max_hits.into(), ..Self::default() }
    }

    /// The limit of [`with_max_hits`](Self::with_max_hits); `u64::MAX` for none.
    #[must_use]
    pub fn max_hits(&self) -> u64 {
        self.budget.max_pairs
    }

    /// Changes the limit for the batches that follow.
    pub fn set_max_hits(&mut self, max_hits: u64) {
        self.budget.max_pairs = max_hits;
    }

    /// The limit of [`set_max_work`](Self::set_max_work); `u64::MAX` for none.
    #[must_use]
    pub fn max_work(&self) -> u64 {
        self.budget.max_work
    }

    /// Limits the work of the batches that follow: a batch fails with [`OverBudget`](crate::OverBudget) soon after its
    /// queries together have done more, in the units of [`Budget::max_work`], of which a million stand for about a
    /// millisecond. The default is no limit.
    ///
    /// Work is what a query visits and decides, also if a filter then rejects it. Whether a batch exceeds the limit does
    /// not depend on the number of threads, but it may depend on the ticks before, and on the size of the batch.
    ///
    /// ```
    /// use collide_core::{Circle, Shape, Vec2};
    /// use collide_world::{Hits, Layers, Mode, Query, World};
    /// let ball = Shape::from(Circle::new(Vec2::ZERO, 1.0)?);
    /// let mut world: World = (0..1_000).map(|_| ball).collect();
    /// world.step();
    /// let mut hits = Hits::default();
    /// hits.set_max_work(2_000);
    /// let ghosts = [Query::new(ball).on(Layers { mask: 0, ..Layers::ALL }); 20];
    /// let error = world.queries().overlap_batch_into(&ghosts, Mode::All, &mut hits).unwrap_err();
    /// assert_eq!(error.what, "work"); // though no query has a hit
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_max_work(&mut self, max_work: u64) {
        self.budget.max_work = max_work;
    }

    /// Limits the candidates of each query of the batches that follow. A query that exceeds the limit is stopped: it has no
    /// hits, and [`stopped`](Self::stopped) lists it. All others have their whole answers. So one player whose shots are
    /// dear, as in a pile of thousands, costs the others nothing. `u64::MAX`, the default, is no limit.
    ///
    /// A candidate is an entity that the filter accepts and that may be hit: its bound, or the circle itself, meets the bound
    /// of what is searched. Which queries are stopped depends on that alone: not on threads, strategy, ticks before or the
    /// rest of the batch.
    /// - A shape or a sector is searched as a whole, and so is all that is [counted](Mode::Count).
    /// - The path of a ray, a segment or a motion is searched up to its last hit, if the mode limits the hits, else to its
    ///   end.
    /// - A search for the nearest entities is searched up to the last of them.
    ///
    /// "Up to the last hit" is up to the next power of two, as a multiple of the direction, as a part of the motion, or as a
    /// distance. To count the candidates costs as much as another search. Entities that the filter rejects do not count, but
    /// are work: only [`set_max_work`](Self::set_max_work) limits a search among thousands of these.
    ///
    /// ```
    /// use collide_core::{Circle, Ray, Shape, Vec2};
    /// use collide_world::{Mode, Query, RayHits, World};
    /// let ball = |x: f32| Shape::from(Circle::new(Vec2::new(x, 0.0), 1.0).unwrap());
    /// let mut world: World = (0..5_000).map(|_| ball(0.0)).collect();
    /// let target = world.insert(ball(90.0))?;
    /// world.step();
    /// let mut hits = RayHits::default();
    /// hits.set_max_candidates_each(1_000);
    /// let shots = [0.0, 80.0].map(|x| Query::new(Ray::new(Vec2::new(x, 0.0), Vec2::X, 50.0).unwrap()));
    /// world.queries().ray_batch_into(&shots, Mode::First(1), &mut hits)?;
    /// assert_eq!(hits.stopped(), [0]);
    /// assert_eq!((hits.count(0), hits.of(1)[0].0), (0, target));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_max_candidates_each(&mut self, max_candidates: u64) {
        self.max_candidates = max_candidates;
    }

    /// The limit of [`set_max_candidates_each`](Self::set_max_candidates_each); `u64::MAX` for none.
    #[must_use]
    pub fn max_candidates_each(&self) -> u64 {
        self.max_candidates
    }

    /// The indices of the queries that exceeded the limit of [`set_max_candidates_each`](Self::set_max_candidates_each),
    /// in ascending order.
    #[must_use]
    pub fn stopped(&self) -> &[u32] {
        &self.stopped
    }

    /// The number of answered queries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no answered queries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The hits of query `query`. Empty if hits were only [counted](Mode::Count), and if there is no such query, as
    /// after a batch that failed.
    #[must_use]
    pub fn of(&self, query: usize) -> &[H] {
        self.hits.get(self.range(query)).unwrap_or_default()
    }

    /// The number of hits of query `query`, at most the limit of [`Mode::First`]. Zero if there is no such query.
    #[must_use]
    pub fn count(&self, query: usize) -> usize {
        self.range(query).len()
    }

    fn range(&self, query: usize) -> Range<usize> {
        let ends = self.starts.get(query..).and_then(|starts| starts.first_chunk());
        ends.map_or(0..0, |[start, end]| *start..*end)
    }

    /// The total number of hits of all queries.
    #[must_use]
    pub fn total(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// For each query the index of its first hit in [`hits`](Self::hits), followed by the [`total`](Self::total): one
    /// number more than there are queries.
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The hits of all queries, query by query. Empty if hits were only [counted](Mode::Count).
    #[must_use]
    pub fn hits(&self) -> &[H] {
        &self.hits
    }

    /// Iterates over the hits of each query, in the order of the queries.
    pub fn iter(&self) -> AnswersIter<'_, H> {
        AnswersIter { answers: self, queries: 0..self.len() }
    }

    /// Removes all answers and keeps the memory.
    pub fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.hits.clear();
        self.stopped.clear();
    }

    /// Appends the answer to one more query: its number of hits and the hits, or no hits if they are only counted.
    pub fn push(&mut self, count: usize, hits: impl IntoIterator<Item = H>) {
        self.starts.push(self.total() + count);
        self.hits.extend(hits);
    }
}

/// The hits of a query.
///
/// # Panics
/// If there is no such query. [`of`](Answers::of) returns an empty slice instead.
///
/// ```
/// use collide_world::NearestHits;
/// let mut hits = NearestHits::default();
/// hits.push(0, []);
/// assert!(hits[0].is_empty());
/// ```
impl<H> Index<usize> for Answers<H> {
    type Output = [H];

    fn index(&self, query: usize) -> &[H] {
        assert!(query < self.len(), "query {query} of {}", self.len());
        self.of(query)
    }
}

/// Iterator over the hits of each query of [`Answers`], in the order of the queries.
#[derive(Clone, Debug)]
pub struct AnswersIter<'a, H> {
    answers: &'a Answers<H>,
    queries: Range<usize>,
}

impl<'a, H> Iterator for AnswersIter<'a, H> {
    type Item = &'a [H];

    fn next(&mut self) -> Option<&'a [H]> {
        self.queries.next().map(|query| self.answers.of(query))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.queries.size_hint()
    }
}

impl<H> ExactSizeIterator for AnswersIter<'_, H> {}

impl<'a, H> IntoIterator for &'a Answers<H> {
    type Item = &'a [H];
    type IntoIter = AnswersIter<'a, H>;

    fn into_iter(self) -> AnswersIter<'a, H> {
        self.iter()
    }
}

/// The same answers and limits, without the buffers of the search.
impl<H: Clone> Clone for Answers<H> {
    fn clone(&self) -> Self {
        let Self { starts, hits, budget, max_candidates, stopped, scratch: _ } = self;
        let (starts, hits, stopped) = (starts.clone(), hits.clone(), stopped.clone());
        Self { starts, hits, budget: *budget, max_candidates: *max_candidates, stopped, scratch: Scratch::default() }
    }
}

/// Compares the answers, not the limits.
impl<H: PartialEq> PartialEq for Answers<H> {
    fn eq(&self, other: &Self) -> bool {
        self.starts == other.starts && self.hits == other.hits && self.stopped == other.stopped
    }
}

impl<H: fmt::Debug> fmt::Debug for Answers<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The buffers of a search. Their type depends on the kind of query.
#[derive(Debug, Default)]
pub(crate) struct Scratch(Option<Box<dyn Any + Send + Sync>>);

impl Scratch {
    /// The buffers that the last batch used, or new ones if that was of another kind.
    pub(crate) fn get<S: Any + Default + Send + Sync>(&mut self) -> &mut S {
        let buffers = self.0.take().filter(|buffers| buffers.is::<S>()).unwrap_or_else(|| Box::<S>::default());
        self.0.insert(buffers).downcast_mut().expect("buffers of the type just checked")
    }
}
