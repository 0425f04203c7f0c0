//! A conservative `f32` filter for rows that a query may hit.
//!
//! Rows are taken relative to a point that is given in `f32`. The rounded difference of two `f32` numbers has a
//! relative error of at most 2^-24, however far both are from the origin. The few operations that follow add a few
//! times as much of their operands, and [`F32_ROUNDING`] is more than that. A row whose numbers overflow passes the
//! filter.

use collide_broad::internal::Anchored;
use collide_core::{Circle, Rect};

use super::outline::Outline;
use super::tuning::{F32_ROUNDING, TINY};

/// The outline of a row relative to a point: the offset of its middle, and its extent from the middle.
pub(crate) trait Relative {
    fn middle(&self) -> [f32; 2];

    /// Half of the width and height of a box that contains the row.
    fn half(&self) -> [f32; 2];

    /// The radius of a disc that contains the row; infinite if only the box is known.
    fn radius(&self) -> f32;

    /// The extent from the middle along a unit vector, the same in both directions.
    fn support(&self, unit: [f32; 2]) -> f32;
}

/// Rows with an outline relative to a point.
pub(crate) trait RelativeRow<const N: usize>: Anchored<N> {
    type Relative: Relative;

    fn relative(row: [f32; N], from: [f32; 2]) -> Self::Relative;
}

/// A circle relative to a point.
pub(crate) struct Disc {
    middle: [f32; 2],
    radius: f32,
}

/// A box relative to a point.
pub(crate) struct Block {
    middle: [f32; 2],
    half: [f32; 2],
}

impl RelativeRow<3> for Circle {
    type Relative = Disc;

    #[inline(always)]
    fn relative([x, y, radius]: [f32; 3], from: [f32; 2]) -> Disc {
        Disc { middle: [x - from[0], y - from[1]], radius }
    }
}

impl RelativeRow<4> for Rect {
    type Relative = Block;

    /// A bound is clamped to the largest `f32`, and its shape may reach beyond that.
    #[inline(always)]
    fn relative([left, bottom, right, top]: [f32; 4], from: [f32; 2]) -> Block {
        let low = |value: f32, from: f32| if value > f32::MIN { value - from } else { f32::NEG_INFINITY };
        let high = |value: f32, from: f32| if value < f32::MAX { value - from } else { f32::INFINITY };
        let (left, bottom) = (low(left, from[0]) * 0.5, low(bottom, from[1]) * 0.5);
        let (right, top) = (high(right, from[0]) * 0.5, high(top, from[1]) * 0.5);
        Block { middle: [left + right, bottom + top], half: [right - left, top - bottom] }
    }
}

impl Relative for Disc {
    #[inline(always)]
    fn middle(&self) -> [f32; 2] {
        self.middle
    }

    #[inline(always)]
    fn half(&self) -> [f32; 2] {
        [self.radius; 2]
    }

    #[inline(always)]
    fn radius(&self) -> f32 {
        self.radius
    }

    #[inline(always)]
    fn support(&self, _: [f32; 2]) -> f32 {
        self.radius
    }
}

impl Relative for Block {
    #[inline(always)]
    fn middle(&self) -> [f32; 2] {
        self.middle
    }

    #[inline(always)]
    fn half(&self) -> [f32; 2] {
        self.half
    }

    #[inline(always)]
    fn radius(&self) -> f32 {
        f32::INFINITY
    }

    #[inline(always)]
    fn support(&self, [x, y]: [f32; 2]) -> f32 {
        x.abs() * self.half[0] + y.abs() * self.half[1]
    }
}

/// An upper bound of the rounding error in measures of a row.
#[inline(always)]
pub(crate) fn rounding_of(relative: &impl Relative) -> f32 {
    let ([x, y], [width, height]) = (relative.middle(), relative.half());
    (x.abs() + y.abs() + width + height) * F32_ROUNDING
}

/// An `f32` that is not smaller than `value`, nor than `value` after rounding.
#[inline]
pub(crate) fn round_up(value: f64) -> f32 {
    // Added before rounding to `f32`, so that no operand is subnormal.
    (value * (1.0 + f64::from(F32_ROUNDING)) + f64::from(TINY)) as f32
}

/// The point that rows near an outline are measured from, about its middle; and the margin for the offset from the
/// middle and for rounding.
#[inline]
pub(crate) fn viewpoint(outline: &Outline) -> ([f32; 2], f64) {
    let from = outline.middle.map(|middle| middle as f32);
    let [right, up] = [0, 1].map(|axis| (outline.middle[axis] - f64::from(from[axis])).abs());
    // The rounding errors of a row are added with each row.
    (from, right + up + outline.rounding() * 2.0)
}

#[cfg(test)]
mod tests {
    use collide_core::{Moving, Ray, Shape, Vec2, cast_ray, distance, sweep};

    use super::super::best::a_little_farther;
    use super::super::{Along, Around, Zone};
    use super::*;

    const NUMBERS: [f32; 12] = [0.0, -0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, -0.5, -1.0, -2.0, -5.0];

    /// Numbers on a lattice or next to it: also where differences are rounded, and where squares overflow or underflow.
    struct Numbers {
        state: u64,
        scale: f32,
        offset: f32,
    }

    impl Numbers {
        fn below(&mut self, count: usize) -> usize {
            self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.state >> 40) as usize % count
        }

