use std::cmp::Ordering;
use std::collections::BinaryHeap;

use collide_core::{Impact, RayHit};

use super::gather::Scratch;
use super::probe::Take;
use crate::Handle;
#[cfg(feature = "recording")]
use crate::record::Measured;

/// Nobody asks for the numbers of a hit.
#[cfg(not(feature = "recording"))]
pub(super) trait Measured {}
#[cfg(not(feature = "recording"))]
impl<T> Measured for T {}

/// The answers to many queries in which nearer is better: for each who was found and how, in order of distance, and of slots where
/// that is equal. Keeps its memory, and what queries need to work with; use one for many batches.
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
#[derive(Debug)]
pub struct Ranked<T> {
    /// Where the hits of each query start, and the end of the last.
    pub(super) starts: Vec<usize>,
    /// None, where they are only counted.
    pub(super) hits: Vec<(Handle, T)>,
    /// How many hits there may be in all.
    pub(super) most: u64,
    pub(super) scratch: Scratch<T>,
}

/// Whom rays hit, by [entry](RayHit::entry).
pub type RayHits = Ranked<RayHit>;

/// Whom moving shapes hit, by [time](Impact::time).
pub type SweepHits = Ranked<Impact>;

/// Who is near, and at what distance.
pub type NearestHits = Ranked<f32>;

impl<T> Default for Ranked<T> {
    fn default() -> Self {
        Self { starts: vec![0], hits: vec![], most: u64::MAX, scratch: Scratch::default() }
    }
}

impl<T> Ranked<T> {
    /// Room for at most so many hits of all queries of a batch together; there is no limit unless one is set.
    #[must_use]
    pub fn with_most(most: u64) -> Self {
        Self { most, ..Self::default() }
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

    /// Who is hit by a query, the nearest first; nobody where hits are only [counted](crate::Mode::Count).
    ///
    /// # Panics
    /// When there was no such query.
    #[must_use]
    pub fn of(&self, query: usize) -> &[(Handle, T)] {
        let range = self.starts[query]..self.starts[query + 1];
        self.hits.get(range).unwrap_or_default()
    }

    /// How many a query hits; of the [first](crate::Mode::First) only these.
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
    pub fn iter(&self) -> impl Iterator<Item = &[(Handle, T)]> {
        (0..self.len()).map(|query| self.of(query))
    }

    /// No answers.
    /// How many hits there is room for.
    #[cfg(feature = "recording")]
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.hits.clear();
    }
}

/// A hit that has a distance, in whatever unit.
pub(super) trait Rank: Copy + Send + Sync + Measured {
    /// Not NaN.
    fn rank(&self) -> f32;
}

impl Rank for RayHit {
    fn rank(&self) -> f32 {
        self.entry
    }
}

impl Rank for Impact {
    fn rank(&self) -> f32 {
        self.time
    }
}

impl Rank for f32 {
    fn rank(&self) -> f32 {
        *self
    }
}

/// A hit and whose, in order of rank and slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<T> {
    rank: f32,
    pub(super) slot: u32,
    pub(super) hit: T,
}

impl<T> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.total_cmp(&other.rank).then(self.slot.cmp(&other.slot))
    }
}

impl<T> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Entry<T> {}

/// The nearest hits of a query so far. Keeps its memory.
#[derive(Debug)]
pub(super) struct Best<T> {
    /// The farthest on top.
    heap: BinaryHeap<Entry<T>>,
    /// How many are wanted, one or more.
    most: usize,
    /// How near they must be.
    limit: f32,
}

impl<T> Default for Best<T> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new(), most: 0, limit: 0.0 }
    }
}

impl<T: Rank> Best<T> {
    /// Begins anew.
    pub(super) fn begin(&mut self, most: usize, limit: f32) {
        self.heap.clear();
        (self.most, self.limit) = (most, limit);
    }

    /// How near something must be to be among them, and a little farther: what is computed otherwise may be rounded otherwise.
    fn wanted(&self) -> f64 {
        let farthest = match self.heap.peek() {
            Some(entry) if self.heap.len() >= self.most => entry.rank.min(self.limit),
            _ => self.limit,
        };
        // What is farther than that is given as that far.
        if farthest >= f32::MAX {
            return f64::INFINITY;
        }
        f64::from(farthest) * (1.0 + 1.0 / f64::from(1 << 20)) + f64::from(f32::from_bits(1))
    }

    fn add(&mut self, slot: u32, hit: T) {
        // Zeros are equal, whatever their sign.
        let entry = Entry { rank: hit.rank() + 0.0, slot, hit };
        if entry.rank > self.limit {
            return;
        }
        if self.heap.len() < self.most {
            self.heap.push(entry);
        } else if let Some(mut farthest) = self.heap.peek_mut()
            && entry < *farthest
        {
            *farthest = entry;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.heap.len()
    }

    /// Puts the hits behind others, the nearest first.
    pub(super) fn finish(&mut self, entries: &mut Vec<Entry<T>>) {
        let start = entries.len();
        entries.extend(self.heap.drain());
        entries[start..].sort_unstable();
    }
}

/// Takes hits that a kernel finds.
pub(super) struct Collect<'a, T, K> {
    pub(super) best: &'a mut Best<T>,
    pub(super) kernel: K,
}

impl<T: Rank, K: Fn(&collide_core::Shape) -> Option<T>> Take for Collect<'_, T, K> {
    #[inline]
    fn wanted(&self) -> f64 {
        self.best.wanted()
    }

    fn take(&mut self, slot: u32, shape: &collide_core::Shape) {
        if let Some(hit) = (self.kernel)(shape) {
            self.best.add(slot, hit);
        }
    }
}
