//! Planning the levels: an estimate of the cost of a tick, and the split by size with the lowest cost.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::cell_list::{FAR_RUN, RUN, TESTED};
use crate::statistics::sort_numbers;

/// The maximum number of levels. With the list of larger rows there are eight lists at most, which three bits number.
pub(crate) const MAX_LEVELS: usize = 7;

/// The first class of each level, and the end of the last level.
type Bounds = SmallVec<[usize; MAX_LEVELS + 2]>;

/// Sizes are counted in classes of half an octave.
const CLASSES: usize = 64;

/// The cost of a row besides its tests, in nanoseconds: moving it, sorting it, and starting its search.
const ROW: f64 = 12.0;

/// The cost of searching another level for a row, before any test.
const LOOK: f64 = 6.0;

/// The cost of one more level, even with few rows.
const LEVEL: f64 = 2_000.0;

/// A split is made if its cost is at most this fraction of the cost without it.
const WORTH: f64 = 0.95;

/// The number of rows of each size.
#[derive(Clone, Debug)]
pub(crate) struct Sizes {
    counts: [usize; CLASSES],
    /// The largest size of each class.
    largest: [f64; CLASSES],
    top: f64,
    /// The size that the classes count down from. Larger rows are in the last class.
    reference: f64,
    /// The sides of the region with nearly all rows of each class. Small shapes may be crowded in a small part of the
    /// region of all shapes, as moons and ships around planets.
    sides: [[f64; 2]; CLASSES],
}

/// The positions of some rows of a class: a reservoir sample.
type Positions = SmallVec<[[f64; 2]; SAMPLE]>;

/// The number of positions that are sampled for each class.
const SAMPLE: usize = 32;

/// Fewer positions do not tell the area of a class.
const MIN_SAMPLE: usize = 16;

impl Sizes {
    /// Counts rows, each given by its position and its extent. `sides` are those of the region with nearly all rows.
    pub(crate) fn of(rows: impl Iterator<Item = ([f64; 2], f64)> + Clone, sides: [f64; 2]) -> Self {
        let extents = rows.clone().map(|(_, extent)| extent);
        let top = extents.clone().fold(0.0, f64::max);
        let reference = reference(extents);
        let (counts, largest, sides) = ([0; CLASSES], [0.0; CLASSES], [sides; CLASSES]);
        let mut sizes = Self { counts, largest, top, reference, sides };
        if rows.clone().nth(MIN_SAMPLE - 1).is_none() {
            rows.for_each(|(_, extent)| _ = sizes.add(extent));
        } else {
            sizes.add_with_positions(rows);
        }
        sizes
    }

    /// Counts a row. Returns its class, and the number of rows of this class before.
    fn add(&mut self, extent: f64) -> (usize, usize) {
        let class = class(extent, self.reference);
        let before = self.counts[class];
        self.counts[class] += 1;
        if self.largest[class] < extent {
            self.largest[class] = extent;
        }
        (class, before)
    }

    /// Counts rows, and finds the sides of the region of each class.
    #[inline(never)]
    fn add_with_positions(&mut self, rows: impl Iterator<Item = ([f64; 2], f64)>) {
        let mut positions: [Positions; CLASSES] = std::array::from_fn(|_| Positions::new());
        let mut state = 1_u64;
        for (position, extent) in rows {
            let (class, before) = self.add(extent);
            let sample = &mut positions[class];
            if sample.len() < SAMPLE {
                sample.push(position);
            } else {
                state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
                let place = (u128::from(state) * (before as u128 + 1)) >> 64;
                if let Some(place) = sample.get_mut(place as usize) {
                    *place = position;
                }
            }
        }
        for (sides, sample) in self.sides.iter_mut().zip(&positions).filter(|(_, all)| all.len() >= MIN_SAMPLE) {
            let of_class = sides_of(sample);
            *sides = [sides[0].min(of_class[0]), sides[1].min(of_class[1])];
        }
    }

    /// The rows of these classes, and the largest size among them.
    fn group(&self, classes: Range<usize>) -> Group {
        let extent = self.largest[classes.clone()].iter().copied().fold(0.0, f64::max);
        let rows = self.counts[classes.clone()].iter().map(|count| *count as f64);
        let densities = rows.clone().zip(&self.sides[classes]).map(|(count, sides)| count / area(*sides, extent));
        Group { count: rows.sum(), extent, density: densities.sum() }
    }

    /// The best plan with at most `max_levels` levels.
    pub(crate) fn plan(&self, max_levels: usize) -> Plan {
        let mut bounds: Bounds = smallvec![0, CLASSES];
        let mut plan = self.price(&bounds);
        while bounds.len() <= max_levels {
            let splits = (1..CLASSES).filter(|class| self.counts[class - 1] > 0 && !bounds.contains(class));
            let split = splits.map(|class| {
                let mut split = bounds.clone();
                split.insert(bounds.partition_point(|bound| *bound < class), class);
                (self.price(&split), split)
            });
            let Some((better, split)) = split.min_by(|a, b| a.0.cost.total_cmp(&b.0.cost)) else { break };
            if better.cost > plan.cost * WORTH {
                break;
            }
            (plan, bounds) = (better, split);
        }
        plan
    }

