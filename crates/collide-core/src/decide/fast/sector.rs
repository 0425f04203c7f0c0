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

/// The relation of a sector and a shape.
#[inline]
pub(crate) fn sector(sector: &Sector, shape: &Shape) -> Option<Relation> {
    let apex = sector.apex();
    let Middle { at, size, within, around } = Middle::of(shape);
    let outer = f64::from(sector.outer());
    let error = (size + apex.abs().as_dvec2().element_sum() + outer + around) * ERROR;
    let distance = distance(sector, at - apex.as_dvec2())?;
    if distance - error > around {
        Some(Relation::Apart)
    } else if distance + error < within {
        // The inside of the disc has a point of the sector, and each of these is next to an inner point of the sector.
        Some(Relation::Interior)
    } else {
        None
    }
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
    #[inline]
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

/// The distance of a point, from the apex, and a sector. `None` for a narrow sector, or one with a narrow gap.
#[inline]
fn distance(sector: &Sector, point: DVec2) -> Option<f64> {
    let ([from, to], [inner, outer]) = (sector.units(), [sector.inner(), sector.outer()].map(f64::from));
    let sine = from.perp_dot(to);
    if sine.abs() < NARROW && from.dot(to) > 0.0 {
        return None;
    }
    let (is_left_of_from, is_right_of_to) = (from.perp_dot(point) >= 0.0, point.perp_dot(to) >= 0.0);
    let is_between = if sine >= 0.0 { is_left_of_from && is_right_of_to } else { is_left_of_from || is_right_of_to };
    if is_between {
        let length = length(point);
        return Some((length - outer).max(inner - length).max(0.0));
    }
    let from_border = |unit: DVec2| length(point - unit * unit.dot(point).clamp(inner, outer));
    Some(from_border(from).min(from_border(to)))
}

#[inline]
fn length(vector: DVec2) -> f64 {
    libm::sqrt(vector.length_squared())
}
