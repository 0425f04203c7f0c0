use std::cmp::Ordering;
use std::collections::BinaryHeap;

use collide_core::{Impact, RayHit, Shape, Touching};

#[cfg(feature = "recording")]
use super::answer::Measured;
use super::gather::{Asked, Scratch};
use super::probe::Take;
use crate::Handle;

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
    pub(super) max_hits: u64,
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
        Self { starts: vec![0], hits: vec![], max_hits: u64::MAX, scratch: Scratch::default() }
    }
}

impl<T> Ranked<T> {
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

    /// How many hits there is room for.
    #[cfg(feature = "recording")]
    pub(crate) fn max_hits(&self) -> u64 {
        self.max_hits
    }

    /// No answers.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.starts.push(0);
        self.hits.clear();
    }
}

/// A hit that has a distance, in whatever unit.
pub(super) trait Rank: Copy + Send + Sync + Measured {
    /// Neither NaN nor negative, but a zero may have a sign.
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

/// A hit and whose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<T> {
    /// Orders by rank and then by slot: the bits of a rank, which is not negative, are ordered as ranks are.
    key: u64,
    pub(super) hit: T,
}

impl<T: Rank> Entry<T> {
    fn new(slot: u32, hit: T) -> Self {
        // Zeros are equal, whatever their sign.
        let rank = hit.rank() + 0.0;
        Self { key: u64::from(rank.to_bits()) << u32::BITS | u64::from(slot), hit }
    }

    fn rank(&self) -> f32 {
        f32::from_bits((self.key >> u32::BITS) as u32)
    }

    pub(super) fn slot(&self) -> u32 {
        self.key as u32
    }
}

impl<T> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl<T> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<T> Eq for Entry<T> {}

/// So few are kept in order by moving them.
const FEW: usize = 16;

/// The nearest hits of a query so far. Keeps its memory.
#[derive(Debug)]
pub(super) struct Best<T> {
    /// In order once they are as many as are wanted.
    found: Vec<Entry<T>>,
    /// In their place where that is more than a few: the farthest on top.
    heap: BinaryHeap<Entry<T>>,
    /// How many are wanted, one or more.
    max_count: usize,
    /// How near they must be.
    limit: f32,
    /// How near something must be to be among them, and a little farther.
    wanted: f64,
}

impl<T> Default for Best<T> {
    fn default() -> Self {
        Self { found: vec![], heap: BinaryHeap::new(), max_count: 0, limit: 0.0, wanted: 0.0 }
    }
}

impl<T: Rank> Best<T> {
    /// Begins anew.
    pub(super) fn begin(&mut self, max_count: usize, limit: f32) {
        self.gather();
        self.found.clear();
        (self.max_count, self.limit, self.wanted) = (max_count, limit, a_little_farther(limit));
    }

    /// Takes all out of the heap.
    fn gather(&mut self) {
        if !self.heap.is_empty() {
            self.found = std::mem::take(&mut self.heap).into_vec();
        }
    }

    #[inline]
    fn add(&mut self, slot: u32, hit: T) {
        let entry = Entry::new(slot, hit);
        if entry.rank() > self.limit {
            return;
        }
        if let Some(mut farthest) = self.heap.peek_mut() {
            if entry < *farthest {
                *farthest = entry;
            }
        } else if self.found.len() < self.max_count {
            self.found.push(entry);
            if self.found.len() < self.max_count {
                return;
            }
            self.fill();
        } else if !insert(&mut self.found, entry) {
            return;
        }
        // What is farther than all of them is no longer wanted.
        if let Some(farthest) = self.heap.peek().or(self.found.last()) {
            self.wanted = a_little_farther(farthest.rank());
        }
    }

    /// As many as are wanted have been found.
    fn fill(&mut self) {
        if self.max_count > FEW {
            self.heap = BinaryHeap::from(std::mem::take(&mut self.found));
        } else {
            sort(&mut self.found);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.found.len() + self.heap.len()
    }

    /// Puts the hits behind others, the nearest first.
    pub(super) fn finish(&mut self, entries: &mut Vec<Entry<T>>) {
        self.gather();
        if self.found.len() < self.max_count || self.max_count > FEW {
            sort(&mut self.found);
        }
        entries.append(&mut self.found);
    }
}

/// Puts one in its place among others in order, and drops the farthest; or says that it is farther than all.
fn insert<T: Copy>(found: &mut [Entry<T>], entry: Entry<T>) -> bool {
    // All are counted, not only those that go before it: no processor could guess how many these are.
    let place: usize = found.iter().map(|other| usize::from(*other < entry)).sum();
    if place < found.len() {
        found.copy_within(place..found.len() - 1, place + 1);
        found[place] = entry;
    }
    place < found.len()
}

fn sort<T: Copy>(found: &mut [Entry<T>]) {
    match found.len() {
        0..2 => {}
        2..=8 => sort_by_rank::<T, 8>(found),
        9..=FEW => sort_by_rank::<T, FEW>(found),
        _ => found.sort_unstable(),
    }
}

/// Sorts up to so many, by counting for each how many go before it: more comparisons, but of several at once and without a branch
/// on any, which no processor could guess.
fn sort_by_rank<T: Copy, const MOST: usize>(found: &mut [Entry<T>]) {
    // Not larger than any that fills up; compared as signed numbers, as the processor does.
    let mut keys = [i64::MAX; MOST];
    for (key, entry) in keys.iter_mut().zip(&*found) {
        *key = entry.key as i64;
    }
    let mut ranks = [0_i64; MOST];
    for other in keys {
        for (rank, key) in ranks.iter_mut().zip(&keys) {
            *rank += i64::from(other < *key);
        }
    }
    // A slot comes once, so that all ranks differ.
    let mut sorted = [found[0]; MOST];
    for (rank, entry) in ranks.into_iter().zip(&*found) {
        sorted[rank as usize & (MOST - 1)] = *entry;
    }
    found.copy_from_slice(&sorted[..found.len()]);
}

/// What is computed otherwise may be rounded otherwise.
fn a_little_farther(rank: f32) -> f64 {
    // What is farther than that is given as that far.
    if rank >= f32::MAX {
        return f64::INFINITY;
    }
    f64::from(rank) * (1.0 + 1.0 / f64::from(1 << 20)) + f64::from(f32::from_bits(1))
}

/// Takes hits of what is asked.
pub(super) struct Collect<'a, Q: Asked> {
    pub(super) best: &'a mut Best<Q::Hit>,
    pub(super) asked: &'a Q,
    pub(super) touching: Touching,
}

impl<Q: Asked> Take for Collect<'_, Q> {
    #[inline]
    fn wanted(&self) -> f64 {
        self.best.wanted
    }

    #[inline]
    fn take(&mut self, slot: u32, shape: impl Copy + Into<Shape>) {
        if let Some(hit) = self.asked.hit(shape, self.touching) {
            self.best.add(slot, hit);
        }
    }
}
