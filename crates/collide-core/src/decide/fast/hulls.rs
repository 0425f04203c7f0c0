//! The fast test of two convex sets with few corners, of which each may move, in plain `f64`. It is nearly always
//! certain.
//!
//! Each set becomes an explicit polygon: its corners in order, with those of both ends of its motion. The separating axis
//! test on all faces decides without radii; with radii, the features that are nearest to each other do.

use core::cmp::Ordering;

use crate::exact::{Vector, certain_sign};
use crate::shape::corners::Corners;
use crate::shape::hull::MAX_CORNERS;
use crate::shape::outline::Outline;
use crate::{DVec2, Relation};

/// The largest number of corners of a set at rest.
const AT_REST: usize = MAX_CORNERS;

/// The largest number of corners of a moving set: two corners are at both ends of the motion, and rounding may add some.
const MOVING: usize = 2 * MAX_CORNERS;

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

/// The corners of a convex set without its radius, counter-clockwise, and its faces.
struct Flat<const N: usize> {
    x: [f64; N],
    y: [f64; N],
    corners: usize,
    /// An outward normal, not zero, and the index of a corner of the face. Those of the edges come first, each with the
    /// corner before it.
    faces: [(DVec2, usize); N],
    face_count: usize,
}

/// [`hulls`] for two shapes.
#[inline]
pub(crate) fn hulls_of<'a, A, B>(a: &'a A, b: &'a B, roundoff: f64) -> Option<Relation>
where
    Outline: From<&'a A> + From<&'a B>,
{
    hulls(&a.into(), &b.into(), roundoff)
}

/// The relation of two sets. `None` if rounding could have changed it, or if a set has no few corners in a fixed order:
/// a box that changes its size, or an endless motion.
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
    let way = b.position.as_dvec2() - a.position.as_dvec2();
    let (p, q) = (Flat::<N>::of(a, DVec2::ZERO, roundoff)?, Flat::<N>::of(b, way, roundoff)?);
    let test = Test { size: way.abs() + a.size() + b.size(), radius_sq: radius * radius, roundoff };
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

impl<const N: usize> Flat<N> {
    fn of(set: &Outline, start: DVec2, roundoff: f64) -> Option<Self> {
        let count = match set.corners {
            Corners::Rects(_) => return None,
            Corners::Point | Corners::Rect { .. } | Corners::Oriented { .. } => set.corners.count(),
            Corners::Segment(_) | Corners::Hull(_) => set.corners.count(),
        };
        let motion = match set.motion.vector::<f64>() {
            None => DVec2::ZERO,
            Some(Vector(x, y)) => DVec2::new(x, y),
        };
        if !motion.is_finite() {
            return None;
        }
        let mut flat = Self { x: [0.0; N], y: [0.0; N], corners: 0, faces: [(DVec2::ZERO, 0); N], face_count: 0 };
        let at = |corner| {
            let Vector(x, y) = set.corners.corner::<f64>(corner);
            start + DVec2::new(x, y)
        };
        match count {
            1 => {
                flat.push(at(0));
                if motion != DVec2::ZERO {
                    flat.push(at(0) + motion);
                    flat.push_segment_faces(motion);
                }
            }
            2 => flat.push_segment(at(0), at(1), set.corners.side_vector(0), motion),
            _ if motion == DVec2::ZERO => {
                for corner in 0..count {
                    flat.push_edge(at(corner), set.corners.side_vector(corner));
                }
            }
            _ => flat.push_moved(count, at, |corner| set.corners.side_vector(corner), motion, roundoff)?,
        }
        Some(flat)
    }

    #[inline(always)]
    fn push(&mut self, corner: DVec2) {
        (self.x[self.corners], self.y[self.corners]) = (corner.x, corner.y);
        self.corners += 1;
    }

    /// Adds a corner and the face from it to the next one.
    #[inline(always)]
    fn push_edge(&mut self, corner: DVec2, along: DVec2) {
        self.push_face(-along.perp(), self.corners);
        self.push(corner);
    }

    #[inline(always)]
    fn push_face(&mut self, normal: DVec2, corner: usize) {
        self.faces[self.face_count] = (normal, corner);
        self.face_count += 1;
    }

    /// The faces of a segment: on both sides, and at both ends.
    fn push_segment_faces(&mut self, along: DVec2) {
        self.push_face(-along.perp(), 0);
        self.push_face(along.perp(), 0);
        self.push_face(along, 1);
        self.push_face(-along, 0);
    }

