//! What every broad phase must find, for whoever writes one.
//!
//! [`check`] builds a broad phase from sets of bounds that are hard to find one's way in, and compares what it finds with what
//! [`BruteForce`] does: bounds that touch, without size, all alike, subnormal, enormous, at the ends of the finite numbers, on
//! the borders of any grid; none, one, and many; each set after any other, so that nothing of the last one may stay behind.
//! It takes a second or so, more where a broad phase is slow in crowds.
//!
//! `docs/write-a-strategy.md` in the repository walks through writing one.

mod sets;

use std::fmt;
use std::ops::Range;

use collide_core::Aabb;

use crate::{BroadPhase, BruteForce};
use sets::Set;

/// Where a broad phase departs from [`BruteForce`].
#[derive(Clone, Debug, PartialEq)]
pub struct ConformanceError {
    /// The set of bounds, in words.
    pub set: String,
    /// The bounds.
    pub bounds: Vec<Aabb>,
    /// The first thing found that should not have been, or was not and should.
    pub fault: ConformanceFault,
}

/// What is wrong. Pairs have the smaller proxy first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConformanceFault {
    /// The bounds intersect, and the pair was not found.
    LostPair(u32, u32),
    /// The pair was found more than once.
    TwicePair(u32, u32),
    /// The bounds do not intersect, or are one and the same proxy, or there is no such proxy.
    WrongPair(u32, u32),
    /// A pair was found in the units from the first of these to the second, and not, or again, when they were cut in two.
    CutPair(u32, u32),
    /// The proxy's bound intersects this one, and was not hit.
    LostHit(Aabb, u32),
    /// The proxy was hit more than once.
    TwiceHit(Aabb, u32),
    /// The proxy's bound does not intersect this one, or there is no such proxy.
    WrongHit(Aabb, u32),
}

impl fmt::Display for ConformanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} bounds: ", self.set, self.bounds.len())?;
        let bound =
            |proxy: u32| self.bounds.get(proxy as usize).map_or("no such proxy".to_owned(), |b| format!("{b:?}"));
        let mut pair = |what, a, b| write!(f, "pair ({a}, {b}) {what}: {} and {}", bound(a), bound(b));
        match self.fault {
            ConformanceFault::LostPair(a, b) => pair("is lost", a, b),
            ConformanceFault::TwicePair(a, b) => pair("comes twice", a, b),
            ConformanceFault::WrongPair(a, b) => pair("does not intersect", a, b),
            ConformanceFault::CutPair(a, b) => pair("depends on how units are cut", a, b),
            ConformanceFault::LostHit(asked, proxy) => {
                write!(f, "proxy {proxy} is lost: {} meets {asked:?}", bound(proxy))
            }
            ConformanceFault::TwiceHit(asked, proxy) => write!(f, "proxy {proxy} is hit twice by {asked:?}"),
            ConformanceFault::WrongHit(asked, proxy) => {
                write!(f, "proxy {proxy} is hit by {asked:?}: {}", bound(proxy))
            }
        }
    }
}

impl std::error::Error for ConformanceError {}

/// Compares a broad phase with brute force on every set there is, in one value that is built again and again.
///
/// # Errors
/// The first [`ConformanceError`], which names the bounds: enough to write a test of it.
///
/// ```
/// use collide_broad::conformance::check;
/// use collide_broad::{RTree, SweepAndPrune};
/// check(&mut SweepAndPrune::default())?;
/// check(&mut RTree::default())?;
/// # Ok::<(), collide_broad::conformance::ConformanceError>(())
/// ```
pub fn check(phase: &mut impl BroadPhase) -> Result<(), ConformanceError> {
    let mut brute = BruteForce::default();
    for Set { name, bounds } in sets::all() {
        brute.build(&bounds);
        phase.build(&bounds);
        if let Some(fault) = compare(phase, &brute, &bounds) {
            return Err(ConformanceError { set: name, bounds, fault });
        }
    }
    Ok(())
}

