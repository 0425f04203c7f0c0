use core::cmp::Ordering;

use super::Relation;
use crate::exact::{Expansion, certain_sign, two_diff, two_sum};
use crate::{Circle, Vec2};

/// Eight unit roundoffs of `2^-53`.
const ERROR: f64 = 1.0 / (1_u64 << 50) as f64;

/// Circle against circle: compares the squared distance of the centers with the squared sum of the radii.
///
/// ```
/// use collide_core::overlap::circle_circle;
/// use collide_core::{Circle, Relation, Vec2};
/// let (a, b) = (Circle::new(Vec2::ZERO, 2.0)?, Circle::new(Vec2::new(3.0, 4.0), 3.0)?);
/// assert_eq!(circle_circle(&a, &b), Relation::Touching);
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn circle_circle(a: &Circle, b: &Circle) -> Relation {
    Relation::from_gap(compare_distance(a.center(), b.center(), a.radius(), b.radius()))
}

/// The sign of `|p - q|^2 - (r + s)^2`.
///
/// All summed terms are positive, so the error is relative to each side. A difference and its square have three
/// roundings, the sum one more, the right side three: together at most seven, relative to the larger side.
#[inline]
pub(crate) fn compare_distance(p: Vec2, q: Vec2, r: f32, s: f32) -> Ordering {
    let dx = f64::from(p.x) - f64::from(q.x);
    let dy = f64::from(p.y) - f64::from(q.y);
    let reach = f64::from(r) + f64::from(s);
    let distance_sq = dx * dx + dy * dy;
    let reach_sq = reach * reach;
    certain_sign(distance_sq - reach_sq, ERROR * distance_sq.max(reach_sq))
        .unwrap_or_else(|| compare_distance_exactly(p, q, r, s))
}

/// The exact version of [`compare_distance`].
#[inline(never)]
fn compare_distance_exactly(p: Vec2, q: Vec2, r: f32, s: f32) -> Ordering {
    let (dx, dx_rest) = two_diff(f64::from(p.x), f64::from(q.x));
    let (dy, dy_rest) = two_diff(f64::from(p.y), f64::from(q.y));
    let (reach, reach_rest) = two_sum(f64::from(r), f64::from(s));
    let exact = dx_rest == 0.0 && dy_rest == 0.0 && reach_rest == 0.0;
    if exact && fits_f32(dx) && fits_f32(dy) && fits_f32(reach) {
        // Squares of 24-bit numbers are exact in f64. Rounding is monotone, so if the rounded sum differs from the
        // right side, it compares as the true sum does. If it is equal, the remainder decides.
        let (distance_sq, rest) = two_sum(dx * dx, dy * dy);
        let by_sum = sign(distance_sq - reach * reach);
        return by_sum.then(sign(rest));
    }
    let mut gap = Expansion::new();
    add_square(&mut gap, dx, dx_rest, 1.0);
    add_square(&mut gap, dy, dy_rest, 1.0);
    add_square(&mut gap, reach, reach_rest, -1.0);
    gap.sign()
}

/// Adds `factor * (value + rest)^2`. The factor is 1 or -1.
fn add_square(sum: &mut Expansion, value: f64, rest: f64, factor: f64) {
    sum.add_product(rest, rest * factor);
    sum.add_product(2.0 * value, rest * factor);
    sum.add_product(value, value * factor);
}

fn fits_f32(value: f64) -> bool {
    f64::from(value as f32) == value
}

fn sign(value: f64) -> Ordering {
    if value > 0.0 {
        Ordering::Greater
    } else if value < 0.0 {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}
