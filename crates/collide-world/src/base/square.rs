//! The square of a bound: a place of its own size, by one rule for all.

use collide_core::Aabb;

/// A square of a level, whose side is two to the power of the level. Two bounds that intersect are in the same square or
/// in neighbors, if both are of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Square {
    level: i32,
    x: i64,
    y: i64,
}

/// The bits of a coordinate of a square in its key.
const BITS: u32 = 27;

/// The middle of the range of coordinates.
const ORIGIN: i64 = 1 << (BITS - 1);

/// The exponent of the smallest positive `f32` number is above this.
const LOWEST: i32 = -150;

/// No coordinate of a square is farther from zero than two to this power.
const FARTHEST: i32 = 25;

impl Square {
    /// The square of a bound: its side is the smallest power of two that is not below the longer side of the bound, and
    /// the center of the bound lies in it.
    pub(crate) fn of(bound: &Aabb) -> Self {
        Self::around(corners(bound))
    }

    /// The square of the bound with these corners.
    #[inline]
    pub(crate) fn around(corners: [[f64; 2]; 2]) -> Self {
        Self::of_level(corners, level_for(corners))
    }

    /// The square of a level in which the center of a bound lies.
    pub(crate) fn at(bound: &Aabb, level: i32) -> Self {
        Self::of_level(corners(bound), level)
    }

    #[inline]
    fn of_level([min, max]: [[f64; 2]; 2], level: i32) -> Self {
        let part = power_of_two(-level) * 0.5;
        let [x, y] = [0, 1].map(|axis| floor((min[axis] + max[axis]) * part));
        Self { level, x, y }
    }

    pub(crate) fn moved(self, x: i64, y: i64) -> Self {
        Self { x: self.x + x, y: self.y + y, ..self }
    }

    /// A number for each square, in order of level, y and x.
    pub(crate) fn key(self) -> u64 {
        let [level, y, x] = [i64::from(self.level - LOWEST), self.y + ORIGIN, self.x + ORIGIN];
        ((level << (2 * BITS)) | (y << BITS) | x) as u64
    }
}

/// The key of the square that is this many squares to the right and above that of another key.
pub(crate) fn moved(key: u64, right: i64, up: i64) -> u64 {
    key.wrapping_add_signed((up << BITS) + right)
}

/// The level in a [key](Square::key).
pub(crate) fn level_of(key: u64) -> i32 {
    (key >> (2 * BITS)) as i32 + LOWEST
}

fn corners(bound: &Aabb) -> [[f64; 2]; 2] {
    [bound.min(), bound.max()].map(|corner| corner.as_dvec2().to_array())
}

/// The lowest level whose squares are as large as a bound, and not too many for their coordinates.
#[inline]
fn level_for([min, max]: [[f64; 2]; 2]) -> i32 {
    let side = greater(max[0] - min[0], max[1] - min[1]);
    let [left, bottom, right, top] = [min[0], min[1], max[0], max[1]].map(f64::abs);
    let farthest = greater(greater(left, right), greater(bottom, top));
    exponent(side).max(exponent(farthest) - FARTHEST).max(LOWEST + 1)
}

#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The largest whole number that is not above a number. Without the function of the standard library, which is a call on
/// processors that have no instruction for it.
#[inline]
pub(crate) fn floor(number: f64) -> i64 {
    let whole = number as i64;
    whole - i64::from(whole as f64 > number)
}

/// The exponent of the smallest power of two that is not below a length. A low number for zero, also for a negative one:
/// the side of a bound from 0.0 to -0.0.
#[inline]
pub(crate) fn exponent(length: f64) -> i32 {
    const MANTISSA: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = length.abs().to_bits();
    let up = bits & ((1 << MANTISSA) - 1) != 0;
    (bits >> MANTISSA) as i32 - BIAS + i32::from(up)
}

const BIAS: i32 = f64::MAX_EXP - 1;

/// Two to the power of a level.
#[inline]
pub(crate) fn power_of_two(level: i32) -> f64 {
    f64::from_bits(((level + BIAS) as u64) << (f64::MANTISSA_DIGITS - 1))
}
