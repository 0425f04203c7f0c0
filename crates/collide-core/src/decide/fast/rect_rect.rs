use crate::exact::{ROUNDOFF, certain_sign};
use crate::{DVec2, Rect, Relation};

/// Rectangle against rectangle: comparisons of corners, which are exact.
#[inline]
pub(crate) fn rect_rect(a: &Rect, b: &Rect, _: f64) -> Option<Relation> {
    Some(if a.min().cmpgt(b.max()).any() || b.min().cmpgt(a.max()).any() {
        Relation::Apart
    } else if a.min().cmpeq(b.max()).any() || b.min().cmpeq(a.max()).any() {
        Relation::Touching
    } else {
        Relation::Interior
    })
}

/// A moving rectangle against a rectangle at rest: comparisons of corners, and the gap across the path of the center.
/// Rectangles often touch along x or y, which comparisons decide. Not for one whose end is its start: it has no path.
///
/// If the size changes on the way, the gap is that of the mean size, and the change is added to the error. From an input
/// to the gap there are at most ten roundings.
#[inline]
pub(crate) fn moving_rect_rect([from, to]: [&Rect; 2], other: &Rect) -> Option<Relation> {
    let whole = Rect::unchecked(from.min().min(to.min()), from.max().max(to.max()));
    let straight = rect_rect(&whole, other, ROUNDOFF)?;
    if straight == Relation::Apart {
        return Some(straight);
    }
    let sides = |rect: &Rect| [rect.min().as_dvec2(), rect.max().as_dvec2()];
    let ([a, b], [c, d], [e, f]) = (sides(from), sides(to), sides(other));
    // All of twice the length.
    let (start, at) = (a + b, e + f);
    let (size, new_size) = (b - a, d - c);
    let normal = mean_path([a, b], [c, d])?.perp();
    let gap = (start - at).dot(normal).abs() - ((size + new_size) * 0.5 + (f - e)).dot(normal.abs());
    let rounding = (a.abs() + b.abs() + e.abs() + f.abs()) * (32.0 * ROUNDOFF);
    let sign = certain_sign(gap, (rounding + (new_size - size).abs()).dot(normal.abs()))?;
    Some(if sign.is_lt() { straight } else { Relation::Apart })
}

/// Twice the path of the center of a box, from the lower and upper corner at both ends. `None` if the corners move in
/// opposite directions along an axis, so that their sum cancels.
#[inline(always)]
pub(super) fn mean_path([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<DVec2> {
    let (low, high) = (c - a, d - b);
    (low * high).cmpge(DVec2::ZERO).all().then_some(low + high)
}
