use std::any::Any;
use std::fmt;
use std::ops::{Index, Range};

use collide_core::{Impact, RayHit};

use crate::Handle;
use crate::base::Reused;

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

impl Mode {
    /// The maximum number of hits in the list of a query.
    pub(super) fn max_count(self) -> usize {
        match self {
            Self::All => usize::MAX,
            Self::First(count) => count,
            Self::Count => 0,
        }
    }
}

/// The answers to a batch of queries: the hits of each query, in the order of the queries.
///
/// The hits of query `i` are [`of(i)`](Self::of), which is `hits()[starts()[i]..starts()[i + 1]]`; with [`Mode::Count`]
/// there are no hits, and `starts` only gives the counts. Each kind of query
/// documents the order of its hits. `Answers` also holds the buffers of the search: reuse one for many batches, and
/// batches do not allocate once the buffers have grown. A clone has the answers.
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
#[derive(Clone)]
pub struct Answers<H> {
    pub(super) starts: Vec<usize>,
    pub(super) hits: Vec<H>,
    pub(super) work: u64,
    /// The queries that exceeded their limit of candidates, in order.
    pub(super) stopped: Vec<u32>,
    pub(super) scratch: Reused<Scratch>,
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
        Self { starts: vec![0], hits: vec![], work: 0, stopped: vec![], scratch: Reused::default() }
    }
}

impl<H> Answers<H> {
    /// The work of the last batch, in the units of [`Budget::max_work`](crate::Budget::max_work): with this limit, the
    /// same batch succeeds.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The indices of the queries that exceeded [`Budget::max_candidates_each`](crate::Budget::max_candidates_each), in
    /// ascending order.
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
        self.work = 0;
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

/// Compares the answers, not the work.
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
