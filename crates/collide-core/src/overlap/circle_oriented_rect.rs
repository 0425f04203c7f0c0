use core::cmp::Ordering;

use super::{ERROR, Relation};
use crate::exact::Expansion;
use crate::{Circle, OrientedRect};

/// Circle against oriented rectangle: the circle is turned back into the rectangle's frame.
///
/// With the rotor `(c, s)`, `L = c^2 + s^2` and `p` from the rectangle's to the circle's center, `u = p.x c + p.y s` and
/// `v = p.y c - p.x s` are `L` times the center's coordinates in the rectangle's frame. It lies beyond the rectangle by
/// `x = max(|u| - half.x L, 0)` and `y = max(|v| - half.y L, 0)`, and the decision is the sign of `x^2 + y^2 - radius^2 L`.
#[inline]
#[must_use]
pub fn circle_oriented_rect(circle: &Circle, rect: &OrientedRect) -> Relation {
    let (c, s) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
    let px = f64::from(circle.center().x) - f64::from(rect.center().x);
    let py = f64::from(circle.center().y) - f64::from(rect.center().y);
    let length_sq = c * c + s * s;
    let (x, x_error) = excess(px * c, py * s, f64::from(rect.half_extents().x) * length_sq);
    let (y, y_error) = excess(py * c, -px * s, f64::from(rect.half_extents().y) * length_sq);
    if x < -x_error && y < -y_error {
        return Relation::Interior; // the center is strictly inside
    }
    let (x, y) = (x.max(0.0), y.max(0.0));
    let radius = f64::from(circle.radius());
    let distance_sq = x * x + y * y;
    let reach_sq = radius * radius * length_sq;
    // Clamping does not widen an error, and squaring turns `e` into at most `2 x e + e^2`. The two sides' own roundings
    // are at most three of `2^-53` each. Doubling all of it covers the roundings of this sum itself.
    let error = 4.0 * (x * x_error + y * y_error)
        + 2.0 * (x_error * x_error + y_error * y_error)
        + ERROR * (distance_sq + reach_sq);
    match super::certain_sign(distance_sq - reach_sq, error) {
        Some(gap) => Relation::from_gap(gap),
        None => exactly(circle, rect),
    }
}

/// `|a + b| - reach` and a bound on its error: a difference, a product and a sum on the way into `a + b`, two roundings
/// in `reach`, one in the subtraction, and four in the magnitudes summed here; `ERROR` has room for all.
#[inline]
fn excess(a: f64, b: f64, reach: f64) -> (f64, f64) {
    ((a + b).abs() - reach, ERROR * (a.abs() + b.abs() + reach))
}

/// The exact twin.
#[inline(never)]
fn exactly(circle: &Circle, rect: &OrientedRect) -> Relation {
    let (c, s) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
    let px = Expansion::sum(f64::from(circle.center().x), -f64::from(rect.center().x));
    let py = Expansion::sum(f64::from(circle.center().y), -f64::from(rect.center().y));
    // Products of two f32 numbers are single f64 numbers.
    let length_sq = Expansion::sum(c * c, s * s);
    let x = exact_excess((&px, c), (&py, s), rect.half_extents().x, &length_sq);
    let y = exact_excess((&py, c), (&px, -s), rect.half_extents().y, &length_sq);
    let radius = f64::from(circle.radius());
    let (x_side, y_side) = (x.sign(), y.sign());
    if x_side.is_le() && y_side.is_le() {
        let strictly_inside = x_side.is_lt() && y_side.is_lt();
        return if radius > 0.0 || strictly_inside { Relation::Interior } else { Relation::Touching };
    }
    let mut gap = Expansion::new();
    gap.add_scaled(&length_sq, -(radius * radius));
    for (beyond, side) in [(&x, x_side), (&y, y_side)] {
        if side == Ordering::Greater {
            gap.add_expansion_product(beyond, beyond);
        }
    }
    Relation::from_gap(gap.sign())
}

/// `|p f + q g| - half * length_sq`.
fn exact_excess((p, f): (&Expansion, f64), (q, g): (&Expansion, f64), half: f32, length_sq: &Expansion) -> Expansion {
    let mut along = Expansion::new();
    along.add_scaled(p, f);
    along.add_scaled(q, g);
    let mut excess = along.abs();
    excess.add_scaled(length_sq, -f64::from(half));
    excess
}