    /// The largest extents of two levels, of which the first is `first`. One level if no row is larger.
    pub(crate) fn split(&self, first: f64) -> SmallVec<[f64; MAX_LEVELS]> {
        std::iter::once(first).chain((self.top > first).then_some(self.top)).collect()
    }

    fn price(&self, bounds: &[usize]) -> Plan {
        let groups = bounds.windows(2).map(|pair| self.group(pair[0]..pair[1])).filter(|group| group.count > 0.0);
        let groups: SmallVec<[Group; MAX_LEVELS]> = groups.collect();
        let mut cost = 0.0;
        for (number, group) in groups.iter().enumerate() {
            cost += LEVEL + group.alone() + groups[..number].iter().map(|finer| finer.against(group).0).sum::<f64>();
        }
        Plan { max_extents: groups.iter().map(|group| group.extent).collect(), cost }
    }

    /// The cost of a tick with these levels.
    pub(crate) fn cost_of(&self, max_extents: &[f64]) -> f64 {
        let mut bounds: Bounds = smallvec![0];
        bounds.extend(max_extents.iter().map(|extent| class(*extent, self.reference) + 1));
        if let Some(last) = bounds.last_mut() {
            *last = CLASSES;
        }
        bounds.dedup();
        self.price(&bounds).cost
    }
}

/// The largest extent of each level, ascending, and the cost of a tick with these levels, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) max_extents: SmallVec<[f64; MAX_LEVELS]>,
    pub(crate) cost: f64,
}

/// The properties of the rows of a level that the costs depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) count: f64,
    pub(crate) extent: f64,
    /// Rows per unit of area.
    pub(crate) density: f64,
}

impl Group {
    /// The cost of sorting the rows and of finding the pairs among them.
    fn alone(&self) -> f64 {
        let candidates = at_most(4.5 * self.density * self.extent * self.extent, self.count);
        self.count * (ROW + 2.0 * RUN + candidates * TESTED)
    }

    /// The cost of finding the pairs with rows of another level, and whether rows of this level are the probe side.
    pub(crate) fn against(&self, other: &Self) -> (f64, bool) {
        let (forth, back) = (self.looking_into(other), other.looking_into(self));
        if forth <= back { (forth, true) } else { (back, false) }
    }

    /// The cost if each row searches all cells of the other level in its window.
    fn looking_into(&self, other: &Self) -> f64 {
        let cell = other.extent.max(f64::MIN_POSITIVE);
        let lines = self.extent / cell + 2.0;
        let near = at_most((self.extent + 2.0 * cell).powi(2) * other.density, other.count);
        let window = lines * (RUN + FAR_RUN) + near * TESTED;
        // A window beyond all cells is a single run of all rows.
        let whole = RUN + FAR_RUN + other.count * TESTED;
        self.count * (LOOK + window.min(whole))
    }
}

/// The area of a region with these sides, each at least the extent of a shape.
pub(super) fn area([width, height]: [f64; 2], extent: f64) -> f64 {
    (width.max(extent) * height.max(extent)).max(f64::MIN_POSITIVE)
}

/// The sides of the region with nearly all rows, from a sample of positions.
fn sides_of(sample: &Positions) -> [f64; 2] {
    [0, 1].map(|axis| {
        let mut values: SmallVec<[f64; SAMPLE]> = sample.iter().map(|position| position[axis]).collect();
        sort_numbers(&mut values);
        let margin = values.len() / 8;
        // Without an eighth at each end, three quarters of the rows remain.
        (values[values.len() - 1 - margin] - values[margin]) / 0.75
    })
}

/// The estimate, at most `count`. NaN, the estimate for points at one position, gives `count`, as all of them are near.
fn at_most(estimate: f64, count: f64) -> f64 {
    if estimate < count { estimate } else { count }
}

/// The largest extent of the octaves that all classes cover, placed where they cover the most rows. So a few giants do
/// not leave one class to all others.
fn reference(extents: impl Iterator<Item = f64> + Clone) -> f64 {
    let octave = |extent: f64| (extent.max(f64::MIN_POSITIVE).to_bits() >> 52) as usize;
    let mut counts = [0_usize; 1 << 11];
    let (mut inside, mut best, mut last) = (0, 0, 0);
    let (mut lowest, mut highest) = (usize::MAX, 0);
    for octave in extents.clone().map(octave) {
        counts[octave] += 1;
        (lowest, highest) = (lowest.min(octave), highest.max(octave));
    }
    for end in lowest..=highest {
        inside += counts[end];
        inside -= end.checked_sub(CLASSES / 2 - 1).map_or(0, |before| counts[before]);
        if inside > best {
            (best, last) = (inside, end);
        }
    }
    extents.filter(|extent| octave(*extent) <= last).fold(0.0, f64::max)
}

