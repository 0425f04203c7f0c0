use core::cmp::Ordering;

use super::Containment;
use crate::exact::{Formula, Number, Vector, along_axis, half_extent, largest_sign, reach_along_axis};
use crate::{Circle, OrientedRect, Rect, Vec2};

/// Circle in oriented rectangle. With `u`, `v` and `L` as in
/// [`circle_oriented_rect`](crate::overlap::circle_oriented_rect): along each axis `|u|` must not exceed `half.x L`,
/// and the square of the difference must not be below `radius^2 L`. Degree 6.
#[inline]
#[must_use]
pub(crate) fn circle_in_oriented_rect(inner: &Circle, outer: &OrientedRect) -> Containment {
    let room = |axis| Room { point: inner.center(), outer, axis, around: None };
    let center = largest_sign([room(0), room(1)]);
    if center == Ordering::Greater || inner.radius() == 0.0 {
        return Containment::from_reach(center);
    }
    let past = |axis| DiscPastSide { inner, outer, axis };
    Containment::from_reach(largest_sign([past(0), past(1)]))
}

/// `|u| - half.x L` of a point, or the same along y. For a rectangle around the point, its extent is added to `|u|`.
struct Room<'a> {
    point: Vec2,
    outer: &'a OrientedRect,
    axis: usize,
    around: Option<&'a OrientedRect>,
}

impl Formula for Room<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { point, outer, axis, around } = self;
        let past = along_axis::<N>(outer, axis, point).abs().minus(&half_extent(outer, axis));
        match around {
            Some(inner) => past.plus(&reach_along_axis(outer, axis, inner)),
            None => past,
        }
    }
}

/// `radius^2 L - (half L - |u|)^2`, for a center that is not outside the rectangle.
struct DiscPastSide<'a> {
    inner: &'a Circle,
    outer: &'a OrientedRect,
    axis: usize,
}

impl Formula for DiscPastSide<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let room = Room { point: self.inner.center(), outer: self.outer, axis: self.axis, around: None };
        let own = Vector::<N>::along(self.outer.rotor());
        let radius = f64::from(self.inner.radius());
        N::of(radius * radius).times(&own.dot(&own)).minus(&room.value::<N>().squared())
    }
}

/// Rectangle in oriented rectangle: tests each corner along each axis of the oriented rectangle. Degree 3.
#[inline]
#[must_use]
pub(crate) fn rect_in_oriented_rect(inner: &Rect, outer: &OrientedRect) -> Containment {
    let corners = inner.corners();
    let room = |index: usize| Room { point: corners[index / 2], outer, axis: index % 2, around: None };
    Containment::from_reach(largest_sign([0, 1, 2, 3, 4, 5, 6, 7].map(room)))
}

/// Oriented rectangle in oriented rectangle: along each axis of the outer one, compares the distance of the centers
/// plus the extent of the inner one with the half extent of the outer one. Degree 3.
#[inline]
#[must_use]
pub(crate) fn oriented_rect_in_oriented_rect(inner: &OrientedRect, outer: &OrientedRect) -> Containment {
    let room = |axis| Room { point: inner.center(), outer, axis, around: Some(inner) };
    Containment::from_reach(largest_sign([room(0), room(1)]))
}
