//! The lanes for NEON, which every AArch64 processor has.
//!
//! The instructions compute exactly what the portable operations in `portable.rs` compute.

#![allow(unsafe_code)]

use core::arch::aarch64::*;

use super::lanes::{LANES, Lanes};

/// Eight lanes in two registers.
#[derive(Clone, Copy)]
pub(super) struct Neon(float32x4_t, float32x4_t);

/// For each of eight lanes all bits or none.
type Mask = (uint32x4_t, uint32x4_t);

/// Runs instructions of NEON.
macro_rules! neon {
    ($code:expr) => {
        // SAFETY: this file is compiled only into programs for processors with NEON. Pointers come from references to
        // arrays of the size that is read.
        unsafe { $code }
    };
}

macro_rules! numbers {
    ($($name:ident => $instruction:ident;)+) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Self {
            neon!(Self($instruction(self.0, other.0), $instruction(self.1, other.1)))
        })+
    };
}

macro_rules! masks {
    ($($name:ident => $instruction:ident;)+) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Mask {
            neon!(($instruction(self.0, other.0), $instruction(self.1, other.1)))
        })+
    };
}

/// Four numbers in a register.
#[inline(always)]
fn four(numbers: [u32; 4]) -> uint32x4_t {
    neon!(vld1q_u32(numbers.as_ptr()))
}

/// `mask` with the numbers of `a` where it is set, else those of `b`.
#[inline(always)]
fn choose(mask: Mask, a: Neon, b: Neon) -> Neon {
    neon!(Neon(vbslq_f32(mask.0, a.0, b.0), vbslq_f32(mask.1, a.1, b.1)))
}

impl Lanes for Neon {
    type Mask = Mask;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        neon!(Self(vdupq_n_f32(value), vdupq_n_f32(value)))
    }

    #[inline(always)]
    fn load(values: &[f32; LANES]) -> Self {
        let [a, b, c, d, e, f, g, h] = *values;
        let [low, high] = [[a, b, c, d], [e, f, g, h]];
        neon!(Self(vld1q_f32(low.as_ptr()), vld1q_f32(high.as_ptr())))
    }

    numbers! {
        add => vaddq_f32;
        sub => vsubq_f32;
        mul => vmulq_f32;
    }

    masks! {
        lt => vcltq_f32;
        le => vcleq_f32;
        eq => vceqq_f32;
    }

    #[inline(always)]
    fn neg(self) -> Self {
        neon!(Self(vnegq_f32(self.0), vnegq_f32(self.1)))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        neon!(Self(vabsq_f32(self.0), vabsq_f32(self.1)))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        choose(self.lt(other), self, other)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        choose(other.lt(self), self, other)
    }

    #[inline(always)]
    fn upper_digits(self) -> Self {
        let upper =
            |lanes| neon!(vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(lanes), vdupq_n_u32(0xFFFF_F000))));
        Self(upper(self.0), upper(self.1))
    }

    #[inline(always)]
    fn signs(self) -> u8 {
        let sign = |lanes| neon!(vreinterpretq_u32_s32(vshrq_n_s32::<31>(vreinterpretq_s32_f32(lanes))));
        Self::bits((sign(self.0), sign(self.1)))
    }

    #[inline(always)]
    fn and_gt(self, other: Self, mask: Mask) -> Mask {
        Self::and(mask, other.lt(self))
    }

    #[inline(always)]
    fn all() -> Mask {
        neon!((vdupq_n_u32(u32::MAX), vdupq_n_u32(u32::MAX)))
    }

    #[inline(always)]
    fn and(a: Mask, b: Mask) -> Mask {
        neon!((vandq_u32(a.0, b.0), vandq_u32(a.1, b.1)))
    }

    #[inline(always)]
    fn or(a: Mask, b: Mask) -> Mask {
        neon!((vorrq_u32(a.0, b.0), vorrq_u32(a.1, b.1)))
    }

    #[inline(always)]
    fn bits(mask: Mask) -> u8 {
        let weights = (four([1, 2, 4, 8]), four([16, 32, 64, 128]));
        let (low, high) = Self::and(mask, weights);
        neon!(vaddvq_u32(vorrq_u32(low, high)) as u8)
    }
}
