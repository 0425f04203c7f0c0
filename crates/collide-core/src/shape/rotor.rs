use core::ops::Mul;

use crate::shape::error::{ShapeError, finite};
use crate::{DVec2, Vec2};

/// A rotation stored as `(cos, sin)`, so that rotating needs no trigonometry.
///
/// Every kernel uses the two numbers as they are. The constructors [`new`](Self::new), [`from_angle`](Self::from_angle)
/// and [`from_degrees`](Self::from_degrees) give unit length to `f32` precision.
///
/// ```
/// use collide_core::{Rotor};
/// let quarter = Rotor::from_degrees(90.0)?;
/// assert_eq!((quarter.cos(), quarter.sin()), (0.0, 1.0));
/// # Ok::<(), collide_core::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[f32; 2]", into = "[f32; 2]"))]
pub struct Rotor {
    cos: f32,
    sin: f32,
}

/// The maximum difference of `cos^2 + sin^2` from 1 for a unit rotor. Rounding both parts to `f32` changes the sum by
/// at most `2 * 2^-24 * (cos^2 + sin^2)`; one more bit leaves room for rounded tables and files.
const UNIT_TOLERANCE: f64 = 1.0 / (1 << 22) as f64;

impl Rotor {
    /// No rotation.
    ///
    /// ```
    /// # use collide_core::Rotor;
    /// assert_eq!(Rotor::IDENTITY, Rotor::from_degrees(360.0)?);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// The rotor in the direction `(cos, sin)`, normalised. A pair that already has unit length to `f32` precision is
    /// not changed, so saving and loading keeps every bit.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or both are zero.
    ///
    /// ```
    /// use collide_core::Rotor;
    /// let rotor = Rotor::new(3.0, 4.0)?;
    /// assert_eq!((rotor.cos(), rotor.sin()), (0.6, 0.8));
    /// assert!(Rotor::new(0.0, 0.0).is_err());
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn new(cos: f32, sin: f32) -> Result<Self, ShapeError> {
        let given = Self::from_raw(cos, sin)?;
        let (c, s) = (f64::from(cos), f64::from(sin));
        let length_sq = c * c + s * s;
        if (length_sq - 1.0).abs() <= UNIT_TOLERANCE {
            return Ok(given);
        }
        let length = libm::sqrt(length_sq);
        Ok(Self { cos: (c / length) as f32, sin: (s / length) as f32 })
    }

    /// The rotor with exactly these two numbers, not normalised.
    ///
    /// An oriented rectangle with such a rotor is scaled by the rotor's length. Use it to restore stored state, and for
    /// lockstep games that rotate by Pythagorean pairs such as `(3, 4)`, which need no rounding.
    ///
    /// Queries of a world at a time between two ticks interpolate such a rectangle only while its rotor stays the same.
    /// In a tick in which the rotor changes, the rectangle stands still until the end of the tick.
    ///
    /// # Errors
    /// [`ShapeError`] if a number is not finite or both are zero.
    ///
    /// ```
    /// use collide_core::{OrientedRect, Rotor, Vec2};
    /// let rotated = OrientedRect::new(Vec2::ZERO, Vec2::ONE, Rotor::from_raw(3.0, 4.0)?)?;
    /// assert_eq!(rotated.aabb().max(), Vec2::splat(7.0)); // five times as large, and nothing rounded
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn from_raw(cos: f32, sin: f32) -> Result<Self, ShapeError> {
        finite("cos", cos)?;
        finite("sin", sin)?;
        if cos == 0.0 && sin == 0.0 { Err(ShapeError::ZeroRotor) } else { Ok(Self { cos, sin }) }
    }

