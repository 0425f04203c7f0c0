//! Measures and orders that several kinds of movement share.

use collide_core::swept::Rounding;
use collide_core::{Aabb, Shape};

/// The greatest spacing of `f32` positions in a bound: that at its coordinate farthest from zero.
pub(super) fn rounding_unit(bound: &Aabb) -> f64 {
    let farthest = bound.min().abs().max(bound.max().abs()).max_element();
    f64::from(farthest) * f64::from(f32::EPSILON)
}

/// More than the distance to neighbouring positions.
pub(super) fn margin(bound: &Aabb) -> f64 {
    rounding_unit(bound) * 64.0
}

/// The longer side of a bound.
pub(super) fn extent(bound: &Aabb) -> f64 {
    (bound.max().as_dvec2() - bound.min().as_dvec2()).max_element()
}

/// The rounding away from a surface with this component of the normal, which leads into it; `None` along it.
pub(super) fn away(normal: f64) -> Option<Rounding> {
    if normal > 0.0 {
        Some(Rounding::Down)
    } else if normal < 0.0 {
        Some(Rounding::Up)
    } else {
        None
    }
}

/// Sorts shapes by slot.
pub(super) fn sort_by_slot(shapes: &mut [(u32, Shape)]) {
    shapes.sort_unstable_by_key(|(slot, _)| *slot);
}
