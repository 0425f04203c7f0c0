use crate::exact::sign_within;
use crate::{Circle, OrientedRect, Relation};

/// Circle against oriented rectangle: the test in the rectangle's frame, without a branch on the region of the center.
///
/// Let `(c, s)` be the rotor, `L = c^2 + s^2`, and `p` the vector from the rectangle's to the circle's center. `u = p.x
/// c + p.y s` and `v = p.y c - p.x s` are `L` times the center's coordinates in the rectangle's frame. The center is
/// outside of the rectangle by `x = max(|u| - half.x L, 0)` and `y = max(|v| - half.y L, 0)`. The decision is the sign
/// of `x^2 + y^2 - radius^2 L`.
///
/// Let `D = (|p.x| + |p.y|) (|c| + |s|)`. `x` only counts if it is positive, and then `half.x L <= |u| <= D`, however
/// long the rectangle is; so with `y`. After four roundings their error is less than `2^-50 D`. So the error of both
/// squares together is less than `2^-48 D^2`, and that of `radius^2 L` is `2^-51` of itself. The bound is eight times
/// that. With `f32` inputs nothing overflows or underflows in `f64`.
#[inline]
pub(crate) fn circle_oriented_rect(circle: &Circle, rect: &OrientedRect, roundoff: f64) -> Option<Relation> {
    if roundoff == 0.0 && circle.radius() == 0.0 {
        return None; // the gap of a point in the rectangle is zero, too
    }
    let (cos, sin) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
    let x = f64::from(circle.center().x) - f64::from(rect.center().x);
    let y = f64::from(circle.center().y) - f64::from(rect.center().y);
    let length_sq = cos * cos + sin * sin;
    let (half_x, half_y) = (f64::from(rect.half_extents().x) * length_sq, f64::from(rect.half_extents().y) * length_sq);
    let or_zero = |value: f64| if value > 0.0 { value } else { 0.0 };
    let beyond_x = or_zero((x * cos + y * sin).abs() - half_x);
    let beyond_y = or_zero((y * cos - x * sin).abs() - half_y);
    let reach_sq = f64::from(circle.radius()) * f64::from(circle.radius()) * length_sq;
    let gap = beyond_x * beyond_x + beyond_y * beyond_y - reach_sq;
    let size = (x.abs() + y.abs()) * (cos.abs() + sin.abs());
    let error = (size * size + reach_sq) * (256.0 * roundoff);
    sign_within(gap, error, roundoff).map(Relation::from_gap)
}
