use core::cmp::Ordering;

use crate::exact::certain_sign;
use crate::{Circle, Relation, Vec2};

/// Eight unit roundoffs of `2^-53`.
const ERROR: f64 = 1.0 / (1_u64 << 50) as f64;

/// Circle against circle: compares the squared distance of the centers with the squared sum of the radii.
#[inline]
pub(crate) fn circle_circle(a: &Circle, b: &Circle) -> Option<Relation> {
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
    certain_sign(distance_sq - reach_sq, ERROR * distance_sq.max(reach_sq))
}
