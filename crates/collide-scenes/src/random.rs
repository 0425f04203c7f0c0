//! Random numbers that are the same on every machine.

use std::f64::consts::TAU;

use collide_core::{Rect, Vec2};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// A stream of random numbers, determined by its seed alone.
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // A multiplicative generator starts badly from a state with few bits set: spread the seed over all bits.
        let (high, low) = (split_mix(seed), split_mix(!seed));
        Self(Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low)))
    }

    /// Uniform in `[0, 1)`, a multiple of `2^-53`.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in `[low, high]`, rounded to `f32`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        let (low, high) = (f64::from(low), f64::from(high));
        (low + self.unit() * (high - low)) as f32
    }

    /// Uniform in `0..count`, to within `count / 2^64`.
    pub(crate) fn index(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    /// Uniform in the rectangle, at least `margin` away from its border.
    pub(crate) fn point(&mut self, within: &Rect, margin: Vec2) -> Vec2 {
        let (low, high) = (within.min() + margin, within.max() - margin);
        let x = self.between(low.x, high.x);
        Vec2::new(x, self.between(low.y, high.y))
    }

    /// Uniform in `[0, 2 pi)`, in radians.
    pub(crate) fn angle(&mut self) -> f64 {
        self.unit() * TAU
    }

    /// A vector of the given length in a uniformly random direction.
    pub(crate) fn direction(&mut self, length: f32) -> Vec2 {
        polar(f64::from(length), self.angle())
    }

    /// Normally distributed on both axes, with standard deviation `sigma` (Box and Muller's method).
    pub(crate) fn gaussian(&mut self, sigma: f64) -> Vec2 {
        let length = sigma * libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        polar(length, self.angle())
    }

    /// A number in `[low, high]` with a density proportional to `value^exponent`, for an exponent other than -1.
    pub(crate) fn power_law(&mut self, low: f32, high: f32, exponent: f64) -> f32 {
        let power = exponent + 1.0;
        let (from, to) = (libm::pow(f64::from(low), power), libm::pow(f64::from(high), power));
        let value = libm::pow(from + self.unit() * (to - from), 1.0 / power) as f32;
        value.clamp(low, high)
    }

    /// Shuffles the items uniformly.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// The point of the unit circle at a share of a whole turn.
pub(crate) fn on_circle(share: f64) -> Vec2 {
    polar(1.0, share * TAU)
}

fn polar(length: f64, angle: f64) -> Vec2 {
    let (sin, cos) = libm::sincos(angle);
    Vec2::new((length * cos) as f32, (length * sin) as f32)
}

/// One step of the SplitMix64 generator.
fn split_mix(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
