use std::ops::Range;

use collide_broad::internal::{Anchored, CellList, Payload};

use super::{Zone, box_around};
use crate::search::outline::Outline;
use crate::search::relative::{Relative, round_up, rounding_of, viewpoint};

/// Around an outline: for overlaps and nearest neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    outline: Outline,
    /// The maximum number of results.
    enough: usize,
    from: [f32; 2],
    half: [f32; 2],
    radius: f32,
}

impl Around {
    #[inline]
    pub(crate) fn new(outline: Outline, enough: usize) -> Self {
        let (from, off) = viewpoint(&outline);
        let (half, radius) = (outline.half.map(|half| round_up(half + off)), round_up(outline.radius + off));
        Self { outline, enough, from, half, radius }
    }
}

impl Zone for Around {
    fn search<S: Anchored<N>, P: Payload, const N: usize>(
        &self,
        list: &CellList<S, P, N>,
        max_distance: f64,
        visit: impl FnMut(Range<usize>) -> f64,
    ) {
        list.around(self.outline.corners(), self.enough, max_distance, visit);
    }

    #[inline]
    fn from(&self) -> [f32; 2] {
        self.from
    }

    #[inline]
    fn limit(&self, max_distance: f64) -> f32 {
        round_up(max_distance)
    }

    #[inline(always)]
    fn may_reach(&self, relative: &impl Relative, limit: f32) -> bool {
        let ([x, y], [width, height], rounding) = (relative.middle(), relative.half(), rounding_of(relative));
        let gap = |offset: f32, half: f32| {
            let gap = offset.abs() - half - rounding;
            if gap > 0.0 { gap } else { 0.0 }
        };
        let (right, up) = (gap(x, width + self.half[0]), gap(y, height + self.half[1]));
        let round = limit + relative.radius() + self.radius + rounding;
        let apart = (right * right + up * up > limit * limit) | (x * x + y * y > round * round);
        !apart
    }

    fn within(&self, limit: f32) -> [f32; 4] {
        let sides = |axis: usize| {
            let reach = self.half[axis] + limit;
            [self.from[axis] - reach, self.from[axis] + reach]
        };
        box_around([sides(0), sides(1)], self.from)
    }

    #[inline(always)]
    fn rank(&self, relative: &impl Relative) -> f32 {
        let ([x, y], [width, height]) = (relative.middle(), relative.half());
        (x.abs() - width).max(y.abs() - height)
    }

    fn entry(&self, other: &Outline) -> f64 {
        let middle = [0, 1].map(|axis| (other.middle[axis] - self.outline.middle[axis]).abs());
        let gap = [0, 1].map(|axis| (middle[axis] - other.half[axis] - self.outline.half[axis]).max(0.0));
        let round = libm::hypot(middle[0], middle[1]) - other.radius - self.outline.radius;
        libm::hypot(gap[0], gap[1]).max(round)
    }
}
