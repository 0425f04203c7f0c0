//! Exact signs of polynomials.

mod digits;
mod expansion;
mod number;

use core::cmp::Ordering;

pub(crate) use digits::{exponent, lowest_digit};
pub(crate) use expansion::{round_down, step_down, sum_down, two_diff, two_sum};
pub(crate) use number::{Formula, Number, Vector};

/// The unit roundoff of `f64`.
pub(crate) const ROUNDOFF: f64 = 1.0 / (1_u64 << 53) as f64;

/// The sign of the true value, given a computed value with an error of at most `error`; `None` if that leaves it open.
#[inline]
pub(crate) fn certain_sign(value: f64, error: f64) -> Option<Ordering> {
    if value > error {
        Some(Ordering::Greater)
    } else if value < -error {
        Some(Ordering::Less)
    } else if error == 0.0 {
        Some(Ordering::Equal)
    } else {
        None
    }
}
