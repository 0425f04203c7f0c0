//! Oriented rects between two ticks.

use collide_core::{OrientedRect, Rotor};

use super::{Interpolation, Turn};

/// More than the rounding error of a rotor or a length, relative to it.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// The rect between two others.
/// `None` if the change is a teleport, and the rotors differ and one of them scales.
pub(super) fn interpolate(
    from: &OrientedRect,
    to: &OrientedRect,
    interpolation: &Interpolation,
) -> Option<OrientedRect> {
    let rotates = is_unit(from.rotor()) && is_unit(to.rotor());
    if !rotates && from.rotor() != to.rotor() {
        return None;
    }
    let scale = if rotates { 1.0 } else { length_sq(from.rotor()).sqrt() };
    let growth = (to.half_extents().as_dvec2() - from.half_extents().as_dvec2()) * scale;
    let near = interpolation.is_near(from.center(), to.center()) && interpolation.is_short(growth);
    let between = || {
        let half = interpolation.point(from.half_extents(), to.half_extents());
        let rotor = if rotates { rotated(from.rotor(), to.rotor(), interpolation.part) } else { from.rotor() };
        OrientedRect::new(interpolation.point(from.center(), to.center()), half, rotor)
    };
    near.then(between)?.ok()
}

/// What the rotation towards an interpolated rect adds to its motion.
#[inline]
pub(super) fn turn(from: &OrientedRect, end: &OrientedRect) -> Turn {
    let (before, after) = (from.rotor(), end.rotor());
    if before == after {
        return Turn::default();
    }
    let [half, end_half] = [from, end].map(|rect| rect.half_extents().as_dvec2());
    let cos = f64::from(after.cos()) - f64::from(before.cos());
    let sin = f64::from(after.sin()) - f64::from(before.sin());
    // The chord grows with the angle. Of rotors between two ticks, the length is one up to rounding.
    let chord = libm::hypot(cos, sin) + 2.0 * (length_sq(before) - 1.0).abs() + ROUNDING;
    let radius = half.length().max(end_half.length()) * (1.0 + ROUNDING);
    Turn { distance: radius * chord + (end_half - half).length(), radius }
}

/// The rotation interpolated the shorter way round, at constant angular speed.
fn rotated(from: Rotor, to: Rotor, part: f64) -> Rotor {
    let [a, b] = [from, to].map(|rotor| (f64::from(rotor.cos()), f64::from(rotor.sin())));
    let angle = libm::atan2(a.0 * b.1 - a.1 * b.0, a.0 * b.0 + a.1 * b.1) * part;
    let (cos, sin) = (libm::cos(angle), libm::sin(angle));
    let (x, y) = (a.0 * cos - a.1 * sin, a.0 * sin + a.1 * cos);
    Rotor::new(x as f32, y as f32).unwrap_or(from)
}

/// Whether a rotor rotates without scaling.
fn is_unit(rotor: Rotor) -> bool {
    (length_sq(rotor) - 1.0).abs() < 1e-3
}

fn length_sq(rotor: Rotor) -> f64 {
    let (cos, sin) = (f64::from(rotor.cos()), f64::from(rotor.sin()));
    cos * cos + sin * sin
}
