use std::ops::Range;

use collide_core::Aabb;

use crate::BroadPhase;
use crate::cell_list::allocated;

/// Compares every proxy with every other. It is the reference for all strategies, and the fastest one for a few dozen
/// proxies.
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    bounds: Vec<Aabb>,
}

impl BroadPhase for BruteForce {
    fn build(&mut self, bounds: &[Aabb]) {
        self.bounds.clear();
        self.bounds.extend_from_slice(bounds);
    }

    fn memory(&self) -> usize {
        allocated(&self.bounds)
    }

    fn unit_count(&self) -> usize {
        self.bounds.len()
    }

    fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) -> u64 {
        let mut compared = 0;
        for a in units {
            compared += (self.bounds.len() - a - 1) as u64;
            for (b, bound) in self.bounds.iter().enumerate().skip(a + 1) {
                if self.bounds[a].intersects(bound) {
                    found(a as u32, b as u32);
                }
            }
        }
        compared
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) -> u64 {
        for (index, other) in self.bounds.iter().enumerate() {
            if bound.intersects(other) {
                found(index as u32);
            }
        }
        self.bounds.len() as u64
    }
}
