//! The fast test of two boxes at any angles, in plain `f64`. It is nearly always certain.

use core::cmp::Ordering;

use crate::exact::sign_within;
use crate::{OrientedRect, Rect, Relation};

/// A box as numbers: center, half extents and rotor.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    x: f64,
    y: f64,
    half_x: f64,
    half_y: f64,
    cos: f64,
    sin: f64,
    /// At least as large as any coordinate of the box before its rotation.
    size: f64,
}

impl From<&OrientedRect> for Sides {
    #[inline]
    fn from(rect: &OrientedRect) -> Self {
        let [x, y] = [f64::from(rect.center().x), f64::from(rect.center().y)];
        let [half_x, half_y] = [f64::from(rect.half_extents().x), f64::from(rect.half_extents().y)];
        let [cos, sin] = [f64::from(rect.rotor().cos()), f64::from(rect.rotor().sin())];
        Self { x, y, half_x, half_y, cos, sin, size: x.abs() + y.abs() + half_x + half_y }
    }
}

/// Center and half extents are rounded. The error is less than `2^-52` of the size.
impl From<&Rect> for Sides {
    #[inline]
    fn from(rect: &Rect) -> Self {
        let ([min_x, min_y], [max_x, max_y]) =
            ([f64::from(rect.min().x), f64::from(rect.min().y)], [f64::from(rect.max().x), f64::from(rect.max().y)]);
        Self {
            x: (min_x + max_x) * 0.5,
            y: (min_y + max_y) * 0.5,
            half_x: (max_x - min_x) * 0.5,
            half_y: (max_y - min_y) * 0.5,
            cos: 1.0,
            sin: 0.0,
            size: (min_x.abs() + max_x.abs()) + (min_y.abs() + max_y.abs()),
        }
    }
}

/// Two boxes, of which at least one is oriented: the separating axis test on the four edge normals.
///
/// Let `(c, s)` be an axis of one box, `h` its half extent along it, `L = c^2 + s^2`, `(k, l)` the half extents of the
/// other, `(d, t)` its rotor, and `p` the vector between the centers. The gap on this axis has the sign of `|p.x c + p.y
/// s| - h L - k |c d + s t| - l |c t - s d|`. The boxes touch if the largest gap is zero.
///
/// Each gap is a sum of at most five terms, each a product of a length and entries of rotors. Let `D` be the sum of both
/// sizes, and `A` and `B` be `|cos| + |sin|` of the rotors. A term of a half extent on an axis of the first box is at
/// most `D A (A + B)`, on an axis of the second at most `D B (A + B)`. So are, up to a factor of three, the terms of `p`
/// if no gap is positive, and if no computed gap is: then the components of `p` along both axes of a box are at most the
/// extents, and its length times that of the rotor at most their sum. Inputs have an error of at most `2^-52` of `D`, and
/// at most eight roundings follow in each term. So the error of a gap is less than `9 * 12 * 2^-53` of that bound. The
/// code uses `(A + B)^2`, which is more than either, and `2^-46`. With `f32` inputs nothing overflows or underflows in
/// `f64`.
#[inline]
pub(crate) fn boxes(a: impl Into<Sides>, b: impl Into<Sides>, roundoff: f64) -> Option<Relation> {
    let (a, b) = (a.into(), b.into());
    let (first, second) = (past(a, b, 1.0), past(b, a, 1.0));
    sign_within(if first > second { first } else { second }, error(a, b, roundoff), roundoff).map(Relation::from_gap)
}

/// How far a box reaches past another: along each axis of the outer one, the distance of the centers plus the extent of
/// the inner one, less the half extent of the outer one. The terms and the error are those of [`boxes`].
#[inline]
pub(crate) fn box_past_box(inner: impl Into<Sides>, outer: impl Into<Sides>, roundoff: f64) -> Option<Ordering> {
    let (inner, outer) = (inner.into(), outer.into());
    sign_within(past(outer, inner, -1.0), error(inner, outer, roundoff), roundoff)
}

/// The larger component along an axis of `of` of the distance of the centers, less the half extent of `of` and `sign`
/// times the extent of `other`.
#[inline(always)]
fn past(of: Sides, other: Sides, sign: f64) -> f64 {
    let (x, y) = (other.x - of.x, other.y - of.y);
    let dot = (of.cos * other.cos + of.sin * other.sin).abs();
    let cross = (of.cos * other.sin - of.sin * other.cos).abs();
    let length_sq = of.cos * of.cos + of.sin * of.sin;
    let u = (x * of.cos + y * of.sin).abs();
    let v = (y * of.cos - x * of.sin).abs();
    let along = u - (of.half_x * length_sq + (other.half_x * dot + other.half_y * cross) * sign);
    let across = v - (of.half_y * length_sq + (other.half_x * cross + other.half_y * dot) * sign);
    if along > across { along } else { across }
}

/// The bound of the error of [`past`].
#[inline(always)]
fn error(a: Sides, b: Sides, roundoff: f64) -> f64 {
    let turns = (a.cos.abs() + a.sin.abs()) + (b.cos.abs() + b.sin.abs());
    (a.size + b.size) * (turns * turns) * (128.0 * roundoff)
}
