use std::ops::Range;

use collide_core::Aabb;
use rstar::{AABB, RTreeObject};

use crate::BroadPhase;

/// An R-tree (the crate `rstar`), packed anew at every build.
///
/// Costs more to build than a grid; indifferent to skew, and good for many queries against bounds that stay.
#[derive(Clone, Debug, Default)]
pub struct RTree {
    bounds: Vec<Aabb>,
    tree: rstar::RTree<Leaf>,
}

#[derive(Clone, Debug)]
struct Leaf {
    envelope: AABB<[f32; 2]>,
    proxy: u32,
}

impl RTreeObject for Leaf {
    type Envelope = AABB<[f32; 2]>;

    fn envelope(&self) -> Self::Envelope {
        self.envelope
    }
}

fn envelope(bound: &Aabb) -> AABB<[f32; 2]> {
    AABB::from_corners(bound.min().to_array(), bound.max().to_array())
}

impl BroadPhase for RTree {
    fn build(&mut self, bounds: &[Aabb]) {
        self.bounds.clear();
        self.bounds.extend_from_slice(bounds);
        let leaves = (0..).zip(bounds).map(|(proxy, bound)| Leaf { envelope: envelope(bound), proxy });
        self.tree = rstar::RTree::bulk_load(leaves.collect());
    }

    fn unit_count(&self) -> usize {
        self.bounds.len()
    }

    fn for_each_pair(&self, units: Range<usize>, mut found: impl FnMut(u32, u32)) {
        for unit in units {
            let first = unit as u32;
            self.for_each_hit(&self.bounds[unit], |second| {
                if first < second {
                    found(first, second);
                }
            });
        }
    }

    fn for_each_hit(&self, bound: &Aabb, mut found: impl FnMut(u32)) {
        for leaf in self.tree.locate_in_envelope_intersecting(envelope(bound)) {
            found(leaf.proxy);
        }
    }
}
