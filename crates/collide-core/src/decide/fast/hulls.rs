//! The fast test of two convex sets with few corners, of which each may move, in plain `f64`. It is nearly always
//! certain.
//!
//! Each set becomes an explicit polygon: its corners in order, with those of both ends of its motion. The separating axis
//! test on all faces decides without radii; with radii, the features that are nearest to each other do.

use core::cmp::Ordering;

use super::flat::{AT_REST, Flat, MOVING};
use crate::exact::certain_sign;
use crate::shape::corners::Corners;
use crate::shape::outline::Outline;
use crate::{DVec2, Relation, Vec2};

/// The error of a component of a point along a normal, relative to the sum of the magnitudes of its terms, in units of
/// roundoff `e`.
///
/// - A coordinate of a point has at most three roundings on each path: the way between the sets, the sum of an oriented
///   corner or the difference of a motion, and two sums. A normal has one, as a difference; a rotor and the direction of
///   a ray have none. With a product and a sum a component has six, the difference of two components seven.
/// - An edge that is nearly parallel to the motion may be taken at the wrong end of it (`push_moved`). Let `a` be the sum
///   of the edges that are, and `m` the motion. They are so where rounding hides the sign of `a.x m.y - a.y m.x`, which
///   is at most `4 e (|a.x m.y| + |a.y m.x|)`, four roundings. The corner that is missing is off the diagonal of the
///   parallelogram of `a` and `m` by `(a.x m.y - a.y m.x) / (|a.x| + |m.x|)` along y, so by at most
///   `4 e max(|a.y|, |m.y|)`, or the same along x. As an edge is at most twice as long as its corners are far, that is
///   `8 e size`, and for two moving sets `16 e size`. The parallelogram of a segment, if its orientation is wrong, has
///   all of its corners; a face is then off by at most `8 e` of its terms.
///
/// Together less than `24 e`. `size` is rounded three times, and the bound as well.
///
/// Where nothing is rounded, nothing is hidden, and the roundoff is zero. Overflow: without an endless motion, which is
/// refused, all components are below `2^515`. Only their squares can be infinite, of a gap or distance along a motion of
/// up to `2^260`. The squares that they are compared with are below `2^772`: then infinity is more, as the true square
/// is, or its infinite error leaves it open. Without rounding, motions are clipped, and no square is above `2^780`.
/// Underflow: a component is a multiple of `2^-447`.
const ERROR: f64 = 32.0;

/// [`hulls`] for two shapes.
#[inline]
pub(crate) fn hulls_of<'a, A, B>(a: &'a A, b: &'a B, roundoff: f64) -> Option<Relation>
where
    Outline: From<&'a A> + From<&'a B>,
{
    hulls(&a.into(), &b.into(), roundoff)
}

/// The relation of two sets. `None` if rounding could have changed it, or if a motion is endless.
#[inline(never)]
pub(crate) fn hulls(a: &Outline, b: &Outline, roundoff: f64) -> Option<Relation> {
    hulls_within(a, b, f64::from(a.radius) + f64::from(b.radius), roundoff)
}

/// The same for another sum of the radii.
#[inline]
pub(crate) fn hulls_within(a: &Outline, b: &Outline, radius: f64, roundoff: f64) -> Option<Relation> {
    if a.is_at_rest() && b.is_at_rest() {
        within::<AT_REST>(a, b, radius, roundoff)
    } else {
        within::<MOVING>(a, b, radius, roundoff)
    }
}

#[inline]
fn within<const N: usize>(a: &Outline, b: &Outline, radius: f64, roundoff: f64) -> Option<Relation> {
    let delta = b.position.as_dvec2() - a.position.as_dvec2();
    let change = change(a) + change(b);
    if roundoff == 0.0 && change != DVec2::ZERO {
        return None;
    }
    let (mut p, mut q) = (Flat::<N>::NONE, Flat::<N>::NONE);
    p.fill(a, DVec2::ZERO, roundoff)?;
    q.fill(b, delta, roundoff)?;
    let margin = (delta.abs() + size(a) + size(b)) * (ERROR * roundoff) + change;
    let test = Test { margin, radius_sq: radius * radius, roundoff };
    if p.corners == 1 && q.corners == 1 {
        let apart = test.point(q.corner(0) - p.corner(0));
        return apart.map(Relation::from_gap).or((roundoff == 0.0).then_some(Relation::Touching));
    }
    // Nearly all pairs are decided by the middle of one set and one face of the other.
    for (of, other) in [(&p, &q), (&q, &p)] {
        match test.facing(of, other) {
            Facing::Inside => return Some(Relation::Interior),
            Facing::Outside(Some(face)) if test.gap(of, face, other) == Gap::PastRadius => {
                return Some(Relation::Apart);
            }
            Facing::Outside(_) => {}
        }
    }
    let (first, second) = (test.largest_gap(&p, &q), test.largest_gap(&q, &p));
    match first.max(second) {
        Gap::PastRadius => Some(Relation::Apart),
        Gap::Negative => Some(Relation::Interior),
        Gap::Open if roundoff > 0.0 && radius == 0.0 => None,
        Gap::Open if roundoff == 0.0 => Some(if radius > 0.0 { Relation::Interior } else { Relation::Touching }),
        gap @ (Gap::Open | Gap::Positive) => test.near(&p, &q, gap == Gap::Positive),
    }
}

/// The change of the size of a box on its path. Its mean size stands for it: each side is off by at most a quarter of
/// the change.
#[inline(always)]
fn change(set: &Outline) -> DVec2 {
    match set.corners {
        Corners::Rects(rects) => {
            let [[a, b], [c, d]] = rects.map(|rect| rect.map(Vec2::as_dvec2));
            ((d - c) - (b - a)).abs()
        }
        Corners::Point | Corners::Rect { .. } | Corners::Oriented { .. } | Corners::Segment(_) | Corners::Hull(_) => {
            DVec2::ZERO
        }
    }
}

