//! Exact, deterministic, parallel 2D collision and spatial queries for authoritative game servers.
//!
//! Circles, rectangles and oriented rectangles move; `collide2d` says which overlap: exactly, in a promised order, the
//! same for every strategy, thread count and machine.
//!
//! - Two shapes: [`overlaps`], [`contains()`], [`distance()`], [`contact()`], [`sweep()`]; a shot: [`cast_ray`].
//! - Columns of numbers: [`batch`].
//! - Many shapes kept elsewhere: [`Batch`].
//! - A world that keeps them: [`World`].
//!
//! ```
//! use collide2d::{Circle, OrientedRect, Rotor, Settings, Vec2, World};
//!
//! let mut world = World::new(Settings::default());
//! let player = world.insert(Circle::new(Vec2::new(0.0, 1.0), 0.5)?)?;
//! let door = world.insert(OrientedRect::new(Vec2::ZERO, Vec2::new(2.0, 0.1), Rotor::from_degrees(30.0)?)?)?;
//! world.step();
//! assert!(world.pairs().is_empty());
//!
//! world.update(player, Circle::new(Vec2::new(0.0, 0.5), 0.5)?)?;
//! world.step();
//! assert_eq!(world.pairs(), [(player, door)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub use collide_broad as broad;
pub use collide_core::*;
pub use collide_world::*;

/// The code in the README is compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So is that of the page on strategies.
#[cfg(doctest)]
#[doc = include_str!("../docs/write-a-strategy.md")]
struct WriteAStrategy;

/// And that of the guide.
#[cfg(doctest)]
#[doc = include_str!("../docs/server-guide.md")]
struct ServerGuide;

/// And of the page on traces.
#[cfg(doctest)]
#[doc = include_str!("../docs/traces.md")]
struct Traces;
