//! The numbers that decide how fast queries are, and by how much the search looks farther than exact numbers would. None of them
//! changes an answer.

/// A batch of at most this many queries goes through rows that are not sorted; for more these are sorted first.
pub(super) const FEW: usize = 16;

/// A batch of this many queries by distance is worth another thread, and worth being sorted by tiles.
pub(super) const WORTH_SPREADING: usize = 256;

/// Queries by distance are sorted by tiles, this many along each axis.
pub(super) const TILES: usize = 64;

/// By how much a few operations in `f32`, or measures that are rounded to `f32`, may be off, as a part of the sum of the magnitudes
/// that enter: each rounds by up to 2^-24. Sixteen times that.
pub(crate) const F32_ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// The same of measures in `f64`: they are off by less than 2^-47, as `docs/numerics.md` derives. A hundred times that.
pub(super) const F64_ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

/// The same of a sweep in `f64`, where only the magnitudes of one of the two shapes are known: those of the other may be a hundred thousand
/// times as large.
pub(crate) const SWEEP_ROUNDING: f64 = 1.0 / (1 << 30) as f64;

/// Far more than what is lost where `f32` numbers or their squares underflow to zero.
pub(super) const TINY: f32 = 1.0 / (1_u64 << 60) as f32;
