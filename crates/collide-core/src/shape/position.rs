//! `f32` positions near a place in `f64`.

use crate::exact::{round_down, two_diff, two_sum};

/// The direction in which a coordinate is rounded to `f32`.
///
/// ```
/// use collide_core::swept::Rounding;
/// assert_eq!(Rounding::default(), Rounding::Nearest);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest position.
    #[default]
    Nearest,
    /// To the next position that is not above.
    Down,
    /// To the next position that is not below.
    Up,
}

/// The distance of a number from its neighbour that is farther from zero.
pub(super) fn spacing_at(at: f32) -> f64 {
    let at = at.abs().min(f32::MAX.next_down());
    f64::from(at.next_up()) - f64::from(at)
}

#[inline]
pub(super) fn coordinate(at: f32, by: f64, rounding: Rounding) -> f32 {
    if by == 0.0 {
        return at;
    }
    rounded(two_sum(at.into(), by), rounding)
}

#[inline]
fn rounded((sum, rest): (f64, f64), rounding: Rounding) -> f32 {
    let sign = match rounding {
        Rounding::Nearest => return sum as f32,
        Rounding::Down => 1.0,
        Rounding::Up => -1.0,
    };
    round_down((sum * sign, rest * sign)) * sign as f32
}

/// The interval moved, with the same length if `f32` can represent it there, else with a shorter one.
pub(super) fn interval([low, high]: [f32; 2], by: f64, rounding: Rounding) -> Option<(f32, f32)> {
    if by == 0.0 {
        return Some((low, high));
    }
    let length = two_diff(high.into(), low.into());
    let keeps =
        |low: f32, high: f32| low.is_finite() && high.is_finite() && two_diff(high.into(), low.into()) == length;
    // Each corner by itself: on most lattices that is all there is to do.
    let (new_low, new_high) = (coordinate(low, by, rounding), coordinate(high, by, rounding));
    if keeps(new_low, new_high) {
        return Some((new_low, new_high));
    }
    let follows = if new_high.abs() > new_low.abs() {
        ((f64::from(new_high) - length.0) as f32, new_high)
    } else {
        (new_low, (f64::from(new_low) + length.0) as f32)
    };
    // The sum of the two parts, rounded down.
    let at_most = if length.1 < 0.0 { length.0.next_down() } else { length.0 };
    keeps(follows.0, follows.1).then_some(follows).or_else(|| shortened(low, by, at_most, rounding))
}

/// The interval on multiples of the spacing at its new place.
fn shortened(low: f32, by: f64, length: f64, rounding: Rounding) -> Option<(f32, f32)> {
    let at = f64::from(low) + by;
    let mut step = spacing_at(at.abs().max((at + length).abs()) as f32);
    for _ in 0..3 {
        let count = at / step;
        let new_low = step
            * match rounding {
                Rounding::Nearest => libm::rint(count),
                Rounding::Down => libm::floor(count),
                Rounding::Up => libm::ceil(count),
            };
        let new_high = new_low + libm::floor(length / step) * step;
        let is_f32 = |value: f64| f64::from(value as f32) == value;
        if is_f32(new_low) && is_f32(new_high) {
            return Some((new_low as f32, new_high as f32)).filter(|(low, high)| low.is_finite() && high.is_finite());
        }
        step *= 2.0; // the rounded corner lies beyond a power of two
    }
    None
}
