//! The fast test of sectors: the distance of a sector from the middle of a shape, beside the radii of a disc within the
//! shape and one around it.

use crate::exact::ROUNDOFF;
use crate::shape::discs::Discs;
use crate::{DVec2, Relation, Sector, Shape, Vec2};

/// The error of the distance, relative to the sum of the magnitudes of all numbers behind it. Each step has fewer than 16
/// roundings. Only a point near the line of a border can get to the wrong side of it. The distance of a point changes by
/// at most as much as the point moves; behind the apex of a narrow sector, by at most `1 / NARROW` times as much.
const ERROR: f64 = 128.0 / NARROW * ROUNDOFF;

/// The sine of the angle between the borders below which the sector, or its gap, is too narrow for this test.
const NARROW: f64 = 1.0 / 64.0;

/// The relation of a sector and a shape. It is inlined, so that the kind of the shape is known.
#[inline(always)]
pub(crate) fn sector(sector: &Sector, shape: &Shape) -> Option<Relation> {
    let (apex, [from, to]) = (sector.apex(), sector.units());
    let sine = from.perp_dot(to);
    if sine.abs() < NARROW && from.dot(to) > 0.0 {
        return None;
    }
    let Middle { at, size, within, around } = Middle::of(shape);
    let (point, [inner, outer]) = (at - apex.as_dvec2(), [sector.inner(), sector.outer()].map(f64::from));
    let error = (size + apex.abs().as_dvec2().element_sum() + outer + around) * ERROR;
    // Below `near` the disc within the shape has a point of the sector, and each of these is next to an inner point of
    // the sector. Above `far` the disc around has none.
    let (near, far) = (within - error, around + error);
    let (is_left_of_from, is_right_of_to) = (from.perp_dot(point) >= 0.0, point.perp_dot(to) >= 0.0);
    let is_between = if sine >= 0.0 { is_left_of_from & is_right_of_to } else { is_left_of_from | is_right_of_to };
    let (is_near, is_far) = if is_between {
        let length_sq = point.length_squared();
        let is_near = near > 0.0 && is_below(length_sq, outer + near) && !is_below(length_sq, inner - near);
        (is_near, is_below(length_sq, inner - far) || !is_below(length_sq, outer + far))
    } else {
        let from_border = |unit: DVec2| (point - unit * unit.dot(point).max(inner).min(outer)).length_squared();
        let (a, b) = (from_border(from), from_border(to));
        let distance_sq = if a < b { a } else { b };
        (is_below(distance_sq, near), !is_below(distance_sq, far))
    };
    if is_far {
        Some(Relation::Apart)
    } else if is_near {
        Some(Relation::Interior)
    } else {
        None
    }
}

/// Whether a squared distance is below that of a limit, which may be negative.
#[inline(always)]
fn is_below(distance_sq: f64, limit: f64) -> bool {
    limit > 0.0 && distance_sq < limit * limit
}

/// A point near the middle of a shape.
struct Middle {
    at: DVec2,
    /// The sum of the magnitudes of the numbers behind it.
    size: f64,
    /// The radius of a disc within the shape, not above zero if there is none, and of one around it; both rounded.
    within: f64,
    around: f64,
}

impl Middle {
    #[inline(always)]
    fn of(shape: &Shape) -> Self {
        let size = |vectors: &[Vec2]| vectors.iter().map(|vector| vector.abs().as_dvec2().element_sum()).sum::<f64>();
        match shape {
            Shape::Circle(circle) => {
                let radius = f64::from(circle.radius());
                Self { at: circle.center().as_dvec2(), size: size(&[circle.center()]), within: radius, around: radius }
            }
            Shape::Rect(rect) => {
                let (min, max) = (rect.min().as_dvec2(), rect.max().as_dvec2());
                let half = (max - min) * 0.5;
                let size = size(&[rect.min(), rect.max()]);
                Self { at: (min + max) * 0.5, size, within: half.min_element(), around: length(half) }
            }
            Shape::OrientedRect(rect) => {
                let half = rect.half_extents().as_dvec2() * length(rect.rotor().direction().as_dvec2());
                let (at, size) = (rect.center().as_dvec2(), size(&[rect.center()]));
                Self { at, size, within: half.min_element(), around: length(half) }
            }
            Shape::Capsule(capsule) => {
                let ([a, b], radius) = (capsule.offsets(), f64::from(capsule.radius()));
                let at = capsule.position().as_dvec2() + (a.as_dvec2() + b.as_dvec2()) * 0.5;
                let around = radius + length(b.as_dvec2() - a.as_dvec2()) * 0.5;
                Self { at, size: size(&[capsule.position(), a, b]), within: radius, around }
            }
            Shape::Polygon(polygon) => {
                let &Discs { middle, within, around } = polygon.discs();
                let at = polygon.position().as_dvec2() + middle.as_dvec2();
                let size = size(&[polygon.position(), middle]);
                Self { at, size, within: within.into(), around: around.into() }
            }
        }
    }
}

#[inline]
fn length(vector: DVec2) -> f64 {
    libm::sqrt(vector.length_squared())
}
