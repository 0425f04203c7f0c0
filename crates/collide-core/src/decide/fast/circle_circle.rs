use core::cmp::Ordering;

use crate::exact::{certain_sign, two_diff, two_sum};
use crate::{Circle, Relation, Vec2};

/// Eight unit roundoffs of `2^-53`.
const ERROR: f64 = 1.0 / (1_u64 << 50) as f64;

/// Circle against circle: compares the squared distance of the centers with the squared sum of the radii.
#[inline]
pub(crate) fn circle_circle(a: &Circle, b: &Circle, _: f64) -> Option<Relation> {
    certain_distance(a.center(), b.center(), a.radius(), b.radius()).map(Relation::from_gap)
}

/// The sign of `|p - q|^2 - (r + s)^2`.
///
/// All summed terms are positive, so the error is relative to each side. A difference and its square have three
/// roundings, the sum one more, the right side three: together at most seven, relative to the larger side.
#[inline]
pub(crate) fn certain_distance(p: Vec2, q: Vec2, r: f32, s: f32) -> Option<Ordering> {
    let dx = f64::from(p.x) - f64::from(q.x);
    let dy = f64::from(p.y) - f64::from(q.y);
    let reach = f64::from(r) + f64::from(s);
    let distance_sq = dx * dx + dy * dy;
    let reach_sq = reach * reach;
    let certain = certain_sign(distance_sq - reach_sq, ERROR * distance_sq.max(reach_sq));
    certain.or_else(|| lossless_distance(p, q, r, s))
}

/// The same if the differences and the sum of the radii are `f32` numbers, as those of circles that touch often are.
#[inline(never)]
fn lossless_distance(p: Vec2, q: Vec2, r: f32, s: f32) -> Option<Ordering> {
    let [p, q] = [p.as_dvec2(), q.as_dvec2()];
    let exact = [two_diff(p.x, q.x), two_diff(p.y, q.y), two_sum(r.into(), s.into())];
    if exact.iter().any(|(value, rest)| *rest != 0.0 || f64::from(*value as f32) != *value) {
        return None;
    }
    // Squares of 24-bit numbers are exact in f64. Rounding is monotone, so if the rounded sum differs from the right
    // side, it compares as the true sum does. If it is equal, the remainder decides.
    let [x_sq, y_sq, reach_sq] = exact.map(|(value, _)| value * value);
    let (distance_sq, rest) = two_sum(x_sq, y_sq);
    let sign = |value| certain_sign(value, 0.0).unwrap_or(Ordering::Equal);
    Some(sign(distance_sq - reach_sq).then(sign(rest)))
}
