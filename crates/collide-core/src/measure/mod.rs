//! Measures of two shapes: numbers computed in `f64` and rounded to `f32`. Whether they exist is an exact decision.
//!
//! Let `e = 2^-53`, the unit roundoff, and `S` the sum of all magnitudes that enter: coordinates of centers or corners,
//! radii, half extents times the rotor's length `sqrt L`, and the lengths of motions. All steps are sums, products,
//! quotients and square roots of numbers below `2 S`, so each adds at most a few `e S`. To first order:
//!
//! | step | error |
//! |---|---|
//! | a unit axis `(c, s) / sqrt L` | `2.5 e`: one sum (the products are exact), a root, a quotient; `4 e` for a normalised difference, whose parts are rounded |
//! | half extents times `sqrt L` | `2.5 e S` |
//! | a point in a frame: difference, product with an axis, sum | `(1 + 2.5 + 2) e S`, say `6 e S` |
//! | the nearest point of a box: into the frame, clamped (exact), back, translated | `13 e S` |
//! | the distance of two such points | `2 * 13 e S`, the difference and the length `4 e S`: `30 e S` |
//! | a gap along a normal: difference of positions, and the extents of two boxes | `20 e S` |
//! | a line's nearest point to a center, along the line and across it (`ahead`, `aside`) | `7 e S` each |
//! | where a line enters a disc: the half chord `h = sqrt((r - aside)(r + aside))` makes `sqrt(aside^2 + h^2)` equal to `r` within `2 e S` | with `ahead` and `aside`: `16 e S` from the border |
//! | where a line enters or leaves a box: `(side - start) / direction` along an axis | `8 e S` from the side |
//!
//! The steps of capsules and polygons are in `hulls`. All errors stay below `64 e S = 2^-47 S`.

mod cast;
mod chord;
mod contact;
mod distance;
mod frame;
mod hull;
mod hulls;
mod results;
mod shape;
mod sweep;
mod ties;

pub use cast::{RayHit, cast_ray, cast_segment};
pub(crate) use contact::measure_of;
pub use contact::{Contact, ContactPoints, contact, contact_normal, penetration};
pub use distance::{ClosestPoints, closest_points, distance};
pub(crate) use frame::{ROUNDING, to_f32};
pub(crate) use hull::Hull;
pub(crate) use shape::{MeasuredShape, is_near};
pub(crate) use sweep::meeting;
pub use sweep::{Impact, Moving, sweep, sweep_entering};