/// The class of a size: the number of half octaves below the reference, counted down from the last class but one. The
/// last class is for larger sizes.
fn class(extent: f64, reference: f64) -> usize {
    // Exponent and first bit of the fraction of a positive number: a count of half octaves.
    let halves = |size: f64| (size.max(f64::MIN_POSITIVE).to_bits() >> 51) as usize;
    if extent > reference { CLASSES - 1 } else { (CLASSES - 2).saturating_sub(halves(reference) - halves(extent)) }
}

#[cfg(test)]
mod tests {
    use super::Sizes;

    /// Rows of these extents, at positions spread over the area.
    fn sizes(extents: impl Iterator<Item = f64> + Clone, area: f64) -> Sizes {
        let part = |index: usize, step: f64| (index as f64 * step).fract() * area.sqrt();
        let position = move |index| [part(index, 0.754_877_666_246_692_7), part(index, 0.569_840_290_998_053_2)];
        Sizes::of(extents.enumerate().map(move |(index, extent)| (position(index), extent)), [area.sqrt(); 2])
    }

    fn plan(extents: &[f64], area: f64) -> Vec<f64> {
        sizes(extents.iter().copied(), area).plan(8).max_extents.to_vec()
    }

    #[test]
    fn small_shapes_crowded_around_one_point_get_levels_of_their_own() {
        // Each octave of sizes is spread over an area of its own: a fourth of that of the next octave.
        let rows = (0..20_000).map(|index: usize| {
            let size = 2_f64.powi(index as i32 % 10 - 5);
            let part = |step: f64| ((index as f64 * step).fract() - 0.5) * size * 100.0;
            ([part(0.754_877_666_246_692_7), part(0.569_840_290_998_053_2)], size)
        });
        let plan = Sizes::of(rows.clone(), [1600.0; 2]).plan(8);
        assert!(plan.max_extents.len() >= 4, "{plan:?}");
        // Spread over the whole area, sizes up to 16 would share levels.
        let spread = sizes(rows.map(|(_, size)| size), 1600.0 * 1600.0).plan(8);
        assert!(spread.max_extents.len() < plan.max_extents.len() && spread.cost < plan.cost, "{spread:?}, {plan:?}");
    }

    #[test]
    fn like_sizes_stay_together() {
        assert_eq!(plan(&[1.0; 10_000], 15_000.0), [1.0]);
        let like: Vec<f64> = (0..10_000).map(|i| 0.5 + f64::from(i) / 10_000.0).collect();
        assert_eq!(plan(&like, 15_000.0).len(), 1);
        assert!(plan(&[], 0.0).is_empty());
        assert_eq!(plan(&[0.0; 3], 0.0), [0.0]);
    }

    #[test]
    fn points_and_discs_in_one_place_have_a_price() {
        let sizes = sizes([0.0, 1.0, 0.0, 2.0].into_iter(), 0.0);
        let plan = sizes.plan(8);
        assert!(plan.cost.is_finite() && sizes.cost_of(&plan.max_extents) <= plan.cost * 1.25, "{plan:?}");
    }

    #[test]
    fn a_giant_beside_a_line_gets_a_level_of_its_own() {
        let line = (0..10_000).map(|index| ([f64::from(index) * 1.5, 0.0], 1.0));
        let plan = Sizes::of(line.chain([([0.0; 2], 1e30)]), [15_000.0, 0.0]).plan(8);
        assert_eq!(plan.max_extents.to_vec(), [1.0, 1e30]);
    }

    #[test]
    fn giants_leave_the_levels_of_others_as_they_are() {
        let rows = |index: usize| 2_f64.powi(index as i32 % 10 - 5);
        let alone = sizes((0..20_000).map(rows), 4e6).plan(8).max_extents.to_vec();
        let giants = sizes((0..20_000).map(rows).chain([1e30; 20]), 4e6).plan(8).max_extents.to_vec();
        assert_eq!(giants, [&alone[..], &[1e30]].concat());
    }

    #[test]
    fn a_few_giants_get_a_level_of_their_own() {
        let mut max_extents = vec![1.0; 10_000];
        max_extents.extend([300.0; 5]);
        assert_eq!(plan(&max_extents, 15_000.0), [1.0, 300.0]);
        // In any unit of length.
        let scaled: Vec<f64> = max_extents.iter().map(|extent| extent * 1e-30).collect();
        assert_eq!(plan(&scaled, 15_000.0 * 1e-60).len(), 2);
    }
}
