//! Measures of two convex sets of few points and a radius: what capsules and polygons need.
//!
//! All follow from the Minkowski difference of the sets without their radii: [`Difference`].

mod cast;
mod contact;
mod difference;
mod meet;

use glam::DVec2;

use crate::measure::hull::Hull;

pub(crate) use cast::through;
pub(crate) use contact::{measure, measure_depth};
use difference::Difference;
pub(crate) use meet::meet;

/// The points of two sets that are nearest to each other. They are apart.
pub(crate) fn closest(a: &Hull, b: &Hull) -> [DVec2; 2] {
    let difference = Difference::of(a, b);
    let nearest = difference.outside();
    let [on_a, on_b] = difference.points_at(&nearest, a, b);
    [a.origin + on_a + nearest.normal * a.radius, b.origin + on_b - nearest.normal * b.radius]
}
