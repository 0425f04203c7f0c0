//! Seeded scenes of moving shapes for tests and benchmarks.
//!
//! A scene is defined by its [`SceneKind`], a count and a seed. The same three give the same bytes on every machine:
//! the generator is PCG, this crate maps its output to numbers, and all functions beyond `+ - * /` and square root come
//! from `libm`.
//!
//! Units: lengths in world units, times in seconds, speeds in world units per second. The origin is in the middle of
//! every extent, so half of all coordinates are negative.
//!
//! ```
//! use collide_scenes::SceneKind;
//!
//! let kind: SceneKind = "uniform".parse()?;
//! let mut scene = kind.generate(1_000, 42);
//! assert_eq!(scene, SceneKind::Uniform.generate(1_000, 42));
//!
//! for _ in 0..30 {
//!     scene.advance(1.0 / 30.0); // one second, in ticks
//! }
//! assert_eq!(scene.shapes().len(), 1_000);
//! assert!(scene.shapes().iter().all(|shape| shape.aabb().min().x >= scene.extent().min().x));
//! # Ok::<(), collide_scenes::UnknownScene>(())
//! ```
#![forbid(unsafe_code)]

mod city;
mod convex;
mod form;
mod kind;
mod layout;
mod random;
mod scene;

pub use kind::{SceneKind, UnknownScene};
pub use scene::Scene;

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
