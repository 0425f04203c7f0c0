use collide_core::Shape;

use crate::Handle;
use crate::pairs::{Engine, Order};
use crate::store::{Resolved, Set};

/// How much of the answer is wanted.
// Stored by serde: a variant's number is its place here. New variants go to the end; none is removed or moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Mode {
    /// All that are hit.
    #[default]
    All,
    /// At most so many of each query, those with the smallest slots; where hits have a distance, the nearest.
    First(usize),
    /// How many are hit, without a list.
    Count,
}

/// The answers to many queries: for each who is hit, in order of slots. Keeps its memory, and what queries need to work with; use
/// one for many batches.
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
/// let queries = [3.0, 20.0].map(|x| Query::new(circle(x)));
/// world.queries().overlap_batch_into(&queries, Mode::All, &mut hits)?;
/// assert_eq!(hits.of(0), [handles[1]]);
/// assert_eq!(hits.count(1), 0);
/// # Ok::<(), collide_world::OverBudget>(())
/// ```
#[derive(Debug)]
pub struct Hits {
    /// Where the hits of each query start, and the end of the last.
    pub(super) starts: Vec<usize>,
    /// None, where they are only counted.
    pub(super) handles: Vec<Handle>,
    /// How many hits there may be in all.
    pub(super) max_hits: u64,
    pub(super) scratch: Scratch,
}

/// What queries work with.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) filters: Vec<Resolved>,
    /// What is asked, where the set has only bounds of it.
    pub(super) shapes: Vec<Shape>,
    pub(super) queries: Set,
    /// Copies of sets that have changed since they were sorted.
    pub(super) sets: [Set; 2],
    pub(super) engines: [Engine; 2],
    pub(super) order: Order,
    pub(super) found: Vec<(u32, u32)>,
    /// To put the hits of one query in order.
    pub(super) room: Vec<u32>,
}

impl Default for Hits {
    fn default() -> Self {
        Self { starts: vec![0], handles: vec![], max_hits: u64::MAX, scratch: Scratch::default() }
    }
}

impl Hits {
    /// Room for at most so many hits of all queries of a batch together; there is no limit unless one is set.
    #[must_use]
    pub fn with_max_hits(max_hits: u64) -> Self {
        Self { max_hits, ..Self::default() }
    }

    /// How many queries are answered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no answers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who is hit by a query, in order of slots; nobody where hits are only [counted](Mode::Count).
    ///
    /// # Panics
    /// When there was no such query.
    #[must_use]
    pub fn of(&self, query: usize) -> &[Handle] {
        let range = self.starts[query]..self.starts[query + 1];
        self.handles.get(range).unwrap_or_default()
    }

    /// How many a query hits; of the [first](Mode::First) only these.
    ///
    /// # Panics
    /// When there was no such query.
    #[must_use]
    pub fn count(&self, query: usize) -> usize {
        self.starts[query + 1] - self.starts[query]
    }

    /// How many all queries hit together.
    #[must_use]
    pub fn total(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Who is hit, query by query.
    pub fn iter(&self) -> impl Iterator<Item = &[Handle]> {
        (0..self.len()).map(|query| self.of(query))
    }

    /// How many hits there is room for.
    #[cfg(feature = "recording")]
    pub(crate) fn max_hits(&self) -> u64 {
        self.max_hits
    }

    /// No answers.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.handles.clear();
    }
}
