//! The C and C++ interface of `collide`: opaque objects and flat arrays; each call processes a batch.
//!
//! The header `include/collide.h` is generated from these sources and documents the interface; `include/collide.hpp`
//! adds destructors and exceptions, by methods that are generated too. From Rust, use the crate `collide2d`.
//!
//! No function of this crate unwinds: errors, and panics too, are returned as a [status](CollideStatus).

mod ask;
mod batch;
mod border;
mod budget;
mod bytes;
mod centers;
mod contact;
mod convex;
mod crowd;
mod failure;
mod hits;
mod interest;
mod measures;
#[cfg(any(target_family = "wasm", test))]
mod memory;
mod movement;
mod past;
mod query;
mod record;
mod settings;
mod shape;
mod tick;
mod version;
mod world;

pub use ask::*;
pub use batch::*;
pub use border::{In, Mut, Out};
pub use budget::*;
pub use bytes::*;
pub use centers::*;
pub use contact::*;
pub use convex::*;
pub use crowd::*;
pub use failure::*;
pub use hits::*;
pub use interest::*;
pub use measures::*;
#[cfg(any(target_family = "wasm", test))]
pub use memory::*;
pub use movement::*;
pub use past::*;
pub use query::*;
pub use record::*;
pub use settings::*;
pub use shape::*;
pub use tick::*;
pub use version::*;
pub use world::*;
