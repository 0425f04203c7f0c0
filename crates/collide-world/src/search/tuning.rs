//! Tuning constants of searches: speed, and the margins for rounding. None of them changes an answer.

/// A bound of the rounding error of a few operations in `f32`, or of measures rounded to `f32`, relative to the sum of
/// the magnitudes of the operands. Each operation rounds by up to 2^-24; this is sixteen times that.
pub(crate) const F32_ROUNDING: f32 = 1.0 / (1 << 20) as f32;

/// The same for measures in `f64`. Their error is below 2^-47, as `docs/numerics.md` derives; this is a hundred times
/// that.
pub(super) const F64_ROUNDING: f64 = 1.0 / (1_u64 << 40) as f64;

/// The same for a sweep in `f64` if only the magnitudes of one of the two shapes are known: those of the other may be a
/// hundred thousand times as large.
pub(crate) const SWEEP_ROUNDING: f64 = 1.0 / (1 << 30) as f64;

/// Far more than the loss when `f32` numbers or their squares underflow to zero.
pub(super) const TINY: f32 = 1.0 / (1_u64 << 60) as f32;

/// A batch with this many items is worth another thread, and worth sorting by tiles.
pub(super) const WORTH_SPREADING: usize = 256;

/// Items are sorted by tiles: this many along each axis.
pub(super) const TILES: usize = 64;

/// The number of slots for which a list grows.
pub(super) const ROOM: usize = 64;

/// Up to this number of slots, a power of two, are sorted by rank.
pub(super) const MAX_RANKED: usize = 64;
