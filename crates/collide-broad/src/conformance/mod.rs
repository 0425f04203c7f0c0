//! The conformance suite: it checks that a broad phase finds exactly what [`BruteForce`] finds.
//!
//! [`check`] builds a broad phase from sets of bounds that are hard for spatial indices, and compares its pairs and
//! hits with those of [`BruteForce`]. The sets have bounds that touch or just miss, of size zero, all equal, subnormal,
//! enormous, at the ends of the range of `f32`, and on the borders of any grid; and no, one and many bounds. One value
//! is built from all sets in turn, so it must not keep state from an earlier set. The suite takes about a second, and
//! more if a broad phase is slow in crowds. [`check_bounds`] does the same for your own bounds.
//!
//! `docs/write-a-strategy.md` in the repository explains how to write a broad phase.

mod sets;

use std::fmt;
use std::ops::Range;

use collide_core::{Aabb, Rect, Vec2};

use crate::{BroadPhase, BruteForce};
use sets::Set;

/// The first difference between a broad phase and [`BruteForce`].
#[derive(Clone, Debug, PartialEq)]
pub struct ConformanceError {
    /// The name of the set of bounds.
    pub set: String,
    /// The bounds.
    pub bounds: Vec<Aabb>,
    /// The first wrong, missing or repeated result.
    pub fault: ConformanceFault,
}

/// A wrong, missing or repeated result. The smaller proxy of a pair comes first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ConformanceFault {
    /// The bounds intersect, and the pair was not found.
    LostPair(u32, u32),
    /// The pair was found more than once.
    TwicePair(u32, u32),
    /// The pair was found, but its bounds do not intersect, it is a pair of one proxy with itself, or a proxy does not
    /// exist.
    WrongPair(u32, u32),
    /// The pair was found once in the range of all units, but not exactly once when the range was split.
    CutPair(u32, u32),
    /// The proxy's bound intersects the query, and was not found.
    LostHit(Aabb, u32),
    /// The proxy was found more than once.
    TwiceHit(Aabb, u32),
    /// The proxy was found, but its bound does not intersect the query, or the proxy does not exist.
    WrongHit(Aabb, u32),
}

impl fmt::Display for ConformanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ConformanceFault::{CutPair, LostHit, LostPair, TwiceHit, TwicePair, WrongHit, WrongPair};

        write!(f, "{}, {} bounds: ", self.set, self.bounds.len())?;
        let bound =
            |proxy: u32| self.bounds.get(proxy as usize).map_or("no such proxy".to_owned(), |b| format!("{b:?}"));
        let mut pair = |what, a, b| write!(f, "pair ({a}, {b}) {what}: {} and {}", bound(a), bound(b));
        match self.fault {
            LostPair(a, b) => pair("is lost", a, b),
            TwicePair(a, b) => pair("is found twice", a, b),
            WrongPair(a, b) => pair("does not intersect", a, b),
            CutPair(a, b) => pair("depends on how units are split", a, b),
            LostHit(query, proxy) => write!(f, "proxy {proxy} is lost: {} intersects {query:?}", bound(proxy)),
            TwiceHit(query, proxy) => write!(f, "proxy {proxy} is hit twice by {query:?}"),
            WrongHit(query, proxy) => write!(f, "proxy {proxy} is hit by {query:?}: {}", bound(proxy)),
        }
    }
}

impl std::error::Error for ConformanceError {}

/// Compares a broad phase with [`BruteForce`] on every set of the suite. The same value is built for each set.
///
/// # Errors
/// [`ConformanceError`] for the first difference, with the bounds: enough to write a test for it.
///
/// ```
/// use collide_broad::conformance::check;
/// use collide_broad::SweepAndPrune;
/// check(&mut SweepAndPrune::default())?;
/// # Ok::<(), collide_broad::conformance::ConformanceError>(())
/// ```
pub fn check(phase: &mut impl BroadPhase) -> Result<(), ConformanceError> {
    let everything = Rect::new(Vec2::MIN, Vec2::MAX).expect("finite corners in order").aabb();
    let mut previous = Vec::new();
    for Set { name, bounds } in sets::all() {
        // Some bounds of the set, which intersect at least themselves, and some bounds of the previous set.
        let own = bounds.iter().step_by(bounds.len() / 12 + 1);
        let foreign = previous.iter().step_by(previous.len() / 4 + 1);
        let queries: Vec<_> = own.chain(foreign).copied().chain([everything]).collect();
        check_bounds(phase, &name, &bounds, &queries)?;
        previous = bounds;
    }
    Ok(())
}

/// Builds a broad phase from `bounds`, and compares its pairs and its hits for each of the `queries` with those of
/// [`BruteForce`].
///
/// The pairs are compared for several ways of splitting the units into ranges. `set` names the bounds in an error.
///
/// # Errors
/// [`ConformanceError`] for the first difference.
pub fn check_bounds(
    phase: &mut impl BroadPhase,
    set: &str,
    bounds: &[Aabb],
    queries: &[Aabb],
) -> Result<(), ConformanceError> {
    let mut brute = BruteForce::default();
    brute.build(bounds);
    phase.build(bounds);
    let fault =
        compare_pairs(phase, &brute).or_else(|| queries.iter().find_map(|query| compare_hits(phase, &brute, query)));
    fault.map_or(Ok(()), |fault| Err(ConformanceError { set: set.to_owned(), bounds: bounds.to_vec(), fault }))
}

