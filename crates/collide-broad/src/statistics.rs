use collide_core::Aabb;
use smallvec::SmallVec;

/// How many proxies are looked at.
pub(crate) const SAMPLE: usize = 256;

/// Something of each of them, on the stack.
type Sample<T> = SmallVec<[T; SAMPLE]>;

/// What a sample says about a set of bounds: the ground for choosing a cell size, an axis and a strategy.
///
/// Cheap (some ten microseconds at any size) and deterministic. Never decides what is found, only how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// Number of bounds.
    pub count: usize,
    /// The longer side which 95% of the bounds do not exceed, in world units.
    pub large_size: f64,
    /// Half of the lower corners lie on either side of it.
    pub middle: [f64; 2],
    /// Per axis, the stretch that holds the middle 90% of the lower corners, scaled up to all of them; the whole
    /// stretch where the middle has no length.
    pub spread: [f64; 2],
    /// Per axis, the share of random pairs of bounds that share a stretch of it.
    pub axis_overlap: [f64; 2],
}

impl Statistics {
    /// Looks at up to 256 of the bounds.
    #[must_use]
    pub fn of(bounds: &[Aabb]) -> Self {
        let sample = sample(bounds);
        let sizes = sorted(sample.iter().map(longer_side));
        let corners =
            [sorted(sample.iter().map(|b| f64::from(b.min().x))), sorted(sample.iter().map(|b| f64::from(b.min().y)))];
        let spread = corners.each_ref().map(|axis| {
            let middle = (quantile(axis, 0.95) - quantile(axis, 0.05)) / 0.9;
            if middle > 0.0 { middle } else { quantile(axis, 1.0) - quantile(axis, 0.0) }
        });
        Self {
            count: bounds.len(),
            large_size: quantile(&sizes, 0.95),
            middle: corners.each_ref().map(|axis| quantile(axis, 0.5)),
            spread,
            axis_overlap: [
                overlap_share(sample.iter().map(|b| (b.min().x, b.max().x))),
                overlap_share(sample.iter().map(|b| (b.min().y, b.max().y))),
            ],
        }
    }

    /// The share of random pairs of bounds that intersect, from the same sample. Costs more than all the rest.
    #[must_use]
    pub fn pair_share(bounds: &[Aabb]) -> f64 {
        let sample = sample(bounds);
        let met = |(i, a): (usize, &Aabb)| sample[..i].iter().filter(|b| a.intersects(b)).count();
        let count = sample.len() as f64;
        sample.iter().enumerate().map(met).sum::<usize>() as f64 / (count * (count - 1.0) * 0.5).max(1.0)
    }

    /// The side of the square that each proxy would have to itself if they were spread evenly; along a line, its
    /// share of the line.
    #[must_use]
    pub fn spacing(&self) -> f64 {
        let count = self.count.max(1) as f64;
        let [x, y] = self.spread;
        let (long, short) = (x.max(y), x.min(y));
        (long * short.max(long / count) / count).sqrt()
    }
}

fn sample(bounds: &[Aabb]) -> Sample<Aabb> {
    chosen(bounds.len(), SAMPLE).map(|index| bounds[index]).collect()
}

/// All of a small number of things, else so many of them by a fixed pseudo-random choice, by index: a regular stride could
/// follow a pattern of the data.
pub fn chosen(len: usize, most: usize) -> impl Iterator<Item = usize> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    (0..len.min(most)).map(move |number| {
        state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
        if len <= most { number } else { ((u128::from(state) * len as u128) >> 64) as usize }
    })
}

fn longer_side(bound: &Aabb) -> f64 {
    let width = f64::from(bound.max().x) - f64::from(bound.min().x);
    let height = f64::from(bound.max().y) - f64::from(bound.min().y);
    width.max(height)
}

fn sorted(values: impl Iterator<Item = f64>) -> Sample<f64> {
    let mut values: Sample<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The value below which a share of the sorted values lies; zero for none.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * share).round() as usize).copied().unwrap_or(0.0)
}

/// The share of pairs of intervals that intersect: counted by sorting both ends.
fn overlap_share(intervals: impl Iterator<Item = (f32, f32)>) -> f64 {
    let (mut starts, mut ends): (Sample<f32>, Sample<f32>) = intervals.unzip();
    starts.sort_unstable_by(f32::total_cmp);
    ends.sort_unstable_by(f32::total_cmp);
    let count = starts.len() as f64;
    // Two intervals are disjoint exactly when one ends before the other starts.
    let disjoint: usize = starts.iter().map(|start| ends.partition_point(|end| end < start)).sum();
    let pairs = (count * (count - 1.0) * 0.5).max(1.0);
    1.0 - disjoint as f64 / pairs
}