    /// A rotation by an angle in radians, counter-clockwise with y up. Computed by `libm`, the same on every machine.
    ///
    /// # Errors
    /// [`ShapeError`] if the angle is not finite.
    ///
    /// ```
    /// use collide_core::{Rotor};
    /// let half_turn = Rotor::from_angle(std::f32::consts::PI)?;
    /// assert_eq!(half_turn.cos(), -1.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn from_angle(radians: f32) -> Result<Self, ShapeError> {
        let angle = f64::from(finite("angle", radians)?);
        Ok(Self { cos: libm::cos(angle) as f32, sin: libm::sin(angle) as f32 })
    }

    /// A rotation by an angle in degrees, counter-clockwise with y up. Multiples of 90 degrees are exact. Angles that
    /// are mirror images in the axes or diagonals have the same two numbers, up to sign and order.
    ///
    /// # Errors
    /// [`ShapeError`] if the angle is not finite.
    ///
    /// ```
    /// use collide_core::Rotor;
    /// let quarter = Rotor::from_degrees(-270.0)?;
    /// assert_eq!((quarter.cos(), quarter.sin()), (0.0, 1.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    pub fn from_degrees(degrees: f32) -> Result<Self, ShapeError> {
        // The remainder of f32 numbers is exact in f64, and so is its distance from the nearest quarter turn.
        let turn = f64::from(finite("angle", degrees)?) % 360.0;
        let quarters = libm::round(turn / 90.0);
        let rest = turn - quarters * 90.0; // in [-45, 45]
        let (sin, cos) = sin_cos_octant(rest.abs());
        let sin = if rest < 0.0 { -sin } else { sin };
        let (cos, sin) = match (quarters as i32).rem_euclid(4) {
            0 => (cos, sin),
            1 => (-sin, cos),
            2 => (-cos, -sin),
            _ => (sin, -cos),
        };
        // Adding zero turns -0 into 0, so that equal rotations are equal bytes.
        Ok(Self { cos: cos + 0.0, sin: sin + 0.0 })
    }

    /// The vector rotated by the rotor, rounded to `f32`. A rotor [without unit length](Self::from_raw) also scales the
    /// vector by its length.
    ///
    /// ```
    /// use collide_core::{Rotor, Vec2};
    /// assert_eq!(Rotor::from_degrees(90.0)?.rotate(Vec2::new(3.0, 1.0)), Vec2::new(-1.0, 3.0));
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn rotate(&self, vector: Vec2) -> Vec2 {
        self.turn(vector.as_dvec2()).as_vec2()
    }

    /// The direction of the x axis after the rotation.
    #[inline]
    pub(crate) fn direction(&self) -> Vec2 {
        Vec2::new(self.cos, self.sin)
    }

    /// The vector rotated in `f64`, where products of `f32` numbers are exact.
    pub(crate) fn turn(&self, vector: DVec2) -> DVec2 {
        let (cos, sin) = (f64::from(self.cos), f64::from(self.sin));
        DVec2::new(cos * vector.x - sin * vector.y, sin * vector.x + cos * vector.y)
    }

    /// The opposite rotation. The rotor has the same length.
    ///
    /// ```
    /// use collide_core::Rotor;
    /// assert_eq!(Rotor::from_degrees(30.0)?.inverse(), Rotor::from_degrees(-30.0)?);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { cos: self.cos, sin: 0.0 - self.sin }
    }

    /// The angle in radians, from -pi to pi, counter-clockwise with y up. Computed by `libm`, the same on every
    /// machine.
    ///
    /// ```
    /// use collide_core::Rotor;
    /// assert_eq!(Rotor::from_degrees(90.0)?.angle(), std::f32::consts::FRAC_PI_2);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn angle(&self) -> f32 {
        libm::atan2(self.sin.into(), self.cos.into()) as f32
    }

    /// The cosine part.
    ///
    /// ```
    /// # use collide_core::Rotor;
    /// assert_eq!(Rotor::from_degrees(180.0)?.cos(), -1.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn cos(&self) -> f32 {
        self.cos
    }

    /// The sine part.
    ///
    /// ```
    /// # use collide_core::Rotor;
    /// assert_eq!(Rotor::from_degrees(90.0)?.sin(), 1.0);
    /// # Ok::<(), collide_core::ShapeError>(())
    /// ```
    #[must_use]
    pub fn sin(&self) -> f32 {
        self.sin
    }
}

/// The combined rotation. The result has unit length to `f32` precision, also if a factor is from
/// [`from_raw`](Self::from_raw), so long chains of products do not drift.
///
/// ```
/// use collide_core::Rotor;
/// let [sixth, third] = [60.0, 120.0].map(|degrees| Rotor::from_degrees(degrees).unwrap());
/// assert!(((sixth * sixth).angle() - third.angle()).abs() < 1e-6);
/// assert_eq!(sixth * Rotor::IDENTITY, sixth);
/// ```
impl Mul for Rotor {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let product = self.turn(DVec2::new(other.cos.into(), other.sin.into()));
        // Neither overflows nor underflows: the factors are `f32` numbers, and not both parts are zero. Half of the
        // tolerance is left for rounding to `f32`.
        let length_sq = product.length_squared();
        let unit =
            if (length_sq - 1.0).abs() <= UNIT_TOLERANCE * 0.5 { product } else { product / libm::sqrt(length_sq) };
        Self { cos: unit.x as f32 + 0.0, sin: unit.y as f32 + 0.0 }
    }
}

