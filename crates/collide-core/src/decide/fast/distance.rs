//! Bounds of a distance from two points that are near each other, in plain `f64`.

use crate::exact::ROUNDOFF;
use crate::{DVec2, Relation};

/// Bounds of the distance of two sets without their radii. The upper one is the distance of a point of each. The lower
/// one is the gap between the sets along a direction.
///
/// Both hold for any two points and any direction, so these may be rounded. If they are nearly the nearest points and
/// the way between them, one of the bounds decides nearly all pairs.
pub(crate) struct DistanceBounds {
    /// The squared upper bound, times `scale_sq`.
    high_sq: f64,
    scale_sq: f64,
    /// The squared lower bound, times the squared length of the direction.
    gap_sq: f64,
    direction_sq: f64,
}

/// The error of a point, and of the component of a point along a direction, relative to the sum of the magnitudes of
/// its terms. A point is the sum of a way, which has three roundings, and of two products with up to three each; its two
/// sums make eight. A component of a way and of a side has three more, of a product and two sums.
pub(super) const ERROR: f64 = 32.0 * ROUNDOFF;

/// A gap above it has a direction whose square does not underflow: the gap is at most `2^131` times the direction.
const LEAST: f64 = 1.0 / (1_u128 << 100) as f64 / (1_u128 << 100) as f64 / (1_u128 << 120) as f64;

/// More than the rounding of a few squares: at most six roundings.
const UP: f64 = 1.0 + 64.0 * ROUNDOFF;

impl DistanceBounds {
    /// Of a segment along `side` that starts at the origin, and one along `other` that starts at `delta`.
    ///
    /// The nearest points: Ericson, Real-Time Collision Detection, 5.1.9.
    #[inline(always)]
    pub(crate) fn of_segments(delta: DVec2, side: DVec2, other: DVec2, size: f64) -> Self {
        let (side_sq, other_sq, both) = (side.length_squared(), other.length_squared(), side.dot(other));
        let (ahead, other_ahead) = (side.dot(delta), other.dot(delta));
        let part = within_one((ahead * other_sq - both * other_ahead) / (side_sq * other_sq - both * both));
        let other_part = within_one((part * both - other_ahead) / other_sq);
        let part = within_one((ahead + other_part * both) / side_sq);
        let between = (delta + other * other_part) - side * part;
        let least = or_zero(-between.dot(other));
        let most = or_zero(between.dot(side));
        Self::new(between, between.dot(delta) - least - most, size)
    }

    /// Of a segment along `side` that starts at the origin, and a point.
    #[inline(always)]
    pub(super) fn of_point_and_segment(point: DVec2, side: DVec2, size: f64) -> Self {
        let between = point - side * within_one(side.dot(point) / side.length_squared());
        Self::new(between, between.dot(point) - or_zero(between.dot(side)), size)
    }

    /// Of the origin and a point.
    #[inline(always)]
    pub(super) fn of_points(point: DVec2, size: f64) -> Self {
        Self::new(point, point.length_squared(), size)
    }

    /// Of a point and a box around the origin, given by half of its sides and a rotor. The way from the box to the point,
    /// in the frame of the box.
    #[inline(always)]
    pub(super) fn of_point_and_box(point: DVec2, half: DVec2, rotor: DVec2, size: f64) -> Self {
        let scale_sq = rotor.length_squared();
        let beyond = DVec2::new(rotor.dot(point), rotor.perp_dot(point)).abs() - half * scale_sq;
        let error = DVec2::splat(rotor.abs().element_sum() * (size * ERROR));
        let (high, low) = ((beyond + error).max(DVec2::ZERO), (beyond - error).max(DVec2::ZERO));
        let is_large = low.max_element() > LEAST;
        let gap_sq = if is_large { low.length_squared() } else { 0.0 };
        Self { high_sq: high.length_squared(), scale_sq, gap_sq, direction_sq: scale_sq }
    }

    /// From the way between two points, the gap along it, and the sum of the magnitudes behind them.
    #[inline(always)]
    fn new(between: DVec2, gap: f64, size: f64) -> Self {
        let gap_error = between.abs().element_sum() * (size * ERROR);
        Self::along(between, between, gap - gap_error, size)
    }

    /// From the way between two points, a direction, a lower bound of the gap along it, and the sum of the magnitudes
    /// behind both points.
    #[inline(always)]
    pub(super) fn along(between: DVec2, direction: DVec2, gap: f64, size: f64) -> Self {
        let error = size * ERROR;
        let high_sq = between.length_squared() + error * (2.0 * between.abs().element_sum() + error);
        let gap = if gap > LEAST { gap } else { 0.0 };
        Self { high_sq, scale_sq: 1.0, gap_sq: gap * gap, direction_sq: direction.length_squared() }
    }

    #[inline(always)]
    pub(crate) fn is_below(&self, distance: f64) -> bool {
        (distance > 0.0) & (self.high_sq * UP < distance * distance * self.scale_sq)
    }

    #[inline(always)]
    pub(crate) fn is_above(&self, distance: f64) -> bool {
        self.gap_sq > distance * distance * self.direction_sq * UP
    }

    /// The relation if the sum of radii is between a lower and an upper one. `None` if it depends on that sum.
    #[inline(always)]
    pub(super) fn relation(&self, [least, most]: [f64; 2]) -> Option<Relation> {
        if self.is_above(most) {
            Some(Relation::Apart)
        } else if self.is_below(least) {
            Some(Relation::Interior)
        } else {
            None
        }
    }
}

/// A number, or the nearest one of zero and one. Zero for NaN, the quotient of zeros.
#[inline(always)]
pub(super) fn within_one(number: f64) -> f64 {
    let number = or_zero(number);
    if number < 1.0 { number } else { 1.0 }
}

#[inline(always)]
fn or_zero(number: f64) -> f64 {
    if number > 0.0 { number } else { 0.0 }
}