    /// A segment, or the parallelogram that it covers.
    fn push_segment(&mut self, a: DVec2, b: DVec2, along: DVec2, motion: DVec2) {
        if motion == DVec2::ZERO {
            self.push(a);
            self.push(b);
            return self.push_segment_faces(along);
        }
        let (a, b, along) = if along.perp_dot(motion) < 0.0 { (b, a, -along) } else { (a, b, along) };
        self.push_edge(a, along);
        self.push_edge(b, motion);
        self.push_edge(b + motion, -along);
        self.push_edge(a + motion, -motion);
        // It may be flat. Then faces at its ends separate it from what lies in the same line.
        let (low, high) = if along.dot(motion) < 0.0 { (1, 3) } else { (0, 2) };
        self.push_face(-motion, low);
        self.push_face(motion, high);
    }

    /// The hull of a polygon at both ends of a motion: the edges whose outward normals point forward are moved.
    ///
    /// Rounding can leave open whether an edge that is nearly parallel to the motion is moved. If other edges are
    /// certain on both sides, it is at one of the two changes between them, and the corner that is missing, or not
    /// extreme, is off by less than `16 e size`: see [`ERROR`].
    #[inline]
    fn push_moved(
        &mut self,
        count: u8,
        at: impl Fn(u8) -> DVec2,
        side: impl Fn(u8) -> DVec2,
        motion: DVec2,
        roundoff: f64,
    ) -> Option<()> {
        // Four roundings: of both vectors, the products and their difference.
        let limit = |along: DVec2| ((along.x * motion.y).abs() + (along.y * motion.x).abs()) * (8.0 * roundoff);
        let mut was_moved = side(count - 1).perp_dot(motion) < 0.0;
        let (mut some_moved, mut some_stay) = (false, false);
        for corner in 0..count {
            let (from, along) = (at(corner), side(corner));
            let turn = along.perp_dot(motion);
            some_moved |= turn < -limit(along);
            some_stay |= turn > limit(along);
            let moved = turn < 0.0;
            if moved != was_moved {
                let (first, path) = if moved { (from, motion) } else { (from + motion, -motion) };
                if self.corners > usize::from(count) + 1 {
                    return None;
                }
                self.push_edge(first, path);
            }
            if self.corners > usize::from(count) + 1 {
                return None;
            }
            self.push_edge(if moved { from + motion } else { from }, along);
            was_moved = moved;
        }
        // With more than two changes, rounding has mixed up the faces.
        (some_moved && some_stay && self.corners == usize::from(count) + 2).then_some(())
    }

    #[inline(always)]
    fn corner(&self, index: usize) -> DVec2 {
        DVec2::new(self.x[index], self.y[index])
    }

    /// The mean of the corners, a point of the set.
    #[inline(always)]
    fn middle(&self) -> DVec2 {
        let mut sum = DVec2::ZERO;
        for corner in 0..self.corners {
            sum += self.corner(corner);
        }
        sum / self.corners as f64
    }

    /// The edges: both ends of each, and its direction, which is not rounded with the ends. One for a segment.
    #[inline]
    fn edges(&self) -> impl Iterator<Item = [DVec2; 3]> {
        let count = if self.corners > 2 { self.corners } else { self.corners - 1 };
        (0..count).map(|index| {
            let next = if index + 1 < self.corners { index + 1 } else { 0 };
            [self.corner(index), self.corner(next), self.faces[index].0.perp()]
        })
    }
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
    /// The sum of the magnitudes of all numbers of both sets, along each axis.
    size: DVec2,
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
        let error = normal.abs().dot(self.size) * (ERROR * self.roundoff);
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
            inside &= past < -(normal.abs().dot(self.size) * (2.0 * ERROR * self.roundoff));
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
        let (way, way_to) = (point - from, point - to);
        if along.dot(way) <= 0.0 {
            return self.point(way);
        } else if along.dot(way_to) >= 0.0 {
            return self.point(way_to);
        }
        let across = along.perp_dot(way).abs();
        let part = along.abs().element_sum() * self.size.element_sum() * (ERROR * self.roundoff);
        let (across_sq, reach_sq) = (across * across, self.radius_sq * along.length_squared());
        let error = 4.0 * part * (across + part) + (across_sq + reach_sq) * (ERROR * self.roundoff);
        certain_sign(across_sq - reach_sq, error)
    }

    /// The length of a vector between two points, compared with the radii.
    #[inline(always)]
    fn point(&self, way: DVec2) -> Option<Ordering> {
        let part = self.size.element_sum() * (ERROR * self.roundoff);
        let distance_sq = way.length_squared();
        let error =
            4.0 * part * (way.abs().element_sum() + part) + (distance_sq + self.radius_sq) * (ERROR * self.roundoff);
        certain_sign(distance_sq - self.radius_sq, error)
    }
}