/// Sine and cosine of an angle in `[0, 45]` degrees; at 45 both are the same number.
fn sin_cos_octant(degrees: f64) -> (f32, f32) {
    if degrees == 45.0 {
        let half = core::f64::consts::FRAC_1_SQRT_2 as f32;
        return (half, half);
    }
    let (sin, cos) = libm::sincos(degrees.to_radians());
    (sin as f32, cos as f32)
}

#[cfg(test)]
mod tests {
    use super::Rotor;

    #[test]
    fn quarter_turns_are_exact_and_eighths_symmetric() {
        for turn in -8..=8_i16 {
            let rotor = Rotor::from_degrees(f32::from(turn) * 90.0).unwrap();
            let expected = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][turn.rem_euclid(4) as usize];
            assert_eq!((rotor.cos(), rotor.sin()), expected, "{turn} quarter turns");
            assert!(!(rotor.cos() == 0.0 && rotor.cos().is_sign_negative()));
            let eighth = Rotor::from_degrees(f32::from(turn) * 90.0 + 45.0).unwrap();
            assert_eq!(eighth.cos().abs(), eighth.sin().abs());
        }
    }

    /// The tests of the bindings expect the same bits.
    #[test]
    fn degrees_have_these_bits() {
        for (degrees, bits) in [(1.0, [0x3f7f_f605, 0x3c8e_f859]), (3.0, [0x3f7f_a62f, 0x3d56_5e3a])] {
            let rotor = Rotor::from_degrees(degrees).unwrap();
            assert_eq!([rotor.cos(), rotor.sin()].map(f32::to_bits), bits, "{degrees} degrees");
        }
    }

    #[test]
    fn normalising_twice_changes_nothing() {
        for step in 0..10_000_u16 {
            let angle = f32::from(step) * 0.01;
            let (cos, sin) = (libm::cosf(angle) * 37.0, libm::sinf(angle) * 37.0);
            let once = Rotor::new(cos, sin).unwrap();
            assert_eq!(once, Rotor::new(once.cos(), once.sin()).unwrap());
        }
    }

    #[test]
    fn products_stay_unit_and_undo_each_other() {
        let step = Rotor::from_degrees(0.1).unwrap();
        let mut rotor = Rotor::IDENTITY;
        for turn in 1..=36_000_u16 {
            rotor = rotor * step;
            let (c, s) = (f64::from(rotor.cos()), f64::from(rotor.sin()));
            assert!((c * c + s * s - 1.0).abs() <= super::UNIT_TOLERANCE, "{turn} turns give {rotor:?}");
            let back = rotor * rotor.inverse();
            assert!((back.cos() - 1.0).abs() < 1e-6 && back.sin().abs() < 1e-6, "{rotor:?} back is {back:?}");
        }
        let tiny = f32::from_bits(1);
        let extreme = [(f32::MAX, f32::MAX), (tiny, tiny), (f32::MAX, tiny), (-tiny, 0.0), (3.0, 4.0)];
        let extreme = extreme.map(|(cos, sin)| Rotor::from_raw(cos, sin).unwrap());
        for a in extreme {
            for b in extreme {
                let (c, s) = (f64::from((a * b).cos()), f64::from((a * b).sin()));
                assert!((c * c + s * s - 1.0).abs() <= super::UNIT_TOLERANCE, "{a:?} by {b:?}");
            }
        }
    }

    #[test]
    fn extreme_pairs_are_normalised_without_overflow() {
        let tiny = f32::from_bits(1);
        for (cos, sin) in [(f32::MAX, f32::MAX), (tiny, tiny), (f32::MAX, tiny), (-tiny, 0.0)] {
            let rotor = Rotor::new(cos, sin).unwrap();
            let (c, s) = (f64::from(rotor.cos()), f64::from(rotor.sin()));
            let length_sq = c * c + s * s;
            assert!((length_sq - 1.0).abs() < 1e-6, "{cos} {sin} gave {rotor:?}");
        }
    }
}