        fn size(&mut self) -> f32 {
            let number = NUMBERS[self.below(8)] * self.scale;
            match self.below(8) {
                0 => number.next_up(),
                1 => number.next_down().max(0.0),
                _ => number,
            }
        }

        fn number(&mut self) -> f32 {
            let number = NUMBERS[self.below(NUMBERS.len())] * self.scale + self.offset;
            match self.below(8) {
                0 => number.next_up(),
                1 => number.next_down(),
                _ => number,
            }
        }

        fn point(&mut self) -> Vec2 {
            Vec2::new(self.number(), self.number()).clamp(Vec2::MIN, Vec2::MAX)
        }

        fn circle(&mut self) -> Circle {
            Circle::new(self.point(), self.size().min(f32::MAX)).unwrap()
        }

        fn rect(&mut self) -> Rect {
            let (a, b) = (self.point(), self.point());
            Rect::new(a.min(b), a.max(b)).unwrap()
        }
    }

    /// The filter accepts each shape that a kernel finds, at its distance and a little beyond.
    fn check<S: RelativeRow<N> + Into<Shape>, const N: usize>(shape: S, numbers: &mut Numbers) {
        let farther = |far: f32| f64::from(far) * (1.0 + 1.0 / f64::from(1 << 20)) + f64::from(f32::from_bits(1));
        let passes = |region: &dyn Fn([f32; N]) -> bool| region(shape.to_row());
        let other: Shape = if numbers.below(2) == 0 { numbers.circle().into() } else { numbers.rect().into() };
        let (from, motion) = (numbers.point(), numbers.point() - numbers.point());
        if let Ok(ray) = Ray::new(from, motion, 2.0)
            && let Some(hit) = cast_ray(&ray, shape)
        {
            let region = Along::new(Outline::of_point(from), motion.to_array().map(f64::from), 2.0);
            assert!(
                passes(&|row| region.may_reach(&S::relative(row, region.from()), region.limit(farther(hit.entry)))),
                "{ray:?}"
            );
        }
        if let Ok(moving) = Moving::new(other, motion)
            && let Some(hit) = sweep(moving, shape)
        {
            let region = Along::new(Outline::of(&other), motion.to_array().map(f64::from), 1.0);
            let near =
                passes(&|row| region.may_reach(&S::relative(row, region.from()), region.limit(farther(hit.time))));
            assert!(near, "{moving:?}");
        }
        let far = distance(other, shape);
        let limit = if far < f32::MAX { farther(far) } else { f64::INFINITY };
        let region = Around::new(Outline::of(&other), 1);
        assert!(passes(&|row| region.may_reach(&S::relative(row, region.from()), region.limit(limit))), "{other:?}");
        assert_candidate(&region, shape);
        assert_candidate(&Along::new(Outline::of(&other), motion.to_array().map(f64::from), 2.0), shape);
        assert_candidate(&Along::new(Outline::of_point(from), motion.to_array().map(f64::from), f64::INFINITY), shape);
    }

    /// The filter accepts each candidate: which ones there are does not depend on what an index visits besides.
    fn assert_candidate<S: RelativeRow<N> + Into<Shape>, const N: usize>(
        region: &(impl Zone + std::fmt::Debug),
        shape: S,
    ) {
        let entry = region.entry(&Outline::of(&shape.into())) as f32;
        let limit = region.limit(a_little_farther(entry));
        let passes = region.may_reach(&S::relative(shape.to_row(), region.from()), limit);
        assert!(passes || entry == f32::INFINITY, "{:?} at {entry}, limit {limit:e} {region:?}", shape.to_row());
    }

    #[test]
    fn what_is_found_is_let_through() {
        let scales = [1e-45, 1e-40, 1e-38, 1e-23, 1e-19, 1e-18, 1e-9, 0.1, 1.0, 1e9, 1e18, 1e19, 1e20, 1e30, 1e38];
        for scale in scales {
            for offset in [0.0, 1.0, 3.0, 1e7, 16_777_217.0, -1e30] {
                let mut numbers = Numbers { state: 7, scale, offset };
                for _ in 0..500 {
                    let circle = numbers.circle();
                    check::<Circle, 3>(circle, &mut numbers);
                    let rect = numbers.rect();
                    check::<Rect, 4>(rect, &mut numbers);
                }
            }
        }
    }

    #[test]
    fn what_is_far_away_is_not() {
        let passes = |region: &Along, x: f32, y: f32| {
            region.may_reach(&Circle::relative([x, y, 1.0], region.from()), region.limit(9.0))
        };
        for at in [Vec2::ZERO, Vec2::new(1e6, -1e6)] {
            let region = Along::new(Outline::of_point(at), [1.0, 0.0], 9.0);
            assert!(passes(&region, at.x + 5.0, at.y + 1.0) && passes(&region, at.x + 10.0, at.y));
            assert!(!passes(&region, at.x + 5.0, at.y + 1.25) && !passes(&region, at.x + 10.25, at.y));
            assert!(!passes(&region, at.x - 1.25, at.y) && passes(&region, at.x - 1.0, at.y));
            let around = Around::new(Outline::of_point(at), 1);
            let near =
                |x: f32| around.may_reach(&Circle::relative([at.x + x, at.y, 1.0], around.from()), around.limit(2.0));
            assert!(near(3.0) && !near(3.25));
        }
    }
}
