//! Circles, rectangles, oriented rectangles, capsules and convex polygons, and exact decisions about them.
//!
//! Every yes-or-no answer of this crate is that of real arithmetic on the given `f32` numbers: no epsilon, no rounding,
//! for every finite input from the smallest subnormal to `f32::MAX`. A fast floating-point test decides nearly all
//! cases; an exact test decides the rest. The one exception is whether two moving shapes meet that start apart, see
//! [`sweep`]. All results are the same on every processor.
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
//! # I want to ...
//!
//! | I want to know | call |
//! |---|---|
//! | whether two shapes overlap; touching counts, or does not | [`overlaps`], [`overlaps_interior`], [`relation`] |
//! | whether a shape contains a point or another shape | [`contains_point`], [`contains`], [`containment`] |
//! | the distance and the closest points of two shapes | [`distance`], [`closest_points`] |
//! | the normal, the depth and the points of a contact | [`contact`], [`contact_normal`], [`penetration`] |
//! | where a ray or a segment hits a shape (raycast) | [`cast_ray`], [`cast_segment`] |
//! | when two moving shapes collide (shapecast, time of impact) | [`sweep`], [`sweep_entering`] |
//! | whether a moving shape passes another, exactly | [`swept`] |
//! | in which of the nine regions around a rectangle a point lies | [`region_of`] |
//! | many overlap decisions over columns of numbers, with SIMD | [`columns`] |
//! | the same decisions with integer coordinates | [`int`] |
//! | whether a segment or ray hits a shape | [`segment_shape`], [`ray_shape`] |
//! | whether a sword's swing or a cone of sight hits a shape | [`sector_shape`] |
//! | the relation of two shapes whose kinds are known at compile time | [`RelationTo`] |
//!
//! # Vectors
//!
//! [`Vec2`] is that of glam 0.34. Constructors also accept `[x, y]` and `(x, y)` and, with the feature `mint`, the
//! vectors and points of every crate that converts into [mint](https://docs.rs/mint), such as nalgebra, cgmath and
//! other versions of glam.
//!
//! # Features
//!
//! - `serde`: `Serialize` and `Deserialize` for shapes and for the results of queries about two shapes.
//! - `mint`: conversions from and to the types of mint.
//! - `std`: counts exact arithmetic (`exact_work`), for limits of work.
//!
//! No allocation, no threads, no ids; works without `std`. The only unsafe code is in the SIMD modules of [`columns`].
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

pub mod columns;
mod convex;
mod decide;
mod exact;
pub mod int;
mod into_arg;
mod measure;
mod named;
pub mod rounding;
mod shape;
pub mod swept;

pub use columns::{Simd, UnknownSimd};
pub use decide::{
    Containment, Region, Relation, RelationTo, Touching, UnknownTouching, containment, contains, contains_point,
    contains_point_strictly, contains_strictly, overlaps, overlaps_interior, ray_shape, region_of,
    region_of_oriented_rect, region_of_rect, relation, sector_shape, segment_shape,
};
#[cfg(feature = "std")]
pub use exact::exact_work;
pub use glam::{DVec2, Vec2};
pub use into_arg::IntoArg;
pub use measure::{
    ClosestPoints, Contact, ContactPoints, Impact, Moving, RayHit, cast_ray, cast_segment, closest_points, contact,
    contact_normal, distance, penetration, sweep, sweep_entering,
};
pub use shape::{
    Aabb, Capsule, Circle, OrientedRect, Polygon, Ray, Rect, Rotor, Sector, Segment, Shape, ShapeError, ShapeKind,
    UnknownKindNumber, UnknownShapeKind,
};

/// Runs the code in the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
