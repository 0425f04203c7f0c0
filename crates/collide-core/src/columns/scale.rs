//! The unit of the numbers in a join.
//!
//! Squares of numbers below `2^-63` or from `2^64` on are subnormal or infinite, which leaves the filter undecided. So
//! the numbers of very small and very large shapes are first multiplied by a power of two. This is exact, except:
//! - It overflows to infinity. Then the difference to a finite number is infinite, and to another infinite number it is
//!   NaN. NaN leaves the answer open. Infinity stands for a difference of at least one unit in the last place of the
//!   overflow threshold, `2^104`, and decides only if the square of the reach is finite, so the reach is below `2^64`.
//! - It becomes subnormal, with an error of at most `2^-150` for each number, so of `d = 2^-148` for a difference or a
//!   reach. Where the squares of distance and reach `r` differ by less than a factor of two, the error of their
//!   difference is at most `8 r d`. The bound of the filter, `2^-20 r^2 + 2^-126`, is far above that for every `r`.

use super::lanes::Lanes;

/// The units in which the numbers are used as they are.
const NATURAL: core::ops::RangeInclusive<f32> = 1.0 / (1_u64 << 40) as f32..=(1_u64 << 40) as f32;

/// How the numbers of a join are scaled.
pub(super) trait Scale: Copy {
    /// The scaled numbers, rounded if they leave the range of normal numbers.
    fn scaled<V: Lanes>(&self, numbers: V) -> V;

    /// The scaled numbers; clears the lanes of `exact` that were rounded.
    fn scaled_exactly<V: Lanes>(&self, numbers: V, exact: &mut V::Mask) -> V;
}

/// Numbers as they are.
#[derive(Clone, Copy)]
pub(super) struct Natural;

impl Scale for Natural {
    #[inline(always)]
    fn scaled<V: Lanes>(&self, numbers: V) -> V {
        numbers
    }

    #[inline(always)]
    fn scaled_exactly<V: Lanes>(&self, numbers: V, _: &mut V::Mask) -> V {
        numbers
    }
}

/// Numbers multiplied by a power of two.
#[derive(Clone, Copy)]
pub(super) struct Scaled {
    factor: f32,
    inverse: f32,
}

impl Scaled {
    /// The scale in which this unit is between 1 and 2, as far as possible; `None` if no scale is needed.
    pub(super) fn for_unit(unit: f32) -> Option<Self> {
        if NATURAL.contains(&unit) || !unit.is_finite() || unit <= 0.0 {
            return None;
        }
        // The exponent of the unit, as a normal number; the factor and its inverse must be normal, too.
        let exponent = ((unit.to_bits() >> 23) as i32 - 127).clamp(-126, 126);
        let power = |exponent: i32| f32::from_bits(((exponent + 127) as u32) << 23);
        Some(Self { factor: power(-exponent), inverse: power(exponent) })
    }
}

impl Scale for Scaled {
    #[inline(always)]
    fn scaled<V: Lanes>(&self, numbers: V) -> V {
        numbers.mul(V::splat(self.factor))
    }

    #[inline(always)]
    fn scaled_exactly<V: Lanes>(&self, numbers: V, exact: &mut V::Mask) -> V {
        let scaled = self.scaled(numbers);
        *exact = V::and(*exact, scaled.mul(V::splat(self.inverse)).eq(numbers));
        scaled
    }
}

#[cfg(test)]
mod tests {
    use super::Scaled;

    #[test]
    fn units_become_about_one() {
        for unit in [f32::from_bits(1), 1e-41, 1e-38, 1e-20, 1e20, 1e30, f32::MAX] {
            let Scaled { factor, inverse } = Scaled::for_unit(unit).unwrap();
            assert_eq!(factor * inverse, 1.0);
            let scaled = unit * factor;
            assert!(scaled < 2.0 && (scaled >= 1.0 || unit < f32::MIN_POSITIVE) || unit > 1e38, "{unit}: {scaled}");
        }
        for unit in [0.0, 1.0, 1e-6, 1e6, f32::NAN, f32::INFINITY, -1.0] {
            assert!(Scaled::for_unit(unit).is_none(), "{unit}");
        }
    }
}
