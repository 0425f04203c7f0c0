//! Exact signs of polynomials.

mod expansion;
mod frame;
mod number;

use core::cmp::Ordering;

pub(crate) use expansion::{Expansion, round_down, step_down, sum_down, two_diff, two_sum};
pub(crate) use frame::{along_axis, half_extent, reach_along_axis};
pub(crate) use number::{Formula, Number, Vector, largest_sign};

/// The sign of the true value, given a computed value with an error of at most `error`; `None` if that leaves it open.
#[inline]
pub(crate) fn certain_sign(value: f64, error: f64) -> Option<Ordering> {
    if value > error {
        Some(Ordering::Greater)
    } else if value < -error {
        Some(Ordering::Less)
    } else {
        None
    }
}

/// Compares two finite numbers.
#[inline]
pub(crate) fn compare(a: f32, b: f32) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}