fn compare_pairs(phase: &impl BroadPhase, brute: &BruteForce) -> Option<ConformanceFault> {
    let expected = brute_pairs(brute);
    let units = phase.unit_count();
    let whole = 0..units;
    if let Some(difference) = pair_difference(pairs(phase, &[whole]), &expected) {
        return Some(match difference {
            Difference::Lost((a, b)) => ConformanceFault::LostPair(a, b),
            Difference::Twice((a, b)) => ConformanceFault::TwicePair(a, b),
            Difference::Wrong((a, b)) => ConformanceFault::WrongPair(a, b),
        });
    }
    let halves =
        [1, units / 3, units / 2, units.saturating_sub(1)].map(|cut| vec![0..cut.min(units), cut.min(units)..units]);
    let steps = [1, 7, 31].map(|step| (0..units).step_by(step).map(|start| start..units.min(start + step)).collect());
    halves.into_iter().chain(steps).find_map(|ranges: Vec<_>| {
        pair_difference(pairs(phase, &ranges), &expected).map(|difference| {
            let (Difference::Lost((a, b)) | Difference::Twice((a, b)) | Difference::Wrong((a, b))) = difference;
            ConformanceFault::CutPair(a, b)
        })
    })
}

fn compare_hits(phase: &impl BroadPhase, brute: &BruteForce, query: &Aabb) -> Option<ConformanceFault> {
    hit_difference(hits(phase, query), brute, query).map(|difference| match difference {
        Difference::Lost(proxy) => ConformanceFault::LostHit(*query, proxy),
        Difference::Twice(proxy) => ConformanceFault::TwiceHit(*query, proxy),
        Difference::Wrong(proxy) => ConformanceFault::WrongHit(*query, proxy),
    })
}

/// The pairs of all these ranges of units, each with the smaller proxy first.
fn pairs(phase: &impl BroadPhase, ranges: &[Range<usize>]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for units in ranges {
        phase.for_each_pair(units.clone(), |a, b| pairs.push((a.min(b), a.max(b))));
    }
    pairs
}

fn hits(phase: &impl BroadPhase, bound: &Aabb) -> Vec<u32> {
    let mut hits = Vec::new();
    phase.for_each_hit(bound, |proxy| hits.push(proxy));
    hits
}

// What follows is not generic over the broad phase, so that it is compiled with this crate: tests of a strategy are
// usually compiled without optimisation.

fn brute_pairs(brute: &BruteForce) -> Vec<(u32, u32)> {
    let everything = 0..brute.unit_count();
    let mut pairs = pairs(brute, &[everything]);
    pairs.sort_unstable();
    pairs
}

fn pair_difference(mut found: Vec<(u32, u32)>, expected: &[(u32, u32)]) -> Option<Difference<(u32, u32)>> {
    found.sort_unstable();
    difference(&found, expected)
}

fn hit_difference(mut found: Vec<u32>, brute: &BruteForce, query: &Aabb) -> Option<Difference<u32>> {
    found.sort_unstable();
    let mut expected = hits(brute, query);
    expected.sort_unstable();
    difference(&found, &expected)
}

enum Difference<T> {
    Lost(T),
    Twice(T),
    Wrong(T),
}

/// The first difference between the found and the expected items, both sorted.
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
    use crate::{BroadPhase, BruteForce, StrategyVisitor, for_each_strategy};

    struct Check;

    impl StrategyVisitor for Check {
        fn visit<B: BroadPhase>(&mut self, name: &'static str) {
            check(&mut B::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    fn every_strategy_conforms() {
        for_each_strategy(&mut Check);
    }

    /// Brute force with a bug.
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

        fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) -> u64 {
            let first_unit = units.start == 0;
            let touching = |a: u32, b: u32| {
                let (a, b) = (&self.1[a as usize], &self.1[b as usize]);
                a.max().x == b.min().x || b.max().x == a.min().x
            };
            let compared = self.0.for_each_pair(units, |a, b| match KIND {
                // Touching bounds are lost.
                0 if touching(a, b) => {}
                1 => (0..2).for_each(|_| found(a, b)),
                // Some pairs of every range except the first are lost.
                2 if !first_unit && b % 5 == 0 => {}
                _ => found(a, b),
            });
            if KIND == 3 && self.1.len() > 3 {
                found(3, 3);
            }
            compared
        }

        fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) -> u64 {
            self.0.for_each_hit(bound, |proxy| {
                if KIND != 4 || proxy % 7 != 6 {
                    found(proxy);
                }
            })
        }
    }

    #[test]
    fn faults_are_found() {
        let fault = |result: Result<(), super::ConformanceError>| {
            let error = result.unwrap_err();
            assert!(!error.to_string().is_empty());
            error.fault
        };
        assert!(matches!(fault(check(&mut Faulty::<0>::default())), ConformanceFault::LostPair(..)));
        assert!(matches!(fault(check(&mut Faulty::<1>::default())), ConformanceFault::TwicePair(..)));
        assert!(matches!(fault(check(&mut Faulty::<2>::default())), ConformanceFault::CutPair(..)));
        assert!(matches!(fault(check(&mut Faulty::<3>::default())), ConformanceFault::WrongPair(3, 3)));
        assert!(matches!(fault(check(&mut Faulty::<4>::default())), ConformanceFault::LostHit(..)));
    }
}
