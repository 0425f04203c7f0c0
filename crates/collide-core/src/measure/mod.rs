//! Measures of two shapes: numbers computed in `f64` and rounded to `f32`. Whether they exist is an exact decision.

mod cast;
mod chord;
mod closing;
mod contact;
mod distance;
mod frame;
mod hull;
mod hulls;
mod results;
mod shape;
mod sweep;

pub use cast::{RayHit, cast_ray, cast_segment};
pub(crate) use contact::measure_of;
pub use contact::{Contact, ContactPoints, contact, contact_normal, penetration};
pub use distance::{ClosestPoints, closest_points, distance};
pub(crate) use frame::to_f32;
pub(crate) use sweep::meeting;
pub use sweep::{Impact, Moving, sweep, sweep_entering};
