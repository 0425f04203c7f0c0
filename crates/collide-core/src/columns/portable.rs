//! The lanes for every processor.

use super::lanes::{LANES, Lanes};

/// Loops over eight numbers, which the compiler turns into vector instructions of the target.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; LANES]);

impl Portable {
    #[inline(always)]
    fn each(self, other: Self, operation: impl Fn(f32, f32) -> f32) -> Self {
        Self(core::array::from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    fn mask(self, other: Self, holds: impl Fn(&f32, &f32) -> bool) -> [u32; LANES] {
        core::array::from_fn(|lane| if holds(&self.0[lane], &other.0[lane]) { u32::MAX } else { 0 })
    }
}

/// The uppermost bit of each lane.
#[inline(always)]
fn bits(lanes: [u32; LANES]) -> u8 {
    let mut bits = 0;
    for (lane, value) in lanes.into_iter().enumerate() {
        bits |= ((value >> 31) as u8) << lane;
    }
    bits
}

impl Lanes for Portable {
    type Mask = [u32; LANES];

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn load(values: &[f32; LANES]) -> Self {
        Self(*values)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, |a, b| a + b)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, |a, b| a - b)
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.each(other, |a, b| a * b)
    }

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|a| -a))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(|a| f32::from_bits(a.to_bits() & 0x7FFF_FFFF)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.each(other, |a, b| if a < b { a } else { b })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.each(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn upper_digits(self) -> Self {
        Self(self.0.map(|a| f32::from_bits(a.to_bits() & 0xFFFF_F000)))
    }

    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        self.mask(other, f32::lt)
    }

    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        self.mask(other, f32::le)
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Self::Mask {
        self.mask(other, f32::eq)
    }

    #[inline(always)]
    fn signs(self) -> u8 {
        bits(self.0.map(f32::to_bits))
    }

    #[inline(always)]
    fn and_gt(self, other: Self, mask: Self::Mask) -> Self::Mask {
        core::array::from_fn(|lane| if self.0[lane] > other.0[lane] { mask[lane] } else { 0 })
    }

    #[inline(always)]
    fn all() -> Self::Mask {
        [u32::MAX; LANES]
    }

    #[inline(always)]
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        core::array::from_fn(|lane| a[lane] & b[lane])
    }

    #[inline(always)]
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        core::array::from_fn(|lane| a[lane] | b[lane])
    }

    #[inline(always)]
    fn bits(mask: Self::Mask) -> u8 {
        bits(mask)
    }
}
