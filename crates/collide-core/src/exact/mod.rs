//! Exact signs of polynomials.

mod count;
mod digits;
mod expansion;
mod number;
mod root;
mod wide;

use core::cmp::Ordering;

#[cfg(feature = "std")]
pub use count::exact_work;
pub(crate) use count::{ALONE, CORNERS, OPEN, RETEST, SECTOR_CORNER, add_exact_work};
pub(crate) use digits::{exponent, lowest_digit};
pub(crate) use expansion::{round_down, step_down, sum_down, sum_of_three, two_diff, two_sum};
pub(crate) use number::{Formula, Number, Vector};
pub(crate) use root::Root;

/// The unit roundoff of `f64`.
pub(crate) const ROUNDOFF: f64 = 1.0 / (1_u64 << 53) as f64;

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

/// The same for an error that is a multiple of `roundoff`. If that is zero, nothing is rounded and no sign is open.
#[inline(always)]
pub(crate) fn sign_within(value: f64, error: f64, roundoff: f64) -> Option<Ordering> {
    certain_sign(value, error).or((roundoff == 0.0).then_some(Ordering::Equal))
}
