//! Seeded scenes of moving shapes for tests and benches.
//!
//! A scene is a function of its kind, count and seed: the same numbers on every machine, since the generator, the
//! logarithms and the sines are all software. Lengths are in units, speeds in units per second.
//!
//! ```
//! use collide_scenes::SceneKind;
//!
//! let mut scene = SceneKind::Towns.generate(1000, 42);
//! assert_eq!(scene.shapes().len(), 1000);
//! scene.advance(1.0 / 30.0); // one tick
//! assert_ne!(scene.shapes(), SceneKind::Towns.generate(1000, 42).shapes());
//! ```
#![forbid(unsafe_code)]

mod kind;
mod layout;
mod random;
mod scene;

pub use kind::{SceneKind, UnknownScene};
pub use scene::Scene;
