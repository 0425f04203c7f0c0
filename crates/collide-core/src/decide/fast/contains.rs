use core::cmp::Ordering;

use super::compare_distance;
use crate::exact::sign_within;
use crate::{Circle, OrientedRect, Rect, Vec2};

/// How far a circle reaches past a circle: compares the squared distance of the centers with the squared difference of
/// the radii.
#[inline]
pub(crate) fn circle_past_circle(inner: &Circle, outer: &Circle) -> Option<Ordering> {
    if inner.radius() > outer.radius() {
        return Some(Ordering::Greater);
    }
    Some(compare_distance(inner.center(), outer.center(), outer.radius(), -inner.radius()))
}

/// How far a rectangle reaches past a rectangle: comparisons of corners, which are exact.
#[inline]
pub(crate) fn rect_past_rect(inner: &Rect, outer: &Rect) -> Ordering {
    if inner.min().cmplt(outer.min()).any() || inner.max().cmpgt(outer.max()).any() {
        Ordering::Greater
    } else if inner.min().cmpeq(outer.min()).any() || inner.max().cmpeq(outer.max()).any() {
        Ordering::Equal
    } else {
        Ordering::Less
    }
}

/// How far a rectangle reaches past a circle: compares the squared distance of its farthest corner with the squared
/// radius. Rounding as in [`compare_distance`].
#[inline]
pub(crate) fn rect_past_circle(inner: &Rect, outer: &Circle, roundoff: f64) -> Option<Ordering> {
    let [center, min, max] = [outer.center(), inner.min(), inner.max()].map(Vec2::as_dvec2);
    let distance_sq = (max - center).abs().max((center - min).abs()).length_squared();
    let radius_sq = f64::from(outer.radius()) * f64::from(outer.radius());
    sign_within(distance_sq - radius_sq, 8.0 * roundoff * distance_sq.max(radius_sq), roundoff)
}

/// How far an oriented rectangle reaches past a circle: the farthest corner decides. With `u`, `v` and `L` as in
/// [`circle_oriented_rect`](super::circle_oriented_rect), the sign of `(|u| + half.x L)^2 + (|v| + half.y L)^2 -
/// radius^2 L`. No term cancels but in `u` and `v`; the error is bounded as there.
#[inline]
pub(crate) fn oriented_rect_past_circle(inner: &OrientedRect, outer: &Circle, roundoff: f64) -> Option<Ordering> {
    let rotor = inner.rotor().direction().as_dvec2();
    let delta = outer.center().as_dvec2() - inner.center().as_dvec2();
    let length_sq = rotor.length_squared();
    let half = inner.half_extents().as_dvec2() * length_sq;
    let farthest = half.x + rotor.dot(delta).abs();
    let (x_sq, y) = (farthest * farthest, half.y + rotor.perp_dot(delta).abs());
    let radius_sq = f64::from(outer.radius()) * f64::from(outer.radius()) * length_sq;
    let size = delta.abs().element_sum() * rotor.abs().element_sum() + half.element_sum();
    sign_within(x_sq + y * y - radius_sq, (size * size + radius_sq) * (256.0 * roundoff), roundoff)
}

/// How far a circle reaches past a rectangle: its radius plus the distance of its center past the nearest side, which is
/// negative within. Two roundings.
#[inline]
pub(crate) fn circle_past_rect(inner: &Circle, outer: &Rect, roundoff: f64) -> Option<Ordering> {
    let [center, min, max] = [inner.center(), outer.min(), outer.max()].map(Vec2::as_dvec2);
    let past = (min - center).max(center - max).max_element();
    let radius = f64::from(inner.radius());
    sign_within(past + radius, 4.0 * roundoff * (past.abs() + radius), roundoff)
}

/// How far a circle reaches past an oriented rectangle, in the rectangle's frame. With `D` as in
/// [`circle_oriented_rect`](super::circle_oriented_rect), the error of the room on a side is less than `2^-50 D`.
#[inline]
pub(crate) fn circle_past_oriented_rect(inner: &Circle, outer: &OrientedRect, roundoff: f64) -> Option<Ordering> {
    let rotor = outer.rotor().direction().as_dvec2();
    let delta = inner.center().as_dvec2() - outer.center().as_dvec2();
    let length_sq = rotor.length_squared();
    let half = outer.half_extents().as_dvec2() * length_sq;
    let size = delta.abs().element_sum() * rotor.abs().element_sum() + half.element_sum();
    let error = size * (16.0 * roundoff);
    let room = half.x - rotor.dot(delta).abs();
    let room = room.min(half.y - rotor.perp_dot(delta).abs());
    let (low, high) = (room - error, room + error);
    let radius = f64::from(inner.radius());
    let (radius_sq, up) = (radius * radius * length_sq, 1.0 + 512.0 * roundoff);
    if high < 0.0 || high * high * up < radius_sq {
        Some(Ordering::Greater)
    } else if low > 0.0 && low * low > radius_sq * up {
        Some(Ordering::Less)
    } else {
        (roundoff == 0.0).then_some(Ordering::Equal)
    }
}
