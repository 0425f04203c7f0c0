//! Circles, rectangles and oriented rectangles, and exact decisions about them.
//!
//! Every yes-or-no answer of this crate is the answer of real arithmetic on the `f32` numbers as given: no epsilon,
//! no rounding, for every finite input from the smallest subnormal to `f32::MAX`. It is therefore also the same on
//! every processor. A fast floating-point test settles all but a sliver of the cases; an exact one takes the rest.
//!
//! ```
//! use collide_core::{Circle, Rect, Vec2, overlaps, overlaps_interior};
//!
//! let coin = Circle::new(Vec2::new(4.0, 1.5), 1.0)?;
//! let table = Rect::new(Vec2::ZERO, Vec2::new(3.0, 3.0))?;
//! assert!(overlaps(coin, table)); // they touch: the closed sets share the point (3, 1.5)
//! assert!(!overlaps_interior(coin, table)); // but a touch is no interior overlap
//! # Ok::<(), collide_core::ShapeError>(())
//! ```
//!
//! | module | what is in it |
//! |---|---|
//! | [`shape`] | [`Circle`], [`Rect`], [`OrientedRect`], [`Rotor`], [`Shape`], [`Segment`] and the bound [`Aabb`] |
//! | [`mod@overlap`] | do two shapes touch, overlap or keep apart: one kernel per pair of shapes |
//! | [`mod@contains`] | does one shape hold another wholly |
//! | [`region`] | the nine regions around a rectangle |
//! | [`int`] | the same decisions in whole numbers |
//! | [`mod@distance`] | distance and nearest points of shapes that are apart |
//! | [`mod@contact`] | normal, depth and points of an overlap |
//! | [`cast`] | where a ray enters and leaves a shape |
//! | [`mod@sweep`] | when and where two moving shapes meet |
//! | [`rounding`] | sums rounded to `f32` in a chosen direction |
//! | [`batch`] | many overlap decisions at once, over columns |
//!
//! No allocation, no threads, no ids; works without `std`. The only unsafe code is behind the batch tests, where they use
//! instructions that not every processor has.
#![no_std]
#![deny(unsafe_code)]

pub mod batch;
pub mod cast;
mod chord;
pub mod contact;
pub mod contains;
pub mod distance;
mod exact;
mod frame;
pub mod int;
mod named;
pub mod overlap;
pub mod region;
pub mod rounding;
pub mod shape;
pub mod sweep;

pub use cast::{RayHit, cast_ray, cast_segment};
pub use contact::{Contact, ContactPoints, contact, penetration};
pub use contains::{Containment, containment, contains, contains_point, contains_point_strictly, contains_strictly};
pub use distance::{ClosestPoints, closest_points, distance};
pub use glam::{DVec2, Vec2};
pub use overlap::{Relation, Touching, UnknownTouching, overlaps, overlaps_interior, relation};
pub use region::{Region, region_of, region_of_oriented_rect, region_of_rect};
pub use shape::{
    Aabb, Circle, OrientedRect, Ray, Rect, Rotor, Segment, Shape, ShapeError, ShapeKind, UnknownKindNumber,
    UnknownShapeKind,
};
pub use sweep::{Impact, Moving, sweep};

/// The code in the README is run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
