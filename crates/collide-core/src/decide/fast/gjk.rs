//! The fast test of two convex sets at rest with few corners: the Gilbert-Johnson-Keerthi algorithm in plain `f64`.

use glam::Vec4;

use super::distance::{DistanceBounds, ERROR, within_one};
use crate::shape::hull::MAX_CORNERS;
use crate::{Capsule, Circle, DVec2, OrientedRect, Polygon, Rect, Relation, Vec2};

/// The largest number of steps. Nearly all pairs need at most four.
const MAX_STEPS: usize = 12;

/// Above this sum of magnitudes, components along a direction can be beyond the range of `f32`.
const MAX_SIZE: f64 = (1_u64 << 60) as f64;

/// More than the roundings of the components by which a corner of a polygon is chosen, of two corners of each set:
/// relative to the magnitudes behind the points and the direction, and the absolute one of an underflow.
const CHOICE_ERROR: (f64, f64) = (1.0 / (1_u64 << 21) as f64, f32::MIN_POSITIVE as f64 / (1_u64 << 20) as f64);

/// A convex set: the hull of some points, grown by a radius.
pub(super) trait Support {
    /// The position, which all points are relative to.
    fn position(&self) -> Vec2;

    /// A point of the hull.
    fn some_point(&self) -> DVec2;

    /// The point of the hull that is farthest along a direction; of a polygon, as `f32` computes it.
    fn support(&self, direction: Vec2) -> DVec2;

    /// At least the sum of the magnitudes of the coordinates behind a point.
    fn size(&self) -> f64;

    fn radius(&self) -> f32;
}

/// The relation of two sets. `None` if rounding could have changed it, as for all that touch.
///
/// The sets overlap if their difference, the set of all ways from a point of `a` to a point of `b`, has the origin. Each
/// step has a point of the difference near the origin, and the gap along the way to it: bounds of the distance. It then
/// adds the point that is nearest along this way to the last one or two, and goes to the point of their segment or
/// triangle that is nearest to the origin. If that is the origin itself, the interiors overlap.
///
/// Source: Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects", 1988.
#[inline(never)]
pub(super) fn gjk<A: Support, B: Support>(a: &A, b: &B) -> Option<Relation> {
    let radius = f64::from(a.radius()) + f64::from(b.radius());
    let delta = b.position().as_dvec2() - a.position().as_dvec2();
    let corner_size = a.size() + b.size();
    let size = delta_size(a.position(), b.position()) + corner_size;
    if size > MAX_SIZE {
        return None;
    }
    let mut near = delta + (b.some_point() - a.some_point());
    let (mut corner, mut other) = (near, None);
    for _ in 0..MAX_STEPS {
        let direction = near.as_vec2();
        let next = delta + (b.support(-direction) - a.support(direction));
        let direction = direction.as_dvec2();
        let error = direction.abs().element_sum() * (size * ERROR + corner_size * CHOICE_ERROR.0) + CHOICE_ERROR.1;
        let bounds = DistanceBounds::along(near, direction, direction.dot(next) - error, size);
        if let Some(relation) = bounds.relation([radius; 2]) {
            return Some(relation);
        }
        if let Some(other) = other
            && is_within([corner, other, next], size * ERROR)
        {
            return Some(Relation::Interior);
        }
        if next == corner || Some(next) == other {
            return None; // no point is nearer
        }
        let along = nearest_of_segment(corner, next);
        (near, corner, other) = match other.map(|other| (nearest_of_segment(other, next), other)) {
            Some((nearer, other)) if nearer.length_squared() < along.length_squared() => (nearer, other, Some(next)),
            Some(_) | None => (along, corner, Some(next)),
        };
    }
    None
}

/// Whether the origin is certainly inside of a triangle, whose corners have at most this error along each axis.
#[inline(always)]
fn is_within([a, b, c]: [DVec2; 3], error: f64) -> bool {
    let turn = |p: DVec2, q: DVec2| {
        let size = p.abs().element_sum() + q.abs().element_sum();
        (p.perp_dot(q), 2.0 * error * (size + error))
    };
    let [(ab, ab_error), (bc, bc_error), (ca, ca_error)] = [turn(a, b), turn(b, c), turn(c, a)];
    ((ab > ab_error) & (bc > bc_error) & (ca > ca_error)) | ((ab < -ab_error) & (bc < -bc_error) & (ca < -ca_error))
}

/// The point of a segment that is nearest to the origin.
#[inline(always)]
fn nearest_of_segment(from: DVec2, to: DVec2) -> DVec2 {
    let along = to - from;
    from + along * within_one(-(from.dot(along)) / along.length_squared())
}

#[inline(always)]
fn delta_size(a: Vec2, b: Vec2) -> f64 {
    (a.abs().as_dvec2() + b.abs().as_dvec2()).element_sum()
}

impl Support for Circle {
    #[inline(always)]
    fn position(&self) -> Vec2 {
        self.center()
    }

