use std::ops::Range;

use collide_broad::internal::{Anchored, CellList, Path, Payload};

use super::{Zone, box_around};
use crate::search::outline::Outline;
use crate::search::relative::{Relative, round_up, rounding_of, viewpoint};
use crate::search::tuning::F32_ROUNDING;
use crate::store::Extent;

/// Along the path of an outline: for rays, segments and sweeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Along {
    outline: Outline,
    motion: [f64; 2],
    until: f64,
    /// The length of `motion`.
    length: f64,
    from: [f32; 2],
    /// The direction, of length one or zero.
    unit: [f32; 2],
    /// The extent of the outline along the direction and across it.
    ahead: f32,
    aside: f32,
}

impl Along {
    #[inline]
    pub(crate) fn new(outline: Outline, motion: [f64; 2], until: f64) -> Self {
        let length = libm::sqrt(motion[0] * motion[0] + motion[1] * motion[1]);
        let unit = if length > 0.0 { motion.map(|component| component / length) } else { [0.0; 2] };
        let (from, off) = viewpoint(&outline);
        let reach = |unit: [f64; 2]| round_up(outline.support(unit) + off);
        let (ahead, aside) = (reach(unit), reach([unit[1], unit[0]]));
        Self { outline, motion, until, length, from, unit: unit.map(|component| component as f32), ahead, aside }
    }

    /// The path within a maximum distance.
    fn path(&self, max_distance: f64) -> Path {
        let [low, high] = self.outline.corners();
        Path { low, high, motion: self.motion, until: self.until.min(max_distance) }
    }
}

impl Zone for Along {
    fn search<S: Anchored<N>, P: Payload, const N: usize>(
        &self,
        list: &CellList<S, P, N>,
        max_distance: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    ) {
        list.along(&self.path(max_distance), visit);
    }

    #[inline]
    fn from(&self) -> [f32; 2] {
        self.from
    }

    #[inline]
    fn limit(&self, max_distance: f64) -> f32 {
        // The path ends there.
        let farthest = self.until * (1.0 + f64::from(F32_ROUNDING));
        round_up(max_distance.min(farthest) * self.length)
    }

    #[inline(always)]
    fn may_reach(&self, relative: &impl Relative, limit: f32) -> bool {
        let ([x, y], [cos, sin], rounding) = (relative.middle(), self.unit, rounding_of(relative));
        let (along, across) = (x * cos + y * sin, x * sin - y * cos);
        let near = relative.support([sin, cos]) + self.aside + rounding;
        let reach = relative.support([cos, sin]) + self.ahead + rounding;
        let apart = (across.abs() > near) | (along < -reach) | (along - reach > limit);
        !apart
    }

    fn within(&self, limit: f32) -> [f32; 4] {
        let (_, off) = viewpoint(&self.outline);
        let sides = |axis: usize| {
            let reach = round_up(self.outline.half[axis] + off);
            let along = self.unit[axis] * limit;
            let [back, ahead] = if along.is_nan() { [f32::INFINITY; 2] } else { [-along.min(0.0), along.max(0.0)] };
            [self.from[axis] - back - reach, self.from[axis] + ahead + reach]
        };
        box_around([sides(0), sides(1)], self.from)
    }

    fn extent(&self, max_distance: f64) -> Option<Extent> {
        Some(Extent::Path(self.path(max_distance)))
    }

    #[inline(always)]
    fn rank(&self, relative: &impl Relative) -> f32 {
        let ([x, y], [cos, sin]) = (relative.middle(), self.unit);
        x * cos + y * sin - relative.support([cos, sin])
    }

    fn entry(&self, other: &Outline) -> f64 {
        let middle = [0, 1].map(|axis| other.middle[axis] - self.outline.middle[axis]);
        let [cos, sin] =
            if self.length > 0.0 { self.motion.map(|component| component / self.length) } else { [0.0; 2] };
        // Along each vector the place is an interval that grows to one side, but across the motion it does not grow.
        let [x, y] = self.motion;
        let mut entry = 0.0_f64;
        for (vector, motion) in [([1.0, 0.0], x), ([0.0, 1.0], y), ([cos, sin], self.length), ([-sin, cos], 0.0)] {
            let along = middle[0] * vector[0] + middle[1] * vector[1];
            let gap = along.abs() - other.support(vector) - self.outline.support(vector);
            if gap > 0.0 {
                entry = entry.max(if along * motion > 0.0 { gap / motion.abs() } else { f64::INFINITY });
            }
        }
        if entry <= self.until { entry } else { f64::INFINITY }
    }
}
