//! Exact decisions in big integers, derived independently of the kernels of the engine, the ideal slide, shapes that are
//! hard to decide, and what tests do for each of many pairs.
//!
//! A crate of its own, because it is compiled with optimisation, unlike the tests that use it.

pub mod bodies;
pub mod exact;
pub mod ideal;
pub mod shapes;

/// The fingerprint of pairs of slots.
#[must_use]
pub fn fingerprint_of_pairs(pairs: &[(u32, u32)]) -> u64 {
    collide2d::fingerprint(pairs.iter().flat_map(|&(a, b)| [a, b]))
}
