//! Who is in a pile.

use collide_core::Aabb;
use smallvec::SmallVec;

/// The index of a bound that meets many others: of a sample, in a sample.
pub(crate) fn busiest(len: usize, bound: impl Fn(usize) -> Option<Aabb>) -> Option<usize> {
    const SAMPLES: [usize; 2] = [32, 256];
    let [some, others] = SAMPLES.map(|max| (0..len).step_by(len.div_ceil(max).max(1)));
    let others: SmallVec<[Aabb; 256]> = others.filter_map(&bound).collect();
    some.max_by_key(|index| {
        let bound = bound(*index);
        bound.map_or(0, |bound| others.iter().filter(|other| other.intersects(&bound)).count())
    })
}
