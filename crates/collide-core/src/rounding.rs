//! Sums rounded to `f32` in a chosen direction, for conservative bounds.

use crate::exact::{round_down, two_sum};

/// `a + b` rounded down: the largest `f32` that is not above the exact sum, negative infinity below `f32::MIN`.
///
/// A sum that is infinite in `f64` gives that infinity, and NaN gives NaN.
///
/// ```
/// use collide_core::rounding::add_down;
/// assert_eq!(add_down(1.0, 0.5), 1.5);
/// // The exact sum is less than one, though `f64` rounds it to one.
/// assert_eq!(add_down(1.0, -1e-30), 1.0_f32.next_down());
/// ```
#[inline]
#[must_use]
pub fn add_down(a: f64, b: f64) -> f32 {
    round_down(two_sum(a, b))
}

/// `a + b` rounded up: the smallest `f32` that is not below the exact sum, infinity above `f32::MAX`.
///
/// A sum that is infinite in `f64` gives that infinity, and NaN gives NaN.
///
/// ```
/// use collide_core::rounding::add_up;
/// assert_eq!(add_up(1.0, 0.5), 1.5);
/// assert_eq!(add_up(1.0, 1e-30), 1.0_f32.next_up());
/// ```
#[inline]
#[must_use]
pub fn add_up(a: f64, b: f64) -> f32 {
    -add_down(-a, -b)
}
