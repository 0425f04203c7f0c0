use core::cmp::Ordering;

use super::{ERROR, Relation, certain_sign};
use crate::exact::Expansion;
use crate::{OrientedRect, Rect};

/// Rectangle against oriented rectangle: the separating axis test on the two axes and the two turned ones.
///
/// Along x, with the rotor `(c, s)`, the oriented rectangle reaches `half.x |c| + half.y |s|` from its center, and the gap
/// is the center's way past the nearer side less that reach: degree 2. Along `(c, s)`, with `L = c^2 + s^2`, it reaches
/// `half.x L`, and the gap is the way to the nearer of the rectangle's extreme corners less that: degree 3. Corners are
/// used as given; a center computed from them would be rounded.
#[must_use]
pub fn rect_oriented_rect(rect: &Rect, other: &OrientedRect) -> Relation {
    let gaps = gaps(rect, other);
    let mut open = [false; 6];
    for (open, gap) in open.iter_mut().zip(&gaps) {
        match gap.sign() {
            Some(Ordering::Greater) => return Relation::Apart,
            Some(_) => {}
            None => *open = true,
        }
    }
    let mut gap = Ordering::Less;
    for (_, open_gap) in open.iter().zip(&gaps).filter(|(open, _)| **open) {
        gap = gap.max(open_gap.exact_sign());
        if gap == Ordering::Greater {
            break;
        }
    }
    Relation::from_gap(gap)
}

/// A gap along an axis, not yet evaluated: `(x - x0) c + (y - y0) s - (h f + k g)`, or less than zero where it cannot
/// separate.
struct Gap {
    /// The two coordinates of a difference and the factor on it, twice.
    way: [(f64, f64, f64); 2],
    /// Products of extents with what they are scaled by; each factor the exact sum of two numbers.
    reach: [(f64, [f64; 2]); 2],
}

/// The gaps along x, along y, and in both directions along each turned axis.
fn gaps(rect: &Rect, other: &OrientedRect) -> [Gap; 6] {
    let (c, s) = (f64::from(other.rotor().cos()), f64::from(other.rotor().sin()));
    let (half_x, half_y) = (f64::from(other.half_extents().x), f64::from(other.half_extents().y));
    let (x, y) = (f64::from(other.center().x), f64::from(other.center().y));
    let low = (f64::from(rect.min().x), f64::from(rect.min().y));
    let high = (f64::from(rect.max().x), f64::from(rect.max().y));
    let straight = |center: f64, low: f64, high: f64, f: f64, g: f64| Gap {
        way: [beyond(center, low, high), (0.0, 0.0, 0.0)],
        reach: [(half_x, [f.abs(), 0.0]), (half_y, [g.abs(), 0.0])],
    };
    // The corner that comes first in the direction `(c, s)`, seen from the oriented rectangle's center.
    let turned = |c: f64, s: f64, half: f64| Gap {
        way: [(if c > 0.0 { low.0 } else { high.0 }, x, c), (if s > 0.0 { low.1 } else { high.1 }, y, s)],
        reach: [(half, [c * c, s * s]), (0.0, [0.0, 0.0])],
    };
    [
        straight(x, low.0, high.0, c, s),
        straight(y, low.1, high.1, s, c),
        turned(c, s, half_x),
        turned(-c, -s, half_x),
        turned(-s, c, half_y),
        turned(s, -c, half_y),
    ]
}

/// How far a coordinate lies beyond an interval, as a difference to take; negative or zero within it.
fn beyond(center: f64, low: f64, high: f64) -> (f64, f64, f64) {
    if center >= high { (center, high, 1.0) } else { (low, center, 1.0) }
}

impl Gap {
    /// The sign, unless rounding leaves it open. Each term sees at most six roundings: difference, product, sum and
    /// subtraction for the way; sum, product, sum and subtraction for the reach.
    #[inline]
    fn sign(&self) -> Option<Ordering> {
        let [(a, a0, f), (b, b0, g)] = self.way;
        let (x, y) = ((a - a0) * f, (b - b0) * g);
        let [(h, [h0, h1]), (k, [k0, k1])] = self.reach;
        let reach = h * (h0 + h1) + k * (k0 + k1);
        certain_sign((x + y) - reach, ERROR * (x.abs() + y.abs() + reach))
    }

    /// The exact twin of [`Gap::sign`].
    #[inline(never)]
    fn exact_sign(&self) -> Ordering {
        let mut gap = Expansion::new();
        for (value, origin, factor) in self.way {
            gap.add_scaled(&Expansion::sum(value, -origin), factor);
        }
        for (half, factors) in self.reach {
            for factor in factors {
                gap.add_product(-half, factor);
            }
        }
        gap.sign()
    }
}
