//! Exact decisions in big integers, derived independently of the kernels of the engine, the ideal slide, and shapes
//! that are hard to decide.
//!
//! A crate of its own, because it is compiled with optimisation, unlike the tests that use it.

pub mod bodies;
pub mod exact;
pub mod ideal;
pub mod sector;
pub mod shapes;
