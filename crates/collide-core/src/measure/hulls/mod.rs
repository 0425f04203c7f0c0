//! Measures of two convex sets of few points and a radius: what capsules and polygons need.
//!
//! All follow from the Minkowski difference of the sets without their radii: [`Difference`], a polygon of at most 16
//! corners, whose sides are those of both sets, sorted by direction. The sides are computed from the inputs (`2.5 e` of
//! their own length), so short sides keep their normals. The exact decision says whether the sets overlap, so rounding
//! near zero decides nothing. With `e` and `S` of the module above:
//!
//! | step | error |
//! |---|---|
//! | a corner of the Minkowski difference, three differences | `3 e S` |
//! | the nearest place of a side, a quotient, clamped, and a sum | `6 e S` |
//! | the distance there, or the gap along a side | `10 e S` |
//! | closest points, a place of both sets, plus a normal times a radius | `15 e S` |
//! | a contact point, half way between two such points | `20 e S` |
//!
//! - Up to `16 e S` from the border the direction to the nearest place is mostly rounding. There, and inside, a contact
//!   takes the normal of the side with the largest gap. Farther out it takes that direction, unless a side has a larger
//!   gap than the one along the direction by more than `8 e S`: then the direction has left the cone of normals of its
//!   corner. The depth belongs to the normal that is used.
//! - A sweep is the path of the origin into the difference, grown by the sum of the radii: the first crossing of a
//!   straight part along a side, or of an arc at a corner. If the path has an angle `a` to a side, the error of the
//!   crossing along it is `8 e S / sin a`. A crossing that is past an end of the side by less than that is put at the
//!   end, where the path is at most `8 e S` away. A corner is hit if the path is at most `8 e S` outside of its arc. So
//!   no path slips between a side and its neighbour. If the sum of the radii is below `16 e S`, the normal at a corner
//!   is the one between its sides that is most opposite to the motion.

mod cast;
mod contact;
mod difference;
mod meet;

use glam::DVec2;

use crate::measure::hull::Hull;

pub(crate) use cast::through;
pub(crate) use contact::{measure, measure_depth};
use difference::Difference;
pub(crate) use meet::meet;

/// The points of two sets that are nearest to each other. They are apart.
pub(crate) fn closest(a: &Hull, b: &Hull) -> [DVec2; 2] {
    let difference = Difference::of(a, b);
    let nearest = difference.outside();
    let [on_a, on_b] = difference.points_at(&nearest, a, b);
    [a.origin + on_a + nearest.normal * a.radius, b.origin + on_b - nearest.normal * b.radius]
}
