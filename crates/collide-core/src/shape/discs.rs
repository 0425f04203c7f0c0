//! Discs within and around polygons.

use glam::DVec2;

use crate::Vec2;
use crate::exact::{ROUNDOFF, round_down};
use crate::shape::hull::Hull;

/// Two discs around one point near the middle of a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Discs {
    /// The center of both, from the position.
    pub(crate) middle: Vec2,
    /// The radius of a disc within the polygon, minus infinity if there is none.
    pub(crate) within: f32,
    /// The radius of a disc around the polygon, infinity if it is not below the range of `f32`.
    pub(crate) around: f32,
}

/// Relative to the distance of the farthest corner, this is more than the error of a distance from the middle: two
/// differences, products, a sum, a square, a quotient and a square root have ten roundings.
const ERROR: f64 = 32.0 * ROUNDOFF;

impl Discs {
    /// The discs of a hull that is grown by a radius. Of the radii of the discs, each is near the best one for the mean
    /// of the corners.
    pub(crate) fn of(hull: &Hull, radius: f32) -> Self {
        let corners = hull.as_slice();
        let sum: DVec2 = corners.iter().map(|corner| corner.as_dvec2()).sum();
        let middle = (sum / corners.len() as f64).as_vec2();
        let from_middle = |corner: Vec2| corner.as_dvec2() - middle.as_dvec2();
        let farthest_sq = corners.iter().map(|corner| from_middle(*corner).length_squared()).fold(0.0, f64::max);
        let farthest = libm::sqrt(farthest_sq) * (1.0 + ERROR);
        let mut nearest_sq = f64::INFINITY;
        for index in 0..hull.count() {
            let [from, to] = [index, hull.next(index)].map(|index| hull.get(index).as_dvec2());
            let (along, ahead) = (to - from, (from - middle.as_dvec2()).perp_dot(to - from));
            // Of a point and a segment there is no side on which the middle certainly is.
            let gap = if ahead > 0.0 { ahead * ahead / along.length_squared() } else { 0.0 };
            nearest_sq = if gap < nearest_sq { gap } else { nearest_sq };
        }
        let nearest = libm::sqrt(nearest_sq) - farthest * ERROR;
        let (radius, down) = (f64::from(radius), |value: f64| round_down((value, 0.0)));
        let within = if nearest > 0.0 { down((radius + nearest) * (1.0 - ERROR)) } else { f32::NEG_INFINITY };
        Self { middle, within, around: -down(-(radius + farthest) * (1.0 + ERROR)) }
    }
}
