//! How far a rectangle turns past each of the shapes around it.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use collide_core::Shape;

use super::path::{MAX_STEP, Path};
use crate::base::{Meter, work};

/// The maximum number of tests of one blocker.
const MAX_TESTS_EACH: u32 = 1 << 14;

/// The maximum number of tests of a turn.
const MAX_TESTS: u32 = 1 << 20;

/// A blocker, and the angle up to which the rectangle passes it.
#[derive(Clone, Copy, Debug)]
struct Pass {
    angle: f64,
    /// The next step.
    step: f64,
    /// The index of the blocker.
    index: u32,
    /// The number of tests so far.
    tests: u32,
}

/// The greatest is that with the least angle, then with the least index.
impl Ord for Pass {
    fn cmp(&self, other: &Self) -> Ordering {
        other.angle.total_cmp(&self.angle).then(other.index.cmp(&self.index))
    }
}

impl PartialOrd for Pass {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Pass {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Pass {}

/// The blockers that the rectangle has not passed yet. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Passes {
    queue: BinaryHeap<Pass>,
}

impl Passes {
    /// The angle up to which nothing is in the way, and the index of the blocker there.
    ///
    /// Each blocker has its own steps, shorter close to it. The blocker with the least angle is the next one, so no
    /// blocker is tested beyond the result by more than a step.
    pub(super) fn open(
        &mut self,
        path: &Path,
        blockers: &[(u32, Shape)],
        total: f64,
        unit: f64,
        meter: &mut Meter,
    ) -> (f64, Option<usize>) {
        // Half of what the guarantee allows: the other half is far more than the rounding of `f64`.
        let tolerance = unit * 0.5;
        meter.add(blockers.len() as u64 * work::turn::BLOCKER);
        let is_near = |(index, (_, shape)): (u32, &(u32, Shape))| (!path.is_out_of_reach(shape)).then_some(index);
        let pass = |index| Pass { angle: 0.0, step: MAX_STEP, index, tests: 0 };
        self.queue.clear();
        self.queue.extend((0..).zip(blockers).filter_map(is_near).map(pass));
        let mut tests = 0;
        while let Some(mut pass) = self.queue.peek_mut() {
            let Pass { angle, step, index, .. } = *pass;
            if angle >= total {
                PeekMut::pop(pass);
                continue;
            }
            pass.tests += 1;
            tests += 1;
            let next = if step < total - angle { angle + step } else { total };
            let (is_beside, lines) = path.is_beside([angle, next], &blockers[index as usize].1, tolerance);
            meter.add(path.part_count() as u64 * work::turn::PART + lines * work::turn::LINE);
            (pass.angle, pass.step) =
                if is_beside { (next, (step * 2.0).min(MAX_STEP)) } else { (angle, (next - angle) * 0.5) };
            let is_blocked = !is_beside && pass.step * path.radius <= unit * 0.25;
            if is_blocked || pass.tests >= MAX_TESTS_EACH || tests >= MAX_TESTS || meter.is_over() {
                return (angle, Some(index as usize));
            }
        }
        (total, None)
    }
}
