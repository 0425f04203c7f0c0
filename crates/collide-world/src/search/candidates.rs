//! The limit of candidates of a query. What counts depends on the shapes and the query alone.

use collide_core::Shape;

use super::{Collector, Outline, Scope, Zone, a_little_farther};
use crate::Filter;
use crate::base::{ListKind, Meter, work};

/// The number of powers of two. Each stands for the ranks after the power before, by its exponent as `f32` stores it; the
/// last one is infinity, the first one also stands for zero.
const POWERS: usize = 256;

/// The power of two after a rank.
fn power_after(rank: f32) -> usize {
    const FRACTION: u32 = (1 << 23) - 1;
    ((rank.to_bits() + FRACTION) >> 23).max(1) as usize
}

/// How far a query may search.
pub(crate) struct Candidates {
    max: u64,
    /// The number of candidates of each power of two, and of all up to `last`.
    counts: [u64; POWERS],
    count: u64,
    /// The last power of two that the query may search. Zero if there are too many candidates within the first one.
    last: usize,
}

impl Candidates {
    /// For the ranks up to the power of two after this one.
    pub(crate) fn new(max: u64, rank: f32) -> Self {
        Self { max, counts: [0; POWERS], count: 0, last: power_after(rank) }
    }

    fn add(&mut self, rank: f32) {
        let power = power_after(rank);
        if power > self.last {
            return;
        }
        self.counts[power] += 1;
        self.count += 1;
        while self.count > self.max && self.last > 0 {
            self.count -= self.counts[self.last];
            self.last -= 1;
        }
    }

    /// The rank up to which the candidates are not too many. `None` if there is none.
    pub(crate) fn allowed(&self) -> Option<f32> {
        (self.last > 0).then(|| f32::from_bits((self.last as u32) << 23))
    }

    /// Whether the query may search up to the power of two after a rank.
    pub(crate) fn allow(&self, rank: f32) -> bool {
        power_after(rank) <= self.last
    }
}

/// Counts the candidates in a place.
struct Counting<'a, Z> {
    place: Z,
    /// The last rank of the query.
    end: f32,
    candidates: &'a mut Candidates,
}

impl<Z: Zone> Collector for Counting<'_, Z> {
    fn work(&self, _: ListKind) -> u64 {
        work::BOUNDED
    }

    fn max_distance(&self) -> f64 {
        self.candidates.allowed().map_or(f64::NEG_INFINITY, |rank| a_little_farther(rank.min(self.end)))
    }

    fn collect(&mut self, _: u32, shape: Shape) {
        let rank = self.place.entry(&Outline::of(&shape)) as f32;
        if rank <= self.end && rank < f32::INFINITY {
            self.candidates.add(rank);
        }
    }
}

impl Scope<'_> {
    /// Counts the candidates of a query that searches a place up to a rank.
    pub(crate) fn count_candidates<Z: Zone>(
        &self,
        zone: &dyn Fn(f64) -> Z,
        filter: &Filter,
        end: f32,
        (candidates, meter): (&mut Candidates, &mut Meter),
    ) {
        let mut counting = Counting { place: zone(0.0), end, candidates };
        self.search(zone, &self.resolved(filter), &mut counting, meter);
    }
}
