//! The nearest hits of a query.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fmt::Debug;

use collide_core::{Impact, RayHit};

use super::tuning::{F32_ROUNDING, F64_ROUNDING};

/// A hit with a distance, in any unit.
pub(crate) trait Rank: Copy + Debug + Send + Sync + 'static {
    /// The distance: neither NaN nor negative, nor a negative zero.
    fn rank(&self) -> f32;

    /// An upper bound of the distances that are rounded to this rank, with a margin for the rounding of the search.
    fn farthest(rank: f32) -> f64 {
        a_little_farther(rank)
    }
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

/// A distance in world units.
impl Rank for f32 {
    fn rank(&self) -> f32 {
        *self
    }

    /// No more than that, as from far away all entities are within the margin of others. The search itself adds the
    /// rounding of coordinates.
    fn farthest(rank: f32) -> f64 {
        if rank >= Self::MAX {
            return f64::INFINITY;
        }
        // Not less than the smallest normal number: subnormal ones are slow.
        let rank = rank.max(Self::MIN_POSITIVE);
        f64::midpoint(rank.into(), rank.next_up().into()) * (1.0 + F64_ROUNDING)
    }
}

/// A hit with the slot of its entity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<T> {
    /// Rank in the upper bits, slot in the lower: orders by rank, then by slot. The bits of numbers that are not
    /// negative are ordered as the numbers are.
    key: u64,
    pub(crate) hit: T,
}

impl<T: Rank> Entry<T> {
    fn new(slot: u32, hit: T) -> Self {
        debug_assert!(hit.rank().is_sign_positive());
        Self { key: u64::from(hit.rank().to_bits()) << u32::BITS | u64::from(slot), hit }
    }

    fn rank(&self) -> f32 {
        f32::from_bits((self.key >> u32::BITS) as u32)
    }

    pub(crate) fn slot(&self) -> u32 {
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

/// Up to this many hits are kept in a sorted list, more in a heap.
const FEW: usize = 16;

/// The nearest hits of a query so far. Reuses its memory.
#[derive(Debug)]
pub(crate) struct Best<T> {
    /// The hits; sorted once there are `max_count`.
    found: Vec<Entry<T>>,
    /// Replaces `found` once there are `max_count` hits and that is more than [`FEW`]. The farthest hit is on top.
    heap: BinaryHeap<Entry<T>>,
    /// The maximum number of hits, one or more.
    max_count: usize,
    /// The maximum rank of a hit: that of the farthest one, once there are `max_count`.
    limit: f32,
    /// An upper bound of the rank that a new hit can have, with a margin for rounding.
    pub(crate) max_distance: f64,
    /// The maximum slot of a new hit: that of the farthest hit if none can be nearer, as its distance is zero.
    max_slot: u32,
}

impl<T> Default for Best<T> {
    fn default() -> Self {
        Self { found: vec![], heap: BinaryHeap::new(), max_count: 0, limit: 0.0, max_distance: 0.0, max_slot: u32::MAX }
    }
}

impl<T: Rank> Best<T> {
    /// Starts the next query.
    pub(crate) fn begin(&mut self, max_count: usize, limit: f32) {
        self.gather();
        self.found.clear();
        (self.max_count, self.limit, self.max_distance) = (max_count, limit, T::farthest(limit));
        self.max_slot = u32::MAX;
    }

    /// The same for hits that the caller limits by another rule. None of them is farther than `max_distance`.
    pub(crate) fn begin_within(&mut self, max_count: usize, max_distance: f64) {
        self.begin(max_count, f32::INFINITY);
        self.max_distance = max_distance;
    }

    /// Whether a hit with this rank may be among the nearest.
    #[inline]
    pub(crate) fn may_add(&self, rank: f32) -> bool {
        rank <= self.limit
    }

    /// Whether an entity with this slot may be among the nearest, wherever it is.
    #[inline]
    pub(crate) fn may_take(&self, slot: u32) -> bool {
        slot <= self.max_slot
    }

    /// Moves all hits from the heap to the list.
    fn gather(&mut self) {
        if !self.heap.is_empty() {
            self.found = std::mem::take(&mut self.heap).into_vec();
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, slot: u32, hit: T) {
        let entry = Entry::new(slot, hit);
        if !self.may_add(entry.rank()) {
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
        // A hit farther than all of them is dropped from now on.
        if let Some(farthest) = self.heap.peek().or(self.found.last()) {
            self.limit = farthest.rank();
            if self.limit == 0.0 {
                self.max_slot = farthest.slot();
            }
            self.max_distance = T::farthest(self.limit);
        }
    }

    /// Sorts the list or builds the heap, once there are `max_count` hits.
    fn fill(&mut self) {
        if self.max_count > FEW {
            self.heap = BinaryHeap::from(std::mem::take(&mut self.found));
        } else {
            sort(&mut self.found);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len() + self.heap.len()
    }

    /// Passes on the hits in no particular order, and drops them.
    pub(crate) fn drain(&mut self, mut visit: impl FnMut(u32, T)) {
        self.gather();
        self.found.drain(..).for_each(|entry| visit(entry.slot(), entry.hit));
    }

    /// Appends the hits to `entries`, the nearest first.
    pub(crate) fn finish(&mut self, entries: &mut Vec<Entry<T>>) {
        self.gather();
        if self.found.len() < self.max_count || self.max_count > FEW {
            sort(&mut self.found);
        }
        entries.append(&mut self.found);
    }
}

/// Inserts an entry into a sorted list and drops the farthest one. Returns false if the entry is farther than all
/// others.
fn insert<T: Copy>(found: &mut [Entry<T>], entry: Entry<T>) -> bool {
    // Compares with all entries: a search that stops early has a branch that is often mispredicted.
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

/// Sorts up to `MAX` entries by counting the smaller entries for each. A usual sort makes fewer comparisons, but these
/// run several at once and without branches.
fn sort_by_rank<T: Copy, const MAX: usize>(found: &mut [Entry<T>]) {
    // Padding is larger than all keys. Keys are compared as signed numbers, for which processors have SIMD
    // instructions.
    let mut keys = [i64::MAX; MAX];
    for (key, entry) in keys.iter_mut().zip(&*found) {
        *key = entry.key as i64;
    }
    let mut ranks = [0_i64; MAX];
    for other in keys {
        for (rank, key) in ranks.iter_mut().zip(&keys) {
            *rank += i64::from(other < *key);
        }
    }
    // Each slot occurs once, so all ranks differ.
    let mut sorted = [found[0]; MAX];
    for (rank, entry) in ranks.into_iter().zip(&*found) {
        sorted[rank as usize & (MAX - 1)] = *entry;
    }
    found.copy_from_slice(&sorted[..found.len()]);
}

/// Adds a margin for rounding, as the search and the exact measure may round differently.
pub(crate) fn a_little_farther(rank: f32) -> f64 {
    // Larger distances are reported as `f32::MAX`.
    if rank >= f32::MAX {
        return f64::INFINITY;
    }
    f64::from(rank) * (1.0 + f64::from(F32_ROUNDING)) + f64::from(f32::from_bits(1))
}
