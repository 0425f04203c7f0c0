use glam::DVec2;

use super::difference::{Difference, Nearest};
use crate::measure::hull::Hull;
use crate::measure::results::Measure;
use crate::measure::ties::TIE;

/// The contact of two sets: along the shortest way that separates them.
pub(crate) fn measure(a: &Hull, b: &Hull) -> Measure {
    let difference = Difference::of(a, b);
    let nearest = difference.nearest();
    let points = touching_points(&difference, &nearest, a, b);
    Measure { normal: nearest.normal, depth: difference.radius - nearest.gap, points }
}

/// Its normal and depth.
pub(crate) fn measure_depth(a: &Hull, b: &Hull) -> (DVec2, f64) {
    let difference = Difference::of(a, b);
    let nearest = difference.nearest();
    (nearest.normal, difference.radius - nearest.gap)
}

/// The contact points of two sets that touch, or overlap, at a place of their difference: half way between the surfaces.
/// Two if a side lies against a side.
pub(super) fn touching_points(difference: &Difference, nearest: &Nearest, a: &Hull, b: &Hull) -> [DVec2; 2] {
    let normal = nearest.normal;
    let [of_a, of_b] = difference.ends(nearest.side);
    let is_side = nearest.part > 0.0 && nearest.part < 1.0;
    let delta = b.origin - a.origin;
    let slack = 4.0 * difference.slack();
    let points = if is_side && of_a[0] != of_a[1] {
        Clip::of(a, DVec2::ZERO, of_a[0], normal, slack).points(b, delta)
    } else if is_side && of_b[0] != of_b[1] {
        Clip::of(b, delta, of_b[0], -normal, slack).points(a, DVec2::ZERO)
    } else {
        let [on_a, on_b] = difference.points_at(nearest, a, b);
        [(on_a + normal * a.radius + delta + on_b - normal * b.radius) * 0.5; 2]
    };
    points.map(|point| a.origin + point)
}

/// The part of a set along a side, against which another set lies.
struct Clip {
    /// A point of the side.
    start: DVec2,
    /// From the side to the other set.
    normal: DVec2,
    /// Along the side: where its ends are.
    ends: [f64; 2],
    radius: f64,
    slack: f64,
}

/// A point of the other set, where it is along the side, and how deep.
#[derive(Clone, Copy)]
struct Touched {
    point: DVec2,
    place: f64,
    depth: f64,
}

impl Clip {
    /// The side of a set that begins with a point, and all that lies in its line.
    fn of(hull: &Hull, origin: DVec2, first: usize, normal: DVec2, slack: f64) -> Self {
        let start = origin + hull.points[first];
        let tangent = normal.perp();
        let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
        for point in &hull.points[..hull.count] {
            let point = origin + point;
            if normal.dot(point - start) >= -slack {
                let place = tangent.dot(point - start);
                ends = [ends[0].min(place), ends[1].max(place)];
            }
        }
        Self { start, normal, ends, radius: hull.radius, slack }
    }

    /// The ends of the part of another set that lies against the side, half way between the surfaces. What is apart is
    /// left out.
    fn points(&self, other: &Hull, origin: DVec2) -> [DVec2; 2] {
        let facing = |index: usize| -other.sides[index].perp().normalize_or_zero().dot(self.normal);
        let most = (0..other.count).map(facing).fold(f64::INFINITY, f64::min);
        let sides = (0..other.count).filter(|index| facing(*index) <= most + TIE);
        let touched = sides.flat_map(|index| {
            let [from, to] =
                [index, other.next(index)].map(|index| self.touched(origin + other.points[index], other.radius));
            self.clipped(from, to, other.radius)
        });
        let is_better = |a: &Touched, b: &Touched| (self.is_beside(b), b.depth) > (self.is_beside(a), a.depth);
        let deepest = touched.clone().reduce(|a, b| if is_better(&a, &b) { b } else { a });
        let Some(deepest) = deepest else { return [self.start; 2] };
        let limit = -(TIE * deepest.depth.abs() + self.slack);
        let mut ends = [deepest; 2];
        for next in touched.filter(|touched| touched.depth >= limit && self.is_beside(touched)) {
            if next.place < ends[0].place {
                ends[0] = next;
            }
            if next.place > ends[1].place {
                ends[1] = next;
            }
        }
        ends.map(|Touched { point, depth, .. }| point + self.normal * (depth * 0.5 - other.radius))
    }

    /// Whether a point is beside the side, or past an end by less than rounding.
    fn is_beside(&self, touched: &Touched) -> bool {
        self.ends[0] - self.slack <= touched.place && touched.place <= self.ends[1] + self.slack
    }

    fn touched(&self, point: DVec2, radius: f64) -> Touched {
        let delta = point - self.start;
        let depth = self.radius + radius - self.normal.dot(delta);
        Touched { point, place: self.normal.perp().dot(delta), depth }
    }

    /// The ends of the part of a side that is beside this one; if none is, the nearer end of it.
    fn clipped(&self, from: Touched, to: Touched, radius: f64) -> [Touched; 2] {
        let length = to.place - from.place;
        if length.abs() <= self.slack {
            return [if from.depth > to.depth { from } else { to }; 2];
        }
        [from, to].map(|end| {
            if self.is_beside(&end) {
                return end;
            }
            let place = end.place.clamp(self.ends[0], self.ends[1]);
            let part = ((place - from.place) / length).clamp(0.0, 1.0);
            self.touched(from.point + (to.point - from.point) * part, radius)
        })
    }
}
