//! By how much computed numbers may be off: each of these is a part of the sum of the magnitudes that enter a computation.

/// Of a few operations in `f32`, and of measures that are rounded to `f32`: each rounds by up to 2^-24. Sixteen times that.
pub(crate) const F32_ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// Of measures in `f64`: they are off by less than 2^-47, as `docs/numerics.md` derives. A hundred times that.
pub(super) const F64_ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

/// Of a sweep in `f64`, where only the magnitudes of one of the two shapes are known: those of the other may be a hundred thousand
/// times as large.
pub(crate) const SWEEP_ROUNDING: f64 = 1.0 / (1 << 30) as f64;
