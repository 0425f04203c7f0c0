use core::cmp::Ordering;

use crate::convex::{Pair, PointDistance};
use crate::exact::{Formula, certain_sign, two_diff, two_sum};
use crate::shape::outline::{Outline, Point};
use crate::{Circle, Relation, Vec2};

/// Eight unit roundoffs of `2^-53`.
pub(super) const ERROR: f64 = 1.0 / (1_u64 << 50) as f64;

/// Circle against circle: compares the squared distance of the centers with the squared sum of the radii. Exact.
#[inline]
pub(crate) fn circle_circle(a: &Circle, b: &Circle, _: f64) -> Option<Relation> {
    Some(Relation::from_gap(compare_distance(a.center(), b.center(), a.radius(), b.radius())))
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

/// The exact version of [`compare_distance`]. Of circles that touch, the differences and the sum of the radii often are
/// `f32` numbers.
#[inline(never)]
fn compare_distance_exactly(p: Vec2, q: Vec2, r: f32, s: f32) -> Ordering {
    let (dx, dx_rest) = two_diff(p.x.into(), q.x.into());
    let (dy, dy_rest) = two_diff(p.y.into(), q.y.into());
    let (reach, reach_rest) = two_sum(r.into(), s.into());
    let is_exact = dx_rest == 0.0 && dy_rest == 0.0 && reach_rest == 0.0;
    if is_exact && fits_f32(dx) && fits_f32(dy) && fits_f32(reach) {
        // Squares of 24-bit numbers are exact in f64. Rounding is monotone, so if the rounded sum differs from the
        // right side, it compares as the true sum does. If it is equal, the remainder decides.
        let (distance_sq, rest) = two_sum(dx * dx, dy * dy);
        let sign = |value| certain_sign(value, 0.0).unwrap_or(Ordering::Equal);
        return sign(distance_sq - reach * reach).then(sign(rest));
    }
    let (first, second) = (Outline::point(p), Outline::point(q));
    let [p, q] = [Point { corner: 0, moved: false }; 2];
    PointDistance { pair: Pair::new(&first, &second), p, q, radii: [r, s] }.exact_sign()
}

fn fits_f32(value: f64) -> bool {
    f64::from(value as f32) == value
}
