//! The lanes for AVX2 on x86-64, and their entry points.
//!
//! The instructions compute exactly what the portable operations in `lanes.rs` compute; a test checks that all levels
//! give equal answers. The instructions need a processor that has them. This is the only safety requirement here: there
//! are no raw pointers.

#![allow(unsafe_code)]

use core::arch::x86_64::*;
use core::ops::Range;

use super::Simd;
use super::lanes::{LANES, Lanes};
use super::tasks::{Job, Joining, join_compiled};

cpufeatures::new!(avx2, "avx2", "bmi1", "bmi2", "popcnt");

/// Whether this processor has AVX2. Looked up once, then a load.
pub(super) fn has_avx2() -> bool {
    avx2::get()
}

/// Runs the job on AVX2. Returns false, and does nothing, if the processor lacks it.
pub(super) fn run_avx2(job: &impl Job, hits: &mut [u64]) -> bool {
    #[target_feature(enable = "avx2")]
    fn with_features(job: &impl Job, hits: &mut [u64]) {
        job.run::<Avx2>(hits, |first, word| settle(job, first, word));
    }

    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn settle(job: &impl Job, first: usize, word: &mut [u8; LANES]) {
        job.settle::<Avx2>(first, word);
    }

    if has_avx2() {
        // SAFETY: the processor was just found to have the features that the function is compiled for.
        unsafe { with_features(job, hits) };
    }
    has_avx2()
}

/// Runs the join at this level, or at the portable one if the processor lacks it. Returns the number of tests.
#[inline]
pub(super) fn join_at(
    simd: Simd,
    join: &impl Joining,
    rows: Range<usize>,
    found: impl FnMut(&[[u32; 2]], usize),
) -> u64 {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn with_features(join: &impl Joining, rows: Range<usize>, found: impl FnMut(&[[u32; 2]], usize)) -> u64 {
        join.run::<Avx2>(rows, found, |row, at, open| settle(join, row, at, open))
    }

    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn settle(join: &impl Joining, row: usize, at: usize, open: u8) -> u8 {
        join.settle::<Avx2>(row, at, open)
    }

    if simd == Simd::Avx2 && has_avx2() {
        // SAFETY: the processor was just found to have the features that the function is compiled for.
        unsafe { with_features(join, rows, found) }
    } else {
        join_compiled(join, rows, found)
    }
}

/// Runs plain code that the compiler turns into vector instructions of this level, or of the target if the processor
/// lacks it.
#[inline]
pub(super) fn compiled_for<R>(simd: Simd, code: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx2")]
    fn with_features<R>(code: impl FnOnce() -> R) -> R {
        code()
    }

    if simd == Simd::Avx2 && has_avx2() {
        // SAFETY: the processor was just found to have the features that the function is compiled for.
        unsafe { with_features(code) }
    } else {
        code()
    }
}

/// For each set of chosen lanes, their numbers as packed bytes: the permutation that moves the chosen lanes to the
/// front.
static CHOSEN_FIRST: [u64; 256] = chosen_first();

const fn chosen_first() -> [u64; 256] {
    let mut table = [0; 256];
    let mut chosen = 0;
    while chosen < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < LANES as u64 {
            if chosen >> lane & 1 == 1 {
                table[chosen] |= lane << (8 * place);
                place += 1;
            }
            lane += 1;
        }
        chosen += 1;
    }
    table
}

/// `first` with each of `seconds`, as rows of two.
#[inline(always)]
fn interleave(first: u32, seconds: __m256i) -> [[u32; 2]; LANES] {
    // SAFETY: AVX2 is present, see the types; both sides of the transmutation are 64 bytes, and all bit patterns are
    // valid.
    unsafe {
        let first = _mm256_set1_epi32(first as i32);
        let (even, odd) = (_mm256_unpacklo_epi32(first, seconds), _mm256_unpackhi_epi32(first, seconds));
        let (low, high) = (_mm256_permute2x128_si256::<0x20>(even, odd), _mm256_permute2x128_si256::<0x31>(even, odd));
        core::mem::transmute::<[__m256i; 2], [[u32; 2]; LANES]>([low, high])
    }
}

/// Eight labels in a register.
#[inline(always)]
fn labels(labels: &[u32; LANES]) -> __m256i {
    let [a, b, c, d, e, f, g, h] = *labels;
    // SAFETY: AVX2 is present, see the types; the same bits as signed numbers.
    unsafe { _mm256_setr_epi32(a as i32, b as i32, c as i32, d as i32, e as i32, f as i32, g as i32, h as i32) }
}

/// Eight lanes in an AVX register. Private to this file and used only in the functions above, behind their check.
#[derive(Clone, Copy)]
struct Avx2(__m256);

macro_rules! comparison {
    ($name:ident, $predicate:ident) => {
        #[inline(always)]
        fn $name(self, other: Self) -> __m256 {
            // SAFETY: AVX is present, see the type.
            unsafe { _mm256_cmp_ps::<$predicate>(self.0, other.0) }
        }
    };
}

impl Lanes for Avx2 {
    type Mask = __m256;

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

    comparison!(lt, _CMP_LT_OQ);
    comparison!(le, _CMP_LE_OQ);
    comparison!(eq, _CMP_EQ_OQ);

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

    #[inline(always)]
    fn emit(first: u32, seconds: &[u32; LANES], chosen: u8, found: &mut impl FnMut(&[[u32; 2]], usize)) {
        // SAFETY: AVX2 is present, see the type.
        let pairs = unsafe {
            let order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(CHOSEN_FIRST[chosen as usize] as i64));
            interleave(first, _mm256_permutevar8x32_epi32(labels(seconds), order))
        };
        found(&pairs, chosen.count_ones() as usize);
    }
}
