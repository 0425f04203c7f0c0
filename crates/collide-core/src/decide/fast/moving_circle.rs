//! A moving circle and a circle or rectangle at rest, without outlines. Where these tests leave the relation open,
//! [`moving`](super::moving) decides.

use super::circle_circle::ERROR;
use super::moving::path_and_point;
use crate::exact::ROUNDOFF;
use crate::{Circle, Rect, Relation, Vec2};

/// A circle that moves to `to`, and a circle.
#[inline]
pub(crate) fn moving_circle_circle(circle: &Circle, to: Vec2, other: &Circle) -> Option<Relation> {
    let [from, to, at] = [circle.center(), to, other.center()].map(Vec2::as_dvec2);
    let (start, radius) = (from - at, f64::from(circle.radius()) + f64::from(other.radius()));
    path_and_point(start, start.abs(), to - from, 1.0, radius, ROUNDOFF)
}

/// A circle that moves to `to`, and a rectangle: apart along an axis, or an end of the motion is in the rectangle grown
/// by the radius.
///
/// Rounding is monotone: a rounded difference is greater than the radius only if the difference is. The error of the
/// comparison of squares is that of [`compare_distance`](super::compare_distance).
#[inline]
pub(crate) fn moving_circle_rect(circle: &Circle, to: Vec2, rect: &Rect) -> Option<Relation> {
    let (from, min, max, radius) = (circle.center(), rect.min(), rect.max(), f64::from(circle.radius()));
    let before = min.as_dvec2() - from.max(to).as_dvec2();
    let behind = from.min(to).as_dvec2() - max.as_dvec2();
    if before.max(behind).max_element() > radius {
        return Some(Relation::Apart);
    }
    let is_entered = |at: Vec2| {
        let distance_sq = (at.as_dvec2() - at.clamp(min, max).as_dvec2()).length_squared();
        distance_sq < radius * radius * (1.0 - ERROR)
    };
    (is_entered(to) || is_entered(from)).then_some(Relation::Interior)
}
