//! The three polynomials behind all decisions about two convex sets.
//!
//! Each set is an [`Outline`]: points, edge directions and a radius. Let `d` be the direction of an edge, `n` its
//! normal `(-d.y, d.x)`, `p` and `q` points of the two sets, and `r` the sum of their radii.
//!
//! | decision | polynomial | degree |
//! |---|---|---|
//! | points and a side: [`Past`] | `n . (q - p)` of the extreme points along `n` | 2, or 3 with an oriented rect |
//! | a point beside an edge: [`EdgeDistance`] | `(n . (q - p))^2 - r^2 d^2` | 4 or 6 |
//! | a point and a point: [`PointDistance`] | `(q - p)^2 - r^2` | 2 or 4 |
//!
//! Two more products say which of them decides: [`Along`], whether a point is beside an edge, and [`Product`], where a
//! motion leads.

mod distance;
mod end;
mod past;

use crate::DVec2;
use crate::exact::{Number, Vector, exponent};
use crate::shape::outline::{Outline, Point};

pub(crate) use distance::{Along, EdgeDistance, PointDistance, Product};
pub(crate) use end::{AheadOfStart, CornerPastEnd, CrossingPastEnd, EdgeLine, End, FromCorner, FromEdge, MiddleAhead};
pub(crate) use past::{DiscPastSide, Extreme, Past, Side};

/// Two convex sets.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub(crate) p: &'a Outline,
    pub(crate) q: &'a Outline,
}

impl<'a> Pair<'a> {
    pub(crate) fn new(p: &'a Outline, q: &'a Outline) -> Self {
        Self { p, q }
    }

    /// Whether plain `f64` evaluates the polynomials without rounding. Shapes that touch are often on a lattice: their
    /// numbers have so few digits that `f64` holds all digits of the polynomials.
    ///
    /// Let all positions, lengths, radii and motions be multiples of `2^(k + 1)`, and the rotors and the directions of
    /// rays, and one, of `2^m`, `m <= 0`. The center and the half size of a rect are multiples of `2^k`, a point of
    /// `2^(k + m)`, a direction of the lesser of `2^k` and `2^m`. So all products of a direction and a point, and all
    /// values of degree 2 or 3, are multiples of `u`, the product of these two. With `S` the largest sum of the
    /// magnitudes of both sets along an axis and `D` the largest coordinate of a direction, they and their partial sums
    /// are at most `2 S D`, so the exponents of `2 S D` and `u` give the number of digits. A sum of two squares has
    /// twice as many and one more; without a radius it is only compared with zero, and may be rounded.
    ///
    /// `2 S D` is rounded too, but only where there are too many digits anyway, as rounding keeps the order of powers of
    /// two. A factor, such as the square of a rotor's length, needs no more digits than its product with a length, or
    /// that length is zero.
    pub(crate) fn is_plain(&self) -> bool {
        let ([p, p_rotor], [q, q_rotor]) = (self.p.lowest_digits(), self.q.lowest_digits());
        // The center of a rect may have one more digit than its corners.
        let (position, rotor) = (p.min(q) - 1, p_rotor.min(q_rotor).min(0));
        // A direction is a rotor or the difference of two positions, a point a sum of positions and of products of a
        // length and a rotor.
        let lowest = rotor.min(position) + position + rotor;
        let radius = f64::from(self.p.radius) + f64::from(self.q.radius);
        let size = self.size().max_element() + radius;
        let direction_size = self.p.direction_size().max(self.q.direction_size());
        let digits = exponent(2.0 * size * direction_size) + 1 - lowest;
        (if radius > 0.0 { 2 * digits + 1 } else { digits }) <= f64::MANTISSA_DIGITS.cast_signed()
    }

    /// The vector from the position of `p` to that of `q`.
    #[inline]
    fn delta<N: Number>(&self) -> Vector<N> {
        Vector::between(self.p.position, self.q.position)
    }

    /// The vector from a point of `p` to a point of `q`.
    #[inline]
    fn between<N: Number>(&self, p: Point, q: Point) -> Vector<N> {
        self.delta().plus(&self.q.at(q)).minus(&self.p.at(p))
    }

    /// At least the sum of the magnitudes of all numbers of both sets, along each axis, rounded.
    #[inline]
    fn size(&self) -> DVec2 {
        let Vector(x, y) = self.delta::<f64>();
        DVec2::new(x, y).abs() + self.p.size() + self.q.size()
    }

    pub(crate) fn swapped(&self) -> Self {
        Self { p: self.q, q: self.p }
    }
}