    #[inline(always)]
    fn some_point(&self) -> DVec2 {
        DVec2::ZERO
    }

    #[inline(always)]
    fn support(&self, _: Vec2) -> DVec2 {
        DVec2::ZERO
    }

    #[inline(always)]
    fn size(&self) -> f64 {
        0.0
    }

    #[inline(always)]
    fn radius(&self) -> f32 {
        self.radius()
    }
}

impl Support for Capsule {
    #[inline(always)]
    fn position(&self) -> Vec2 {
        self.position()
    }

    #[inline(always)]
    fn some_point(&self) -> DVec2 {
        self.offsets()[0].as_dvec2()
    }

    #[inline(always)]
    fn support(&self, direction: Vec2) -> DVec2 {
        let ([a, b], direction) = (self.offsets().map(Vec2::as_dvec2), direction.as_dvec2());
        if a.dot(direction) < b.dot(direction) { b } else { a }
    }

    #[inline(always)]
    fn size(&self) -> f64 {
        self.offsets().map(|offset| offset.abs().as_dvec2().element_sum()).into_iter().sum()
    }

    #[inline(always)]
    fn radius(&self) -> f32 {
        self.radius()
    }
}

/// The corners are relative to the origin, so none is rounded.
impl Support for Rect {
    #[inline(always)]
    fn position(&self) -> Vec2 {
        Vec2::ZERO
    }

    #[inline(always)]
    fn some_point(&self) -> DVec2 {
        (self.min().as_dvec2() + self.max().as_dvec2()) * 0.5
    }

    #[inline(always)]
    fn support(&self, direction: Vec2) -> DVec2 {
        Vec2::select(direction.cmplt(Vec2::ZERO), self.min(), self.max()).as_dvec2()
    }

    #[inline(always)]
    fn size(&self) -> f64 {
        delta_size(self.min(), self.max())
    }

    #[inline(always)]
    fn radius(&self) -> f32 {
        0.0
    }
}

impl Support for OrientedRect {
    #[inline(always)]
    fn position(&self) -> Vec2 {
        self.center()
    }

    #[inline(always)]
    fn some_point(&self) -> DVec2 {
        DVec2::ZERO
    }

    #[inline(always)]
    fn support(&self, direction: Vec2) -> DVec2 {
        let (half, rotor) = (self.half_extents().as_dvec2(), self.rotor().direction().as_dvec2());
        let [x, y] = [rotor * half.x, rotor.perp() * half.y];
        let direction = direction.as_dvec2();
        let along = |side: DVec2| if side.dot(direction) < 0.0 { -side } else { side };
        along(x) + along(y)
    }

    #[inline(always)]
    fn size(&self) -> f64 {
        let (half, rotor) = (self.half_extents().as_dvec2(), self.rotor().direction().as_dvec2().abs());
        half.element_sum() * rotor.element_sum()
    }

    #[inline(always)]
    fn radius(&self) -> f32 {
        0.0
    }
}

/// A polygon, with the coordinates of its corners four by four. The places after the last corner repeat it.
pub(super) struct Columns<'a> {
    polygon: &'a Polygon,
    x: [Vec4; MAX_CORNERS / 4],
    y: [Vec4; MAX_CORNERS / 4],
}

impl<'a> Columns<'a> {
    #[inline(always)]
    pub(super) fn of(polygon: &'a Polygon) -> Self {
        let [a, b, c, d, e, f, g, h] = *polygon.hull().places();
        let x = [Vec4::new(a.x, b.x, c.x, d.x), Vec4::new(e.x, f.x, g.x, h.x)];
        let y = [Vec4::new(a.y, b.y, c.y, d.y), Vec4::new(e.y, f.y, g.y, h.y)];
        Self { polygon, x, y }
    }
}

impl Support for Columns<'_> {
    #[inline(always)]
    fn position(&self) -> Vec2 {
        self.polygon.position()
    }

    #[inline(always)]
    fn some_point(&self) -> DVec2 {
        let discs = self.polygon.discs();
        if discs.within > 0.0 { discs.middle } else { self.polygon.hull().get(0) }.as_dvec2()
    }

    #[inline(always)]
    fn support(&self, direction: Vec2) -> DVec2 {
        let ahead = [0, 1].map(|four| self.x[four] * direction.x + self.y[four] * direction.y);
        let max = Vec4::splat(ahead[0].max(ahead[1]).max_element());
        let is_max = ahead[0].cmpeq(max).bitmask() | ahead[1].cmpeq(max).bitmask() << 4;
        self.polygon.hull().get(is_max.trailing_zeros() as u8).as_dvec2()
    }

    #[inline(always)]
    fn size(&self) -> f64 {
        let discs = self.polygon.discs();
        discs.middle.abs().as_dvec2().element_sum() + 2.0 * f64::from(discs.around)
    }

    #[inline(always)]
    fn radius(&self) -> f32 {
        self.polygon.radius()
    }
}
