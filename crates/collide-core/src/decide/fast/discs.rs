//! The fast tests of circles, capsules and polygons: a circle is a point with a radius, a capsule a segment, and a polygon
//! has one disc within and one around it.

use super::distance::DistanceBounds;
use super::gjk::{Columns, Support, gjk};
use super::{capsule_with, hulls_of};
use crate::shape::discs::Discs;
use crate::{Capsule, Circle, DVec2, OrientedRect, Polygon, Rect, Relation, Vec2};

#[inline(always)]
fn size(vectors: &[Vec2]) -> f64 {
    vectors.iter().map(|vector| vector.abs().as_dvec2().element_sum()).sum()
}

/// The relation of two capsules.
#[inline]
pub(crate) fn capsules(a: &Capsule, b: &Capsule, roundoff: f64) -> Option<Relation> {
    if roundoff > 0.0 {
        let ([from, to], [other_from, other_to]) = (a.offsets(), b.offsets());
        let delta = difference(b.position(), a.position()) + difference(other_from, from);
        let size = size(&[a.position(), b.position(), from, to, other_from, other_to]);
        let bounds = DistanceBounds::of_segments(delta, difference(to, from), difference(other_to, other_from), size);
        let radius = f64::from(a.radius()) + f64::from(b.radius());
        if let Some(relation) = bounds.relation([radius; 2]) {
            return Some(relation);
        }
    }
    capsule_with(a, b, roundoff)
}

/// The relation of a circle and a capsule.
#[inline]
pub(crate) fn circle_capsule(circle: &Circle, capsule: &Capsule, roundoff: f64) -> Option<Relation> {
    if roundoff > 0.0 {
        let ([from, to], radius) = (capsule.offsets(), f64::from(circle.radius()) + f64::from(capsule.radius()));
        let point = difference(circle.center(), capsule.position()) - from.as_dvec2();
        let size = size(&[circle.center(), capsule.position(), from, to]);
        let bounds = DistanceBounds::of_point_and_segment(point, difference(to, from), size);
        if let Some(relation) = bounds.relation([radius; 2]) {
            return Some(relation);
        }
    }
    capsule_with(circle, capsule, roundoff)
}

/// The relation of two polygons. Discs within and around them decide most pairs.
#[inline]
pub(crate) fn polygons(a: &Polygon, b: &Polygon, roundoff: f64) -> Option<Relation> {
    if roundoff > 0.0 {
        let (first, second) = (a.discs(), b.discs());
        let delta = difference(b.position(), a.position()) + difference(second.middle, first.middle);
        let bounds = DistanceBounds::of_points(delta, size(&[a.position(), b.position(), first.middle, second.middle]));
        let sum = |a: f32, b: f32| f64::from(a) + f64::from(b);
        let radii = [sum(first.within, second.within), sum(first.around, second.around)];
        if let Some(relation) = bounds.relation(radii) {
            return Some(relation);
        }
        return gjk(&Columns::of(a), &Columns::of(b));
    }
    hulls_of(a, b, roundoff)
}

/// The relation of a circle and a polygon. Discs within and around the polygon decide most pairs.
#[inline]
pub(crate) fn circle_polygon(circle: &Circle, polygon: &Polygon, roundoff: f64) -> Option<Relation> {
    if roundoff > 0.0 {
        let &Discs { middle, within, around } = polygon.discs();
        let point = difference(circle.center(), polygon.position()) - middle.as_dvec2();
        let bounds = DistanceBounds::of_points(point, size(&[circle.center(), polygon.position(), middle]));
        if let Some(relation) =
            bounds.relation([within, around].map(|disc| f64::from(disc) + f64::from(circle.radius())))
        {
            return Some(relation);
        }
        return gjk(circle, &Columns::of(polygon));
    }
    hulls_of(circle, polygon, roundoff)
}

/// The relation of a capsule and a polygon. Discs within and around the polygon decide most pairs.
#[inline]
pub(crate) fn capsule_polygon(capsule: &Capsule, polygon: &Polygon, roundoff: f64) -> Option<Relation> {
    if roundoff > 0.0 {
        let (&Discs { middle, within, around }, [from, to]) = (polygon.discs(), capsule.offsets());
        let point = difference(polygon.position(), capsule.position()) + difference(middle, from);
        let size = size(&[polygon.position(), capsule.position(), middle, from, to]);
        let bounds = DistanceBounds::of_point_and_segment(point, difference(to, from), size);
        if let Some(relation) =
            bounds.relation([within, around].map(|disc| f64::from(disc) + f64::from(capsule.radius())))
        {
            return Some(relation);
        }
        return gjk(capsule, &Columns::of(polygon));
    }
    hulls_of(capsule, polygon, roundoff)
}

#[inline(always)]
fn difference(a: Vec2, b: Vec2) -> DVec2 {
    a.as_dvec2() - b.as_dvec2()
}

/// The relation of an axis-aligned rectangle and a polygon.
#[inline]
pub(crate) fn rect_polygon(rect: &Rect, polygon: &Polygon, roundoff: f64) -> Option<Relation> {
    if roundoff > 0.0 {
        let (min, max) = (rect.min().as_dvec2(), rect.max().as_dvec2());
        let size = size(&[rect.min(), rect.max()]);
        return box_polygon(rect, polygon, [(min + max) * 0.5, (max - min) * 0.5, DVec2::X], size);
    }
    hulls_of(rect, polygon, roundoff)
}

/// The relation of an oriented rectangle and a polygon.
#[inline]
pub(crate) fn oriented_rect_polygon(rect: &OrientedRect, polygon: &Polygon, roundoff: f64) -> Option<Relation> {
    if roundoff > 0.0 {
        let (half, rotor) = (rect.half_extents().as_dvec2(), rect.rotor().direction().as_dvec2());
        let size = size(&[rect.center()]) + half.element_sum() * rotor.abs().element_sum();
        return box_polygon(rect, polygon, [rect.center().as_dvec2(), half, rotor], size);
    }
    hulls_of(rect, polygon, roundoff)
}

/// The relation of a polygon and a box with a center, half of its sides and a rotor, and the sum of the magnitudes behind
/// its corners. Discs within and around the polygon decide most pairs.
#[inline(always)]
fn box_polygon<S: Support>(
    rect: &S,
    polygon: &Polygon,
    [center, half, rotor]: [DVec2; 3],
    size: f64,
) -> Option<Relation> {
    let &Discs { middle, within, around } = polygon.discs();
    let point = (polygon.position().as_dvec2() - center) + middle.as_dvec2();
    let bounds = DistanceBounds::of_point_and_box(point, half, rotor, size + self::size(&[polygon.position(), middle]));
    bounds.relation([within, around].map(f64::from)).or_else(|| gjk(rect, &Columns::of(polygon)))
}
