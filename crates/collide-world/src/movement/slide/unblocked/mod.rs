//! Moves that nothing blocks: most of all.

#[cfg(test)]
mod tests;

use collide_core::swept::{Rounding, position};
use collide_core::{Aabb, DVec2, Shape, Vec2};

/// Where a slide ends if nothing blocks its first candidate, and a box that contains the way there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unblocked {
    /// The center or position at the end.
    pub(super) end: Vec2,
    /// The corners of the box.
    pub(super) corners: [Vec2; 2],
}

/// Much more than the error of a few roundings of `f32` numbers, relative to the largest of them.
const ROUNDING: f32 = 1.0 / (1 << 20) as f32;

impl Unblocked {
    /// For a shape with this bound. `None` if the end is hard to say: a rect may change its size, and a motion of a few
    /// positions may lead to others than those near its end.
    pub(super) fn new(from: &Shape, bound: &Aabb, motion: Vec2) -> Option<Self> {
        let (low, high, center) = (bound.min(), bound.max(), from.center());
        let largest = low.abs().max(high.abs()).max(motion.abs()).max(center.abs()).max_element();
        // More than the spacing of positions.
        let unit = largest * ROUNDING + f32::MIN_POSITIVE;
        let by = motion.as_dvec2();
        let is_tiny = |motion: DVec2| motion.abs().max_element() <= f64::from(unit) * 4.0;
        if matches!(from, Shape::Rect(_)) || is_tiny(by) {
            return None;
        }
        let back = |component: f64| if component > 0.0 { Rounding::Down } else { Rounding::Up };
        for rounding in [[Rounding::Nearest; 2], [back(by.x), back(by.y)]] {
            let place = position(center, by, rounding);
            let (start, end) = (center.as_dvec2(), place.as_dvec2());
            let moved = end - start;
            let along = moved.dot(by);
            let is_forward = along > 0.0 && along * along > 0.5 * moved.length_squared() * by.length_squared();
            if !is_forward || is_tiny(moved) {
                return None;
            }
            if is_within([start, end], moved, by)? {
                let corners = [low + motion.min(Vec2::ZERO) - unit, high + motion.max(Vec2::ZERO) + unit];
                return Some(Self { end: place, corners });
            }
        }
        None
    }

    /// Whether the way there is in an area.
    pub(super) fn is_within(&self, area: &Aabb) -> bool {
        let [low, high] = self.corners;
        area.min().cmple(low).all() && area.max().cmpge(high).all()
    }

    /// Whether the way there may lead to something with a bound.
    pub(super) fn meets(&self, bound: &Aabb) -> bool {
        let [low, high] = self.corners;
        bound.min().cmple(high).all() && bound.max().cmpge(low).all()
    }
}

/// Whether a motion between two positions, which is `moved` rounded to `f64`, is not longer than another one. `None` if
/// rounding hides it.
fn is_within([start, end]: [DVec2; 2], moved: DVec2, by: DVec2) -> Option<bool> {
    // Each square has a relative error of a few `2^-53`.
    const ERROR: f64 = 1.0 / (1_u64 << 48) as f64;
    let [length, limit] = [moved, by].map(DVec2::length_squared);
    if (length - limit).abs() > (length + limit) * ERROR {
        return Some(length < limit);
    }
    // The rounding error of a difference, which is exact.
    let error = |a: f64, b: f64, difference: f64| {
        let back = difference - a;
        (a - (difference - back)) - (b + back)
    };
    let is_exact = [0, 1].into_iter().all(|axis| error(end[axis], start[axis], moved[axis]) == 0.0);
    (moved == by && is_exact).then_some(true)
}