/// The magnitudes behind the points of a set. The mean of two boxes is made of all their corners.
#[inline(always)]
fn size(set: &Outline) -> DVec2 {
    let parts = if matches!(set.corners, Corners::Rects(_)) { 4.0 } else { 1.0 };
    set.size() * parts
}

/// What is known about the largest gap between two sets without their radii.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// Less than zero.
    Negative,
    /// Rounding leaves its sign open; zero if nothing is rounded.
    Open,
    /// More than zero.
    Positive,
    /// More than the sum of the radii.
    PastRadius,
}

/// Where the middle of a set is.
enum Facing {
    /// Inside of the other.
    Inside,
    /// Past a face of the other, by its number, or nearer to it than to others. A point has none.
    Outside(Option<usize>),
}

/// The numbers behind the errors of a test.
struct Test {
    /// The error of a point of the sets along each axis.
    margin: DVec2,
    radius_sq: f64,
    roundoff: f64,
}

impl Test {
    /// More than the rounding of a few squares.
    #[inline(always)]
    fn up(&self) -> f64 {
        1.0 + 512.0 * self.roundoff
    }

    /// The largest gap across a face of `p`.
    #[inline(always)]
    fn largest_gap<const N: usize>(&self, p: &Flat<N>, q: &Flat<N>) -> Gap {
        let mut largest = Gap::Negative;
        for face in 0..p.face_count {
            largest = largest.max(self.gap(p, face, q));
            if largest == Gap::PastRadius {
                break;
            }
        }
        largest
    }

    /// The gap across a face of `p`.
    #[inline(always)]
    fn gap<const N: usize>(&self, p: &Flat<N>, face: usize, q: &Flat<N>) -> Gap {
        let (normal, corner) = p.faces[face];
        let component = |index: usize| normal.x * q.x[index] + normal.y * q.y[index];
        let mut least = component(0);
        for index in 1..q.corners {
            let next = component(index);
            least = if next < least { next } else { least };
        }
        let gap = least - normal.dot(p.corner(corner));
        let error = normal.abs().dot(self.margin);
        let past = gap - error;
        if past > 0.0 {
            let is_past_radius =
                self.radius_sq == 0.0 || past * past > self.radius_sq * normal.length_squared() * self.up();
            if is_past_radius { Gap::PastRadius } else { Gap::Positive }
        } else if gap < -error {
            Gap::Negative
        } else {
            Gap::Open
        }
    }

    /// Where the middle of `q` is, seen from `p`.
    ///
    /// The middle has at most sixteen roundings more than a corner, and twice the error of a gap is more than those of
    /// both. A point inside of all faces is in the interior of `p`, so the interiors overlap, or `q` is a point or a
    /// segment that does not only touch.
    #[inline(always)]
    fn facing<const N: usize>(&self, p: &Flat<N>, q: &Flat<N>) -> Facing {
        let middle = q.middle();
        let (mut inside, mut farthest) = (p.corners > 2, (f64::NEG_INFINITY, None));
        for (face, &(normal, corner)) in p.faces[..p.face_count].iter().enumerate() {
            let past = normal.dot(middle - p.corner(corner));
            inside &= past < -(2.0 * normal.abs().dot(self.margin));
            farthest = if past > farthest.0 { (past, Some(face)) } else { farthest };
        }
        if inside { Facing::Inside } else { Facing::Outside(farthest.1) }
    }

    /// The relation of two sets that are not farther from each other across any face than the radii.
    #[inline(never)]
    fn near<const N: usize>(&self, p: &Flat<N>, q: &Flat<N>, apart: bool) -> Option<Relation> {
        let mut beyond = true;
        for (of, other) in [(p, q), (q, p)] {
            for edge in of.edges() {
                for corner in 0..other.corners {
                    match self.point_and_edge(other.corner(corner), edge) {
                        Some(Ordering::Less) => return Some(Relation::Interior),
                        Some(Ordering::Greater) => {}
                        Some(Ordering::Equal) | None => beyond = false,
                    }
                }
            }
        }
        if apart && beyond { Some(Relation::Apart) } else { (self.roundoff == 0.0).then_some(Relation::Touching) }
    }

    /// The distance of a point from an edge, compared with the radii.
    ///
    /// If rounding puts the point beside the edge or past its end, then it is at most `part` from there along the edge.
    /// This adds at most the square of `part` to the squared distance, as does the rounding of the place.
    #[inline(always)]
    fn point_and_edge(&self, point: DVec2, [from, to, along]: [DVec2; 3]) -> Option<Ordering> {
        let (delta, delta_to) = (point - from, point - to);
        if along.dot(delta) <= 0.0 {
            return self.point(delta);
        } else if along.dot(delta_to) >= 0.0 {
            return self.point(delta_to);
        }
        let across = along.perp_dot(delta).abs();
        let part = along.abs().element_sum() * self.margin.element_sum();
        let (across_sq, reach_sq) = (across * across, self.radius_sq * along.length_squared());
        let error = 4.0 * part * (across + part) + (across_sq + reach_sq) * (ERROR * self.roundoff);
        certain_sign(across_sq - reach_sq, error)
    }

    /// The length of a vector between two points, compared with the radii.
    #[inline(always)]
    fn point(&self, delta: DVec2) -> Option<Ordering> {
        let part = self.margin.element_sum();
        let distance_sq = delta.length_squared();
        let error =
            4.0 * part * (delta.abs().element_sum() + part) + (distance_sq + self.radius_sq) * (ERROR * self.roundoff);
        certain_sign(distance_sq - self.radius_sq, error)
    }
}
