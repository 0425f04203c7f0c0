//! The lanes of x86-64 with AVX2 or AVX-512, and the way into them. All of the crate's `unsafe` code.
//!
//! The instructions compute exactly what their portable twins in `lanes.rs` do; a test holds the answers of all levels
//! equal. They need a processor that has them, and that is the only thing that can go wrong here: no pointer is made.

#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::kernel::Job;
use super::lanes::{LANES, Lanes};

cpufeatures::new!(avx2, "avx2", "fma");
cpufeatures::new!(avx512, "avx2", "fma", "avx512f", "avx512vl");

/// Whether this processor has AVX2 and fused multiply-add. Looked up once, then a load.
pub(super) fn has_avx2() -> bool {
    avx2::get()
}

/// Whether it has, besides, AVX-512 for vectors of eight lanes.
pub(super) fn has_avx512() -> bool {
    avx512::get()
}

/// Runs the job on AVX2, or not at all where the processor lacks it.
pub(super) fn run_avx2(job: &impl Job, hits: &mut [u64]) -> bool {
    #[target_feature(enable = "avx2,fma")]
    fn with_features(job: &impl Job, hits: &mut [u64]) {
        job.run::<Avx2>(hits, |first, word| settle(job, first, word));
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,fma")]
    fn settle(job: &impl Job, first: usize, word: &mut [u8; LANES]) {
        job.settle::<Avx2>(first, word);
    }

    if has_avx2() {
        // SAFETY: the features the function is compiled for have just been found present.
        unsafe { with_features(job, hits) };
    }
    has_avx2()
}

/// Runs the job on AVX-512, or not at all where the processor lacks it.
pub(super) fn run_avx512(job: &impl Job, hits: &mut [u64]) -> bool {
    #[target_feature(enable = "avx2,fma,avx512f,avx512vl")]
    fn with_features(job: &impl Job, hits: &mut [u64]) {
        job.run::<Avx512>(hits, |first, word| settle(job, first, word));
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,fma,avx512f,avx512vl")]
    fn settle(job: &impl Job, first: usize, word: &mut [u8; LANES]) {
        job.settle::<Avx512>(first, word);
    }

    if has_avx512() {
        // SAFETY: the features the function is compiled for have just been found present.
        unsafe { with_features(job, hits) };
    }
    has_avx512()
}

/// Eight lanes in an AVX register. Private to this file and used only in the functions above, behind their check.
#[derive(Clone, Copy)]
struct Avx2(__m256);

/// The same register; comparisons give their bits at once.
#[derive(Clone, Copy)]
struct Avx512(__m256);

/// The operations both have in common.
macro_rules! shared_operations {
    ($lanes:ident) => {
        #[inline(always)]
        fn splat(value: f32) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_set1_ps(value) })
        }

        #[inline(always)]
        fn load(values: &[f32; LANES]) -> Self {
            let [a, b, c, d, e, f, g, h] = *values;
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_setr_ps(a, b, c, d, e, f, g, h) })
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_sub_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_mul_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn mul_add(self, factor: Self, addend: Self) -> Self {
            // SAFETY: FMA is present, see the type.
            Self(unsafe { _mm256_fmadd_ps(self.0, factor.0, addend.0) })
        }

        #[inline(always)]
        fn mul_sub(self, factor: Self, subtrahend: Self) -> Self {
            // SAFETY: FMA is present, see the type.
            Self(unsafe { _mm256_fmsub_ps(self.0, factor.0, subtrahend.0) })
        }

        #[inline(always)]
        fn neg(self) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
        }

        #[inline(always)]
        fn abs(self) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0) })
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_min_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_max_ps(self.0, other.0) })
        }

        #[inline(always)]
        fn signs(self) -> u8 {
            // SAFETY: AVX is present, see the type.
            unsafe { _mm256_movemask_ps(self.0) as u8 }
        }

        #[inline(always)]
        fn upper_digits(self) -> Self {
            const MASK: i32 = 0xFFFF_F000_u32 as i32;
            // SAFETY: AVX is present, see the type.
            Self(unsafe { _mm256_and_ps(self.0, _mm256_castsi256_ps(_mm256_set1_epi32(MASK))) })
        }
    };
}

macro_rules! avx2_comparison {
    ($name:ident, $predicate:ident) => {
        #[inline(always)]
        fn $name(self, other: Self) -> __m256 {
            // SAFETY: AVX is present, see the type.
            unsafe { _mm256_cmp_ps::<$predicate>(self.0, other.0) }
        }
    };
}

macro_rules! avx512_comparison {
    ($name:ident, $predicate:ident) => {
        #[inline(always)]
        fn $name(self, other: Self) -> u8 {
            // SAFETY: AVX-512F and VL are present, see the type.
            unsafe { _mm256_cmp_ps_mask::<$predicate>(self.0, other.0) }
        }
    };
}

impl Lanes for Avx2 {
    type Mask = __m256;

    shared_operations!(Avx2);
    avx2_comparison!(lt, _CMP_LT_OQ);
    avx2_comparison!(le, _CMP_LE_OQ);
    avx2_comparison!(eq, _CMP_EQ_OQ);

    #[inline(always)]
    fn and_gt(self, other: Self, mask: __m256) -> __m256 {
        // SAFETY: AVX is present, see the type.
        unsafe { _mm256_and_ps(mask, _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, other.0)) }
    }

    #[inline(always)]
    fn all() -> __m256 {
        // SAFETY: AVX is present, see the type.
        unsafe { _mm256_castsi256_ps(_mm256_set1_epi32(-1)) }
    }

    #[inline(always)]
    fn and(a: __m256, b: __m256) -> __m256 {
        // SAFETY: AVX is present, see the type.
        unsafe { _mm256_and_ps(a, b) }
    }

    #[inline(always)]
    fn or(a: __m256, b: __m256) -> __m256 {
        // SAFETY: AVX is present, see the type.
        unsafe { _mm256_or_ps(a, b) }
    }

    #[inline(always)]
    fn bits(mask: __m256) -> u8 {
        Self(mask).signs()
    }
}

impl Lanes for Avx512 {
    type Mask = u8;

    shared_operations!(Avx512);
    avx512_comparison!(lt, _CMP_LT_OQ);
    avx512_comparison!(le, _CMP_LE_OQ);
    avx512_comparison!(eq, _CMP_EQ_OQ);

    #[inline(always)]
    fn and_gt(self, other: Self, mask: u8) -> u8 {
        // SAFETY: AVX-512F and VL are present, see the type.
        unsafe { _mm256_mask_cmp_ps_mask::<_CMP_GT_OQ>(mask, self.0, other.0) }
    }

    #[inline(always)]
    fn all() -> u8 {
        u8::MAX
    }

    #[inline(always)]
    fn and(a: u8, b: u8) -> u8 {
        a & b
    }

    #[inline(always)]
    fn or(a: u8, b: u8) -> u8 {
        a | b
    }

    #[inline(always)]
    fn bits(mask: u8) -> u8 {
        mask
    }
}
