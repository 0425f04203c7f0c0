use collide_core::Aabb;
use smallvec::SmallVec;

/// The number of proxies in a sample.
pub(crate) const SAMPLE: usize = 256;

/// One value for each proxy of a sample, on the stack.
type Sample<T> = SmallVec<[T; SAMPLE]>;

/// For each axis, the fraction of random pairs of bounds whose intervals along the axis intersect: an estimate from a
/// sample of at most 256 of the bounds, for the choice of the sweep axis and of a strategy.
///
/// Cheap and deterministic. It affects the time of a search, never its pairs.
#[must_use]
pub fn axis_overlap(bounds: &[Aabb]) -> [f64; 2] {
    let sample: Sample<Aabb> = sample_indices(bounds.len(), SAMPLE).map(|index| bounds[index]).collect();
    [
        overlap_share(sample.iter().map(|b| (b.min().x.into(), b.max().x.into()))),
        overlap_share(sample.iter().map(|b| (b.min().y.into(), b.max().y.into()))),
    ]
}

/// The indices of a sample of at most `limit` of `len` items: all indices if there are at most `limit`, else a fixed
/// pseudo-random choice of `limit` indices, which may repeat. (A regular stride could follow a pattern in the data.)
pub fn sample_indices(len: usize, limit: usize) -> impl Iterator<Item = usize> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    (0..len.min(limit)).map(move |number| {
        state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        if len <= limit { number } else { ((u128::from(state) * len as u128) >> 64) as usize }
    })
}

/// Sorts numbers by their total order. One function, as each copy of a sort of the standard library has 5 kB.
pub fn sort_numbers(numbers: &mut [f64]) {
    numbers.sort_unstable_by(f64::total_cmp);
}

/// The fraction of pairs of intervals that intersect, counted by sorting both ends.
fn overlap_share(intervals: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (mut starts, mut ends): (Sample<f64>, Sample<f64>) = intervals.unzip();
    sort_numbers(&mut starts);
    sort_numbers(&mut ends);
    let count = starts.len() as f64;
    // Two intervals are disjoint exactly if one ends before the other starts.
    let disjoint: usize = starts.iter().map(|start| ends.partition_point(|end| end < start)).sum();
    let pairs = (count * (count - 1.0) * 0.5).max(1.0);
    1.0 - disjoint as f64 / pairs
}
