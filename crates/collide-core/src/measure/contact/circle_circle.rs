use glam::DVec2;

use crate::measure::results::Measure;

/// The contact along the line of centers. The point is in the middle of the overlap.
pub(super) fn measure(a: DVec2, a_radius: f64, b: DVec2, b_radius: f64) -> Measure {
    let between = b - a;
    let distance = between.length();
    let normal = if distance > 0.0 { between / distance } else { DVec2::X };
    let depth = a_radius + b_radius - distance;
    Measure::at_point(normal, depth, a + normal * (a_radius - depth * 0.5))
}
