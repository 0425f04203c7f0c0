use std::ops::Range;

use collide_core::Aabb;

use crate::BroadPhase;
use crate::cell_list::allocated;
use crate::max_tree::MaxTree;
use crate::radix::{self, Keyed, ordered_bits};
use crate::statistics::axis_overlap;

/// Sorts the bounds along one axis and compares only those that overlap along it.
///
/// It sweeps along the axis on which fewer bounds overlap. Unequal sizes do not slow it down. It is slow if most bounds
/// overlap on both axes.
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    /// The starts along the sweep axis, ascending.
    starts: Vec<f32>,
    ends: Vec<f32>,
    /// The lower and upper end along the other axis.
    across: Vec<[f32; 2]>,
    proxies: Vec<u32>,
    reach: MaxTree,
    sweeps_y: bool,
    order: Vec<Keyed>,
    scratch: Vec<Keyed>,
}

/// A bound relative to the sweep axis: start, end, and the two ends along the other axis.
type Swept = (f32, f32, [f32; 2]);

impl SweepAndPrune {
    fn swept(&self, bound: &Aabb) -> Swept {
        let (min, max) = (bound.min(), bound.max());
        if self.sweeps_y { (min.y, max.y, [min.x, max.x]) } else { (min.x, max.x, [min.y, max.y]) }
    }
}

impl BroadPhase for SweepAndPrune {
    fn build(&mut self, bounds: &[Aabb]) {
        let [x, y] = axis_overlap(bounds);
        self.sweeps_y = y < x;
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend((0..).zip(bounds).map(|(proxy, bound)| (u64::from(ordered_bits(self.swept(bound).0)), proxy)));
        radix::sort_by_key(&mut order, &mut self.scratch);
        self.starts.clear();
        self.ends.clear();
        self.across.clear();
        self.proxies.clear();
        for &(_, proxy) in &order {
            let (start, end, across) = self.swept(&bounds[proxy as usize]);
            self.starts.push(start);
            self.ends.push(end);
            self.across.push(across);
            self.proxies.push(proxy);
        }
        self.order = order;
        self.reach.build(&self.ends);
    }

    fn memory(&self) -> usize {
        let rows = allocated(&self.starts) + allocated(&self.ends) + allocated(&self.across) + allocated(&self.proxies);
        rows + self.reach.memory() + allocated(&self.order) + allocated(&self.scratch)
    }

    fn unit_count(&self) -> usize {
        self.proxies.len()
    }

    fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) -> u64 {
        let mut compared = 0;
        for first in units {
            let (end, across) = (self.ends[first], self.across[first]);
            let later = self.starts[first + 1..].iter().zip(&self.across[first + 1..]).zip(&self.proxies[first + 1..]);
            for ((start, other_across), &proxy) in later {
                if *start > end {
                    break;
                }
                compared += 1;
                if meet(across, *other_across) {
                    found(self.proxies[first], proxy);
                }
            }
        }
        compared
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) -> u64 {
        let (start, end, across) = self.swept(bound);
        let started = self.starts.partition_point(|other| *other <= end);
        let mut compared = 0;
        self.reach.for_each_reaching(&self.ends, started, start, |index| {
            compared += 1;
            if meet(across, self.across[index]) {
                found(self.proxies[index]);
            }
        });
        compared
    }
}

fn meet(a: [f32; 2], b: [f32; 2]) -> bool {
    (a[0] <= b[1]) & (b[0] <= a[1])
}
