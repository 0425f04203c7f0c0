use collide_core::{OrientedRect, Rotor, ShapeError, Vec2};

use super::{Bounded, Interpolation, Stored};

impl Stored<4> for OrientedRect {
    type Payload = Bounded<Self>;

    const HAS_CENTER: bool = true;

    /// `None` also if the rotors differ and one of them scales.
    fn interpolate(&self, to: &Self, interpolation: &Interpolation) -> Option<Self> {
        let rotates = is_unit(self.rotor()) && is_unit(to.rotor());
        if !rotates && self.rotor() != to.rotor() {
            return None;
        }
        let scale = if rotates { 1.0 } else { length_sq(self.rotor()).sqrt() };
        let growth = (to.half_extents().as_dvec2() - self.half_extents().as_dvec2()) * scale;
        let near = interpolation.is_near(self.center(), to.center()) && interpolation.is_short(growth);
        let between = || {
            let half = interpolation.point(self.half_extents(), to.half_extents());
            let rotor = if rotates { rotated(self.rotor(), to.rotor(), interpolation.part) } else { self.rotor() };
            Self::new(interpolation.point(self.center(), to.center()), half, rotor)
        };
        near.then(between)?.ok()
    }

    fn map_points(&self, point: impl Fn(Vec2) -> Vec2) -> Result<Self, ShapeError> {
        Self::new(point(self.center()), self.half_extents(), self.rotor())
    }

    #[inline(always)]
    fn with_center(&self, center: Vec2) -> Result<Self, ShapeError> {
        Self::new(center, self.half_extents(), self.rotor())
    }
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
