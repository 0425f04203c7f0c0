use core::cmp::Ordering;

use super::{ERROR, Relation, certain_sign};
use crate::OrientedRect;
use crate::exact::Expansion;

/// Oriented rectangle against oriented rectangle: the separating axis test on the four edge normals.
///
/// On the axis `(c, s)` of a rectangle with half extent `h` along it, `L = c^2 + s^2`, the other rectangle's half extents
/// `(k, l)` and rotor `(d, t)`, and `p` between the centers, the gap is the sign of
/// `|p.x c + p.y s| - h L - k |c d + s t| - l |s d - c t|`. Touching is a zero on some axis and no positive.
#[must_use]
pub fn oriented_rect_oriented_rect(a: &OrientedRect, b: &OrientedRect) -> Relation {
    let axes = [Axis::of(a, false), Axis::of(a, true), Axis::of(b, false), Axis::of(b, true)];
    let others = [b, b, a, a];
    let mut gap = Ordering::Less;
    let mut open = [false; 4];
    for (index, (axis, other)) in axes.iter().zip(others).enumerate() {
        match axis.gap(other) {
            Some(Ordering::Greater) => return Relation::Apart,
            Some(_) => {}
            None => open[index] = true,
        }
    }
    for (index, (axis, other)) in axes.iter().zip(others).enumerate() {
        if open[index] {
            gap = gap.max(axis.exact_gap(other));
        }
        if gap == Ordering::Greater {
            break;
        }
    }
    Relation::from_gap(gap)
}

/// An edge normal of a rectangle, at the rectangle's center, and the half extent along it.
struct Axis {
    origin: (f64, f64),
    direction: (f64, f64),
    half: f64,
}

impl Axis {
    fn of(rect: &OrientedRect, second: bool) -> Self {
        let (c, s) = (f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin()));
        let half = rect.half_extents();
        let (direction, half) = if second { ((-s, c), half.y) } else { ((c, s), half.x) };
        Self { origin: (rect.center().x.into(), rect.center().y.into()), direction, half: half.into() }
    }

    /// The sign of the gap along this axis, unless rounding leaves it open.
    ///
    /// Roundings on the way in: four for the distance (difference, product, sum, subtraction), five for each extent
    /// (sum, product, two sums, subtraction); `ERROR` has room for those of the magnitudes too.
    #[inline]
    fn gap(&self, other: &OrientedRect) -> Option<Ordering> {
        let (c, s) = self.direction;
        let (d, t) = (f64::from(other.rotor().cos()), f64::from(other.rotor().sin()));
        let (k, l) = (f64::from(other.half_extents().x), f64::from(other.half_extents().y));
        let x = (f64::from(other.center().x) - self.origin.0) * c;
        let y = (f64::from(other.center().y) - self.origin.1) * s;
        let own = self.half * (c * c + s * s);
        let reach = own + k * (c * d + s * t).abs() + l * (s * d - c * t).abs();
        let dot_size = (c * d).abs() + (s * t).abs();
        let cross_size = (s * d).abs() + (c * t).abs();
        let size = x.abs() + y.abs() + own + k * dot_size + l * cross_size;
        certain_sign((x + y).abs() - reach, ERROR * size)
    }

    /// The exact twin of [`Axis::gap`].
    #[inline(never)]
    fn exact_gap(&self, other: &OrientedRect) -> Ordering {
        let (c, s) = self.direction;
        let (d, t) = (f64::from(other.rotor().cos()), f64::from(other.rotor().sin()));
        let (k, l) = (f64::from(other.half_extents().x), f64::from(other.half_extents().y));
        // Products of two f32 numbers are single f64 numbers.
        let length_sq = Expansion::sum(c * c, s * s);
        let dot = Expansion::sum(c * d, s * t).abs();
        let cross = Expansion::sum(s * d, -(c * t)).abs();
        let mut along = Expansion::new();
        along.add_scaled(&Expansion::sum(other.center().x.into(), -self.origin.0), c);
        along.add_scaled(&Expansion::sum(other.center().y.into(), -self.origin.1), s);
        let mut gap = along.abs();
        gap.add_scaled(&length_sq, -self.half);
        gap.add_scaled(&dot, -k);
        gap.add_scaled(&cross, -l);
        gap.sign()
    }
}
