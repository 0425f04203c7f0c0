//! Exact, deterministic, parallel 2D collision and spatial queries for authoritative game servers.
pub use collide_core::*;
