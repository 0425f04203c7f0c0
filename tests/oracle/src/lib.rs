//! Exact decisions in big integers, derived independently of the engine's kernels, shapes that are hard to decide, and
//! what tests do for each of many pairs.
//!
//! A crate of its own, because it is compiled with optimisation, unlike the tests that use it.

pub mod bodies;
pub mod exact;
pub mod shapes;

/// The fingerprint of pairs of slots.
#[must_use]
pub fn fingerprint_of_pairs(pairs: &[(u32, u32)]) -> u64 {
    collide2d::fingerprint(pairs.iter().flat_map(|&(a, b)| [a, b]))
}
