//! The paths of movers, for the search of those that may cross.

use collide_core::{DVec2, Moving, Rect, Vec2};

use crate::search::SWEEP_ROUNDING;

/// The path of a mover: its bound in `f64`, expanded by the rounding error of a sweep, and its motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub(super) slot: u32,
    motion: Vec2,
    low: DVec2,
    high: DVec2,
    /// The rounding error of a sweep, and of all that is computed here.
    margin: f64,
}

/// The time of the whole motion.
pub(super) const WHOLE: [f64; 2] = [0.0, 1.0];

/// A bound that ends at the largest `f32` is clamped, and its shape may reach beyond that.
const BEYOND_ALL: f64 = 1e80;

impl Path {
    pub(super) fn new(slot: u32, moving: &Moving) -> Self {
        let (bound, motion) = (moving.shape().aabb(), moving.motion());
        // The sum of both axes: measures of oriented rects mix the axes, and so do their rounding errors.
        let sizes = [bound.min(), bound.max(), motion].map(|size| size.as_dvec2().abs().element_sum());
        let margin = sizes.iter().sum::<f64>() * SWEEP_ROUNDING;
        let low = DVec2::select(bound.min().cmpgt(Vec2::MIN), bound.min().as_dvec2(), DVec2::splat(-BEYOND_ALL));
        let high = DVec2::select(bound.max().cmplt(Vec2::MAX), bound.max().as_dvec2(), DVec2::splat(BEYOND_ALL));
        Self { slot, motion, low: low - margin, high: high + margin, margin }
    }

    fn motion(&self) -> DVec2 {
        self.motion.as_dvec2()
    }

    /// The length of the motion as a multiple of the size.
    pub(super) fn relative_length(&self) -> f64 {
        let length = self.motion().abs().max_element();
        if length == 0.0 { 0.0 } else { length / ((self.high - self.low).max_element() + self.margin) }
    }

    /// The corners of the box that contains the bound at every time from `start` to `end`.
    fn corners(&self, [start, end]: [f64; 2]) -> [DVec2; 2] {
        let [first, last] = [start, end].map(|time| self.motion() * time);
        [self.low + first.min(last) - self.margin, self.high + first.max(last) + self.margin]
    }

    /// This box as a shape. Boxes beyond the range of `f32` end at its border, so that those that meet there still do.
    pub(super) fn during(&self, times: [f64; 2]) -> Rect {
        let [low, high] = self.corners(times);
        let [low, high] = [low - rounding(low), high + rounding(high)];
        let within = |corner: DVec2| corner.clamp(DVec2::splat(f32::MIN.into()), DVec2::splat(f32::MAX.into()));
        Rect::new(within(low).as_vec2(), within(high).as_vec2()).expect("the corners are finite and in order")
    }

    /// Whether the boxes around two whole paths meet.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let ([low, high], [other_low, other_high]) = (self.corners(WHOLE), other.corners(WHOLE));
        (low.cmple(other_high) & other_low.cmple(high)).all()
    }

    /// The first time from 0 to 1 at which the bounds meet; `None` if they never do, so that the shapes do not collide.
    pub(super) fn meets(&self, other: &Self) -> Option<f64> {
        let speed = other.motion() - self.motion();
        let [min, max] = [self.low - other.high, self.high - other.low];
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let (speed, min, max) = (speed[axis], min[axis], max[axis]);
            if speed == 0.0 {
                if min > 0.0 || max < 0.0 {
                    return None;
                }
                continue;
            }
            let [first, last] = if speed > 0.0 { [min, max] } else { [max, min] };
            (enter, leave) = (enter.max(first / speed), leave.min(last / speed));
        }
        (enter <= leave).then_some(enter)
    }
}

/// More than the error of rounding to `f32`. Not a subnormal number, which would make comparisons slow.
fn rounding(corner: DVec2) -> DVec2 {
    corner.abs() * f64::from(f32::EPSILON) + f64::from(f32::MIN_POSITIVE)
}
