//! Signs of numbers with one square root.

use core::cmp::Ordering;

use super::count::{SIGN, add_exact_work};
use super::number::{Filtered, Number};
use super::wide::Wide;
use super::{ROUNDOFF, certain_sign};

/// A number `p + q sqrt(d)` of the inputs whose sign is a decision, with a positive `d`.
///
/// Its degree is at most 12 when the root is squared away. From any input to `p`, `q` and `d` there are at most 32
/// roundings.
pub(crate) trait Root {
    /// `p`, `q` and `d`.
    fn parts<N: Number>(&self) -> [N; 3];

    /// The sign in real arithmetic.
    fn sign(&self) -> Ordering {
        let [p, q, d] = self.parts::<Filtered>();
        let (root, root_size) = (libm::sqrt(d.value), libm::sqrt(d.size));
        // `d` is a sum of squares, so its error is relative to itself.
        let error = (p.size + q.size * root_size) * (64.0 * ROUNDOFF);
        certain_sign(p.value + q.value * root, error).unwrap_or_else(|| exact_sign(self.parts()))
    }
}

/// The sign of `p + q sqrt(d)`: that of the larger one of both terms, which their squares tell.
#[inline(never)]
fn exact_sign([p, q, d]: [Wide; 3]) -> Ordering {
    add_exact_work(SIGN);
    let (of_p, of_q) = (p.sign(), q.sign());
    if of_p == of_q || of_q.is_eq() {
        return of_p;
    } else if of_p.is_eq() {
        return of_q;
    }
    match p.squared().minus(&q.squared().times(&d)).sign() {
        Ordering::Greater => of_p,
        Ordering::Less => of_q,
        Ordering::Equal => Ordering::Equal,
    }
}