fn compare(phase: &impl BroadPhase, brute: &BruteForce, bounds: &[Aabb]) -> Option<ConformanceFault> {
    let expected = pairs(brute, 0..brute.unit_count());
    let whole = pairs(phase, 0..phase.unit_count());
    let pair = |departure: Option<Difference<(u32, u32)>>| {
        departure.map(|difference| match difference {
            Difference::Lost((a, b)) => ConformanceFault::LostPair(a, b),
            Difference::Twice((a, b)) => ConformanceFault::TwicePair(a, b),
            Difference::Wrong((a, b)) => ConformanceFault::WrongPair(a, b),
        })
    };
    if let Some(fault) = pair(difference(&whole, &expected)) {
        return Some(fault);
    }
    let units = phase.unit_count();
    for cut in [1, units / 3, units / 2, units.saturating_sub(1)].into_iter().filter(|cut| *cut <= units) {
        let mut parts = pairs(phase, 0..cut);
        parts.extend(pairs(phase, cut..units));
        parts.sort_unstable();
        if let Some(difference) = difference(&parts, &expected) {
            let (Difference::Lost((a, b)) | Difference::Twice((a, b)) | Difference::Wrong((a, b))) = difference;
            return Some(ConformanceFault::CutPair(a, b));
        }
    }
    // Some of its own bounds, which touch themselves if nothing else.
    for asked in bounds.iter().step_by(bounds.len() / 12 + 1) {
        if let Some(difference) = difference(&hits(phase, asked), &hits(brute, asked)) {
            return Some(match difference {
                Difference::Lost(proxy) => ConformanceFault::LostHit(*asked, proxy),
                Difference::Twice(proxy) => ConformanceFault::TwiceHit(*asked, proxy),
                Difference::Wrong(proxy) => ConformanceFault::WrongHit(*asked, proxy),
            });
        }
    }
    None
}

fn pairs(phase: &impl BroadPhase, units: Range<usize>) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    phase.for_each_pair(units, |a, b| pairs.push((a.min(b), a.max(b))));
    pairs.sort_unstable();
    pairs
}

fn hits(phase: &impl BroadPhase, bound: &Aabb) -> Vec<u32> {
    let mut hits = Vec::new();
    phase.for_each_hit(bound, |proxy| hits.push(proxy));
    hits.sort_unstable();
    hits
}

enum Difference<T> {
    Lost(T),
    Twice(T),
    Wrong(T),
}

/// The first difference of what was found from what should have been, both sorted.
fn difference<T: Ord + Copy>(found: &[T], expected: &[T]) -> Option<Difference<T>> {
    let twice = found.windows(2).find(|two| two[0] == two[1]).map(|two| Difference::Twice(two[0]));
    let wrong = || found.iter().find(|item| expected.binary_search(item).is_err()).map(|item| Difference::Wrong(*item));
    let lost = || expected.iter().find(|item| found.binary_search(item).is_err()).map(|item| Difference::Lost(*item));
    twice.or_else(wrong).or_else(lost)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use collide_core::Aabb;

    use super::{ConformanceFault, check};
    use crate::{BroadPhase, BruteForce, HierarchicalGrid, RTree, SweepAndPrune, UniformGrid};

    #[test]
    fn ours_conform() {
        check(&mut BruteForce::default()).unwrap();
        check(&mut UniformGrid::default()).unwrap();
        check(&mut HierarchicalGrid::default()).unwrap();
        check(&mut SweepAndPrune::default()).unwrap();
        check(&mut RTree::default()).unwrap();
    }

    /// Brute force with a fault.
    #[derive(Default)]
    struct Faulty<const KIND: u8>(BruteForce, Vec<Aabb>);

    impl<const KIND: u8> BroadPhase for Faulty<KIND> {
        fn build(&mut self, bounds: &[Aabb]) {
            self.0.build(bounds);
            self.1 = bounds.to_vec();
        }

        fn unit_count(&self) -> usize {
            self.0.unit_count()
        }

        fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) {
            let first_unit = units.start == 0;
            let touching = |a: u32, b: u32| {
                let (a, b) = (&self.1[a as usize], &self.1[b as usize]);
                a.max().x == b.min().x || b.max().x == a.min().x
            };
            self.0.for_each_pair(units, |a, b| match KIND {
                // What touches is no pair.
                0 if touching(a, b) => {}
                1 => (0..2).for_each(|_| found(a, b)),
                // Who comes first in a range is left out of all others.
                2 if !first_unit && b % 5 == 0 => {}
                _ => found(a, b),
            });
            if KIND == 3 && self.1.len() > 3 {
                found(3, 3);
            }
        }

        fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) {
            self.0.for_each_hit(bound, |proxy| {
                if KIND != 4 || proxy % 7 != 6 {
                    found(proxy);
                }
            });
        }
    }

    #[test]
    fn faults_are_found() {
        let fault = |departure: Result<(), super::ConformanceError>| {
            let departure = departure.unwrap_err();
            assert!(!departure.to_string().is_empty());
            departure.fault
        };
        assert!(matches!(fault(check(&mut Faulty::<0>::default())), ConformanceFault::LostPair(..)));
        assert!(matches!(fault(check(&mut Faulty::<1>::default())), ConformanceFault::TwicePair(..)));
        assert!(matches!(fault(check(&mut Faulty::<2>::default())), ConformanceFault::CutPair(..)));
        assert!(matches!(fault(check(&mut Faulty::<3>::default())), ConformanceFault::WrongPair(3, 3)));
        assert!(matches!(fault(check(&mut Faulty::<4>::default())), ConformanceFault::LostHit(..)));
    }
}
