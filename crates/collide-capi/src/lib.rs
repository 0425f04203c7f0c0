//! The `collide` engine for C and C++: opaque handles and flat arrays, a call for a batch and none for an entity.
//!
//! What is here is described by the header, `include/collide.h`, which is made from these sources; `include/collide.hpp` has it with
//! destructors and exceptions. From Rust, use the crate `collide2d`.
//!
//! Nothing unwinds out of a function of this crate: a refusal is a [status](CollideStatus), and so would be a panic.

mod batch;
mod border;
mod bytes;
mod contact;
mod failure;
mod hits;
mod interest;
mod query;
mod record;
mod settings;
mod shape;
mod tick;
mod version;
mod world;

pub use batch::*;
pub use border::{In, Mut, Out};
pub use bytes::*;
pub use contact::*;
pub use failure::*;
pub use hits::*;
pub use interest::*;
pub use query::*;
pub use record::*;
pub use settings::*;
pub use shape::*;
pub use tick::*;
pub use version::*;
pub use world::*;
