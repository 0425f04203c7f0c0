use super::Containment;
use crate::exact::{Formula, Number, Vector, along_axis, half_extent};
use crate::overlap::compare_distance;
use crate::{Circle, OrientedRect, Rect};

/// Circle in circle: compares the squared distance of the centers with the squared difference of the radii. Degree 2.
#[inline]
#[must_use]
pub(crate) fn circle_in_circle(inner: &Circle, outer: &Circle) -> Containment {
    if inner.radius() > outer.radius() {
        return Containment::StickingOut;
    }
    Containment::from_reach(compare_distance(inner.center(), outer.center(), outer.radius(), -inner.radius()))
}

/// Rectangle in circle: compares the squared distance of the farthest corner with the squared radius. Degree 2.
#[inline]
#[must_use]
pub(crate) fn rect_in_circle(inner: &Rect, outer: &Circle) -> Containment {
    let reach = inner.corners().map(|corner| compare_distance(corner, outer.center(), outer.radius(), 0.0));
    Containment::from_reach(reach[0].max(reach[1]).max(reach[2]).max(reach[3]))
}

/// Oriented rectangle in circle: the farthest corner decides. With `u`, `v` and `L` as in
/// [`circle_oriented_rect`](crate::overlap::circle_oriented_rect), the sign of `(|u| + half.x L)^2 + (|v| + half.y L)^2
/// - radius^2 L`. Degree 6.
#[inline]
#[must_use]
pub(crate) fn oriented_rect_in_circle(inner: &OrientedRect, outer: &Circle) -> Containment {
    Containment::from_reach(FarthestCorner { inner, outer }.sign())
}

struct FarthestCorner<'a> {
    inner: &'a OrientedRect,
    outer: &'a Circle,
}

impl Formula for FarthestCorner<'_> {
    #[inline]
    fn value<N: Number>(&self) -> N {
        let &Self { inner, outer } = self;
        let reach = |axis| along_axis::<N>(inner, axis, outer.center()).abs().plus(&half_extent(inner, axis));
        let along = Vector::<N>::along(inner.rotor());
        let radius = f64::from(outer.radius());
        let radius_sq = N::of(radius * radius).times(&along.dot(&along));
        reach(0).squared().plus(&reach(1).squared()).minus(&radius_sq)
    }
}
