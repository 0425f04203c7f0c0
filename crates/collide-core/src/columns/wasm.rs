//! The lanes for the 128-bit SIMD of WebAssembly, if the program was compiled for it. Without relaxed instructions, whose
//! results differ between machines.
//!
//! The instructions compute exactly what the portable operations in `portable.rs` compute. They are safe to call in a
//! program that is compiled for them.

use core::arch::wasm32::*;

use super::lanes::{LANES, Lanes};

/// Eight lanes in two registers.
#[derive(Clone, Copy)]
pub(super) struct Simd128(v128, v128);

macro_rules! each {
    ($($name:ident => $instruction:ident;)+) => {
        $(#[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self($instruction(self.0, other.0), $instruction(self.1, other.1))
        })+
    };
}

impl Lanes for Simd128 {
    type Mask = Self;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self(f32x4_splat(value), f32x4_splat(value))
    }

    #[inline(always)]
    fn load(values: &[f32; LANES]) -> Self {
        let [a, b, c, d, e, f, g, h] = *values;
        Self(f32x4(a, b, c, d), f32x4(e, f, g, h))
    }

    each! {
        add => f32x4_add;
        sub => f32x4_sub;
        mul => f32x4_mul;
        lt => f32x4_lt;
        le => f32x4_le;
        eq => f32x4_eq;
    }

    #[inline(always)]
    fn neg(self) -> Self {
        Self(f32x4_neg(self.0), f32x4_neg(self.1))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        Self(f32x4_abs(self.0), f32x4_abs(self.1))
    }

    /// `pmin(a, b)` is `b < a ? b : a`.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(f32x4_pmin(other.0, self.0), f32x4_pmin(other.1, self.1))
    }

    /// `pmax(a, b)` is `a < b ? b : a`.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(f32x4_pmax(other.0, self.0), f32x4_pmax(other.1, self.1))
    }

    #[inline(always)]
    fn upper_digits(self) -> Self {
        let mask = u32x4_splat(0xFFFF_F000);
        Self(v128_and(self.0, mask), v128_and(self.1, mask))
    }

    #[inline(always)]
    fn signs(self) -> u8 {
        u32x4_bitmask(self.0) | u32x4_bitmask(self.1) << 4
    }

    #[inline(always)]
    fn and_gt(self, other: Self, mask: Self) -> Self {
        Self(v128_and(mask.0, f32x4_gt(self.0, other.0)), v128_and(mask.1, f32x4_gt(self.1, other.1)))
    }

    #[inline(always)]
    fn all() -> Self {
        Self(u32x4_splat(u32::MAX), u32x4_splat(u32::MAX))
    }

    #[inline(always)]
    fn and(a: Self, b: Self) -> Self {
        Self(v128_and(a.0, b.0), v128_and(a.1, b.1))
    }

    #[inline(always)]
    fn or(a: Self, b: Self) -> Self {
        Self(v128_or(a.0, b.0), v128_or(a.1, b.1))
    }

    #[inline(always)]
    fn bits(mask: Self) -> u8 {
        mask.signs()
    }
}
