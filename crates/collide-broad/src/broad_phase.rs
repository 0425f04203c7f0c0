use std::ops::Range;

use collide_core::Aabb;

/// A broad phase: a way of finding the bounds that intersect.
///
/// Every implementation finds exactly what [`BruteForce`](crate::BruteForce) finds, in any order. Touching bounds intersect.
///
/// The search for all pairs is divided into [units](Self::unit_count) of work. For any split of `0..unit_count()` into
/// ranges, each pair is found once over all ranges, so ranges may run on different threads.
///
/// There are at most `i32::MAX` proxies; the caller ensures this.
///
/// [`conformance::check`](crate::conformance::check) tests an implementation for all of this.
pub trait BroadPhase: Default + Sync {
    /// Replaces all bounds. The proxy of `bounds[i]` is `i`.
    ///
    /// The previous bounds may affect the time of the build and the order of pairs, but not which pairs are found.
    fn build(&mut self, bounds: &[Aabb]);

    /// The number of units of work of the search for all pairs.
    fn unit_count(&self) -> usize;

    /// Calls `found` once for each pair of different proxies whose bounds intersect and that belongs to one of these
    /// units. Either proxy may come first.
    ///
    /// Returns the number of comparisons of two bounds, whether they intersect or not: limits of work count them. It
    /// must not depend on how units are split into ranges. Zero if it is not counted.
    fn for_each_pair(&self, units: Range<usize>, found: impl FnMut(u32, u32)) -> u64;

    /// Calls `found` once for each proxy whose bound intersects the given one. Returns the number of comparisons, as
    /// [`for_each_pair`](Self::for_each_pair) does.
    fn for_each_hit(&self, bound: &Aabb, found: impl FnMut(u32)) -> u64;

    /// The bytes that it has allocated, with the spare capacity of buffers. Zero if they are not counted.
    fn memory(&self) -> usize {
        0
    }
}
