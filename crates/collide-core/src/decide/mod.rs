//! Decisions about two shapes. Exact for every finite input.
//!
//! [`general`] decides the relation of any two sets of points and radii with the polynomials of [`convex`](crate::convex):
//! first in plain `f64` with a bound on the rounding error, and exactly only if the value is within the bound. [`fast`]
//! has tests of some pairs of kinds that are at least 1.3 times faster, where they are certain.

mod containment;
pub(crate) mod fast;
mod general;
mod line;
mod parting;
mod region;
mod relation;
mod sector;
#[cfg(test)]
mod tests;
mod touching;

use crate::convex::Pair;
use crate::exact::{OPEN, ROUNDOFF, add_exact_work};
use crate::shape::outline::Outline;

pub use containment::{Containment, containment, contains, contains_point, contains_point_strictly, contains_strictly};
pub use line::{ray_shape, segment_shape};
pub(crate) use parting::outward;
pub use region::{Region, region_of, region_of_oriented_rect, region_of_rect};
pub use relation::{RelationTo, overlaps, overlaps_interior, relation};
pub use sector::sector_shape;
pub use touching::{Relation, Touching, UnknownTouching};

/// The relation of a moving set and one at rest.
#[inline(always)]
pub(crate) fn moving_relation(moving: &Outline, other: &Outline) -> Relation {
    fast::moving(moving, other, ROUNDOFF).unwrap_or_else(|| exact_moving_relation(moving, other))
}

#[inline(never)]
fn exact_moving_relation(moving: &Outline, other: &Outline) -> Relation {
    add_exact_work(OPEN);
    let pair = Pair::new(moving, other);
    let lossless = if pair.is_plain() { fast::moving(moving, other, 0.0) } else { None };
    lossless.unwrap_or_else(|| general::relation(&pair))
}
