//! Which sizes to keep together: an estimate of what a tick costs, and the split that it likes best.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

/// Levels are at most so many.
pub(crate) const MOST_LEVELS: usize = 8;

/// Where the classes of each level begin, and the end of the last.
type Bounds = SmallVec<[usize; MOST_LEVELS + 2]>;

/// Sizes are counted in classes of half an octave.
const CLASSES: usize = 64;

/// What a row costs besides its tests, in nanoseconds: to be moved, sorted, and to start looking.
const ROW: f64 = 12.0;

/// What a row costs that looks into another level, before it tests anything.
const LOOK: f64 = 6.0;

/// What a run of rows costs, and each row of it, in nanoseconds: eight are tested at a time.
const RUN: f64 = 2.5;
const TESTED: f64 = 0.25;

/// A run that is far from the last one waits for memory.
const FAR_RUN: f64 = 6.0;

/// The work of sorting one more level, however few its rows.
const LEVEL: f64 = 2_000.0;

/// How much cheaper a split must be to be worth it.
const WORTH: f64 = 0.95;

/// How many rows there are of each size.
#[derive(Clone, Debug)]
pub(crate) struct Sizes {
    counts: [usize; CLASSES],
    /// The largest of each class.
    largest: [f64; CLASSES],
    top: f64,
    /// Where nearly all of the rows are.
    area: f64,
}

impl Sizes {
    pub(crate) fn of(reaches: impl Iterator<Item = f64> + Clone, area: f64) -> Self {
        let top = reaches.clone().fold(0.0, f64::max);
        let mut sizes = Self { counts: [0; CLASSES], largest: [0.0; CLASSES], top, area };
        for reach in reaches {
            let class = class(reach, top);
            sizes.counts[class] += 1;
            if sizes.largest[class] < reach {
                sizes.largest[class] = reach;
            }
        }
        sizes
    }

    /// The rows of these classes, and the largest size among them.
    fn group(&self, classes: Range<usize>) -> Group {
        let count: usize = self.counts[classes.clone()].iter().sum();
        let reach = self.largest[classes].iter().copied().fold(0.0, f64::max);
        Group {
            count: count as f64,
            reach,
            density: count as f64 / self.area.max(reach * reach).max(f64::MIN_POSITIVE),
        }
    }

    /// The largest size of each level, ascending, for at most so many levels.
    pub(crate) fn plan(&self, most_levels: usize) -> Plan {
        let mut bounds: Bounds = smallvec![0, CLASSES];
        let mut plan = self.price(&bounds);
        while bounds.len() <= most_levels {
            let splits = (1..CLASSES).filter(|class| self.counts[class - 1] > 0 && !bounds.contains(class));
            let split = splits.map(|class| {
                let mut split = bounds.clone();
                split.push(class);
                split.sort_unstable();
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

    /// The largest size of each of two levels, where this is that of the first. One where nothing is larger.
    pub(crate) fn split(&self, most: f64) -> SmallVec<[f64; MOST_LEVELS]> {
        std::iter::once(most).chain((self.top > most).then_some(self.top)).collect()
    }

    fn price(&self, bounds: &[usize]) -> Plan {
        let groups = bounds.windows(2).map(|pair| self.group(pair[0]..pair[1])).filter(|group| group.count > 0.0);
        let groups: SmallVec<[Group; MOST_LEVELS]> = groups.collect();
        let mut cost = 0.0;
        for (number, group) in groups.iter().enumerate() {
            cost += LEVEL + group.alone() + groups[..number].iter().map(|finer| finer.against(group).0).sum::<f64>();
        }
        Plan { reaches: groups.iter().map(|group| group.reach).collect(), cost }
    }

    /// What a tick costs with these levels.
    pub(crate) fn cost_of(&self, reaches: &[f64]) -> f64 {
        let mut bounds: Bounds = smallvec![0];
        bounds.extend(reaches.iter().map(|reach| class(*reach, self.top) + 1));
        if let Some(last) = bounds.last_mut() {
            *last = CLASSES;
        }
        bounds.dedup();
        self.price(&bounds).cost
    }
}

/// Levels and what a tick with them costs, in nanoseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub(crate) reaches: SmallVec<[f64; MOST_LEVELS]>,
    pub(crate) cost: f64,
}

/// The rows of one level, as far as the costs depend on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) count: f64,
    pub(crate) reach: f64,
    /// Rows per unit of area.
    pub(crate) density: f64,
}

impl Group {
    /// Sorting the rows and finding the pairs among them.
    fn alone(&self) -> f64 {
        let candidates = at_most(4.5 * self.density * self.reach * self.reach, self.count);
        self.count * (ROW + 2.0 * RUN + candidates * TESTED)
    }

    /// Finding the pairs with rows of another level; and whether rows of this level are to look into the other.
    pub(crate) fn against(&self, other: &Self) -> (f64, bool) {
        let (forth, back) = (self.looking_into(other), other.looking_into(self));
        if forth <= back { (forth, true) } else { (back, false) }
    }

    /// Each row looks at all cells of the other level that its box reaches.
    fn looking_into(&self, other: &Self) -> f64 {
        let cell = other.reach.max(f64::MIN_POSITIVE);
        let lines = self.reach / cell + 2.0;
        let near = at_most((self.reach + 2.0 * cell).powi(2) * other.density, other.count);
        self.count * (LOOK + lines * (RUN + FAR_RUN) + near * TESTED)
    }
}

/// Where all are in one place and without size, an estimate is no number; all are near then.
fn at_most(estimate: f64, count: f64) -> f64 {
    if estimate < count { estimate } else { count }
}

/// The class of a size: by half octaves below the largest of all.
fn class(reach: f64, largest: f64) -> usize {
    // Exponent and first digit of a positive number: a count of half octaves.
    let halves = |size: f64| (size.max(f64::MIN_POSITIVE).to_bits() >> 51) as usize;
    (CLASSES - 1).saturating_sub(halves(largest) - halves(reach.min(largest)))
}

#[cfg(test)]
mod tests {
    use super::Sizes;

    fn plan(reaches: &[f64], area: f64) -> Vec<f64> {
        Sizes::of(reaches.iter().copied(), area).plan(8).reaches.to_vec()
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
        let sizes = Sizes::of([0.0, 1.0, 0.0, 2.0].into_iter(), 0.0);
        let plan = sizes.plan(8);
        assert!(plan.cost.is_finite() && sizes.cost_of(&plan.reaches) <= plan.cost * 1.25, "{plan:?}");
    }

    #[test]
    fn a_few_giants_get_a_level_of_their_own() {
        let mut reaches = vec![1.0; 10_000];
        reaches.extend([300.0; 5]);
        assert_eq!(plan(&reaches, 15_000.0), [1.0, 300.0]);
        // In any unit of length.
        let scaled: Vec<f64> = reaches.iter().map(|reach| reach * 1e-30).collect();
        assert_eq!(plan(&scaled, 15_000.0 * 1e-60).len(), 2);
    }
}
